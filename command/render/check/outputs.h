/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What aprof check can write: each output has a file of its own. */

#ifndef COMMAND_GATE_OUTPUTS_H
#define COMMAND_GATE_OUTPUTS_H

#include <stdio.h>

#include "answer/judge/check.h"

typedef void GateOutput(FILE* out, const Gate* gate);

/* For people: what is violated first, about a screen of it unless the gate shows all. */
extern GateOutput output_text;

/* All results. */
extern GateOutput output_json;

/* A table for the summary of a job. */
extern GateOutput output_markdown;

/* A test case for each limit of each routine. */
extern GateOutput output_junit;

/* SARIF 2.1.0: what is violated, may be, is ignored or is not decided. */
extern GateOutput output_sarif;

/* Workflow commands of GitHub, which become annotations of lines. */
extern GateOutput output_annotations;

#endif
