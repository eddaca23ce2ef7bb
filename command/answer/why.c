/* From an origin to words.

   How often a routine calls another is known on average only.  "a f(n) times" says
   it as a multiple of a function f: a is the number of all these calls divided by
   the sum of f(n) over all activations of the routine.  So it is an average too, and
   the sentence has the plain average beside it. */

#include "answer/why.h"
#include "subject/limits.h"

#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/text.h"

const char* const origin_names[] = {
   [ORIGIN_UNKNOWN] = "unknown", [ORIGIN_OWN_WORK] = "self", [ORIGIN_RECURSION] = "recursion",
   [ORIGIN_CALLS] = "calls", [ORIGIN_INHERITED] = "inherited"
};

/*--- Functions of n ---*/

/* n^power, times log n or not. */
typedef struct {
   double power;
   int    logs;
} Function;

/* False of classes that are no such function. */
static bool function_of(GrowthClass class, Function* function)
{
   bool is_function = class < GROWTH_EXP;
   if (is_function) {
      *function = (Function){ growth_exponent(class), class == GROWTH_N_LOG_N || class == GROWTH_N_2_LOG_N };
   }
   return is_function;
}

static double value_at(Function function, double n)
{
   return pow(n, function.power) * (function.logs > 0 ? log2(fmax(n, 1.0)) : 1.0);
}

typedef char FunctionText[32];

static void write_function(Function function, FunctionText text)
{
   char power[20] = "";
   if (function.power == 1.0) {
      strcpy(power, "n");
   } else if (function.power > 0.0) {
      snprintf(power, sizeof power, "n^%g", function.power);
   }
   snprintf(text, sizeof(FunctionText), "%s%s%s", power, power[0] != '\0' && function.logs > 0 ? " " : "",
            function.logs > 0 ? "log n" : "");
}

/* Divides the class of the caller by that of the callee. */
static bool divide_classes(const Origin* origin, Function* function)
{
   Function whole, part;
   if (!function_of(origin->class, &whole) || !function_of(origin->callee_class, &part)) {
      return false;
   }
   *function = (Function){ whole.power - part.power, whole.logs - part.logs };
   return function->power >= 0.0 && function->logs >= 0;
}

static bool is_simple(Function function)
{
   return function.logs == 0 && function.power > 0.0 && function.power == floor(function.power);
}

/* How the number of calls grows.  Each call ends a block of the routine's own code, so there are at most as
   many calls as its self cost, and nearly always they grow as it does.  They should also grow by what the
   class of the callee lacks.  Classes are not that certain: of the two, n and n^2 are believed first.  False
   if neither says anything. */
static bool find_calls(const Origin* origin, Function* function)
{
   Function by_self, by_classes;
   bool has_self = function_of(origin->self_class, &by_self) && (by_self.power > 0.0 || by_self.logs > 0);
   bool has_classes = divide_classes(origin, &by_classes) && (by_classes.power > 0.0 || by_classes.logs > 0);
   bool takes_self = has_self && (!has_classes || is_simple(by_self) || !is_simple(by_classes));
   *function = takes_self ? by_self : by_classes;
   return has_self || has_classes;
}

typedef char CallsText[60];

/* Writes how often a call of the routine calls the origin's callee, as a function of its input: "0.25 n".
   False if that is not known, or if it calls it a few times only. */
static bool write_calls(Report* report, const Routine* routine, const Origin* origin, CallsText text)
{
   Function function;
   if (origin->largest_part >= PART_MOST || !find_calls(origin, &function)) {
      return false;
   }
   size_t       count;
   const Point* points = report_routine_points(report, routine, &count);
   double       sum = 0.0;
   for (size_t i = 0; i < count; i++) {
      sum += (double)points[i].calls * value_at(function, points[i].rms);
   }
   if (sum <= 0.0) {
      return false;
   }
   FunctionText name;
   write_function(function, name);
   double    factor = origin->callee_calls * (double)routine->totals.calls / sum;
   ShortText large;
   if (factor < 10.0) {
      snprintf(text, sizeof(CallsText), "%#.2g %s", factor, name);
   } else {
      snprintf(text, sizeof(CallsText), "%s %s", text_short_number(factor, large), name);
   }
   return true;
}

/*--- Sentences ---*/

typedef char Sentence[900];

typedef char NameText[300];

/* Writes the name as it can be printed, cut to fit into a sentence. */
static const char* short_name(const Routine* routine, NameText text)
{
   char* cut = text_cut(routine->name, SENTENCE_NAME);
   g_strlcpy(text, cut, sizeof(NameText));
   free(cut);
   return text;
}

static bool is_class(GrowthClass class)
{
   return class <= GROWTH_EXP;
}

/* "520", but "1.5" and "0.03". */
static const char* short_average(double number, ShortText text)
{
   if (number < 100.0) {
      snprintf(text, sizeof(ShortText), "%.2g", number);
      return text;
   }
   return text_short_number(number, text);
}

typedef char TimesText[40];

