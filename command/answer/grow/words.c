#include "answer/grow/words.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "answer/grow/failures.h"
#include "answer/grow/interpreter.h"
#include "answer/grow/naming.h"
#include "answer/definition.h"
#include "answer/phrases.h"
#include "dwarf/compiler.h"
#include "growth/far.h"
#include "model/header.h"
#include "model/metric.h"
#include "model/names.h"
#include "model/own.h"
#include "run/jobs.h"
#include "run/kernel_time.h"
#include "subject/limits.h"
#include "util/text.h"

/* Bytes; every program needs some memory, and less is of no interest. */
#define LEAST_MEMORY    16e6

/* The program's cost is "about" so much if its interval is wider than this, high by low. */
#define SURE_WIDTH      1.3

/* The next step multiplies by something else than the third one, if one is so many times the other. */
#define OTHER_MULTIPLIER  1.1

/* How many names of inlined code are in a sentence. */
#define MOST_INLINED    4

/* A callee is not mentioned if it costs less of all. */
#define LEAST_CALLED    0.02

static void add_number(const Experiment* experiment, unsigned parameter, double size, SizeText text)
{
   GroupedText room;
   const char* number = text_grouped_number((uint64_t)size, room);
   size_t      used = strlen(text);
   g_snprintf(text + used, sizeof(SizeText) - used, "%s%s = %s", used == 0 ? "" : ", ",
              experiment->parameters[parameter], number);
}

const char* words_size(const RunSubjects* subjects, double size, SizeText text)
{
   GroupedText room;
   text[0] = '\0';
   if (strcmp(subjects->experiment->unit, "number") == 0) {
      add_number(subjects->experiment, 0, size, text);
   } else {
      g_snprintf(text, sizeof(SizeText), "%s %s", text_grouped_number((uint64_t)size, room),
                 subjects->experiment->unit);
   }
   return text;
}

const char* words_largest(const RunSubjects* subjects, SizeText text)
{
   words_size(subjects, subjects->size[subjects->last], text);
   if (subjects->other_size != NULL) {
      add_number(subjects->experiment, 1, subjects->other_size[subjects->last], text);
   }
   return text;
}

/* Whether each step of the size multiplies the cost. */
static bool is_by_steps(const RunSubjects* subjects)
{
   return subjects->reach.step > 0;
}

/* Whether a run of at least twice the largest size that counts has failed: then "the size" could be that. */
static bool has_failed_beyond(const RunSubjects* subjects)
{
   const Experiment* experiment = subjects->experiment;
   bool              has_failed = false;
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* run = experiment_run(experiment, i);
      has_failed |= !run->good && (double)run->size[0] >= 2 * subjects->size[subjects->last];
   }
   return has_failed;
}

const char* words_far(const RunSubjects* subjects, SizeText text)
{
   double times = subjects->reach.times[CURVE_FAR];
   if (is_by_steps(subjects)) {
      return words_size(subjects, round(times * subjects->size[subjects->last]), text);
   }
   SizeText largest;
   bool     is_one = subjects->other_size == NULL;
   g_snprintf(text, sizeof(SizeText), "%.0f times %s", times,
              !is_one                        ? "both sizes"
              : has_failed_beyond(subjects) ? words_largest(subjects, largest) : "the size");
   return text;
}

static void add_range(GString* text, const Experiment* experiment, unsigned parameter, const double* sizes,
                      guint runs)
{
   GroupedText rooms[2];
   double      least = INFINITY, most = 0;
   for (guint run = 0; run < runs; run++) {
      least = fmin(least, sizes[run]);
      most = fmax(most, sizes[run]);
   }
   bool is_number = strcmp(experiment->unit, "number") == 0;
   g_string_append_printf(text, "%s%s%s%s to %s%s%s", text->len == 0 ? "" : ", ",
                          is_number ? experiment->parameters[parameter] : "", is_number ? " = " : "",
                          text_grouped_number((uint64_t)least, rooms[0]),
                          text_grouped_number((uint64_t)most, rooms[1]),
                          is_number ? "" : " ", is_number ? "" : experiment->unit);
}

