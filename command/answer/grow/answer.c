#include "answer/grow/answer.h"

#include <math.h>
#include <string.h>

#include "answer/grow/facts.h"
#include "answer/grow/failures.h"
#include "answer/grow/harm.h"
#include "answer/grow/next.h"
#include "answer/grow/settled.h"
#include "answer/grow/words.h"
#include "experiment/run_record.h"
#include "model/readable.h"
#include "subject/limits.h"

/* Takes the text over. */
static void set_own_text(Answer* object, const char* name, char* text)
{
   tree_set_text(object, name, text);
   g_free(text);
}

static Answer* list_of(const double* values, guint count)
{
   Answer* list = tree_list();
   for (guint i = 0; i < count; i++) {
      tree_append(list, tree_number(values[i], NULL));
   }
   return list;
}

/*------------------------------------------------------------------*/
/*--- A curve                                                    ---*/
/*------------------------------------------------------------------*/

static Answer* forecast_list(const Curve* curve)
{
   Answer* list = tree_list();
   for (unsigned i = 0; i < CURVE_TIMES_COUNT && curve->is_known; i++) {
      Answer* object = tree_object();
      tree_set_number(object, "times", curve->reach.times[i]);
      tree_set(object, "cost", tree_interval(curve->at[i].value, curve->at[i].low, curve->at[i].high));
      tree_append(list, object);
   }
   return list;
}

static Answer* check_of(const GrowthFacts* facts, const Curve* curve)
{
   if (!curve->is_checked) {
      return NULL;
   }
   Answer* object = tree_object();
   tree_set_number(object, "from", curve->checked_from);
   tree_set(object, "predicted", tree_interval(curve->predicted.value, curve->predicted.low,
                                               curve->predicted.high));
   tree_set_number(object, "measured", curve->measured);
   set_own_text(object, "words", words_check(facts, curve));
   return object;
}

static Answer* curve_answer(const GrowthFacts* facts, const Curve* curve, const double* measured)
{
   Answer* object = tree_object();
   int     level = growth_curve_level(curve);
   tree_set(object, "measured", list_of(measured, facts->series->run_count));
   tree_set_text(object, "state", curve_state_name(curve->state));
   tree_set_text(object, "class", curve->is_known ? curve->class : NULL);
   tree_set_number(object, "exponent", curve->exponent);
   tree_set(object, "level", level < 0 ? NULL : tree_count((uint64_t)level));
   tree_set_text(object, "law", curve->law[0] != '\0' ? curve->law : NULL);
   tree_set_number(object, "from", curve->break_size > 0 ? curve->break_size : NAN);
   tree_set(object, "forecast", forecast_list(curve));
   tree_set(object, "check", check_of(facts, curve));
   return object;
}

/*------------------------------------------------------------------*/
/*--- Routines                                                   ---*/
/*------------------------------------------------------------------*/

/* Sets what the routine costs in the largest run, and at the farthest size. */
static void set_far(Answer* object, const GrowthFacts* facts, const SizeGrowth* routine)
{
   double   now = routine->series->total[facts->last];
   Estimate far = routine->total.is_known ? routine->total.at[CURVE_FAR] : (Estimate){ NAN, NAN, NAN };
   tree_set_number(object, "cost", now);
   tree_set(object, "far_cost", tree_interval(far.value, far.low, far.high));
   tree_set_number(object, "far_times", now > 0 ? far.value / now : NAN);
}

/* Returns the names of a routine, or NULL. */
static Answer* names_answer(const char* name, const char* image)
{
   if (name == NULL) {
      return NULL;
   }
   Answer* object = tree_object();
   tree_set_text(object, "name", name);
   tree_set_text(object, "object", image);
   return object;
}

/* Whether its own code is too little of the cost, now and at the farthest size, to be told without need. */
static bool is_small(const SizeGrowth* routine)
{
   return !(routine->self_share >= SHARE_TOLD) && !(routine->far_self_share >= SHARE_TOLD);
}

