/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   For whom libraries work: the program's own code that leads to a routine of a library.  Who wrote the
   program can change that code, and not the library. */

#ifndef COMMAND_EXPERIMENT_CALLERS_H
#define COMMAND_EXPERIMENT_CALLERS_H

#include "model/report.h"

/* Returns, for each routine of the report, the routine of the program's own code for which it did most of
   its work: the nearest one above it on the stack, for at least half of its self cost.  NO_ROUTINE: it is
   own code itself, several share it, or the report has no contexts.  To be freed by g_free. */
extern uint32_t* callers_find(const Report* report);

#endif
