/* A pair: what is known of a routine before and now.

   Three answers, which do not depend on each other:

   - The routine: does a call with the same input cost something else?  `state`, by the
     class and by factors.
   - Its load: was it called more often, or with larger inputs?  That is no change of the
     routine.
   - Who introduced the change: `blame`. */

#pragma once

#include "subject/subjects.h"
#include "growth/curve.h"
#include "growth/far.h"
#include "growth/growth.h"

typedef enum {
   STATE_WORSE,       /* certainly: the near end of an interval is beyond the threshold, or a class is */
   STATE_MAYBE,       /* perhaps by less than the threshold; or some inputs worse and others better */
   STATE_BETTER,
   STATE_NEW,
   STATE_GONE,
   STATE_UNKNOWN,     /* it was called with other inputs, and neither points nor laws tell */
   STATE_SAME,        /* the same but for less than the threshold, or for `cause` */
   STATE_IDENTICAL,   /* the same number of calls for each input, and the same costs to the last one */
} PairState;

#define STATES  (STATE_IDENTICAL + 1)

/* The order of lists: what somebody who looks for trouble reads first has the lowest rank. */
extern const int state_ranks[];

/* "worse", "maybe", ... */
extern const char* const state_names[];

/* Whether the routine is another one.  New and gone ones have changed. */
typedef enum {
   CODE_UNKNOWN,
   CODE_SAME,
   CODE_CHANGED,    /* other instructions or, of what was inlined, another source */
   CODE_COMPILED,   /* other instructions, made of the same source: what was inlined changed, or the build */
} CodeChange;

#define CODES  (CODE_COMPILED + 1)

/* "unknown", "same", "changed". */
extern const char* const code_names[];

/* Why costs differ although the state is `same`. */
typedef enum {
   CAUSE_NONE,
   CAUSE_SMALL,       /* too little to matter: less than the least part of the program's cost */
   CAUSE_VARIANT,     /* the C library ran its variant for another processor, here or below */
   CAUSE_BUILD,       /* compiled otherwise: a constant factor, which the program as a whole does not show */
   CAUSE_LIBRARY,     /* of a library that did not change, or of a standard library: it got other arguments */
   CAUSE_START_UP,    /* before main: names of symbols and the environment matter there */
   CAUSE_CALLS,       /* what it costs in all is the same; only n differs */
   CAUSE_CODE,        /* all code is as it was: the environment, or the data, is another */
   CAUSE_TRADE,       /* it costs more where the program saves more */
} PairCause;

/* "", "small", "variant", "build", "library", "start-up", "calls", "code", "trade". */
extern const char* const cause_names[];

/* Cost now / cost before, with an interval of 95 %. */
typedef struct {
   bool   known;
   bool   is_exact;   /* of the same calls: counted, and not estimated */
   double value;
   double low;
   double high;
} Factor;

/* The worst or the mean cost. */
typedef struct {
   ClassRange before;         /* "too few points" if there is none, or it was not needed */
   ClassRange now;
   int        class_change;   /* 1: certainly faster growth; -1: certainly slower; 0: neither */
   Factor     at_largest;     /* at the largest input that both know */
   Factor     beyond;         /* at FAR_TIMES times that, predicted */
} CasePair;

/* The cost of all calls by the size of the run, of two experiments of aprof grow. */
typedef struct {
   bool       is_there[2];
   Curve      curves[2];      /* before, now; not known: it is not there, or costs too little to matter */
   CurveState state;          /* how sure that is: that of the less certain curve */
   Factor     at_size;        /* cost now / before, at the size of the comparison */
   Factor     beyond;         /* at FAR_TIMES times that, forecast */
   double     far_cost[2];    /* there; NAN: not known */
   int        class_change;   /* 1: grows faster; -1: slower; 0: neither, or not known */
} SizePair;

