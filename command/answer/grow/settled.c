#include "answer/grow/settled.h"

#include "experiment/choose.h"
#include "subject/limits.h"

/* Start-up hides what grows with fewer runs that cost at least LEAST_GROWTH times as much as the smallest
   one, a narrower range of their sizes, or fewer steps that each multiply the cost. */
#define LEAST_RUNS     6
#define LEAST_GROWTH   2
#define LEAST_RANGE    10

/* Neither end of a forecast may be farther from its value than this factor. */
#define WIDEST         1.5

static bool is_narrow(const Estimate* forecast)
{
   return forecast->low > 0 && forecast->high <= WIDEST * forecast->value
          && forecast->value <= WIDEST * forecast->low;
}

static bool is_sure(const RunSubject* routine)
{
   bool matters = routine->share >= SHARE_MATTERS || routine->far_share >= SHARE_MATTERS;
   const Curve* total = &routine->growth->total;
   return !matters || (total->state == CURVE_CONFIRMED && is_narrow(&total->at[CURVE_FAR]));
}

static bool is_wide(const RunSubjects* subjects)
{
   const double* cost = subjects->cost;
   guint         first = 0;
   while (first < subjects->last && cost[first] < LEAST_GROWTH * cost[0]) {
      first++;
   }
   double range = subjects->reach.step > 0 ? subjects->size[first] + LEAST_RUNS * subjects->reach.step
                                        : LEAST_RANGE * subjects->size[first];
   return subjects->last + 1 - first >= LEAST_RUNS
          && subjects->size[subjects->last] + subjects->reach.step >= range;
}

/* Whether what matters is confirmed, over many sizes and a wide range, and all forecasts are narrow. */
static bool growth_is_settled(const RunSubjects* subjects)
{
   bool is_settled = subjects->program.is_known && subjects->other_size == NULL && is_wide(subjects)
                     && subjects->open_share < SHARE_SMALL && is_narrow(&subjects->program.at[CURVE_FAR]);
   for (guint i = 0; i < subjects->routines->len && is_settled; i++) {
      is_settled = is_sure(g_ptr_array_index(subjects->routines, i));
   }
   return is_settled;
}

bool experiment_is_settled(const Experiment* experiment)
{
   Problem problem;
   RunSubjects* subjects = experiment_good_runs(experiment) < LEAST_RUNS
                           ? NULL : run_subjects_of(experiment, RUNS_GROWN, NULL, &problem);
   bool is_settled = subjects != NULL && growth_is_settled(subjects);
   g_clear_pointer(&subjects, run_subjects_free);
   return is_settled;
}

const char* experiment_end_name(const Experiment* experiment, const RunSubjects* subjects)
{
   static const char* const names[] = {
      [CHOICE_COMPLETE] = "complete", [CHOICE_BUDGET] = "budget", [CHOICE_TIMEOUT] = "timeout",
      [CHOICE_MEMORY] = "memory",
      [CHOICE_FAILURES] = "failures", [CHOICE_SETTLED] = "settled",
   };
   const Settings* settings = experiment->settings;
   const Limits    limits = {
      .budget = settings->budget, .runs = settings->runs, .timeout = settings->timeout,
      .memory = settings->memory,
   };
   Choice      choice = choose_runs(experiment, &limits);
   bool        is_left = choice.runs->len > 0;
   bool        may_settle = is_left && choice.may_settle && subjects != NULL;
   const char* name = names[choice.end];
   if (is_left) {
      name = may_settle && growth_is_settled(subjects) ? names[CHOICE_SETTLED] : "unfinished";
   }
   g_array_unref(choice.runs);
   return name;
}
