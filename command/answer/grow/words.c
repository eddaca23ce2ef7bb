#include "answer/grow/words.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "answer/grow/culprit.h"
#include "answer/grow/failures.h"
#include "answer/grow/harm.h"
#include "answer/grow/interpreter.h"
#include "answer/grow/naming.h"
#include "answer/definition.h"
#include "dwarf/compiler.h"
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

const char* words_size(const GrowthFacts* facts, double size, SizeText text)
{
   GroupedText room;
   text[0] = '\0';
   if (strcmp(facts->experiment->unit, "number") == 0) {
      add_number(facts->experiment, 0, size, text);
   } else {
      g_snprintf(text, sizeof(SizeText), "%s %s", text_grouped_number((uint64_t)size, room),
                 facts->experiment->unit);
   }
   return text;
}

const char* words_largest(const GrowthFacts* facts, SizeText text)
{
   words_size(facts, facts->size[facts->last], text);
   if (facts->other_size != NULL) {
      add_number(facts->experiment, 1, facts->other_size[facts->last], text);
   }
   return text;
}

/* Whether each step of the size multiplies the cost. */
static bool is_by_steps(const GrowthFacts* facts)
{
   return facts->reach.step > 0;
}

const char* words_far(const GrowthFacts* facts, SizeText text)
{
   double times = facts->reach.times[CURVE_FAR];
   if (is_by_steps(facts)) {
      return words_size(facts, round(times * facts->size[facts->last]), text);
   }
   g_snprintf(text, sizeof(SizeText), "%.0f times %s", times,
              facts->other_size == NULL ? "the size" : "both sizes");
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

char* words_range(const GrowthFacts* facts)
{
   GString* text = g_string_new(NULL);
   add_range(text, facts->experiment, 0, facts->size, facts->series->run_count);
   if (facts->other_size != NULL) {
      add_range(text, facts->experiment, 1, facts->other_size, facts->series->run_count);
   }
   return g_string_free(text, FALSE);
}

/*------------------------------------------------------------------*/
/*--- The first sentence                                         ---*/
/*------------------------------------------------------------------*/

/* Returns the power of the size that leads from the largest run to this cost at the farthest size. */
static double power_of(const Curve* curve, double far)
{
   return log(far / curve->measured) / log(curve->reach.times[CURVE_FAR]);
}

/* Says of a curve that is open what it looks like, and what its forecast leaves out all the same. */
static void add_open(GString* text, const GrowthFacts* facts, const Curve* curve)
{
   bool   is_bounded = curve->is_known && facts->other_size == NULL && curve->measured > 0;
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

static void add_state(GString* text, const GrowthFacts* facts, const Curve* curve)
{
   SizeText size;
   switch (curve->state) {
      case CURVE_CONFIRMED:
         g_string_append_printf(text, "%s, confirmed up to %s", curve->class, words_largest(facts, size));
         break;
      case CURVE_LIKELY:
         g_string_append_printf(text, "likely %s", curve->class);
         break;
      case CURVE_OPEN:
         add_open(text, facts, curve);
         break;
   }
}

/* Returns no place for an interpreter, or for code of GHC: where that spends its time says little. */
static GrowthPlace place_of(const GrowthFacts* facts, const SizeGrowth* culprit)
{
   char* runs = interpreter_runs(facts, culprit->series);
   bool  is_interpreter = runs != NULL;
   g_free(runs);
   return is_interpreter ? (GrowthPlace){ NULL, 0 } : growth_place(facts, culprit);
}

/* ", 96 % in `memmove`"; ", all in `strlen`". */
static void add_place(GString* text, const SizeGrowth* culprit, GrowthPlace place)
{
   char*  name = naming_short(place.routine->series->name, place.routine->series->mangled);
   double percent = round(100 * fmin(place.share, 1));
   if (percent >= round(100 * fmin(culprit->far_share, 1))) {
      g_string_append_printf(text, ", all in `%s`", name);
   } else {
      g_string_append_printf(text, ", %.0f %% in `%s`", percent, name);
   }
   g_free(name);
}

/* "`find` and `sort`, both for `merge`, will be 50 % and 48 % of that". */
static void add_two(GString* text, const GrowthFacts* facts, const SizeGrowth* routine,
                    const SizeGrowth* other, const char* grows)
{
   const SizeGrowth* caller = growth_common_caller(facts, routine, other);
   char* names[] = {
      naming_short(routine->series->name, routine->series->mangled),
      naming_short(other->series->name, other->series->mangled),
      caller == NULL ? NULL : naming_short(caller->series->name, caller->series->mangled),
   };
   g_string_append_printf(text, "`%s` and `%s`", names[0], names[1]);
   if (names[2] != NULL) {
      g_string_append_printf(text, ", both for `%s`,", names[2]);
   }
   g_string_append_printf(text, " %swill be %.0f %% and %.0f %% of that", grows,
                          100 * fmin(routine->far_share, 1), 100 * fmin(other->far_share, 1));
   for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
      g_free(names[i]);
   }
}

/* "`parse`, with what it calls, will be 96 % of that, 80 % in `strlen`". */
static void add_one(GString* text, const GrowthFacts* facts, const SizeGrowth* routine, const char* grows)
{
   GrowthPlace place = place_of(facts, routine);
   bool calls_much = place.routine == NULL && routine->far_share > routine->far_self_share + LEAST_CALLED;
   bool has_comma = naming_add(text, facts, routine);
   if (own_is_collector(routine->series->name)) {
      g_string_append_printf(text, "%s of the garbage collector,", has_comma ? "" : ",");
      has_comma = true;
   }
   g_string_append_printf(text, "%s%s %swill be %.0f %% of that", calls_much && !has_comma ? "," : "",
                          calls_much ? " with what it calls," : "", grows,
                          100 * fmin(routine->far_share, 1));
   if (place.routine != NULL) {
      add_place(text, routine, place);
   }
}

static void add_culprit(GString* text, const GrowthFacts* facts, const SizeGrowth* routine, bool is_larger)
{
   const SizeGrowth* tied = growth_tied(facts, routine);
   const char*       grows = is_larger ? "" : "grows, and ";
   g_string_append(text, is_larger ? "; " : "; but ");
   if (tied != NULL) {
      add_two(text, facts, routine, tied, grows);
   } else {
      add_one(text, facts, routine, grows);
   }
   g_string_append(text, " (");
   add_state(text, facts, &routine->total);
   g_string_append_c(text, ')');
}

static Metric metric_of(const GrowthFacts* facts)
{
   return metric_find(facts->series->unit);
}

/* Adds ", about 56 s instead of 0.6 s" if it is known how long the largest run takes without Valgrind: its
   time grows as its cost does. */
static void add_time(GString* text, const GrowthFacts* facts, double factor)
{
   double     now = facts->series->runs[facts->last]->record->native_seconds;
   MetricKind kind = metric_of(facts).kind;
   ShortText  before, then;
   if (now >= SHORT_NATIVE_RUN && (kind == METRIC_CODE || kind == METRIC_TIME)) {
      g_string_append_printf(text, ", about %s instead of %s", text_time(now * factor, then),
                             text_time(now, before));
   }
}

bool words_name_range(const Estimate* forecast)
{
   return forecast->high > WIDE_FORECAST * forecast->low;
}

/* "99.8 times as long"; "about 79 times as long"; "about 7.8 times as long (5.4 to 22)". */
static void add_factor(GString* text, const GrowthFacts* facts, const char* behind)
{
   Estimate  far = facts->program.at[CURVE_FAR];
   double    cost = growth_facts_cost(facts), width = far.high / far.low;
   ShortText value, low, high;
   if (width <= SURE_WIDTH) {
      g_string_append_printf(text, "%s", text_times(far.value / cost, value));
   } else {
      g_string_append_printf(text, "about %s", text_times_roughly(far.value / cost, value));
   }
   g_string_append_printf(text, " times %s", metric_of(facts).as);
   g_string_append(text, behind);
   if (words_name_range(&far)) {
      g_string_append_printf(text, " (%s to %s)", text_times_roughly(far.low / cost, low),
                             text_times_roughly(far.high / cost, high));
   }
   add_time(text, facts, far.value / cost);
}

static bool is_much_open(const GrowthFacts* facts)
{
   return facts->open_share >= SHARE_OF_HEADLINE && growth_open_matters(facts);
}

static void add_cost(GString* text, const GrowthFacts* facts, double factor)
{
   GrowthHarm harm = growth_harm(facts);
   if (factor < 1 / SAME_COST) {
      g_string_append_printf(text, "%s: ", metric_of(facts).less);
      add_factor(text, facts, " as now");
   } else if (factor < SAME_COST) {
      g_string_append_printf(text, "%s as now", metric_of(facts).as);
   } else {
      add_factor(text, facts, "");
   }
   if (factor >= SAME_COST && harm != HARM_FASTER) {
      g_string_append_printf(text, ": nothing%s grows faster than %s",
                             !is_much_open(facts) ? "" : " that is known",
                             harm == HARM_N ? "the size" : "n log n");
   }
}

static void add_cost_and_culprit(GString* text, const GrowthFacts* facts)
{
   double            factor = growth_factor(facts);
   const SizeGrowth* culprit = growth_named(facts);
   add_cost(text, facts, factor);
   if (culprit != NULL) {
      add_culprit(text, facts, culprit, factor >= SAME_COST);
   } else if (factor >= SAME_COST && growth_harm(facts) == HARM_FASTER) {
      g_string_append(text, "; no routine's own code is much of that");
   }
}

static void add_not_known(GString* text, const GrowthFacts* facts)
{
   guint const runs = facts->series->run_count;
   bool        is_one = runs == 1;
   g_string_append_printf(text, "%sNot known%s: at least %u sizes are needed, and the %u run%s that count%s "
                          "ha%s %u.", text->len > 0 ? " " : "", text->len > 0 ? "" : " yet",
                          growth_facts_least_sizes(facts), runs, is_one ? "" : "s", is_one ? "s" : "",
                          is_one ? "s" : "ve", facts->sizes);
}

double words_kernel_share(const GrowthFacts* facts)
{
   const RunRecord* record = facts->series->runs[facts->last]->record;
   return metric_of(facts).kind != METRIC_CODE
             ? NAN : kernel_share(record->native_seconds, record->native_kernel_seconds);
}

static void add_kernel(GString* text, const GrowthFacts* facts)
{
   double share = words_kernel_share(facts);
   if (kernel_matters(share)) {
      g_string_append_c(text, ' ');
      kernel_append(text, share);
      g_string_append_c(text, '.');
   }
}

/* "Each further line multiplies", "Each step of n multiplies", "Each further 300 bytes multiply". */
static void add_step(GString* text, const GrowthFacts* facts)
{
   const Experiment* experiment = facts->experiment;
   bool              is_one = facts->reach.step == 1, is_number = strcmp(experiment->unit, "number") == 0;
   GroupedText       room;
   const char*       many = text_grouped_number((uint64_t)facts->reach.step, room);
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
static double last_multiplier(const GrowthFacts* facts)
{
   guint before = facts->last;
   while (before > 0 && facts->size[before] == facts->size[facts->last]) {
      before--;
   }
   double steps = (facts->size[facts->last] - facts->size[before]) / facts->reach.step;
   return pow(growth_facts_cost(facts) / fmax((double)facts->series->cost[before], 1), 1 / fmax(steps, 1));
}

/* "Each step of n multiplies the cost by about 8 (7 to 9), about 16 s instead of 2 s"; "the cost, the next by
   about 5.4 (5 to 6), the third by about 4.1". */
static void add_multiplier(GString* text, const GrowthFacts* facts)
{
   Estimate  next = facts->program.at[0];
   double    cost = growth_facts_cost(facts);
   double    third = facts->program.at[CURVE_FAR].value / facts->program.at[CURVE_FAR - 1].value;
   bool      changes = fabs(log(third / (next.value / cost))) > log(OTHER_MULTIPLIER);
   ShortText value, low, high;
   if (next.value <= cost) {
      add_step(text, facts);
      g_string_append_printf(text, " the cost, by about %s at last; what further steps do is not known",
                             text_times_roughly(last_multiplier(facts), value));
      return;
   }
   add_step(text, facts);
   g_string_append_printf(text, " the cost%s by about %s", changes ? ", the next" : "",
                          text_times_roughly(next.value / cost, value));
   if (next.high / next.low > SURE_WIDTH) {
      g_string_append_printf(text, " (%s to %s)", text_times_roughly(next.low / cost, low),
                             text_times_roughly(next.high / cost, high));
   }
   add_time(text, facts, next.value / cost);
   if (changes) {
      g_string_append_printf(text, ", the third by about %s", text_times_roughly(third, value));
   }
   if (growth_named(facts) != NULL) {
      add_culprit(text, facts, growth_named(facts), true);
   }
}

static void add_answer(GString* text, const GrowthFacts* facts)
{
   SizeText far;
   g_string_append(text, text->len > 0 ? " " : "");
   if (is_by_steps(facts)) {
      add_multiplier(text, facts);
   } else {
      g_string_append_printf(text, "At %s it %s ", words_far(facts, far), metric_of(facts).needs);
      add_cost_and_culprit(text, facts);
   }
   const SizeGrowth* culprit = growth_named(facts);
   bool is_said = culprit != NULL && culprit->total.state == CURVE_OPEN;
   if (is_much_open(facts) && !is_said) {
      g_string_append_printf(text, ". But how %.0f %% of the cost grows is open", 100 * facts->open_share);
   }
   g_string_append_c(text, '.');
   add_kernel(text, facts);
}

/* "Of the largest input, at most 4.9 kB of 1.2 MB were read: beyond that, its size plays no part." */
static void add_beginning(GString* text, const GrowthFacts* facts)
{
   ShortText moved, all;
   if (facts->reads_beginning) {
      g_string_append_printf(text, "%sOf the largest input, at most %s of %s were read: beyond that, its "
                             "size plays no part.", text->len > 0 ? " " : "", text_bytes(facts->moved, moved),
                             text_bytes(facts->input_bytes, all));
   }
}

char* words_headline(const GrowthFacts* facts)
{
   GString* text = g_string_new(NULL);
   failures_add(text, facts->experiment);
   add_beginning(text, facts);
   if (facts->program.is_known) {
      add_answer(text, facts);
   } else {
      add_not_known(text, facts);
   }
   return g_string_free(text, FALSE);
}

/*------------------------------------------------------------------*/
/*--- Memory                                                     ---*/
/*------------------------------------------------------------------*/

/* ", and about 2.0 GB (1.8 GB to 2.2 GB) at 10 times the size (n, confirmed up to n = 800)". */
static void add_memory_then(GString* text, const GrowthFacts* facts)
{
   const Curve* curve = &facts->memory_curve;
   Estimate     far = curve->at[CURVE_FAR];
   ShortText    value, low, high;
   SizeText     size;
   g_string_append_printf(text, ", and %s%s", far.high > SURE_WIDTH * far.low ? "about " : "",
                          text_bytes(far.value, value));
   if (words_name_range(&far)) {
      g_string_append_printf(text, " (%s to %s)", text_bytes(far.low, low), text_bytes(far.high, high));
   }
   g_string_append_printf(text, " at %s (", words_far(facts, size));
   add_state(text, facts, curve);
   g_string_append_c(text, ')');
}

char* words_memory(const GrowthFacts* facts)
{
   const Curve* curve = &facts->memory_curve;
   ShortText    now;
   SizeText     size;
   double       far = curve->state == CURVE_OPEN ? 0 : curve->at[CURVE_FAR].value;
   if (facts->memory == NULL || fmax(far, facts->memory[facts->last]) < LEAST_MEMORY) {
      return NULL;
   }
   GString* text = g_string_new("Without Valgrind, the largest process needs ");
   g_string_append_printf(text, "%s of memory", text_bytes(facts->memory[facts->last], now));
   if (curve->state == CURVE_OPEN) {
      g_string_append(text, "; how that grows is open");
   } else if (curve->at[CURVE_FAR].high < SAME_COST * curve->measured) {
      g_string_append_printf(text, ", and about as much at %s", words_far(facts, size));
   } else {
      add_memory_then(text, facts);
   }
   g_string_append_c(text, '.');
   return g_string_free(text, FALSE);
}

/*------------------------------------------------------------------*/
/*--- What the culprit lacks                                     ---*/
/*------------------------------------------------------------------*/

/* Whether one call does it all: what was inlined into the routine may be what grows. */
static bool is_all_in_one(const GrowthFacts* facts, const SizeGrowth* routine)
{
   double work = routine->self_share;
   for (guint i = 0; i < facts->routines->len; i++) {
      const SizeGrowth* other = &g_array_index(facts->routines, SizeGrowth, i);
      if (!other->series->is_own && growth_works_for(other, routine)) {
         work += other->self_share * other->series->caller_part;
      }
   }
   return growth_is_once(&routine->calls) && work >= PART_MOST * routine->share;
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
static char* inlined_text(const Header* header, const SizeGrowth* routine)
{
   const RoutineSeries* series = routine->series;
   InlinedCode code = definition_find(header, series->image,
                                      definition_symbol(series->name, series->mangled));
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
static char* mixed_text(const Header* header, const SizeGrowth* culprit)
{
   const char* missing = definition_inlined_missing(header);
   if (missing != NULL) {
      return g_strdup(missing);
   }
   char* name = naming_short(culprit->series->name, culprit->series->mangled);
   char* producer = debug_producer(culprit->series->image);
   char* inlined = producer == NULL ? NULL : inlined_text(header, culprit);
   char* text = producer == NULL
                ? g_strdup_printf("%s has no debug information, so what the compiler has inlined into `%s` "
                                  "is not told apart from it: build it with -g.",
                                  culprit->series->image, name)
              : inlined == NULL ? NULL
              : g_strdup_printf("The cost of `%s` includes what the compiler has inlined there: %s.", name,
                                inlined);
   g_free(inlined);
   g_free(producer);
   g_free(name);
   return text;
}

char* words_lacking(const GrowthFacts* facts)
{
   const SizeGrowth* culprit = growth_named(facts);
   const Header*     header = &facts->series->conditions[facts->last];
   if (culprit == NULL) {
      return NULL;
   }
   char* nameless = naming_lacking(facts, header, culprit);
   char* interpreter = interpreter_lacking(facts, culprit->series);
   if (nameless != NULL || interpreter != NULL) {
      char* text = g_strconcat(interpreter == NULL ? "" : interpreter,
                               nameless == NULL || interpreter == NULL ? "" : " ",
                               nameless == NULL ? "" : nameless, NULL);
      g_free(interpreter);
      g_free(nameless);
      return text;
   }
   const char* object = culprit->series->image;
   if (!g_file_test(object, G_FILE_TEST_IS_REGULAR)) {
      return NULL;
   }
   bool is_same = !header_is_other_object(header, object);
   return is_same && is_all_in_one(facts, culprit) ? mixed_text(header, culprit) : NULL;
}

char* words_lacking_command(const GrowthFacts* facts)
{
   const SizeGrowth* culprit = growth_named(facts);
   return culprit == NULL ? NULL : interpreter_command(facts, culprit->series);
}

/*------------------------------------------------------------------*/
/*--- Of a routine                                               ---*/
/*------------------------------------------------------------------*/

/* "12.3k"; "12.3 kB", if that is bytes. */
static const char* cost_text(const GrowthFacts* facts, double cost, ShortText text)
{
   return metric_of(facts).kind == METRIC_BYTES ? text_bytes(cost, text) : text_short_number(cost, text);
}

/* "n calls", "1 call". */
static void add_calls(GString* text, const Curve* calls)
{
   ShortText number;
   if (calls->term != TERM_CONSTANT) {
      g_string_append_printf(text, "%s calls", calls->class);
   } else {
      g_string_append_printf(text, "%s call%s", text_short_number(round(calls->measured), number),
                             growth_is_once(calls) ? "" : "s");
   }
}

/* ", n each", ", 17.5 each": of a single call, that is the total. */
static void add_each(GString* text, const GrowthFacts* facts, const SizeGrowth* routine)
{
   ShortText number;
   bool      is_once = routine->calls.state != CURVE_OPEN && routine->calls.term == TERM_CONSTANT
                       && growth_is_once(&routine->calls);
   if (routine->has_calls && routine->per_call.state != CURVE_OPEN && !is_once) {
      g_string_append_printf(text, ", %s each", routine->per_call.term != TERM_CONSTANT
                             ? routine->per_call.class
                             : cost_text(facts, routine->per_call.measured, number));
   }
}

/* "; 95 % for main". */
static void add_caller(GString* text, const RoutineSeries* series)
{
   if (!series->is_own && series->caller != NULL) {
      char* caller = naming_short(series->caller, NULL);
      if (series->caller_part < 0.995) {
         g_string_append_printf(text, "; %.0f %% for %s", 100 * series->caller_part, caller);
      } else {
         g_string_append_printf(text, "; for %s", caller);
      }
      g_free(caller);
   }
}

char* words_why(const GrowthFacts* facts, const SizeGrowth* routine)
{
   SizeText size;
   GString* text = g_string_new(NULL);
   if (routine->calls.state == CURVE_OPEN) {
      g_string_append(text, "calls open");
   } else {
      add_calls(text, &routine->calls);
   }
   add_each(text, facts, routine);
   add_caller(text, routine->series);
   if (routine->total.break_size > 0) {
      g_string_append_printf(text, "; from %s on", words_size(facts, routine->total.break_size, size));
   }
   return g_string_free(text, FALSE);
}

char* words_check(const GrowthFacts* facts, const Curve* curve)
{
   if (!curve->is_checked) {
      return NULL;
   }
   SizeText  size, from;
   ShortText predicted, measured;
   cost_text(facts, curve->predicted.value, predicted);
   cost_text(facts, curve->measured, measured);
   words_largest(facts, size);
   if (isnan(curve->checked_from)) {
      return g_strdup_printf("the other runs predicted %s for %s; it was %s", predicted, size, measured);
   }
   return g_strdup_printf("the runs up to %s predicted %s for %s; it was %s",
                          words_size(facts, curve->checked_from, from), predicted, size, measured);
}
