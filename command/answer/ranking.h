/* Ranks the subjects that are wanted. */

#pragma once

#include "subject/subjects.h"

typedef enum {
   SORT_DEFAULT,     /* by section; then as SORT_PROJECTED */
   SORT_PROJECTED,   /* share of the program's cost when inputs have grown */
   SORT_TOTAL,
   SORT_SELF,
   SORT_CALLS,
   SORT_POINTS,
   SORT_GROWTH,      /* class of the mean cost, the fastest growth first */
   SORT_NAME,
   SORT_OBJECT,
} SortKey;

typedef struct {
   uint32_t* order;   /* indices of subjects: those that have points and are wanted */
   size_t    count;
} Ranking;

extern Ranking ranking_make(const Subjects* subjects, const SubjectOptions* options, SortKey sort);

extern void ranking_free(Ranking* ranking);