char* words_range(const RunSubjects* subjects)
{
   GString* text = g_string_new(NULL);
   add_range(text, subjects->experiment, 0, subjects->size, subjects->run_count);
   if (subjects->other_size != NULL) {
      add_range(text, subjects->experiment, 1, subjects->other_size, subjects->run_count);
   }
   if (subjects->experiment->settings->how != NULL) {
      g_string_append_printf(text, " (%s)", subjects->experiment->settings->how);
   }
   return g_string_free(text, FALSE);
}

/*--- The first sentence ---*/

/* Returns the power of the size that leads from the largest run to this cost at the farthest size. */
static double power_of(const Curve* curve, double far)
{
   return log(far / curve->measured) / log(curve->reach.times[CURVE_FAR]);
}

/* Says of a curve that is open what it looks like, and what its forecast leaves out all the same. */
static void add_open(GString* text, const RunSubjects* subjects, const Curve* curve)
{
   bool   is_bounded = curve->is_known && subjects->other_size == NULL && curve->measured > 0;
   double low = is_bounded ? power_of(curve, curve->at[CURVE_FAR].low) : NAN;
   double high = is_bounded ? power_of(curve, curve->at[CURVE_FAR].high) : NAN;
   if (!curve->is_known) {
      g_string_append(text, "how it grows is open");
   } else if (high < HARMLESS_POWER) {
      g_string_append(text, "no faster than the size, not confirmed");
   } else {
      g_string_append_printf(text, "looks like %s, not confirmed", curve->class);
   }
   if (low > HARMLESS_POWER) {
      g_string_append_printf(text, ": n^%.1f to n^%.1f", low, high);
   }
}

static void add_state(GString* text, const RunSubjects* subjects, const Curve* curve)
{
   SizeText size;
   switch (curve->state) {
      case CURVE_CONFIRMED:
         g_string_append_printf(text, "%s, confirmed up to %s", curve->class, words_largest(subjects, size));
         break;
      case CURVE_LIKELY:
         g_string_append_printf(text, "likely %s", curve->class);
         break;
      case CURVE_OPEN:
         add_open(text, subjects, curve);
         break;
   }
}

/* "`find` and `sort`, both for `merge`, will be 50 % and 48 % of that". */
static void add_two(GString* text, const Cause* cause, const char* grows)
{
   ShortText share, other;
   phrase_add_name(text, &cause->named);
   g_string_append(text, " and ");
   phrase_add_name(text, &cause->tied);
   if (cause->caller.name != NULL) {
      g_string_append(text, ", both for ");
      phrase_add_name(text, &cause->caller);
      g_string_append_c(text, ',');
   }
   g_string_append_printf(text, " %swill be %s and %s of that", grows,
                          text_percent(cause->named.share, share), text_percent(cause->tied.share, other));
}

/* "`parse`, with what it calls, will be 96 % of that, 80 % in `strlen`". */
static void add_one(GString* text, const RunSubjects* subjects, const Cause* cause, const char* grows)
{
   const RunSubject* routine = cause->named.run;
   bool calls_much = cause->place.name == NULL
                     && routine->far_share > routine->far_self_share + LEAST_CALLED;
   bool has_comma = naming_add(text, subjects, cause);
   ShortText share;
   if (own_is_collector(routine->name)) {
      g_string_append_printf(text, "%s of the garbage collector,", has_comma ? "" : ",");
      has_comma = true;
   }
   g_string_append_printf(text, "%s%s %swill be %s of that", calls_much && !has_comma ? "," : "",
                          calls_much ? " with what it calls," : "", grows,
                          text_percent(cause->named.share, share));
   if (cause->place.name != NULL) {
      g_string_append(text, ", ");
      phrase_add_place(text, cause);
   }
}

/* Whether the runs allow so much that a factor would be none: as much as lies between no growth and the
   square of the size. */
static bool is_no_figure(const RunSubjects* subjects)
{
   Estimate far = subjects->program.at[CURVE_FAR];
   return !is_by_steps(subjects) && far.high > pow(subjects->reach.times[CURVE_FAR], 2) * far.low;
}

