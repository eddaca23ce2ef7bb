/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The outputs of aprof diff. */

#ifndef COMMAND_RENDER_DIFF_OUTPUTS_H
#define COMMAND_RENDER_DIFF_OUTPUTS_H

#include "answer/compare/comparison.h"

typedef struct {
   const Comparison* comparison;
   char**            paths[2];   /* of the reports before and now, up to NULL */
   bool              all;        /* every routine, and not only one screen */
   int               width;
} Diff;

extern void diff_text(const Diff* diff);
extern void diff_markdown(const Diff* diff);
extern void diff_json(const Diff* diff);
extern void diff_csv(const Diff* diff);

#endif
