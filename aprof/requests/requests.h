/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Client requests from the program (include/aprof.h).  Valgrind passes commands from
   vgdb to the tool in the same way. */

#ifndef APROF_REQUESTS_H
#define APROF_REQUESTS_H

#include "pub_tool_basics.h"

/* For VG_(needs_client_requests). */
extern Bool requests_handle(ThreadId thread, UWord* arguments, UWord* result);

extern void requests_init(void);

#endif
