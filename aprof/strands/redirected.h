/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Signal handlers may change the context of what they have interrupted; then that goes on elsewhere. */

#ifndef APROF_REDIRECTED_H
#define APROF_REDIRECTED_H

#include "pub_tool_basics.h"

/* The thread goes on where its registers say.  The running activation was to go on at `from`, with the
   stack pointer left_at.  The call stack follows, as if code of that activation had gone there. */
extern void redirected_go_on(ThreadId thread, Addr from, Addr left_at);

#endif
