/* Prints the answer of aprof show (answer/show/show.h), for readers and as tables. */

#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "answer/show/show.h"
#include "render/table.h"

/* How a reader wants it. */
typedef struct {
   int      width;         /* columns */
   int      line;          /* of a line that ends with a name: terminal_line */
   bool     has_unicode;   /* characters that are not ASCII are shown as such */
   bool     has_limit;     /* it was given */
   size_t   limit;         /* of rows; 0: none */
   View     view;          /* of the plot */
   bool     log_axes;
   uint64_t at;            /* the cost of calls with this input was asked for; 0: not */
   const char* options;    /* to be repeated in commands, each with a blank behind it */
} Look;

extern void render_list(FILE* out, const Answer* answer, const Look* look);
extern void render_routines(FILE* out, const Answer* answer, const Look* look);
extern void render_contexts(FILE* out, const Answer* answer, const Look* look);

/* Parts of these: where a routine is defined and what was inlined into it, and a sentence on what was. */
extern void render_code(FILE* out, const Answer* code, const Look* look);
extern void render_hidden_code(FILE* out, const Answer* hiding, const Look* look);

/* CSV: the list, all points of routines, or contexts. */
extern void render_list_csv(FILE* out, const Answer* answer);
extern void render_points_csv(FILE* out, const Answer* answer);
extern void render_contexts_csv(FILE* out, const Answer* answer);

/* The table of the list; the title of its projected shares is to be set. */
extern Table list_table(const Look* look);
