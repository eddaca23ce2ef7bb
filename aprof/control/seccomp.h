/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Programs that forbid themselves system calls by seccomp(2), and so forbid them to aprof, too. */

#ifndef APROF_SECCOMP_H
#define APROF_SECCOMP_H

#include "pub_tool_basics.h"

/* If the system call forbids aprof to write files, writes a checkpoint, and says so. */
extern void seccomp_before_system_call(UInt number, const UWord* arguments);

/* From then on, files_are_forbidden, and nothing is measured. */
extern void seccomp_after_system_call(UInt number, Bool failed);

#endif
