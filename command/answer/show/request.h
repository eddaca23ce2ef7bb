/* The request of an answer of aprof show. */

#pragma once

#include "answer/ranking.h"

/* How much is told of a routine.  Laws take time, points take room, and to look into a program's files is
   worth it for people only. */
typedef enum {
   DETAIL_ROW,       /* what a row of a table has */
   DETAIL_LAWS,      /* and laws and predictions */
   DETAIL_POINTS,    /* and candidates, points, callers and callees */
   DETAIL_READER,    /* the same, and what a reader wants beside it: a plot, and what was inlined */
} Detail;

/* The values of a plot, or of a column of numbers, for each rms. */
typedef enum { VIEW_WORST, VIEW_MEAN, VIEW_BEST, VIEW_AMORTIZED, VIEW_CALLS } View;

/* The request of an answer. All of it must stay as long as the answer. */
typedef struct {
   const char* const*    paths;
   size_t                path_count;
   Report*               report;
   const SubjectOptions* options;
   SortKey               sort;
   Subjects*             subjects;
   Ranking               ranking;    /* of those that are wanted */
   double                input;      /* what a process of the program reads, in cells (again.h) */
   Detail                detail;
   View                  view;       /* of a plot */
   uint64_t              at;         /* also predict the cost of calls with this input; 0: not asked for */
} Request;

/* Returns the subject with this place in the ranking. */
static inline const Subject* request_ranked(const Request* request, size_t place)
{
   return &request->subjects->list[request->ranking.order[place]];
}
