/* The check: which limits the rules set for which routines, and what they come to.

   For a routine, the last limit of each kind that the rules have for it counts.  What
   limits the cost now, with larger inputs and against a baseline are different kinds, so
   that a line for all routines at the end of the rules does not lift others.

   Data moves one way: rules -> limits of routines -> decisions -> results -> answer. */

#pragma once

#include "answer/definition.h"
#include "answer/judge/patterns.h"
#include "answer/judge/verdict.h"

/* The name of results about the whole program. */
#define CHECK_PROGRAM  "program"

/* The index of a result that is about no subject: the program, or a routine of an experiment. */
#define NO_INDEX  SIZE_MAX

/* A limit of a routine. */
typedef struct {
   size_t           index;          /* of the routine in the subjects; NO_INDEX: of none there */
   double           share;          /* of the program's cost; of the program itself, INFINITY */
   const char*      name;           /* canonical and printable; CHECK_PROGRAM */
   const char*      object;         /* file name, without version, printable */
   const Limit*     limit;
   Verdict          verdict;
   char*            found;          /* a sentence without its end */
   double           value;          /* as in Decision */
   double           low;
   double           high;
   const Exception* exception;      /* of VERDICT_IGNORED */
   const char*      from;           /* the routine that introduces its growth; NULL: none, or not known */
   Defined          defined[2];     /* where to look for its place: the routine; of the program, the one that
                                       introduces its growth, then main */
   char*            file;           /* where that is defined; NULL: not known */
   int              line;
} Result;

typedef struct {
   const Rules*     rules;
   Subjects*        subjects;
   Reference        reference;
   const char* const* parts;        /* the reports of the subjects, up to NULL, if they are several */
   Findings*        findings;
   GArray*          results;        /* Result: violated ones first, and the costliest first of them */
   size_t           counts[VERDICTS];
   OpenPolicy       open;
   bool             is_of_experiment;   /* of rules about calls, only those against a baseline are applied */
   Defined          main;               /* of the program; none: it is not known */
   bool*            used_rules;         /* by index: they have matched something */
   bool*            used_exceptions;
   GStringChunk*    texts;
} Check;

/* Begins a check without results.  The rules, the findings and the subjects must stay; without subjects,
   there is no report, or the rules cannot be read. */
extern Check check_begin(const Rules* rules, Findings* findings, Subjects* subjects);

/* Applies the rules about calls and about the program, for the first time or again.  `today`, as 2027-03-01,
   ends exceptions. */
extern void check_apply(Check* check, const char* today);

/* A routine of a report or of an experiment, or the program: rules are about these. */
typedef struct {
   const RoutineNames* names;        /* NULL: the program */
   bool                is_own;
   bool                is_of_runs;   /* rules about sizes of runs are about it, and no others */
   bool                is_trifle;    /* so only rules that name it are about it */
   size_t              index;        /* as in Result, and so are the following */
   double              share;
   const char*         name;         /* not printable yet, as the next one */
   const char*         object;
   Defined             defined;      /* the routine; of the program, who is to blame for its growth, if that
                                        is known without a baseline */
   const char*         from;         /* that one's name, as in Result */
} Judged;

/* Returns what is judged of the program with this path, which may be NULL. */
extern Judged judged_program(const char* application, bool is_of_runs);

/* Decides what a limit comes to, and may set what of `judged` is known only then. */
typedef Decision (*Decide)(Check* check, Judged* judged, gconstpointer data, const Limit* limit);

/* Adds the results for all limits that the rules have for it; `today` as check_apply() has it. */
extern void check_judge(Check* check, Judged* judged, Decide decide, gconstpointer data, const char* today);

/* Sorts the results, when all are there, and adds findings of rules and exceptions. */
extern void check_finish(Check* check, const char* today);

/* The name of a routine as results have it. */
extern const char* check_name(const Check* check, const char* name);

/* Fills in `file` and `line` of the results that are errors or warnings, or have an exception, by debug
   information.  A file below the working directory is relative to it, as consumers of results want it. */
extern void check_find_places(Check* check);

extern void check_free(Check* check);

/* Why a baseline has a routine: the rules limit something of it against the baseline; or they limit the
   program's total, and the routine, which is of the program's own code, may be the one to blame for that. */
typedef enum { NEED_NONE, NEED_OF_TOTAL, NEED_OF_LIMITS } BaselineNeed;

extern BaselineNeed check_baseline_need(const Check* check, size_t index);

extern Level check_level_of_finding(const Check* check, FindingKind kind);

/* The outcome of all. */
typedef enum { OUTCOME_PASSED, OUTCOME_VIOLATED, OUTCOME_UNREADABLE, OUTCOME_OPEN } Outcome;
extern Outcome check_outcome(const Check* check);

extern int check_exit_status(Outcome outcome);

/* "passed", "violated", "unreadable", "open". */
extern const char* const outcome_names[];
