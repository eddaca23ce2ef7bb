/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The outputs of aprof check, of an answer of answer_check.  JSON is render_json. */

#ifndef COMMAND_RENDER_CHECK_OUTPUTS_H
#define COMMAND_RENDER_CHECK_OUTPUTS_H

#include <stdbool.h>
#include <stdio.h>

#include "answer/tree.h"

/* Prints what is violated first, in lines of so many columns: about a screen of it or, if `all`, all. */
extern void render_check_text(FILE* out, const Answer* check, bool all, int width);

/* Prints a table for the summary of a job. */
extern void render_check_markdown(FILE* out, const Answer* check);

/* Prints a test case for each limit of each routine. */
extern void render_junit(FILE* out, const Answer* check);

/* Prints SARIF 2.1.0: what is violated, may be, is ignored or is not decided. */
extern void render_sarif(FILE* out, const Answer* check);

/* Prints workflow commands of GitHub, which become annotations of lines. */
extern void render_annotations(FILE* out, const Answer* check);

#endif