/* Who introduced the change of a pair. */
typedef enum {
   BLAME_NONE,        /* nothing changed for the better or the worse */
   BLAME_OWN_WORK,    /* its own code costs more (or less) for the same input */
   BLAME_CALLS,       /* it calls something more often, with larger inputs, or that it did not call before */
   BLAME_INHERITED,   /* what it called changed */
   BLAME_GIVEN,       /* its code is the same, and so is all that it calls: it is given more to do */
   BLAME_UNKNOWN,     /* the reports have no self costs */
} BlameKind;

/* "own work", "calls", "inherited", "given", "unknown"; "" of none. */
extern const char* const blame_names[];

#define NO_PAIR  UINT32_MAX

typedef struct {
   BlameKind kind;
   bool      is_certain;   /* contexts say who called whom; if not, the costs suggest it */
   uint32_t  callee;       /* CALLS, INHERITED: the pair that it called; NO_PAIR: not known */
   uint32_t  root;         /* INHERITED, GIVEN: the pair that introduced the change; NO_PAIR: not known */
} Blame;

/* More calls or inputs, fewer or smaller ones, or more of one and less of the other. */
typedef enum { LOAD_SAME, LOAD_MORE, LOAD_LESS, LOAD_OTHER } LoadChange;

/* "same", "more", "less", "other". */
extern const char* const load_names[];

typedef struct {
   const Named* before;    /* NULL: new */
   const Named* now;       /* NULL: gone */
   PairState   state;
   PairCause   cause;
   CodeChange  code;
   LoadChange  load;             /* calls and inputs; of new and gone ones, LOAD_SAME */
   bool        is_by_total;      /* what all calls cost decides: it is known, and of the same work */
   bool        is_by_order;      /* calls were compared in the order of their inputs, not by equal inputs */
   uint32_t    largest;          /* the largest input that both know, or now; 0: none */
   Factor      same_inputs;      /* mean cost of all calls with inputs that both know, as many calls as now */
   Factor      self;             /* the same of the self cost; not known without self costs */
   double      added;            /* of the same work, cost now less cost before; else cost now, less what its
                                    calls cost before; new and gone: all its cost */
   double      added_self;
   bool        has_cases;        /* the classes were needed, and looked for */
   CasePair    cases[2];         /* GROWTH_WORST, GROWTH_MEAN */
   const SizePair* sizes;        /* of experiments; else NULL */
   Blame       blame;
   uint32_t    renamed;          /* new and gone: the pair that is likely this one; else NO_PAIR */
} Pair;

/* The C library ran its variant for another processor. */
extern bool pair_is_other_variant(const Pair* pair);

/* Whether its calls cost more or less, or perhaps do. */
extern bool pair_has_changed(const Pair* pair);

/* Whether it certainly grows faster, or slower. */
extern bool pair_has_class_change(const Pair* pair);

/* 1: some of its cases, or the curve, grow certainly faster; -1: some grow slower, and none faster; 0:
   neither. */
extern int pair_class_direction(const Pair* pair);

/* Tells what the curves say of larger runs: 1: they cost more, by the class or by more than the threshold;
   -1: less; 0: neither, or not known.  `sizes` may be NULL. */
extern int sizes_direction(const SizePair* sizes, double threshold);

/* The routine now or, of one that is gone, before. */
extern const Named* pair_routine(const Pair* pair);

/*--- A comparison: what was found, and the options for it ---*/

typedef struct {
   double   threshold;     /* a factor up to this, or down to 1 / this, is no change */
   double   least_part;    /* nor is a difference up to this part of the program's cost */
   Renames* renames;       /* may be NULL */
   const char* own;        /* patterns of objects with own code; NULL: see model/own.h */
   bool     all_cases;     /* look for the classes of all pairs, also where no answer depends on them */
   bool     other_build;   /* the sides were compiled differently, whatever debug information says */
   bool     other_program; /* the reports may be of different programs */
   bool     is_kept;       /* the report before was made of a baseline file: it has only routines that rules
                              compare, so others of now are not new */
   const GPtrArray* alike; /* Routine: of code that may be own, what both reports leave out, as it has equal
                              points; NULL: nothing */
} CompareOptions;