/* Nothing if no routine is named. */
static void add_culprit(GString* text, const RunSubjects* subjects, const Cause* cause, bool is_larger)
{
   const char* grows = is_larger ? "" : "grows, and ";
   if (cause->timed == NULL && cause->kind == CAUSE_NOBODY) {
      return;
   }
   g_string_append(text, is_larger ? "; " : "; but ");
   if (cause->timed != NULL) {
      g_string_append(text, cause->timed);
      return;
   }
   if (cause->tied.name != NULL) {
      add_two(text, cause, grows);
   } else {
      add_one(text, subjects, cause, grows);
   }
   const Curve* total = &cause->named.run->growth->total;
   if (total->state != CURVE_OPEN || !is_no_figure(subjects)) {   /* else it is said */
      g_string_append(text, " (");
      add_state(text, subjects, total);
      g_string_append_c(text, ')');
   }
}

static Metric metric_of(const RunSubjects* subjects)
{
   return metric_find(subjects->metric);
}

/* Adds ", about 56 s instead of 0.6 s" if it is known how long the largest run takes without Valgrind: its
   time grows as its cost does. */
static void add_time(GString* text, const RunSubjects* subjects, double factor)
{
   double     now = subjects->runs[subjects->last]->record->native_seconds;
   MetricKind kind = metric_of(subjects).kind;
   ShortText  before, then;
   if (now >= SHORT_NATIVE_RUN && (kind == METRIC_CODE || kind == METRIC_TIME)) {
      g_string_append_printf(text, ", about %s instead of %s", text_time(now * factor, then),
                             text_time(now, before));
   }
}

static bool is_wide(const Estimate* forecast)
{
   return forecast->high > WIDE_FORECAST * forecast->low;
}

/* "99.8 times as long"; "about 79 times as long"; "about 7.8 times as long (5.4 to 22)". */
static void add_factor(GString* text, const RunSubjects* subjects, const char* behind)
{
   Estimate  far = subjects->program.at[CURVE_FAR];
   double    cost = run_subjects_cost(subjects), width = far.high / far.low;
   ShortText value, low, high;
   if (width <= SURE_WIDTH) {
      g_string_append_printf(text, "%s", text_times(far.value / cost, value));
   } else {
      g_string_append_printf(text, "about %s", text_times_roughly(far.value / cost, value));
   }
   g_string_append_printf(text, " times %s", metric_of(subjects).as);
   g_string_append(text, behind);
   if (is_wide(&far)) {
      g_string_append_printf(text, " (%s to %s)", text_times_roughly(far.low / cost, low),
                             text_times_roughly(far.high / cost, high));
   }
   add_time(text, subjects, far.value / cost);
}

static bool is_much_open(const RunSubjects* subjects)
{
   return subjects->open_share >= SHARE_OF_HEADLINE && run_subjects_open_matters(subjects);
}

bool words_name_range(const RunSubjects* subjects)
{
   return is_wide(&subjects->program.at[CURVE_FAR]) && !is_no_figure(subjects);
}

/* "is open: up to 44 times as long, or less than now"; "2.5 to 400 times as long"; if the largest run was
   above what was predicted, there is no limit. */
static void add_limits(GString* text, const RunSubjects* subjects)
{
   Estimate  far = subjects->program.at[CURVE_FAR];
   double    cost = run_subjects_cost(subjects);
   ShortText low, high;
   text_times_roughly(far.low / cost, low);
   text_times_roughly(far.high / cost, high);
   g_string_append(text, "is open: ");
   if (curve_miss(&subjects->program) > 0) {
      g_string_append(text, "it grows faster than the smaller sizes show");
   } else if (far.low < cost) {
      g_string_append_printf(text, "up to %s times %s, or less than now", high, metric_of(subjects).as);
   } else {
      g_string_append_printf(text, "%s to %s times %s", low, high, metric_of(subjects).as);
   }
}

