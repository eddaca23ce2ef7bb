/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Who introduced a change, and who only inherits it.  A routine whose state is worse,
   better or maybe

   - has changed itself (own work) if its self cost explains at least half of what was added to
     its cost at the same inputs, or if no routine that it called added more;
   - otherwise, with contexts, the routine whose calls added most is the reason.  If that one changed
     in the same direction, and its calls from here became dearer rather than more, the
     change is inherited from it.  If not, this routine introduced the change: it calls
     more often, or with larger inputs, or a routine that it did not call before;
   - otherwise, without contexts, it inherits from a routine that changed in the same
     direction, that costs less in all, and that added at least half of what is to be
     explained; of several, from the one that added most.  If there is none, it calls more: the
     routine whose load grew by as much is named.  This is likely, and not certain.

   Own code does not inherit from a library, unless that runs another variant for the
   processor: it introduces what it does to the library.  The root
   is where the way along inherited changes ends. */

#ifndef COMMAND_ANSWER_COMPARE_BLAME_H
#define COMMAND_ANSWER_COMPARE_BLAME_H

#include "answer/compare/pair.h"

/* Finds the blame of all pairs, whose states are known. */
extern void blame_find(Comparison* comparison, bool has_self_costs);

#endif