/* The program as a whole. */
typedef enum {
   TOTAL_SAME,          /* it costs the same but for less than the threshold */
   TOTAL_WORSE,
   TOTAL_BETTER,
   TOTAL_ENVIRONMENT,   /* it costs more or less, but neither its code nor its data changed */
   TOTAL_OTHER_WORK,    /* the runs did other work: totals are not compared */
   TOTAL_OTHER_END,     /* a run ended otherwise: nothing of it can be compared */
} TotalState;

#define TOTALS  (TOTAL_OTHER_END + 1)

/* "same", "worse", "better", "environment", "other work", "other end". */
extern const char* const total_names[];

typedef struct {
   TotalState  state;
   const char* why;          /* OTHER_WORK, OTHER_END: what differs */
   double      cost[2];      /* of the program without its start-up */
   double      factor;       /* cost now / before, without what variants of the C library change; NAN: none */
   uint32_t    culprit;      /* WORSE, BETTER: the pair that introduced it; NO_PAIR: not known */
   uint32_t    place;        /* the pair whose own code has most of it; NO_PAIR: the culprit, or none */
} Total;

/* The source of the costs of a comparison of experiments. */
typedef enum {
   COSTS_MEASURED,   /* both experiments have a run of the size: the reports are of these */
   COSTS_BETWEEN,    /* one of them has none: the costs lie between its runs */
   COSTS_FORECAST,   /* beyond all runs */
} CostSource;

/* "measured", "between", "forecast". */
extern const char* const cost_source_names[];

/* The size of a comparison of experiments, and what the program costs at others. */
typedef struct {
   double      size;
   const char* words;        /* "10,000 lines" */
   CostSource  source;
   const char* other_end;    /* how a run ended otherwise; NULL: none did */
   const char* other_work;   /* why runs did other work; NULL: none did */
   SizePair    program;      /* without start-up; of a forecast, as of the comparison before */
   const char* last_words;   /* of a forecast: the largest size that was measured */
   bool        is_settled;   /* at all sizes that both ran, the program costs the same */
} Sizes;

/* Returns from which part of the program's cost on a change counts: from the least part, as given; if the
   routine certainly grows faster (or slower), from a small part of that. */
extern double compare_least_part(double least, bool is_other_class);

typedef struct {
   Subjects*          sides[2];          /* 0: before, 1: now */
   Pair*          pairs;             /* those of the new side in its order, then what is gone */
   uint32_t       count;
   uint32_t*      pair_of[2];        /* by routine of a side; NO_PAIR: it is left out, as comparison.c says */
   uint32_t*      order;             /* what somebody who looks for trouble reads first: indices of `pairs` */
   uint32_t       counts[STATES];    /* how many pairs have the state */
   uint32_t       codes[CODES];      /* how many pairs of own code have changed */
   Total          total;
   bool           is_same_work;      /* the program was given the same to do, and ended in the same way */
   bool           is_same_program;   /* all its code and data are as before */
   bool           is_other_data;     /* its constants and initialised variables may have changed */
   bool           is_same_bytes;     /* neither have these, nor has any instruction or address */
   bool           is_other_build;    /* the program was compiled otherwise: much of its code changed */
   bool           is_only_build;     /* and that is all: its sources are as they were */
   bool           is_unknown_build;  /* much of its code changed, and neither options nor sources are known */
   const char*    builds[2];         /* how; NULL: not known */
   const Sizes*   sizes;             /* of experiments; else NULL */
   CompareOptions options;
   GStringChunk*  texts;
} Comparison;

/* Returns what all calls of a pair that has both sides cost now / before. */
extern double pair_factor_of_all(const Pair* pair);

/* Returns the same if that decides; else, that of calls with the same inputs, or by laws.  Its value is NAN
   if it is not known. */
extern Factor pair_factor(const Pair* pair);
