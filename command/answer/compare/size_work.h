/* Whether the runs of two experiments did the same work: those of equal sizes, also those that failed. */

#pragma once

#include "subject/runs.h"

/* How a run of some size ended otherwise: "at 10,000 lines: exit status 1 now, and exit status 0 before".
   NULL: none did.  To be freed. */
extern char* size_work_other_end(const RunSubjects* before, const RunSubjects* now);

/* Why runs did other work, in the same way.  If no size is in both, what is known of all runs decides. */
extern char* size_work_other(const RunSubjects* before, const RunSubjects* now);
