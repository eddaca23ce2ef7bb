/* Does what an experiment of aprof grow measured keep a limit?  What the runs cover is decided.  Beyond the
   largest of them, a limit is kept only if the curve is confirmed, and violated only if the near end of its
   interval is beyond it, too. */

#pragma once

#include "answer/judge/verdict.h"
#include "subject/runs.h"

/* The routine is NULL if the limit is about the program. */
extern Decision size_verdict(const RunSubjects* subjects, const RunSubject* routine, const Limit* limit);
