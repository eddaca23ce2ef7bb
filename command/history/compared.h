/* Two records, compared: what counts as a step, and what only as a mark. */

#pragma once

#include "history/snapshot.h"
#include "history/step.h"
#include "subject/runs.h"

/* Appends the steps from one record to the other.  Then `take` gets the new one, if both are experiments; it
   may be NULL. */
typedef void (*TakeLoaded)(void* data, const RunSubjects* now);
extern void compared_steps(const Snapshot* before, const Snapshot* now, GArray* steps, TakeLoaded take,
                           void* data);

/* Returns all that `aprof diff` says of them; to be freed. `names`: what it calls the two. */
extern char* compared_text(const Snapshot* before, const Snapshot* now, const char* const names[2]);
