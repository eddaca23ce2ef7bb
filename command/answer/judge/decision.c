/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The names of verdicts. */

#include "answer/judge/decision.h"

const char* verdict_name(Verdict verdict)
{
   static const char* const names[] = {
      [VERDICT_VIOLATED] = "violated", [VERDICT_MAYBE] = "maybe", [VERDICT_UNDECIDED] = "undecided",
      [VERDICT_IGNORED] = "ignored", [VERDICT_PASSED] = "passed",
   };
   return names[verdict];
}