/* Whether its own code is much of the cost at some size, and is forecast as the program is: then it has a
   part of its own in a picture of the cost. */
static bool has_own_part(const GrowthFacts* facts, const SizeGrowth* routine)
{
   const Curve* program = &facts->program;
   bool         has = false;
   for (guint i = 0; i < facts->series->run_count; i++) {
      has |= routine->series->self[i] >= fmax(SHARE_SMALL * facts->series->cost[i], 1);
   }
   for (unsigned i = 0; i < CURVE_TIMES_COUNT && program->is_known; i++) {
      has |= routine->self.is_known && routine->self.at[i].value >= SHARE_SMALL * program->at[i].value;
   }
   return has && routine->self.is_known == program->is_known;
}

static Answer* routine_answer(const GrowthFacts* facts, const SizeGrowth* routine)
{
   Answer* object = tree_object();
   tree_set_text(object, "name", routine->series->name);
   tree_set_text(object, "object", routine->series->image);
   tree_set_text(object, "mangled", routine->series->mangled);
   set_own_text(object, "readable", name_readable(routine->series->name));
   tree_set(object, "caller", names_answer(routine->series->caller, routine->series->caller_image));
   tree_set_number(object, "share", routine->share);
   tree_set_number(object, "self_share", routine->self_share);
   tree_set_number(object, "far_share", routine->far_share);
   tree_set_number(object, "far_self_share", routine->far_self_share);
   tree_set_flag(object, "small", is_small(routine));
   tree_set_flag(object, "own_part", has_own_part(facts, routine));
   set_far(object, facts, routine);
   set_own_text(object, "why", words_why(facts, routine));
   tree_set(object, "total", curve_answer(facts, &routine->total, routine->series->total));
   tree_set(object, "self", curve_answer(facts, &routine->self, routine->series->self));
   tree_set(object, "calls", curve_answer(facts, &routine->calls, routine->series->calls));
   return object;
}

static Answer* routine_list(const GrowthFacts* facts)
{
   Answer* list = tree_list();
   for (guint i = 0; i < facts->routines->len; i++) {
      tree_append(list, routine_answer(facts, &g_array_index(facts->routines, SizeGrowth, i)));
   }
   return list;
}

/*------------------------------------------------------------------*/
/*--- The experiment                                             ---*/
/*------------------------------------------------------------------*/

Answer* answer_run(const Experiment* experiment, const ExperimentRun* run)
{
   Answer* object = tree_object();
   Answer* sizes = tree_object();
   char*   ended = run_record_ending(run->record);
   for (unsigned i = 0; i < experiment->parameter_count; i++) {
      tree_set_number(sizes, experiment->parameters[i], run->size[i]);
   }
   tree_set_text(object, "name", run->name);
   tree_set(object, "sizes", sizes);
   tree_set_flag(object, "counts", run->good);
   tree_set_text(object, "ended", ended);
   tree_set_text(object, "failure", run->failure);
   tree_set_text(object, "said", run->good ? NULL : run->record->words);
   tree_set_number(object, "seconds", run->seconds);
   tree_set_number(object, "native_seconds", run->record->native_seconds);
   tree_set_number(object, "native_kernel_seconds", run->record->native_kernel_seconds);
   tree_set_number(object, "native_memory", run->record->native_memory);
   tree_set_number(object, "cost", run->report == NULL ? NAN : (double)run->cost);
   tree_set_text(object, "report", run->report);
   g_free(ended);
   return object;
}

static Answer* run_list(const Experiment* experiment)
{
   Answer* list = tree_list();
   for (guint i = 0; i < experiment->runs->len; i++) {
      tree_append(list, answer_run(experiment, &g_array_index(experiment->runs, ExperimentRun, i)));
   }
   return list;
}

