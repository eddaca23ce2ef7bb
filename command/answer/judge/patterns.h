/* Does a pattern of the rules mean a routine? */

#pragma once

#include "answer/judge/rules.h"
#include "subject/subjects.h"

/* All that a routine and its object file are called. */
typedef struct {
   const char* name;      /* canonical (subject/names.h) */
   const char* reported;  /* in the report */
   const char* symbol;    /* or NULL */
   const char* path;      /* of the object file */
   const char* object;    /* its canonical name */
} RoutineNames;

/* The pattern is the whole name: the canonical one, the report's or the symbol, each with its parameters or
   without.  That of the object is its path, its file name or its canonical name; without one, only own code
   matches. */
extern bool pattern_means(const RoutinePattern* pattern, const RoutineNames* names, bool is_own);

/* Compares the name alone, whatever the object. */
extern bool pattern_is_name(const char* pattern, const RoutineNames* names);

/* Returns the pattern that matches this name and no other; to be freed. */
extern char* pattern_of_name(const char* name);

/* The names of a subject that was found by name. */
extern RoutineNames pattern_names(const Named* named);
