/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The data of a page, section by section.  A row is an array, whose last values may be
   missing.  page/data.ts reads it by the names of the columns, which are in the page, too. */

#ifndef COMMAND_HTML_SECTIONS_H
#define COMMAND_HTML_SECTIONS_H

#include <stdio.h>

#include "answer/compare/answer.h"
#include "answer/show/show.h"
#include "line_costs/profile.h"

/* The tables of each section, as members of an object: the names of the columns, in their order. */
extern const char section_routine_columns[];
extern const char section_law_columns[];
extern const char section_point_columns[];
extern const char section_source_columns[];
extern const char section_comparison_columns[];

extern void section_routines(FILE* out, const Subject* subject);

/* Prints by which number others refer to a routine: its index, or -1 of none. */
extern void section_routine_index(FILE* out, const Report* report, const Routine* routine);

extern void section_contexts(FILE* out, const Subject* subject);

/* The answer is that of answer_diff. */
extern void section_comparison(FILE* out, const Comparison* comparison, const Answer* diff);

/* The routines whose place in the source, and lines, the page has. */
typedef enum { SOURCE_NONE, SOURCE_OWN, SOURCE_ALL } SourceChoice;

/* And what their lines cost, if there is a profile. */
extern void section_sources(FILE* out, const Subject* subject, SourceChoice choice, const Profile* profile);

/* How many points a plot can show.  A routine or context with more gets bins of similar rms. */
#define PLOT_POINTS       240
#define SMALL_PLOT_POINTS  24

/* If there are more routines, the others have their classes only. */
#define SECTION_ROUTINES_WITH_LAWS  10000

/* Prints a row of columns of packed numbers. */
extern void section_points(FILE* out, const Point* points, size_t count, size_t limit);

#endif
