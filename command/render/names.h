/* Names of routines, and lines with a label, as they fit. */

#pragma once

#include <stddef.h>
#include <stdio.h>

/* Prints a name in at most so many columns: without the arguments of templates, and without what encloses the
   routine, if it is too long.  `mangled` may be NULL.  Returns how many columns it has used. */
extern int name_print(FILE* out, const char* name, const char* mangled, int width);

/* Prints "Label        text": in one line, cut to fit; or in as many as it needs. */
#define LABEL_WIDTH  13
extern void label_print(FILE* out, const char* label, const char* text, int width);
extern void label_print_wrapped(FILE* out, const char* label, const char* text, int width);

/* Names in one line: "New          a, b, c and 4 more". */
typedef struct {
   FILE*       out;
   const char* begin;      /* is printed before the first name */
   int         width;      /* of the line */
   int         used;       /* columns, before `begin` at first */
   size_t      listed;
   size_t      left_out;
} NameLine;

extern void name_line_add(NameLine* line, const char* name);

/* Ends the line, if it has a name. */
extern void name_line_end(const NameLine* line);