static void add_cost(GString* text, const RunSubjects* subjects, const Cause* cause)
{
   double factor = run_subjects_factor(subjects);
   if (factor < 1 / SAME_COST) {
      g_string_append_printf(text, "%s: ", metric_of(subjects).less);
      add_factor(text, subjects, " as now");
   } else if (factor < SAME_COST) {
      g_string_append_printf(text, "%s as now", metric_of(subjects).as);
   } else {
      add_factor(text, subjects, "");
   }
   if (factor >= SAME_COST && cause->harm != HARM_FASTER && cause->timed == NULL) {
      g_string_append_printf(text, ": nothing%s grows faster than %s",
                             is_much_open(subjects) || cause->has_open
                             || curve_miss(&subjects->program) > 0
                             ? " that is known" : cause->has_faster ? " that matters" : "",
                             phrase_harm(cause->harm, "the size"));
   }
   add_culprit(text, subjects, cause, factor >= SAME_COST);
   if (cause->kind == CAUSE_NOBODY && cause->timed == NULL && factor >= SAME_COST
       && cause->harm == HARM_FASTER) {
      g_string_append(text, "; no routine's own code is much of that");
   }
}

static void add_not_known(GString* text, const RunSubjects* subjects)
{
   guint const runs = subjects->run_count;
   bool        is_one = runs == 1;
   g_string_append_printf(text, "%sNot known%s: at least %u sizes are needed, and the %u run%s that count%s "
                          "ha%s %u.", text->len > 0 ? " " : "", text->len > 0 ? "" : " yet",
                          run_subjects_least_sizes(subjects), runs, is_one ? "" : "s", is_one ? "s" : "",
                          is_one ? "s" : "ve", subjects->sizes);
}

double words_kernel_share(const RunSubjects* subjects)
{
   const RunRecord* record = subjects->runs[subjects->last]->record;
   return metric_of(subjects).kind != METRIC_CODE
             ? NAN : kernel_share(record->native_seconds, record->native_kernel_seconds);
}

static void add_kernel(GString* text, const RunSubjects* subjects)
{
   double share = words_kernel_share(subjects);
   if (kernel_matters(share)) {
      g_string_append_c(text, ' ');
      kernel_append(text, share);
      g_string_append_c(text, '.');
   }
}

/* "Each further line multiplies", "Each step of n multiplies", "Each further 300 bytes multiply". */
static void add_step(GString* text, const RunSubjects* subjects)
{
   const Experiment* experiment = subjects->experiment;
   bool              is_one = subjects->reach.step == 1, is_number = strcmp(experiment->unit, "number") == 0;
   GroupedText       room;
   const char*       many = text_grouped_number((uint64_t)subjects->reach.step, room);
   if (is_one && is_number) {
      g_string_append_printf(text, "Each step of %s", experiment->parameters[0]);
   } else if (is_one) {
      g_string_append_printf(text, "Each further %.*s", (int)strlen(experiment->unit) - 1, experiment->unit);
   } else {
      g_string_append_printf(text, "Each further %s%s%s", many, is_number ? " of " : " ",
                             is_number ? experiment->parameters[0] : experiment->unit);
   }
   g_string_append(text, is_one ? " multiplies" : " multiply");
}

/* Returns by what a step has multiplied the cost between the two largest sizes. */
static double last_multiplier(const RunSubjects* subjects)
{
   guint before = subjects->last;
   while (before > 0 && subjects->size[before] == subjects->size[subjects->last]) {
      before--;
   }
   double steps = (subjects->size[subjects->last] - subjects->size[before]) / subjects->reach.step;
   return pow(run_subjects_cost(subjects) / fmax((double)subjects->cost[before], 1), 1 / fmax(steps, 1));
}

/* "Each step of n multiplies the cost by about 8 (7 to 9), about 16 s instead of 2 s"; "the cost, the next by
   about 5.4 (5 to 6), the third by about 4.1". */
