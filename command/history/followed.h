/* A routine through all its names, from the newest commit to the oldest. */

#pragma once

#include "history/steps.h"

typedef struct Followed Followed;

extern Followed* followed_new(const char* name);
extern void followed_free(Followed* followed);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Followed, followed_free)

/* Whether a routine of this name and object ("" or NULL: any) is meant now. */
extern bool followed_is(const Followed* followed, const char* name, const char* object);

/* Whether the step is about it; so are steps of the whole program that are no costs: marks, and other work.
   */
extern bool followed_has(const Followed* followed, const Step* step);

/* Whether the store has a routine that it stands for at the newest commit; else `near` gets the name that was
   likely meant, or NULL, to be freed. */
extern bool followed_is_known(const Followed* followed, Store* store, char** near);

/* Goes on to the names before these steps. */
extern void followed_go_back(Followed* followed, const GArray* steps);
