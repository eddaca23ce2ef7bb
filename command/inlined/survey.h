/* A survey of a function: what the rule asks for each of its instances, found once.  There can be thousands
   of instances and of blocks, so that no instance may look at all blocks. */

#pragma once

#include "inlined/flow.h"

/* Instances by their numbers, from the least to the greatest; -1 is the function itself.  Those inside of
   an instance follow it, so all are inside of it if these two are.  None: the greatest is less than the
   least. */
typedef struct {
   int least;
   int greatest;
} Span;

/* A block with instructions of an instance, padding left out. */
typedef struct {
   guint block;
   bool  decides;        /* one of them decides */
} Touch;

/* A branch, and its next copy: the compiler has unrolled a loop around or in the instance, so that control
   comes twice, without going back, to a branch of one place in the source. */
typedef struct {
   guint first;      /* the steps of the two branches */
   guint second;
   Bits  between;    /* blocks: those on a way from the block of the first to that of the second, with both */
} Repeat;

typedef struct {
   const Flow*     flow;
   const Function* function;
   GArray*         touches;        /* Touch, by their innermost instance */
   guint*          first_touch;    /* of each instance, and the end */
   Span*           deciding;       /* by block: of deciding instructions that say something */
   Span*           edge_deciding;  /* by back edge: of those in its loop, and of the jump back */
   Bits*           edges;          /* by block: back edges whose loop it is in */
   Bits*           loops;          /* by block: loops that it is in */
   Bits            headers;        /* blocks: of all loops */
   Bits            calls;          /* blocks with a call that the entry leads to */
   Bits            kept;           /* instances that have a loop or a call */
   GArray*         repeats;        /* Repeat: of loops that were unrolled */
   guint*          stack;          /* room for all blocks, for who walks through them */
} Survey;

extern Survey survey_of(const Flow* flow, const Function* function);

extern void survey_free(Survey* survey);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Survey, survey_free)

/* Returns the repeats of the function (Repeat), those that are one behind the other together. */
extern GArray* repeats_find(const Flow* flow, const Function* function);

/* Whether all are inside of the instance; also true of none. */
static inline bool span_is_inside(const Function* function, Span span, int instance)
{
   return span.greatest < span.least
          || (flow_is_inside(function, span.least, instance)
              && flow_is_inside(function, span.greatest, instance));
}

/*--- One instance ---*/

/* One instance, and what the rule says of it. */
typedef struct {
   const Survey*   survey;
   const Flow*     flow;
   const Function* function;
   int             instance;
   Bits            touched;      /* blocks with an instruction of it */
   Bits            substantial;  /* of those, the ones with a branch or call of it */
   Bits            cut;          /* back edges, by their number, of loops of others: they lead into a new
                                    activation */
   Bits            inner;        /* of those, the ones in the middle of an activation, which are not cut */
   GArray*         begun;        /* Way: what is cut in their place */
   Bits            ending;       /* blocks that end it */
   Bits            own;          /* blocks of it */
   Bits            begins;       /* of those, the ones that it begins in */
   Bits            live;         /* blocks that it goes on in */
   guint           low;          /* ways between its blocks lead through none of a lower order ... */
   guint           high;         /* ... or of a higher one */
} Trial;

/* If `own` is empty, the instance has no activations. */
extern Trial trial_of(const Survey* survey, int instance);

extern void trial_free(Trial* trial);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Trial, trial_free)
