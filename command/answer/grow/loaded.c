#include "answer/grow/loaded.h"

static bool take_runs(LoadedExperiment* loaded, Experiment* experiment, const char* own, Problem* problem)
{
   *loaded = (LoadedExperiment){ .experiment = experiment };
   if (experiment != NULL && experiment_good_runs(experiment) == 0) {
      problem_set(problem, experiment->directory, 0, "has no run that counts");
   } else if (loaded->experiment != NULL) {
      loaded->series = series_read(loaded->experiment, own, problem);
   }
   return loaded->series != NULL;
}

bool loaded_experiment_read_runs(LoadedExperiment* loaded, const char* directory, Problem* problem)
{
   return take_runs(loaded, experiment_open(directory, problem), NULL, problem);
}

bool loaded_experiment_take(LoadedExperiment* loaded, Experiment* experiment, const char* own,
                            Problem* problem)
{
   bool is_read = take_runs(loaded, experiment, own, problem);
   loaded->facts = is_read ? growth_facts_new(loaded->experiment, loaded->series) : NULL;
   return is_read;
}

bool loaded_experiment_read(LoadedExperiment* loaded, const char* directory, const char* own,
                            Problem* problem)
{
   return loaded_experiment_take(loaded, experiment_open(directory, problem), own, problem);
}

void loaded_experiment_free(LoadedExperiment* loaded)
{
   g_clear_pointer(&loaded->facts, growth_facts_free);
   g_clear_pointer(&loaded->series, series_free);
   g_clear_pointer(&loaded->experiment, experiment_free);
}
