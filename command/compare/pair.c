/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The words for what is known of a pair. */

#include "compare/pair.h"

#include <stddef.h>

const char* state_name(PairState state)
{
   static const char* const names[] = {
      [STATE_WORSE] = "worse", [STATE_MAYBE] = "maybe", [STATE_BETTER] = "better", [STATE_NEW] = "new",
      [STATE_GONE] = "gone", [STATE_UNKNOWN] = "unknown", [STATE_SAME] = "same",
      [STATE_IDENTICAL] = "identical",
   };
   return names[state];
}

const char* cause_name(PairCause cause)
{
   static const char* const names[] = {
      [CAUSE_NONE] = "", [CAUSE_SMALL] = "small", [CAUSE_VARIANT] = "variant", [CAUSE_BUILD] = "build",
      [CAUSE_START_UP] = "start-up", [CAUSE_CALLS] = "calls",
   };
   return names[cause];
}

const SideRoutine* pair_routine(const Pair* pair)
{
   return pair->now != NULL ? pair->now : pair->before;
}
