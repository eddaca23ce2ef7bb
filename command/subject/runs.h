/* The subjects of an experiment: its routines, with what each cost in the runs that count, how that grows
   with the size of the run, and what they and the program will cost at larger sizes.  They are found once,
   for all who ask.

      RunSubjects* subjects = run_subjects_of(experiment, RUNS_GROWN, NULL, &problem);
      const RunSubject* first = g_ptr_array_index(subjects->routines, 0);
      printf("%s %g\n", first->name, first->far_share);
      run_subjects_free(subjects);

   The program's cost is the sum of what its routines' own code will cost, because a sum that is fitted hides
   a small part that grows fast. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "experiment/experiment.h"
#include "growth/curve.h"
#include "model/report.h"
#include "util/problem.h"

/* The weight of a routine that works for many, as a garbage collector does: own code is named before it. */
#define GROW_LIBRARY_WEIGHT  0.25

/* A number that grows with the size of a run: of a routine, or what the program costs. */
typedef enum { QUANTITY_TOTAL, QUANTITY_SELF, QUANTITY_CALLS, QUANTITY_PROGRAM } Quantity;

#define QUANTITIES  (QUANTITY_PROGRAM + 1)

/* How the numbers of a routine grow. */
typedef struct {
   Curve total;
   Curve self;
   Curve calls;
   bool  has_calls;          /* in each run; then the next is known */
   Curve per_call;           /* total by calls */
} RunGrowth;

/* A routine. Each array has a number for each run; a run without the routine has 0. */
typedef struct RunSubject RunSubject;
struct RunSubject {
   const char* name;
   const char* image;
   const char* mangled;      /* or NULL */
   double*     total;        /* cost with all that it called; that of recursive calls counts once */
   double*     self;         /* cost without what it called */
   double*     calls;
   double*     largest;      /* cost of the costliest call */
   double*     input;        /* mean rms of a call; NAN if it was not measured, or there was no call */
   double      ended_total;  /* in the run that was ended: it would have become more */
   double      ended_self;
   bool        is_own;       /* code of the program, and not of what runs before main */
   bool        is_start_up;  /* it runs before main, or is of the dynamic linker */
   bool        is_main;
   bool        is_recursive; /* much of its work is below itself; as the largest run shows */
   bool        is_listed;    /* among the routines that matter */
   const RunSubject* caller; /* other own code for which it does most of its work ; NULL: none */
   double      caller_part;  /* of its work that it does for the caller */
   double      share;        /* of the program's cost, in the largest run; this and the next are 0 unless */
   double      self_share;   /* growth was looked for */
   double      far_share;    /* at the farthest size that is asked for */
   double      far_self_share;
   double      rank;         /* far_self_share, less of libraries: orders the routines that matter */
   RunGrowth*  growth;       /* NULL: not looked for */
};

typedef struct {
   const Experiment* experiment;
   Experiment*   owned;       /* the same, if it is to be freed with this; else NULL */
   const ExperimentRun** runs;        /* those that count, ascending */
   guint         run_count;
   const ExperimentRun* ended;        /* the smallest that is larger, has a report, and was ended; or NULL */
   char*         application; /* path of the program; or NULL */
   char*         metric;      /* of costs, as "bb-count" */
   bool          has_input;   /* a report has input sizes */
   double*       cost;        /* of the whole program, by run */
   Header*       conditions;  /* what each run was given, and how it ended (model/conditions.h) */
   double*       size;        /* of the first parameter, by run */
   double*       other_size;  /* of the second one; NULL: there is none */
   guint         last;        /* the largest run */
   guint         sizes;       /* how many different ones there are */
   GPtrArray*    all;         /* of RunSubject, by ascending image and name */
   GHashTable*   by_names;    /* RunSubject by itself */
   GStringChunk* texts;

   /* If growth was looked for. */
   double        start_up;    /* cost of the largest run before main: it does not grow, and no share has it */
   bool          reads_beginning;   /* of the largest input, only so much is read: nothing is confirmed */
   double        moved;       /* by system calls in the largest run, and */
   double        input_bytes; /* what its input has, if that is so */
   Reach         reach;       /* what is forecast, of all; the farthest size is the last one */
   GPtrArray*    routines;    /* those that matter, by rank: whose own code will cost most */
   double*       memory;      /* bytes of the largest process without Valgrind, by run; NULL: not known */
   Curve         memory_curve;
   Curve         program;     /* without a law; of two sizes, only its forecast and check */
   double        open_share;  /* of the cost in the largest run: self cost of routines whose growth is open */
   double        open_far;    /* of what the program will cost: by how much these may cost more, or less */
} RunSubjects;

