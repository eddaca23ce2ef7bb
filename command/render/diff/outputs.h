/* The outputs of aprof diff, of an answer of answer_diff or answer_growth_diff.  JSON is json_print. */

#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "answer/compare/pair.h"
#include "render/table.h"

/* Prints one screen of so many columns or, if `all`, every routine.  Lines that end with a name have `line`
   columns (terminal_line). */
extern void render_diff_text(FILE* out, const Answer* diff, bool all, int width, int line);

/* Prints the first 20 rows or, if `all`, every routine: for the comment of a change, or for the summary of
   a job. */
extern void render_diff_markdown(FILE* out, const Answer* diff, bool all);

extern void render_diff_csv(FILE* out, const Answer* diff);

/* Prints the same of several programs, of an answer of suite_sum_answer. */
extern void render_suite_diff_text(FILE* out, const Answer* diff, bool all);
extern void render_suite_diff_markdown(FILE* out, const Answer* diff, bool all);
extern void render_suite_diff_csv(FILE* out, const Answer* diff);

/*--- The table of routines, as text and Markdown have it ---*/

/* Markdown has the columns from the growth to what was added. */
enum { DIFF_GROWTH = 1, DIFF_RANGE = 3, DIFF_ADDED = 5 };
extern Table diff_table(const Answer* diff);

/* Routines are sorted by state.  Returns the position of the first that has the state or one behind it. */
extern size_t diff_first_of_state(const Answer* diff, PairState state);
