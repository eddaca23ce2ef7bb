#include "answer/grow/settled.h"

#include "experiment/choose.h"
#include "subject/limits.h"

/* So many runs are needed that cost at least LEAST_GROWTH times as much as the smallest one, and so wide a
   range of their sizes, or as many steps that each multiply the cost: below, start-up hides what grows. */
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

static bool is_sure(const SizeGrowth* routine)
{
   bool matters = routine->share >= SHARE_MATTERS || routine->far_share >= SHARE_MATTERS;
   return !matters || (routine->total.state == CURVE_CONFIRMED && is_narrow(&routine->total.at[CURVE_FAR]));
}

static bool is_wide(const GrowthFacts* facts)
{
   const double* cost = facts->series->cost;
   guint         first = 0;
   while (first < facts->last && cost[first] < LEAST_GROWTH * cost[0]) {
      first++;
   }
   double range = facts->reach.step > 0 ? facts->size[first] + LEAST_RUNS * facts->reach.step
                                        : LEAST_RANGE * facts->size[first];
   return facts->last + 1 - first >= LEAST_RUNS && facts->size[facts->last] + facts->reach.step >= range;
}

/* Whether what matters is confirmed, over many sizes and a wide range, and all forecasts are narrow. */
static bool growth_is_settled(const GrowthFacts* facts)
{
   bool is_settled = facts->program.is_known && facts->other_size == NULL && is_wide(facts)
                     && facts->open_share < SHARE_SMALL && is_narrow(&facts->program.at[CURVE_FAR]);
   for (guint i = 0; i < facts->routines->len && is_settled; i++) {
      is_settled = is_sure(&g_array_index(facts->routines, SizeGrowth, i));
   }
   return is_settled;
}

bool experiment_is_settled(const Experiment* experiment)
{
   Problem problem;
   Series* series = experiment_good_runs(experiment) < LEAST_RUNS
                    ? NULL : series_read(experiment, NULL, &problem);
   if (series == NULL) {
      return false;
   }
   GrowthFacts* facts = growth_facts_new(experiment, series);
   bool is_settled = growth_is_settled(facts);
   growth_facts_free(facts);
   series_free(series);
   return is_settled;
}

const char* experiment_end_name(const Experiment* experiment, const GrowthFacts* facts)
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
   bool        may_settle = is_left && choice.may_settle && facts != NULL;
   const char* name = names[choice.end];
   if (is_left) {
      name = may_settle && growth_is_settled(facts) ? names[CHOICE_SETTLED] : "unfinished";
   }
   g_array_unref(choice.runs);
   return name;
}
