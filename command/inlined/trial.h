/* A trial applies the rule to one instance: which blocks it begins and goes on in, and where it ends. */

#pragma once

#include "inlined/survey.h"

/* One instance, and what the rule says of it. */
typedef struct {
   const Survey*   survey;
   const Flow*     flow;
   const Function* function;
   int             instance;
   Bits            touched;      /* blocks with an instruction of it */
   Bits            substantial;  /* of those, the ones with a branch or call of it */
   Bits            cut;          /* back edges, by their number, of loops of others: they lead into a new
                                    activation, */
   Bits            inner;        /* but for those that are in the middle of one, */
   GArray*         begun;        /* Way: instead of which these lead into it */
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