static Answer* program_answer(const GrowthFacts* facts)
{
   Answer* object = tree_object();
   tree_set(object, "measured", list_of(facts->series->cost, facts->series->run_count));
   tree_set(object, "forecast", forecast_list(&facts->program));
   tree_set_flag(object, "wide", facts->program.is_known && words_name_range(&facts->program.at[CURVE_FAR]));
   tree_set(object, "check", check_of(facts, &facts->program));
   return object;
}

static Answer* memory_answer(const GrowthFacts* facts)
{
   if (facts->memory == NULL) {
      return NULL;
   }
   Answer* object = curve_answer(facts, &facts->memory_curve, facts->memory);
   set_own_text(object, "words", words_memory(facts));
   return object;
}

static void set_culprit(Answer* answer, const GrowthFacts* facts)
{
   const SizeGrowth* culprit = growth_named(facts);
   tree_set(answer, "culprit", culprit == NULL ? NULL
                               : names_answer(culprit->series->name, culprit->series->image));
}

static void set_findings(Answer* answer, const Experiment* experiment, const Series* series)
{
   GrowthFacts* facts = growth_facts_new(experiment, series);
   SizeText     far;
   set_own_text(answer, "headline", words_headline(facts));
   set_own_text(answer, "lacking", words_lacking(facts));
   set_own_text(answer, "lacking_command", words_lacking_command(facts));
   set_culprit(answer, facts);
   set_own_text(answer, "open", next_open(facts));
   set_own_text(answer, "next", next_command(facts));
   tree_set_text(answer, "end", experiment_end_name(experiment, facts));
   tree_set_number(answer, "open_share", facts->program.is_known ? facts->open_share : NAN);
   tree_set(answer, "sizes", list_of(facts->size, series->run_count));
   set_own_text(answer, "range", words_range(facts));
   tree_set_text(answer, "far", words_far(facts, far));
   tree_set_text(answer, "metric", series->unit);
   tree_set(answer, "program_cost", program_answer(facts));
   tree_set(answer, "memory", memory_answer(facts));
   tree_set(answer, "routines", routine_list(facts));
   growth_facts_free(facts);
}

/* No run counts. */
static void set_no_findings(Answer* answer, const Experiment* experiment)
{
   static const char* const names[] = { "lacking", "lacking_command", "culprit", "open_share", "metric",
                                         "program_cost", "memory", "range", "far" };
   set_own_text(answer, "headline", failures_headline(experiment));
   set_own_text(answer, "open", failures_advice(experiment));
   set_own_text(answer, "next", failures_next(experiment));
   for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
      tree_set(answer, names[i], NULL);
   }
   tree_set_text(answer, "end", experiment_end_name(experiment, NULL));
   tree_set(answer, "sizes", tree_list());
   tree_set(answer, "routines", tree_list());
}

/* `series` is NULL if no run counts. */
static Answer* answer_grow(const Experiment* experiment, const Series* series)
{
   Answer* answer = tree_object();
   tree_set_text(answer, "directory", experiment->directory);
   tree_set(answer, "command", tree_texts((const char* const*)experiment->command));
   Answer* parameters = tree_list();
   for (unsigned i = 0; i < experiment->parameter_count; i++) {
      tree_append(parameters, tree_text(experiment->parameters[i]));
   }
   tree_set(answer, "parameters", parameters);
   tree_set_text(answer, "unit", experiment->unit);
   tree_set_text(answer, "program", experiment->program);
   tree_set(answer, "runs", run_list(experiment));
   if (series != NULL) {
      set_findings(answer, experiment, series);
   } else {
      set_no_findings(answer, experiment);
   }
   return answer;
}

Answer* answer_experiment(const Experiment* experiment, Problem* problem)
{
   if (experiment_good_runs(experiment) == 0) {
      return answer_grow(experiment, NULL);
   }
   Series* series = series_read(experiment, NULL, problem);
   if (series == NULL) {
      return NULL;
   }
   Answer* answer = answer_grow(experiment, series);
   series_free(series);
   return answer;
}
