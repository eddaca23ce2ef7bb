#include "answer/grow/answer.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "answer/grow/cause.h"
#include "answer/grow/failures.h"
#include "answer/grow/functions.h"
#include "answer/grow/interpreter.h"
#include "answer/grow/next.h"
#include "answer/grow/settled.h"
#include "answer/grow/words.h"
#include "experiment/run_record.h"
#include "model/readable.h"
#include "subject/limits.h"
#include "subject/runs.h"

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

/*--- A curve ---*/

static Answer* forecast_list(const Curve* curve)
{
   Answer* list = tree_list();
   for (unsigned i = 0; i < CURVE_TIMES_COUNT && curve->is_known; i++) {
      Answer* object = tree_object();
      assert(!(curve->at[i].low > curve->at[i].value) && !(curve->at[i].value > curve->at[i].high));
      tree_set_number(object, "times", curve->reach.times[i]);
      tree_set(object, "cost", tree_interval(curve->at[i].value, curve->at[i].low, curve->at[i].high));
      tree_append(list, object);
   }
   return list;
}

static Answer* check_of(const RunSubjects* subjects, const Curve* curve)
{
   if (!curve->is_checked) {
      return NULL;
   }
   Answer* object = tree_object();
   tree_set_number(object, "from", curve->checked_from);
   tree_set(object, "predicted", tree_interval(curve->predicted.value, curve->predicted.low,
                                               curve->predicted.high));
   tree_set_number(object, "measured", curve->measured);
   set_own_text(object, "words", words_check(subjects, curve));
   return object;
}

static Answer* curve_answer(const RunSubjects* subjects, const Curve* curve, const double* measured)
{
   Answer* object = tree_object();
   int     level = growth_curve_level(curve);
   tree_set(object, "measured", list_of(measured, subjects->run_count));
   tree_set_text(object, "state", curve_state_name(curve->state));
   tree_set_text(object, "class", curve->is_known ? curve->class : NULL);
   tree_set_number(object, "exponent", curve->exponent);
   tree_set(object, "level", level < 0 ? NULL : tree_count((uint64_t)level));
   tree_set_text(object, "law", curve->law[0] != '\0' ? curve->law : NULL);
   tree_set_number(object, "from", curve->break_size > 0 ? curve->break_size : NAN);
   tree_set(object, "forecast", forecast_list(curve));
   tree_set(object, "check", check_of(subjects, curve));
   return object;
}

/*--- Routines ---*/

/* Sets what the routine costs in the largest run, and at the farthest size. */
static void set_far(Answer* object, const RunSubjects* subjects, const RunSubject* routine)
{
   double       now = routine->total[subjects->last];
   const Curve* total = &routine->growth->total;
   Estimate     far = total->is_known ? total->at[CURVE_FAR] : (Estimate){ NAN, NAN, NAN };
   tree_set_number(object, "cost", now);
   tree_set(object, "far_cost", tree_interval(far.value, far.low, far.high));
   tree_set_number(object, "far_times", now > 0 ? far.value / now : NAN);
}

/* Returns the names of a routine, or NULL if there is none. */
static Answer* names_answer(const RunSubject* routine)
{
   if (routine == NULL) {
      return NULL;
   }
   Answer* object = tree_object();
   tree_set_text(object, "name", routine->name);
   tree_set_text(object, "object", routine->image);
   return object;
}

/* Whether its own code is too little of the cost, now and at the farthest size, to be told without need. */
static bool is_small(const RunSubject* routine)
{
   return !(routine->self_share >= SHARE_TOLD) && !(routine->far_self_share >= SHARE_TOLD);
}

/* Whether its own code is much of the cost at some size, and is forecast as the program is: then it has a
   part of its own in a picture of the cost. */
static bool has_own_part(const RunSubjects* subjects, const RunSubject* routine)
{
   const Curve* program = &subjects->program;
   const Curve* self = &routine->growth->self;
   bool         has = false;
   for (guint i = 0; i < subjects->run_count; i++) {
      has |= routine->self[i] >= fmax(SHARE_SMALL * subjects->cost[i], 1);
   }
   for (unsigned i = 0; i < CURVE_TIMES_COUNT && program->is_known; i++) {
      has |= self->is_known && self->at[i].value >= SHARE_SMALL * program->at[i].value;
   }
   return has && self->is_known == program->is_known;
}

static Answer* routine_answer(const RunSubjects* subjects, const RunSubject* routine)
{
   Answer* object = tree_object();
   tree_set_text(object, "name", routine->name);
   tree_set_text(object, "object", routine->image);
   tree_set_text(object, "mangled", routine->mangled);
   set_own_text(object, "readable", name_readable(routine->name));
   tree_set(object, "caller", names_answer(routine->caller));
   tree_set_number(object, "share", routine->share);
   tree_set_number(object, "self_share", routine->self_share);
   tree_set_number(object, "far_share", routine->far_share);
   tree_set_number(object, "far_self_share", routine->far_self_share);
   tree_set_flag(object, "small", is_small(routine));
   tree_set_flag(object, "own_part", has_own_part(subjects, routine));
   set_far(object, subjects, routine);
   set_own_text(object, "why", words_why(subjects, routine));
   tree_set(object, "total", curve_answer(subjects, &routine->growth->total, routine->total));
   tree_set(object, "self", curve_answer(subjects, &routine->growth->self, routine->self));
   tree_set(object, "calls", curve_answer(subjects, &routine->growth->calls, routine->calls));
   return object;
}

