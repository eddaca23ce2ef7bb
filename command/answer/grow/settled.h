/* Says of an experiment whether larger sizes would not change its answer, and why it ended. */

#pragma once

#include <stdbool.h>

#include "subject/runs.h"

/* Whether what matters in the experiment's runs so far is confirmed, over many sizes and a wide range, and
   all forecasts are narrow.  False if a report cannot be read: there is no answer. */
extern bool experiment_is_settled(const Experiment* experiment);

/* Returns why there is nothing more to run within the limits that the experiment began with: "complete",
   "settled", "budget", "timeout" or "failures"; "unfinished" if there is. */
extern const char* experiment_end_name(const Experiment* experiment, const RunSubjects* subjects);