static void add_multiplier(GString* text, const RunSubjects* subjects, const Cause* cause)
{
   Estimate  next = subjects->program.at[0];
   double    cost = run_subjects_cost(subjects);
   double    third = subjects->program.at[CURVE_FAR].value / subjects->program.at[CURVE_FAR - 1].value;
   bool      changes = fabs(log(third / (next.value / cost))) > log(OTHER_MULTIPLIER);
   ShortText value, low, high;
   if (next.value <= cost) {
      add_step(text, subjects);
      g_string_append_printf(text, " the cost, by about %s at last; what further steps do is not known",
                             text_times_roughly(last_multiplier(subjects), value));
      return;
   }
   add_step(text, subjects);
   g_string_append_printf(text, " the cost%s by about %s", changes ? ", the next" : "",
                          text_times_roughly(next.value / cost, value));
   if (next.high / next.low > SURE_WIDTH) {
      g_string_append_printf(text, " (%s to %s)", text_times_roughly(next.low / cost, low),
                             text_times_roughly(next.high / cost, high));
   }
   add_time(text, subjects, next.value / cost);
   if (changes) {
      g_string_append_printf(text, ", the third by about %s", text_times_roughly(third, value));
   }
   add_culprit(text, subjects, cause, true);
}

static void add_answer(GString* text, const RunSubjects* subjects, const Cause* cause)
{
   SizeText far;
   g_string_append(text, text->len > 0 ? " " : "");
   if (is_by_steps(subjects)) {
      add_multiplier(text, subjects, cause);
   } else {
      bool is_figure = !is_no_figure(subjects);
      g_string_append_printf(text, is_figure ? "At %s it %s " : "What %s %s ", words_far(subjects, far),
                             metric_of(subjects).needs);
      if (is_figure) {
         add_cost(text, subjects, cause);
      } else {
         add_limits(text, subjects);
         add_culprit(text, subjects, cause, true);
      }
   }
   bool is_said = cause->timed != NULL
                  || (cause->kind != CAUSE_NOBODY && cause->named.run->growth->total.state == CURVE_OPEN);
   if (is_much_open(subjects) && !is_said && !is_no_figure(subjects)) {
      g_string_append(text, ". But ");
      phrase_add_open(text, cause->open);
   }
   g_string_append_c(text, '.');
   add_kernel(text, subjects);
}

/* "Of the largest input, at most 4.9 kB of 1.2 MB were read: beyond that, its size plays no part." */
static void add_beginning(GString* text, const RunSubjects* subjects)
{
   ShortText moved, all;
   if (subjects->reads_beginning) {
      g_string_append_printf(text, "%sOf the largest input, at most %s of %s were read: beyond that, its "
                             "size plays no part.", text->len > 0 ? " " : "",
                             text_bytes(subjects->moved, moved), text_bytes(subjects->input_bytes, all));
   }
}

char* words_headline(const RunSubjects* subjects, const Cause* cause)
{
   GString* text = g_string_new(NULL);
   failures_add(text, subjects->experiment);
   add_beginning(text, subjects);
   if (subjects->program.is_known) {
      add_answer(text, subjects, cause);
   } else {
      add_not_known(text, subjects);
      if (cause->timed != NULL) {
         g_string_append_printf(text, " Yet %s.", cause->timed);
      }
   }
   return g_string_free(text, FALSE);
}

/*--- Memory ---*/

/* ", and about 2.0 GB (1.8 GB to 2.2 GB) at 10 times the size (n, confirmed up to n = 800)". */
static void add_memory_then(GString* text, const RunSubjects* subjects)
{
   const Curve* curve = &subjects->memory_curve;
   Estimate     far = curve->at[CURVE_FAR];
   ShortText    value, low, high;
   SizeText     size;
   g_string_append_printf(text, ", and %s%s", far.high > SURE_WIDTH * far.low ? "about " : "",
                          text_bytes(far.value, value));
   if (is_wide(&far)) {
      g_string_append_printf(text, " (%s to %s)", text_bytes(far.low, low), text_bytes(far.high, high));
   }
   g_string_append_printf(text, " at %s (", words_far(subjects, size));
   add_state(text, subjects, curve);
   g_string_append_c(text, ')');
}

