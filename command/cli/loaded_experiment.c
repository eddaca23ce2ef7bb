/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "cli/loaded_experiment.h"

bool loaded_experiment_read(LoadedExperiment* loaded, const char* directory, Problem* problem)
{
   *loaded = (LoadedExperiment){ .experiment = experiment_open(directory, problem) };
   if (loaded->experiment != NULL && experiment_good_runs(loaded->experiment) == 0) {
      problem_set(problem, directory, 0, "has no run that counts");
   } else if (loaded->experiment != NULL) {
      loaded->series = series_read(loaded->experiment, problem);
   }
   loaded->facts = loaded->series == NULL ? NULL : growth_facts_new(loaded->experiment, loaded->series);
   return loaded->facts != NULL;
}

void loaded_experiment_free(LoadedExperiment* loaded)
{
   g_clear_pointer(&loaded->facts, growth_facts_free);
   g_clear_pointer(&loaded->series, series_free);
   g_clear_pointer(&loaded->experiment, experiment_free);
}
