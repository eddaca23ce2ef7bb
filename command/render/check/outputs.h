/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What aprof check can write: each output has a file of its own. */

#ifndef COMMAND_RENDER_CHECK_OUTPUTS_H
#define COMMAND_RENDER_CHECK_OUTPUTS_H

#include <stdio.h>

#include "answer/judge/check.h"

typedef void CheckOutput(FILE* out, const Check* check);

/* For people: what is violated first, about a screen of it unless the check shows all. */
extern CheckOutput output_text;

/* All results. */
extern CheckOutput output_json;

/* A table for the summary of a job. */
extern CheckOutput output_markdown;

/* A test case for each limit of each routine. */
extern CheckOutput output_junit;

/* SARIF 2.1.0: what is violated, may be, is ignored or is not decided. */
extern CheckOutput output_sarif;

/* Workflow commands of GitHub, which become annotations of lines. */
extern CheckOutput output_annotations;

#endif