char* words_memory(const RunSubjects* subjects)
{
   const Curve* curve = &subjects->memory_curve;
   ShortText    now;
   SizeText     size;
   double       far = curve->state == CURVE_OPEN ? 0 : curve->at[CURVE_FAR].value;
   if (subjects->memory == NULL || fmax(far, subjects->memory[subjects->last]) < LEAST_MEMORY) {
      return NULL;
   }
   GString* text = g_string_new("Without Valgrind, the largest process needs ");
   g_string_append_printf(text, "%s of memory", text_bytes(subjects->memory[subjects->last], now));
   if (curve->state == CURVE_OPEN) {
      g_string_append(text, "; how that grows is open");
   } else if (curve->at[CURVE_FAR].high < SAME_COST * curve->measured) {
      g_string_append_printf(text, ", and about as much at %s", words_far(subjects, size));
   } else {
      add_memory_then(text, subjects);
   }
   g_string_append_c(text, '.');
   return g_string_free(text, FALSE);
}

/*--- What the culprit lacks ---*/

/* Whether one call does it all: what was inlined into the routine may be what grows. */
static bool is_all_in_one(const RunSubjects* subjects, const RunSubject* routine)
{
   double work = routine->self_share;
   for (guint i = 0; i < subjects->routines->len; i++) {
      const RunSubject* other = g_ptr_array_index(subjects->routines, i);
      if (!other->is_own && other->caller == routine) {
         work += other->self_share * other->caller_part;
      }
   }
   return run_subject_is_once(routine) && work >= PART_MOST * routine->share;
}

/* Whether a name is of a package or namespace of the program; C's may be of any header. */
static bool is_of_program(const char* name)
{
   return (strchr(name, '.') != NULL || strstr(name, "::") != NULL) && !own_is_standard_library(name, NULL);
}

/* Adds the code of the program that was inlined, from lines of the routine itself or further within; returns
   how many names there are now. */
static guint add_inlined(GString* text, const InlinedCode* code, bool has_lines, guint named)
{
   for (guint i = 0; i < code->inlined->len; i++) {
      const Inlined* inlined = &g_array_index(code->inlined, Inlined, i);
      if ((inlined->lines->len > 0) == has_lines && is_of_program(inlined->name)) {
         named++;
         if (named <= MOST_INLINED) {
            g_string_append_printf(text, "%s`%s`", named == 1 ? "" : ", ", inlined->name);
         }
      }
   }
   return named;
}

/* Returns NULL if there is no such code. */
static char* inlined_text(const Header* header, const RunSubject* routine)
{
   InlinedCode code = definition_find(header, routine->image,
                                      definition_symbol(routine->name, routine->mangled));
   GString*    text = g_string_new(NULL);
   guint       named = 0;
   if (code.problem == NULL) {
      named = add_inlined(text, &code, true, named);
      named = add_inlined(text, &code, false, named);
   }
   if (named > MOST_INLINED) {
      g_string_append_printf(text, " and %u more", named - MOST_INLINED);
   }
   inlined_free(&code);
   return g_string_free(text, named == 0);
}

/* Says what the costs of one call cannot tell apart. */
static char* mixed_text(const RunSubjects* subjects, const RunSubject* culprit)
{
   const Header* header = &subjects->conditions[subjects->last];
   const char* name = naming_short(subjects, culprit);
   const char* missing = definition_inlined_missing(header);
   if (missing != NULL) {
      return g_strdup(missing);
   }
   g_autofree char* producer = debug_producer(culprit->image);
   g_autofree char* inlined = producer == NULL ? NULL : inlined_text(header, culprit);
   return producer == NULL
          ? g_strdup_printf("%s has no debug information, so what the compiler has inlined into `%s` "
                            "is not told apart from it: build it with -g.",
                            culprit->image, name)
        : inlined == NULL ? NULL
        : g_strdup_printf("The cost of `%s` includes what the compiler has inlined there: %s.", name,
                          inlined);
}

