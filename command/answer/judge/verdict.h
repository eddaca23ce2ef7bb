/* Does a routine, or the program, keep a limit?  What is measured has an interval that holds with 95 %.  If
   all of it is within the limit, the limit is kept; if all of it is beyond, it is violated; else nobody can
   be sure.  Of classes, the interval is from the slowest class that the points show to the fastest that they
   allow, and the exponent of the power law must be beyond the limit, too. */

#pragma once

#include "answer/judge/decision.h"
#include "growth/far.h"
#include "growth/forecast.h"
#include "subject/runs.h"

/* Decides a limit of a routine of a report. */
extern Decision verdict_of(Subjects* subjects, size_t index, const Limit* limit, const Reference* reference);

/* Decides a limit by what an experiment of aprof grow measured; the routine is NULL if it is about the
   program. */
extern Decision size_verdict(const RunSubjects* subjects, const RunSubject* routine, const Limit* limit);

/*--- Against a baseline ---*/

/* Decides a limit of a routine by what the comparison of the reference has found. */
extern Decision against_baseline(Subjects* subjects, size_t index, const Limit* limit,
                                 const Reference* reference);

/* Decides the limit of the program's cost. */
extern Decision against_total(const Limit* limit, const Reference* reference);

/* Returns the routine that introduces what this one has; NULL: this one, or it is not known. */
extern const Named* against_origin(size_t index, const Reference* reference);

/*--- By a class ---*/

/* Whether the cost certainly grows faster than this class. */
extern bool class_exceeds(Subjects* subjects, size_t index, GrowthCase which, GrowthClass limit);

/* Returns how the cost grows, or why that is open: a sentence without its end, to be freed by g_free. */
extern char* class_text(Subjects* subjects, size_t index, GrowthCase which, bool with_exponents);

/*--- By the law of exact costs at sizes that the program declares ---*/

/* Decides "grows <= CLASS" of costs, at most FORECAST_MOST_SIZES, with their curve. */
extern Decision sizes_verdict(const Curve* curve, const Runs* runs, const Limit* limit);

/* Adds the costs to the sentence, and of what is open, the sizes that may settle it. */
extern void sizes_add_costs(Decision* decision, const Runs* runs);

/* Returns "as n^1.74 from 1,280 to 10,240, the largest sizes", of what has outgrown a limit; to be freed by
   g_free. */
extern char* sizes_lately(const Runs* runs);

/* Decides it by the routine's points.  False: there are too many for sizes that a program declares, or
   none. */
extern bool sizes_decide(const Named* routine, const Limit* limit, Decision* decision);

/*--- By an exponent between two sizes ---*/

/* Returns the limit as a function of the size, but for a factor, which does not matter. */
extern double exponent_limit_at(const Limit* limit, double size);

/* Returns the exponent that the limit allows between two sizes. */
extern double exponent_allowed(const Limit* limit, double from, double to);

/* Returns the exponent between the two sizes, of what is estimated there; a value below 1 counts as 1, and
   what is NAN is not known. */
extern Estimate exponent_between(double from, double to, Estimate first, Estimate last);

/* Whether the cost for a unit of the limit has risen with each step, up to the largest size from that part
   of it. */
extern bool exponent_rises(const Runs* runs, const Limit* limit, double times);

/* Whether it has done so, or has risen with each two steps and fallen with none, as of a binary search. */
extern bool exponent_rises_long(const Runs* runs, const Limit* limit, double times);

/* Returns how many times as large it has become there, but for single sizes that cost more or less. */
extern double exponent_rise(const Runs* runs, const Limit* limit, double times);

/* Whether the largest sizes cost so much more than the limit allows that no other law can make up for it:
   each step over the last three doublings has grown faster, and the largest size costs twice what all sizes
   before these would let expect at most. */
extern bool exponent_is_outgrown(const Runs* runs, const Limit* limit);

/* Returns the run before these steps, and the exponent over them.  There are two runs or more. */
extern unsigned exponent_outgrown_from(const Runs* runs);
extern double exponent_lately(const Runs* runs);

/* Decides whether what is estimated is at most so much.  What is not certain is neither kept nor violated. */
extern Verdict exponent_verdict(const Estimate* estimate, double most, bool is_certain);
