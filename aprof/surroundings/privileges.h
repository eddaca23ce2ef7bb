/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Programs that get rights when they are executed: setuid, setgid, or with capabilities.  Valgrind does not
   run them, so with --trace-children=yes, their execve would fail.  They run without Valgrind instead. */

#ifndef APROF_PRIVILEGES_H
#define APROF_PRIVILEGES_H

#include "pub_tool_basics.h"

extern void privileges_before_system_call(UInt number, const UWord* arguments);

extern void privileges_after_system_call(void);

#endif
