/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The data of a page, section by section.  page/data.ts reads what is written
   here, and says what each column is. */

#ifndef COMMAND_HTML_SECTIONS_H
#define COMMAND_HTML_SECTIONS_H

#include <stdio.h>

#include "answer/compare/comparison.h"
#include "answer/show/show.h"
#include "line_costs/profile.h"

extern void section_head(FILE* out, const Subject* subject);
extern void section_routines(FILE* out, const Subject* subject);

extern void section_contexts(FILE* out, const Subject* subject);

extern void section_comparison(FILE* out, const Comparison* comparison);

/* The routines whose place in the source, and lines, the page has. */
typedef enum { SOURCE_NONE, SOURCE_OWN, SOURCE_ALL } SourceChoice;

/* And what their lines cost, if there is a profile. */
extern void section_sources(FILE* out, const Subject* subject, SourceChoice choice, const Profile* profile);

/* How many points a plot can show.  A routine or context with more gets bins of similar rms. */
#define PLOT_POINTS       240
#define SMALL_PLOT_POINTS  24

/* If there are more routines, the others have their classes only. */
#define SECTION_ROUTINES_WITH_LAWS  10000

/* An array of columns; see page/data.ts. */
extern void section_points(FILE* out, const Point* points, size_t count, size_t limit);

#endif
