/* Reports of several programs: which are of one program on both sides, and what all comparisons come to. */

#pragma once

#include "answer/compare/pair.h"
#include "util/problem.h"
#include "util/tree.h"

typedef struct {
   char*      name;       /* of the executable; with its directory, if several have the name */
   GPtrArray* paths[2];   /* of reports before and now, up to NULL; NULL: there are none */
} SuiteProgram;

/* Finds which programs the reports of both sides, up to NULL, are of: an array of SuiteProgram, by name.  A
   side may be NULL.  NULL, with the problem set, if a report cannot be read. */
extern GArray* suite_find(char** const paths[2], Problem* problem);

/* Makes such an array of what is no report: adds the path to the side of the program, and ends all. */
extern GArray* suite_new(void);
extern void suite_add_path(GArray* programs, const char* name, int side, const char* path);
extern void suite_complete(GArray* programs);

/* True if one side has several programs, which are compared one by one. */
extern bool suite_is_one(const GArray* programs);

/*--- What the comparisons come to ---*/

typedef struct SuiteSum SuiteSum;

extern SuiteSum* suite_sum_new(void);

extern void suite_sum_free(SuiteSum* sum);

/* Adds a program; the comparison is NULL if the program is on one side only. */
extern void suite_sum_add(SuiteSum* sum, const SuiteProgram* program, const Comparison* comparison);

/* Adds a program whose reports cannot be compared, as they measured different things. */
extern void suite_sum_add_refused(SuiteSum* sum, const SuiteProgram* program, const char* why);

/* The sum as an answer.  It must stay. */
extern Answer* suite_sum_answer(const SuiteSum* sum);