char* words_lacking(const RunSubjects* subjects, const Cause* cause)
{
   const RunSubject* culprit = cause->named.run;
   if (culprit == NULL) {
      return NULL;
   }
   g_autofree char* nameless = naming_lacking(subjects, cause);
   g_autofree char* interpreter = interpreter_lacking(subjects, culprit);
   if (nameless != NULL || interpreter != NULL) {
      return g_strconcat(interpreter == NULL ? "" : interpreter,
                         nameless == NULL || interpreter == NULL ? "" : " ",
                         nameless == NULL ? "" : nameless, NULL);
   }
   const char* object = culprit->image;
   if (!g_file_test(object, G_FILE_TEST_IS_REGULAR) || interpreter_has_script(subjects, culprit)) {
      return NULL;
   }
   bool is_same = !header_is_other_object(&subjects->conditions[subjects->last], object);
   return is_same && is_all_in_one(subjects, culprit) ? mixed_text(subjects, culprit) : NULL;
}

/*--- Of a routine ---*/

/* "12.3k"; "12.3 kB", if that is bytes. */
static const char* cost_text(const RunSubjects* subjects, double cost, ShortText text)
{
   return metric_of(subjects).kind == METRIC_BYTES ? text_bytes(cost, text) : text_short_number(cost, text);
}

/* "n calls", "1 call". */
static void add_calls(GString* text, const RunSubject* routine)
{
   const Curve* calls = &routine->growth->calls;
   ShortText    number;
   if (calls->state == CURVE_OPEN) {
      g_string_append(text, "calls open");
   } else if (calls->term != TERM_CONSTANT) {
      g_string_append_printf(text, "%s calls", calls->class);
   } else {
      g_string_append_printf(text, "%s call%s", text_short_number(round(calls->measured), number),
                             run_subject_is_once(routine) ? "" : "s");
   }
}

/* ", n each", ", 17.5 each": of a single call, that is the total. */
static void add_each(GString* text, const RunSubjects* subjects, const RunSubject* routine)
{
   const Curve* calls = &routine->growth->calls;
   const Curve* each = &routine->growth->per_call;
   ShortText    number;
   bool         is_once = calls->state != CURVE_OPEN && calls->term == TERM_CONSTANT
                          && run_subject_is_once(routine);
   if (routine->growth->has_calls && each->state != CURVE_OPEN && !is_once) {
      g_string_append_printf(text, ", %s each", each->term != TERM_CONSTANT
                             ? each->class : cost_text(subjects, each->measured, number));
   }
}

/* "; 95 % for main". */
static void add_caller(GString* text, const RunSubjects* subjects, const RunSubject* routine)
{
   ShortText part;
   if (!routine->is_own && routine->caller != NULL) {
      g_string_append(text, "; ");
      if (routine->caller_part < 0.995) {
         g_string_append_printf(text, "%s ", text_percent(routine->caller_part, part));
      }
      g_string_append_printf(text, "for %s", naming_short(subjects, routine->caller));
   }
}

char* words_why(const RunSubjects* subjects, const RunSubject* routine)
{
   SizeText size;
   double   from = routine->growth->total.break_size;
   GString* text = g_string_new(NULL);
   add_calls(text, routine);
   add_each(text, subjects, routine);
   add_caller(text, subjects, routine);
   if (from > 0) {
      g_string_append_printf(text, "; from %s on", words_size(subjects, from, size));
   }
   return g_string_free(text, FALSE);
}

char* words_check(const RunSubjects* subjects, const Curve* curve)
{
   if (!curve->is_checked) {
      return NULL;
   }
   SizeText    size, from;
   ShortText   predicted, measured;
   double      miss = curve_miss(curve);
   const char* so = miss > 0 ? ", so it grows faster than they show"
                    : miss < 0 ? ", so it grows slower than they show" : "";
   cost_text(subjects, curve->predicted.value, predicted);
   cost_text(subjects, curve->measured, measured);
   words_largest(subjects, size);
   if (isnan(curve->checked_from)) {
      return g_strdup_printf("the other runs predicted %s for %s; it was %s%s", predicted, size, measured,
                             so);
   }
   return g_strdup_printf("the runs up to %s predicted %s for %s; it was %s%s",
                          words_size(subjects, curve->checked_from, from), predicted, size, measured, so);
}
