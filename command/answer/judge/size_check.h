/* The check of an experiment of aprof grow, by the rules about sizes of runs. */

#pragma once

#include "answer/judge/check.h"
#include "subject/runs.h"

/* False if a rule has sizes in another unit than the experiment: a finding says so, and nothing is
   checked. */
extern bool size_check_fits(const Rules* rules, const Experiment* experiment, Findings* findings);

/* Applies the rules; `today` as check_apply() has it. */
extern void size_check_apply(Check* check, const RunSubjects* subjects, const char* today);