/* Whether to find, besides what was measured, how it grows, which takes longer. */
typedef enum { RUNS_MEASURED, RUNS_GROWN } RunDepth;

/* Reads the reports of an experiment, which must stay.  NULL, with the problem set, if no run counts, one
   cannot be read, or two of them measure different things.  `own`: patterns of objects with own code; NULL:
   see model/own.h.  With too few sizes, no routine matters, and nothing is known of the program. */
extern RunSubjects* run_subjects_of(const Experiment* experiment, RunDepth depth, const char* own,
                                    Problem* problem);

/* Does the same, and takes the experiment over in any case; NULL: the problem is set already. */
extern RunSubjects* run_subjects_take(Experiment* experiment, RunDepth depth, const char* own,
                                      Problem* problem);

extern void run_subjects_free(RunSubjects* subjects);

/* Frees a routine that somebody has made of others; their arrays are in one piece, which `total` begins. */
extern void run_subject_free(gpointer routine);

/* Returns the routine that a routine of one of the reports is; NULL: there is none. */
extern RunSubject* run_subjects_find(const RunSubjects* subjects, const Routine* routine);

/* Finds how a routine grows, however little it costs, unless that is known.  There are enough runs. */
extern void run_subjects_grow(const RunSubjects* subjects, RunSubject* routine);

/* The curve of a number.  Of the program, the routine is not looked at. */
extern const Curve* run_subjects_curve(const RunSubjects* subjects, const RunSubject* routine,
                                       Quantity quantity);

/* Returns what a number is at a size, as at_size() does.  Without growth, only what was measured is known. */
extern Estimate run_subjects_at(const RunSubjects* subjects, const RunSubject* routine, Quantity quantity,
                                double size);

/* Whether the values, by run, reach this share of the program's cost in a run. */
extern bool run_subjects_matter(const RunSubjects* subjects, const double* values, double share);

/* Whether it is called once, as far as is measured; calls are whole numbers, but a curve is not. */
extern bool run_subject_is_once(const RunSubject* routine);

/* Returns the other own code for which this routine does most of its work; NULL: none is known, or it costs
   too little to matter. */
extern const RunSubject* run_subject_caller(const RunSubject* routine);

/* Whether what is open may change the answer. */
extern bool run_subjects_open_matters(const RunSubjects* subjects);

/* Returns how many different sizes are needed to know something. */
extern guint run_subjects_least_sizes(const RunSubjects* subjects);

/* The cost of the program in the largest run, and how many times as much it will cost at the farthest
   size. */
extern double run_subjects_cost(const RunSubjects* subjects);
extern double run_subjects_factor(const RunSubjects* subjects);

/*--- Parts of run_subjects_of() ---*/

/* Sets what is own code and, if the report has contexts, the caller of each routine: the other routine of
   own code for which it did most of its work, the nearest one above it on the stack, and the part of its self
   cost that it did for the caller, at least 0.3.  There is none if many share it.  `subjects`: by routine of
   the report; several may be one. */
extern void run_subjects_set_callers(const Report* report, const char* own, RunSubject* const* subjects);

/* Finds how all grows. */
extern void run_subjects_grow_all(RunSubjects* subjects);
