/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The routines that run before main. */

#ifndef COMMAND_MODEL_START_UP_H
#define COMMAND_MODEL_START_UP_H

#include <stdbool.h>

#include "model/report.h"

/* Whether the routine belongs to the dynamic linker, or runs between the kernel and main.
   Every program has such routines, and its author cannot change them. */
extern bool routine_is_start_up(const Routine* routine);

extern bool routine_is_of_dynamic_linker(const Routine* routine);

/* Whether its name is an address, because its object file has no symbol for it. */
extern bool routine_is_nameless(const Routine* routine);

/* Whether it is the program as a whole (PROGRAM_ROUTINE). */
extern bool routine_is_program(const Routine* routine);

#endif
