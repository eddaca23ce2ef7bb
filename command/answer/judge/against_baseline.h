/* Decides limits against a baseline, of a file or of a report, and tells which lines of the file an update
   changes. */

#pragma once

#include "answer/judge/decision.h"

/* Decides a limit of a routine. */
extern Decision against_baseline(Subjects* subjects, size_t index, const Limit* limit,
                                 const Reference* reference);

/* The routine costs certainly less than in the baseline, in its class or by more than SAME_COST. */
extern bool against_baseline_is_better(Subjects* subjects, size_t index, const BaselineEntry* entry,
                                       const Reference* reference);

/* The baseline has no class of a cost, or not what all calls cost, and now that is known. */
extern bool against_baseline_is_known_now(Subjects* subjects, size_t index, const BaselineEntry* entry);

/* The line would be the same. */
extern bool against_baseline_is_equal(Subjects* subjects, size_t index, const BaselineEntry* entry);

/* Finds out whether the code is that of the file. */
extern BaselineCode against_baseline_code(Subjects* subjects, Baseline* baseline);

/* The entry of the routine; NULL if it has none. */
extern const BaselineEntry* against_baseline_entry(Subjects* subjects, size_t index, Baseline* baseline);
