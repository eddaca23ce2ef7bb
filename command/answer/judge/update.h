/* Bringing a baseline up to date, so that nothing creeps: an entry is replaced if the
   routine is certainly better or known now, and a new routine is added.  What got worse,
   or cannot be compared any more, needs consent.  Everything else stays as it is, also
   entries of routines that did not run. */

#pragma once

#include "answer/judge/check.h"

typedef struct {
   size_t added;
   size_t better;
   size_t accepted;
   size_t refused;      /* worse, and not accepted */
   size_t unchanged;    /* of the routines that ran; also if they may be worse, but not certainly */
   size_t absent;       /* entries of routines that did not run */
} Update;

/* Updates the check's baseline, whose results are there.  `accepted`: patterns of names, up to NULL; `used`
   says which of them have let a change in. */
extern Update update_baseline(Check* check, const char* const* accepted, bool* used);
