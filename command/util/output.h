/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A file that is written whole or not at all, one at a time.  If the command ends
   before the file is closed, by exit or by a signal, nothing is left of it. */

#ifndef COMMAND_UTIL_OUTPUT_H
#define COMMAND_UTIL_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "util/problem.h"

typedef struct {
   FILE*       file;
   const char* path;
   char*       target; /* the file that the path leads to; NULL: it is written directly */
   char*       part;   /* where it is written first */
} Output;

/* "-" is standard output.  False, with the problem set, if it cannot be written. */
extern bool output_open(Output* output, const char* path, Problem* problem);

/* Gives the file its name.  False, with the problem set and nothing under that
   name, if not all could be written. */
extern bool output_close(Output* output, Problem* problem);

/* Ends it without the file. */
extern void output_abandon(Output* output);

#endif
