/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A report, or an experiment, as one HTML page, which needs nothing else. */

#ifndef COMMAND_HTML_PAGE_H
#define COMMAND_HTML_PAGE_H

#include "render/page/sections.h"

/* The page's own code, which page/ makes. */
extern const char page_script[];
extern const char page_style[];

typedef struct {
   Subject*     subject;
   Subject*     baseline;     /* what it is compared with; NULL: nothing */
   Comparison*  comparison;   /* with the baseline; NULL without one */
   Answer*      diff;         /* of the comparison */
   SourceChoice source;
   Profile*     profile;      /* what lines cost; NULL: not known */
   GArray*      favourites;   /* indices of routines, as uint32_t; NULL: none */
} PageContents;

extern void page_write(FILE* out, const PageContents* contents);

/* Writes the page of a history, from the answer of history_curves. */
extern void page_write_history(FILE* out, const Answer* curves);

/* The answer is that of answer_grow. */
extern void page_write_experiment(FILE* out, const Answer* grow);

#endif
