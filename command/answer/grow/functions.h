/* Finds which function of a script grows faster than the size, by the time that its interpreter says it takes
   in runs of several sizes without Valgrind (model/interpreters.h).  Times are rough, so only what grows much
   faster is told, and only if it will be much of the time. */

#pragma once

#include <glib.h>

#include "subject/runs.h"

typedef struct {
   char* grows;   /* "by Perl's debugger, `find` (x.pl:3) grows fastest: ..."; NULL: nothing is known to */
   char* name;    /* of that function, and */
   char* file;    /* its path; NULL: there is none */
   char* most;    /* a sentence: none is known to grow, and which takes most time; NULL: one grows, or nothing
                     was timed */
} Functions;

/* To be freed by functions_free. */
extern Functions* functions_of(const RunSubjects* subjects);

extern void functions_free(Functions* functions);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Functions, functions_free)