static const char* short_times(double calls, TimesText text)
{
   ShortText average;
   if (calls == 1.0) {
      strcpy(text, "once");
   } else {
      snprintf(text, sizeof(TimesText), "%s times on average", short_average(calls, average));
   }
   return text;
}

/* "42", but "0.13". */
static const char* short_percent(double part, ShortText text)
{
   snprintf(text, sizeof(ShortText), part < 0.01 ? "%.2g" : "%.0f", 100.0 * part);
   return text;
}

static void write_own_work(const Origin* origin, Sentence text)
{
   ShortText part;
   bool      has_class = is_class(origin->self_class) && origin->self_class != GROWTH_CONSTANT;
   snprintf(text, sizeof(Sentence), "its own code has %s%% of its cost%s%s",
            short_percent(origin->self_part, part), has_class ? ", and costs " : "",
            has_class ? growth_class_name(origin->self_class) : "");
}

static void write_recursion(const Origin* origin, Sentence text)
{
   NameText  name;
   int used = snprintf(text, sizeof(Sentence), "it calls itself, directly or through others");
   if (is_class(origin->self_class)) {
      used += snprintf(text + used, sizeof(Sentence) - (size_t)used, "; its own code costs %s",
                       origin->self_class == GROWTH_CONSTANT ? "the same each time"
                                                             : growth_class_name(origin->self_class));
   }
   if (origin->callee != NULL) {
      snprintf(text + used, sizeof(Sentence) - (size_t)used, "; of what else it calls, %s costs most",
               short_name(origin->callee, name));
   }
}

/* Writes the mean cost of one call of the callee. */
static void write_call_cost(const Origin* origin, char* text, size_t size)
{
   const Totals* totals = &origin->callee->totals;
   ShortText     mean;
   text_short_number((double)totals->sum / (double)totals->calls, mean);
   if (origin->callee_class == GROWTH_CONSTANT) {
      snprintf(text, size, "each call costs the same, %s on average", mean);
   } else if (is_class(origin->callee_class)) {
      snprintf(text, size, "each call's cost grows as %s with its own input",
               growth_class_name(origin->callee_class));
   } else {
      snprintf(text, size, "each call costs %s on average", mean);
   }
}

/* "0.25 n times (520 on average)", or only "520 times on average". */
static void write_times(Report* report, const Routine* routine, const Origin* origin, char* text, size_t size)
{
   TimesText times;
   ShortText average;
   CallsText multiple;
   if (write_calls(report, routine, origin, multiple)) {
      snprintf(text, size, "%s times (%s on average)", multiple,
               short_average(origin->callee_calls, average));
   } else {
      snprintf(text, size, "%s", short_times(origin->callee_calls, times));
   }
}

static void write_called(Report* report, const Routine* routine, const Origin* origin, Sentence text)
{
   NameText  name;
   ShortText largest;
   char      times[120], cost[100];
   write_times(report, routine, origin, times, sizeof times);
   write_call_cost(origin, cost, sizeof cost);
   snprintf(text, sizeof(Sentence), "it calls %s %s, %s; these calls are %.0f%% of its cost, a single one at "
            "most %s%% of its worst cost", short_name(origin->callee, name), times, cost,
            100.0 * origin->callee_part, short_percent(origin->largest_part, largest));
}

static void write_inherited(const Origin* origin, Sentence text)
{
   NameText  name;
   TimesText times;
   bool        has_class = is_class(origin->callee_class);
   const char* class = has_class ? growth_class_name(origin->callee_class) : "more at worst";
   if (origin->is_certain) {
      snprintf(text, sizeof(Sentence), "from %s, which it calls %s, and which costs %s; "
               "these calls are %.0f%% of its cost", short_name(origin->callee, name),
               short_times(origin->callee_calls, times), class,
               100.0 * origin->callee_part);
   } else {
      snprintf(text, sizeof(Sentence), "probably from %s, which costs %s: it was called as often, has "
               "%.0f%% of this cost, and together they cost more than the program; --collect-cct=yes tells",
               short_name(origin->callee, name), class, 100.0 * origin->callee_part);
   }
}

static void write_unknown(const Report* report, const Origin* origin, Sentence text)
{
   ShortText part;
   if (!report_header(report)->has_self_costs) {
      strcpy(text, "not known; --collect-cct=yes shows what its callees have");
      return;
   }
   snprintf(text, sizeof(Sentence), "its own code has %s%% of its cost; --collect-cct=yes shows what its "
            "callees have", short_percent(origin->self_part, part));
}

char* why_text(Report* report, const Routine* routine, const Origin* origin)
{
   Sentence text = "";
   switch (origin->kind) {
      case ORIGIN_OWN_WORK:  write_own_work(origin, text); break;
      case ORIGIN_RECURSION: write_recursion(origin, text); break;
      case ORIGIN_CALLS:     write_called(report, routine, origin, text); break;
      case ORIGIN_INHERITED: write_inherited(origin, text); break;
      case ORIGIN_UNKNOWN:   write_unknown(report, origin, text); break;
   }
   return g_strdup(text);
}
