/* The outputs of aprof diff, of an answer of answer_diff or answer_growth_diff.  JSON is json_print. */

#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "answer/compare/pair.h"
#include "util/tree.h"

/* Prints one screen of so many columns or, if `all`, every routine. */
extern void render_diff_text(FILE* out, const Answer* diff, bool all, int width);

/* Prints the first 20 rows or, if `all`, every routine: for the comment of a change, or for the summary of
   a job. */
extern void render_diff_markdown(FILE* out, const Answer* diff, bool all);

extern void render_diff_csv(FILE* out, const Answer* diff);

/* Prints the same of several programs, of an answer of suite_sum_answer. */
extern void render_suite_diff_text(FILE* out, const Answer* diff, bool all);
extern void render_suite_diff_markdown(FILE* out, const Answer* diff, bool all);
extern void render_suite_diff_csv(FILE* out, const Answer* diff);

/*--- The cells of a routine's row, as text and Markdown have them ---*/

typedef enum {
   COLUMN_STATE, COLUMN_GROWTH, COLUMN_FACTOR, COLUMN_INTERVAL, COLUMN_BEYOND, COLUMN_ADDED, COLUMN_CALLS,
   COLUMN_N, COLUMNS,
} ColumnId;

extern const char* column_title(ColumnId id, const Answer* diff);

typedef char CellText[128];

/* Returns the text of a cell: one in the answer, or in `text`; "-" if it is not known. */
extern const char* column_cell(ColumnId id, const Answer* routine, CellText text);

/* Routines are sorted by state.  Returns the position of the first that has the state or one behind it. */
extern size_t column_first_of_state(const Answer* diff, PairState state);
