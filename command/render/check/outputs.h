/* The outputs of aprof check, of an answer of answer_check.  JSON is json_print (util/json.h). */

#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "answer/judge/decision.h"
#include "util/tree.h"

/* Prints what is violated first, in lines of so many columns: about a screen of it or, if `all`, all. */
extern void render_check_text(FILE* out, const Answer* check, bool all, int width);

/* Prints a sentence for each result and for each finding, one a line: for the message of a failed test. */
extern void render_sentences(FILE* out, const Answer* check);

/* Prints a table for the summary of a job. */
extern void render_check_markdown(FILE* out, const Answer* check);

/* Prints a test case for each limit of each routine. */
extern void render_junit(FILE* out, const Answer* check);

/* Prints SARIF 2.1.0: what is violated, may be, is ignored or is open. */
extern void render_sarif(FILE* out, const Answer* check);

/* Prints issues for GitLab's Code Quality. */
extern void render_codequality(FILE* out, const Answer* check);

/* Prints workflow commands of GitHub, which become annotations of lines. */
extern void render_annotations(FILE* out, const Answer* check);

/*--- What several of them read ---*/

/* Results are sorted by verdict, so those of one verdict are together. */
typedef struct {
   const char* verdict;
   const char* title;      /* "may be violated" */
   const char* level;
   size_t      first;
   size_t      count;
   bool        is_grouped;  /* open, and a warning: outputs name each limit once, and no routine */
} Verdicts;

/* Finds all of them: those of a verdict have one level. */
extern void results_by_verdict(const Answer* check, Verdicts verdicts[VERDICTS]);

/* The level of a finding, a result or an open limit, or that of a verdict. */
extern bool has_level(const Answer* of, const char* level);

/* True of a finding that says that the program ended otherwise: nothing else counts as much. */
extern bool finding_comes_first(const Answer* finding);
extern bool verdict_has_level(const Verdicts* verdicts, const char* level);

typedef struct {
   const char* file;       /* NULL: not known */
   unsigned    line;       /* 0: not known */
   unsigned    column;     /* 0: not known */
} Place;

/* "FILE:LINE:COLUMN", as far as it is known; to be freed by g_free. */
extern char* place_text(const Place* place);

/* The place of a finding or a limit. */
extern Place place_of(const Answer* of);

/* Calls `visit` with each result, and then with each finding. */
typedef void (*Visit)(const Answer* of, bool is_finding, void* data);
extern void visit_all(const Answer* check, Visit visit, void* data);

/* The line of the rules that sets the limit of a result, or one that is open; without a file, if it has
   none. */
extern Place place_of_limit(const Answer* of);

/* Returns where an output sends its reader: the place of a finding; of a result the routine, or else the line
   of the rules, as above. */
extern Place place_of_result(const Answer* result);
