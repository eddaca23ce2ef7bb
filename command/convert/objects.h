/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The object files of a report: which routines come from the same one. */

#ifndef COMMAND_CONVERT_OBJECTS_H
#define COMMAND_CONVERT_OBJECTS_H

#include "model/report.h"

typedef struct {
   uint32_t  count;
   uint32_t* routine_objects;   /* by routine: its object, 0 to count - 1, ordered by path */
   uint32_t* routines;          /* all routines by object; within one, in the report's order */
   uint32_t* first;             /* by object: its first in `routines`; one more, for the end of the last */
} Objects;

extern Objects objects_find(const Report* report);

extern void objects_free(Objects* objects);

#endif
