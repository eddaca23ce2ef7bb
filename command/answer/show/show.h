/* The answer of aprof show: a report, and its routines or contexts.  docs/formats.md
   describes it. */

#pragma once

#include "answer/show/request.h"
#include "util/tree.h"

/* Finds the subjects of the report, and ranks them. */
extern void request_init(Request* request, Report* report, const SubjectOptions* options);
extern void request_free(Request* request);

/* Says why a routine's cost grows faster than its input: "n^2: it calls ...", to be freed by g_free; NULL: it
   does not.  `callee` gets the routine that the sentence names, or NULL. */
extern char* answer_why(const Request* request, const Routine* routine, const Routine** callee);

/* Says what becomes of a routine's cost with larger inputs, to be freed by g_free; NULL: nobody knows. */
extern char* answer_outlook(const Request* request, const Subject* subject);

/* Answers with the sentence about the list of routines, what it claims, and whom it names. */
extern Answer* answer_headline(const Request* request);

/* Says what each call costs if all of them get about the same input: "2 to 3 in each call, which
   costs about 4".  NULL: they do not.  To be freed. */
extern char* answer_fixed_input(const Subject* subject);

/* Says why no class of growth is known; NULL: one is, or there is no trend. */
extern const char* answer_not_known(const Subject* subject);

/* Says what to do if no class is known. */
extern const char* answer_advice(const Subject* subject);

/* Returns the unit of the routine's input; NULL if it is the value of an argument, or nobody knows. */
extern const char* answer_input_unit(const Request* request, const Routine* routine);

/* Answers with the part of the cost whose growth is open, a sentence about it, and the command of an
   experiment that tells more.  NULL: the report does not name its command. */
extern Answer* answer_unknown(const Request* request);

/* Says that the program is an interpreter, whose own routines were measured, and what helps, to be freed by
   g_free; NULL: it is none, or functions of its script were measured, too. */
extern char* answer_interpreted(const Request* request);

/* Answers with a sentence, and the command that tells more of the script; NULL: there is none. */
extern Answer* answer_interpreter(const Request* request);

/* Answers with a sentence for each object whose routines have no names, and much of the cost: who would name
   them. */
extern Answer* answer_nameless(const Request* request);

/* Finds the sections that have a doubtful routine. */
extern void answer_find_doubts(const Request* request, bool has_doubt[SECTIONS]);

/* Answers with the program and the run. */
extern Answer* answer_head(const Request* request);

/* Answers with all routines of the ranking, or the first ones up to a limit that is not 0. */
extern Answer* answer_routines(Request* request, size_t limit);

/* Answers with these routines, in this order; for a reader, also with those that were not called. */
extern Answer* answer_some_routines(Request* request, const Routine* const* routines, size_t count);

/* Answers with the names of these routines, in this order, and their points. */
extern Answer* answer_points(Request* request, const Routine* const* routines, size_t count);

/* Answers with all contexts. */
extern Answer* answer_contexts(Request* request);

/* Returns which contexts are above main, or run before it: trees of contexts begin below them.  None, if
   there is nothing else. `found`: how many.  To be freed. */
extern bool* answer_start_up_contexts(const Report* report, size_t* found);

/* Answers with the costliest contexts: those of a routine and below, or if it is NULL, those of the program
   without what every program has.  A limit of 0 is none. */
extern Answer* answer_costliest_contexts(Request* request, const Routine* routine, size_t limit);

/* Answers with everything: all routines, contexts and points. */
extern Answer* answer_whole(Request* request);
