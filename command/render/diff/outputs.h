/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The outputs of aprof diff, of an answer of answer_diff.  JSON is render_json. */

#ifndef COMMAND_RENDER_DIFF_OUTPUTS_H
#define COMMAND_RENDER_DIFF_OUTPUTS_H

#include <stdbool.h>
#include <stdio.h>

#include "answer/tree.h"

/* Prints one screen of so many columns or, if `all`, every routine. */
extern void render_diff_text(FILE* out, const Answer* diff, bool all, int width);

/* Prints the first 20 rows or, if `all`, every routine: for the comment of a change, or for the summary of
   a job. */
extern void render_diff_markdown(FILE* out, const Answer* diff, bool all);

extern void render_diff_csv(FILE* out, const Answer* diff);

#endif
