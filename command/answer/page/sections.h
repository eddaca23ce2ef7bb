/* The sections of a page of reports.  A row is a list, whose last values may be missing. */

#pragma once

#include "answer/compare/comparison.h"
#include "answer/show/show.h"
#include "line_costs/profile.h"

/* The routines whose place in the source, and lines, the page has. */
typedef enum { SOURCE_NONE, SOURCE_OWN, SOURCE_ALL } SourceChoice;

/* If there are more routines, the others have their classes only. */
#define PAGE_ROUTINES_WITH_LAWS  10000

/* Sets the names of the columns of each section's rows, in their order. */
extern void columns_of_routines(Answer* columns);
extern void columns_of_points(Answer* columns);
extern void columns_of_sources(Answer* columns);
extern void columns_of_comparison(Answer* columns);

/* Sets the sections of the list, the routines in the order of the report, so that others can refer to them by
   their index, and their ranking.  The routines are made when they are read, one after the other. */
extern void section_routines(Answer* page, const Request* request);

/* Returns the calling contexts. */
extern Answer* section_contexts(const Request* request);

/* The answer is that of answer_diff.  Both must stay. */
extern Answer* section_comparison(const Comparison* comparison, const Answer* diff);

/* Sets what lines cost, if there is a profile, and the source of the routines that matter. */
extern void section_sources(Answer* page, const Request* request, SourceChoice choice,
                            const Profile* profile);

/* Appends by which number others refer to a routine: its index, or -1 of none. */
extern void row_routine(Answer* row, const Report* report, const Routine* routine);

/* How many points a plot can show.  A routine or context with more gets bins of similar rms. */
#define PLOT_POINTS       240
#define SMALL_PLOT_POINTS  24

/* Returns a row of columns of packed numbers. */
extern Answer* section_points(const Point* points, size_t count, size_t limit);
