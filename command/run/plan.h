/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The runs to make: the program once, or once for each file or number. */

#ifndef COMMAND_RUN_PLAN_H
#define COMMAND_RUN_PLAN_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/problem.h"

/* Kinds of input of the whole run. */
typedef enum { WHOLE_INPUT_NONE, WHOLE_INPUT_FILE, WHOLE_INPUT_LINES, WHOLE_INPUT_NUMBER } WholeInput;

typedef struct {
   char**   words;   /* the program and its arguments, up to NULL */
   char*    file;    /* becomes standard input; NULL: it has none of its own */
   uint32_t input;   /* of the whole run; 0 without --input-size */
   char*    output;  /* the file that standard output goes to; NULL: where that of the command goes */
   char*    errors;  /* the same for standard error */
   bool     is_native;   /* it runs without Valgrind, and is not measured */
} Run;

/* The placeholder for the file or the number in the user's command. */
#define PLACE  "{}"

extern bool plan_has_place(char* const* command);

/* The words with `value` in the place of each `place`; the caller frees them. */
extern char** plan_words(char* const* words, const char* place, const char* value);

/* An empty array of Run, which owns what its runs have. */
extern GArray* plan_new(void);

/* An array of Run: one for each of the values, which are files or numbers, or one if there are none.  If
   they are files and the command has no PLACE, the file becomes standard input.  NULL, with the problem
   set, if a file cannot be read. */
extern GArray* plan_make(char* const* command, const GPtrArray* values, bool are_files, WholeInput input,
                         Problem* problem);

extern void plan_free(GArray* plan);

#endif
