/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Valgrind refuses a program that lowers its hard limit of open files.  The program gets what it would get
   without Valgrind: the soft limit holds, and it reads the hard one as it has set it. */

#ifndef APROF_FILE_LIMIT_H
#define APROF_FILE_LIMIT_H

#include "pub_tool_basics.h"

extern void file_limit_before_system_call(UInt number, const UWord* arguments);

extern void file_limit_after_system_call(UInt number, const UWord* arguments, Bool failed);

#endif
