/* Finds what changed at a commit: steps.  A record is compared as `aprof diff` compares, with the records of
   the nearest ancestors.  Of a merge, only what differs from all of them has changed there: the rest came
   from a branch, where it stands. */

#pragma once

#include "history/compared.h"
#include "history/store.h"

/* The steps of a record since other records, as they are stored, or else found and stored: an array of Step,
   to be freed by g_array_unref. Without others, there are none. `own`: as for compared_steps. */
extern GArray* steps_of(Store* store, int64_t record, const GArray* since, const char* own);

/* Whether the record was compared so before. */
extern bool steps_are_known(Store* store, int64_t record, const GArray* since, const char* own);
