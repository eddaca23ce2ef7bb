/* For whom routines work: the program's own code that leads to a routine.  Who wrote the program can change
   that code, and not a library. */

#pragma once

#include <stdbool.h>

#include "model/report.h"

/* For each routine of a report. */
typedef struct {
   bool*     is_own;    /* whether it is code of the program, and not of what runs before main */
   uint32_t* caller;    /* the other routine of own code for which it did most of its work: the nearest
                           one above it on the stack.  NO_ROUTINE: many share it, or the report has no
                           contexts */
   double*   part;      /* of its self cost that it did for the caller, at least 0.3; 0 without one */
} Callers;

/* Routines with the same identity are one.  The members are to be freed by g_free. */
extern Callers callers_find(const Report* report, const char* own, const void* const* identities);
