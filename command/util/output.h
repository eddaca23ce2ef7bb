/* A file that is written completely or not at all.  Only one can be open.  If the command
   ends before the file is closed, by exit or by a signal, nothing is left of the file. */

#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "util/problem.h"

typedef struct {
   FILE*       file;
   const char* path;
   bool        is_standard;
   char*       target; /* the file that the path leads to; NULL: written directly */
   char*       part;   /* the name under which it is written first */
} Output;

/* "-" is `standard`, standard output for most.  False, with the problem set, if it cannot be written. */
extern bool output_open(Output* output, const char* path, FILE* standard, Problem* problem);

/* Writes what is left.  NULL if everything of the stream has been written, else why not. */
extern const char* output_flush(FILE* stream);

/* Gives the file its final name.  If not everything could be written, returns False with the
   problem set, and there is no file of that name. */
extern bool output_close(Output* output, Problem* problem);

/* Writes a file with this text. */
extern bool output_write_text(const char* path, const char* text, Problem* problem);

/* Ends writing, and removes what was written. */
extern void output_abandon(Output* output);

/* Whether a file has the name of one that the command or the tool is writing: PROCESS.NAME.part. */
extern bool output_is_unfinished(const char* path);

#define OUTPUT_UNFINISHED \
   "is no report yet: its process was killed while it wrote, or had forbidden itself to rename files (then " \
   "Valgrind's messages name this file, and you can rename it)"