static Answer* routine_list(const RunSubjects* subjects, const RunSubject* named)
{
   Answer* list = tree_list();
   assert(subjects->last + 1 == subjects->run_count);
   for (guint i = 0; i < subjects->routines->len; i++) {
      const RunSubject* routine = g_ptr_array_index(subjects->routines, i);
      Answer*           object = routine_answer(subjects, routine);
      tree_set_flag(object, "named", routine == named);
      tree_append(list, object);
   }
   return list;
}

/*--- The experiment ---*/

Answer* answer_run(const Experiment* experiment, const ExperimentRun* run)
{
   Answer*          object = tree_object();
   Answer*          sizes = tree_object();
   g_autofree char* ended = run_record_ending(run->record);
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
   return object;
}

static Answer* run_list(const Experiment* experiment)
{
   Answer* list = tree_list();
   for (guint i = 0; i < experiment->runs->len; i++) {
      tree_append(list, answer_run(experiment, experiment_run(experiment, i)));
   }
   return list;
}

static Answer* program_answer(const RunSubjects* subjects)
{
   Answer* object = tree_object();
   tree_set(object, "measured", list_of(subjects->cost, subjects->run_count));
   tree_set(object, "forecast", forecast_list(&subjects->program));
   tree_set_flag(object, "wide",
                 subjects->program.is_known && words_name_range(subjects));
   tree_set(object, "check", check_of(subjects, &subjects->program));
   tree_set_number(object, "seconds", subjects->runs[subjects->last]->seconds);
   return object;
}

static Answer* memory_answer(const RunSubjects* subjects)
{
   if (subjects->memory == NULL) {
      return NULL;
   }
   Answer* object = curve_answer(subjects, &subjects->memory_curve, subjects->memory);
   set_own_text(object, "words", words_memory(subjects));
   return object;
}

static Answer* function_answer(const Functions* functions)
{
   Answer* object = tree_object();
   tree_set_text(object, "name", functions->name);
   tree_set_text(object, "object", functions->file);
   return object;
}

/* Whether blocks of a script's function have told that it grows: they are exact, and times are not. */
static bool is_exact(const RunSubjects* subjects, const Cause* cause)
{
   return cause->named.run != NULL && cause->harm == HARM_FASTER
          && interpreter_has_script(subjects, cause->named.run);
}

static void set_findings(Answer* answer, const RunSubjects* subjects)
{
   SizeText    far;
   Cause       cause = cause_of_runs(subjects);
   g_autoptr(Functions) functions = functions_of(subjects);
   if (functions->grows != NULL && !is_exact(subjects, &cause)) {
      cause = (Cause){ .kind = CAUSE_NOBODY, .harm = cause.harm, .timed = functions->grows };
   }
   const RunSubject* named = cause.named.run;
   bool              is_timed = cause.timed != NULL || functions->most != NULL;
   set_own_text(answer, "headline", words_headline(subjects, &cause));
   set_own_text(answer, "lacking", functions->most != NULL ? g_strdup(functions->most)
                                                           : words_lacking(subjects, &cause));
   set_own_text(answer, "lacking_command", named == NULL || is_timed ? NULL
                                                                    : interpreter_command(subjects, named));
   tree_set(answer, "culprit", cause.timed != NULL ? function_answer(functions) : names_answer(named));
   set_own_text(answer, "open", next_open(subjects));
   set_own_text(answer, "next", next_command(subjects));
   tree_set_text(answer, "end", experiment_end_name(subjects->experiment, subjects));
   tree_set_number(answer, "open_share", subjects->program.is_known ? subjects->open_share : NAN);
   tree_set(answer, "sizes", list_of(subjects->size, subjects->run_count));
   set_own_text(answer, "range", words_range(subjects));
   tree_set_text(answer, "far", words_far(subjects, far));
   tree_set_text(answer, "metric", subjects->metric);
   tree_set(answer, "program_cost", program_answer(subjects));
   tree_set(answer, "memory", memory_answer(subjects));
   tree_set(answer, "routines", routine_list(subjects, named));
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

/* `subjects` is NULL if no run counts. */
static Answer* answer_grow(const Experiment* experiment, const RunSubjects* subjects)
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
   if (subjects != NULL) {
      set_findings(answer, subjects);
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
   RunSubjects* subjects = run_subjects_of(experiment, RUNS_GROWN, NULL, problem);
   if (subjects == NULL) {
      return NULL;
   }
   Answer* answer = answer_grow(experiment, subjects);
   run_subjects_free(subjects);
   return answer;
}
