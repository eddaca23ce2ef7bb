/* The facts of an experiment: how each routine that matters grows with the size of the run, and what the
   program will cost.  The program's cost is the sum of what its routines' own code will cost, because a sum
   that is fitted hides a small part that grows fast. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "experiment/series.h"
#include "growth/curve.h"

/* The weight of a routine that works for many, as a garbage collector does: own code is named before it. */
#define GROW_LIBRARY_WEIGHT  0.25

typedef struct {
   const RoutineSeries* series;
   Curve    total;
   Curve    self;
   Curve    calls;
   bool     has_calls;        /* in each run; then the next is known */
   Curve    per_call;         /* total by calls */
   double   share;            /* of the program's cost, in the largest run */
   double   self_share;
   double   far_share;        /* at the farthest size that is asked for */
   double   far_self_share;
} SizeGrowth;

typedef struct {
   const Experiment* experiment;
   const Series* series;
   double*       size;        /* of the first parameter, by run */
   double*       other_size;  /* of the second one; NULL: there is none */
   guint         last;        /* the largest run */
   guint         sizes;       /* how many different ones there are */
   double        start_up;    /* cost of the largest run before main: it does not grow, and no share has it */
   bool          reads_beginning;   /* of the largest input, only so much is read: nothing is confirmed */
   double        moved;       /* by system calls in the largest run, and */
   double        input_bytes; /* what its input has, if that is so */
   Reach         reach;       /* what is forecast, of all; the farthest size is the last one */
   GArray*       routines;    /* of SizeGrowth: whose own code will cost most comes first, but see rank_of */
   double*       memory;      /* bytes of the largest process without Valgrind, by run; NULL: not known */
   Curve         memory_curve;
   Curve         program;     /* without a law; of two sizes, only its forecast and check */
   double        open_share;  /* of the cost in the largest run: self cost of routines whose growth is open */
   double        open_far;    /* of what the program will cost: by how much these may cost more, or less */
} GrowthFacts;

/* Experiment and series must stay.  With too few sizes, there are no routines, and nothing is known of the
   program. */
extern GrowthFacts* growth_facts_new(const Experiment* experiment, const Series* series);

extern void growth_facts_free(GrowthFacts* facts);

/* Returns what is known of a routine of the series, however little it costs.  There are enough runs. */
extern SizeGrowth growth_facts_routine(const GrowthFacts* facts, const RoutineSeries* series);

/* Whether this is the other own code for which the routine does its work. */
extern bool growth_works_for(const SizeGrowth* routine, const SizeGrowth* caller);

/* Whether the values, by run, reach this share of the program's cost in a run. */
extern bool growth_matters(const GrowthFacts* facts, const double* values, double share);

/* Whether it is called once, as far as is measured; calls are whole numbers, but a curve is not. */
extern bool growth_is_once(const Curve* calls);

/* Whether what is open may change the answer. */
extern bool growth_open_matters(const GrowthFacts* facts);

/* Returns the values by the first size, for at_size(). */
extern Runs growth_facts_runs(const GrowthFacts* facts, const double* values);

/* Returns how many different sizes are needed to know something. */
extern guint growth_facts_least_sizes(const GrowthFacts* facts);

/* The cost of the program in the largest run. */
extern double growth_facts_cost(const GrowthFacts* facts);

/* Returns how many times as much the program will cost at the farthest size. */
extern double growth_factor(const GrowthFacts* facts);
