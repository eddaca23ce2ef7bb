/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Routines by which the runtime system of a language works for itself.

   It compiles a function that is called for the first time, or has run for long, and collects garbage when
   memory is full.  The call in which that happens is not different from others, and what it costs says
   nothing of the function. */

#ifndef APROF_RUNTIMES_H
#define APROF_RUNTIMES_H

#include "pub_tool_basics.h"

/* Whether the routine with this symbol does such work, with all that it calls. */
extern Bool runtimes_own_work(const HChar* symbol);

/* Whether the routine with this symbol moves a machine stack to another place: Go's runtime.copystack. */
extern Bool runtimes_copies_stack(const HChar* symbol);

/* Whether the routine with this symbol stops what has called it, chooses what runs next, and never returns:
   Go's scheduler.  Another thread may go on with what was stopped. */
extern Bool runtimes_schedules(const HChar* symbol);

#endif
