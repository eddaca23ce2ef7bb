/* From an origin to words.

   How often a routine calls another is known on average only.  "a f(n) times" says
   it as a multiple of a function f: a is the number of all these calls divided by
   the sum of f(n) over all activations of the routine.  So it is an average too, and
   the sentence has the plain average beside it. */

#include "answer/why.h"

#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "subject/limits.h"
#include "subject/names.h"
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

static void add_name(GString* text, const Routine* routine)
{
   g_autoptr(GStringChunk) texts = g_string_chunk_new(256);
   g_string_append(text, name_in_sentence(routine->name, routine->mangled, texts));
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

/* "once", "520 times on average". */
static void add_average(GString* text, double calls)
{
   ShortText average;
   if (calls == 1.0) {
      g_string_append(text, "once");
   } else {
      g_string_append_printf(text, "%s times on average", short_average(calls, average));
   }
}

/* "its own code has 42 % of its cost". */
static void add_self_part(GString* text, const Origin* origin)
{
   ShortText part;
   g_string_append_printf(text, "its own code has %s of its cost", text_percent(origin->self_part, part));
}

/* `growth`: that of the whole. */
static void add_own_work(GString* text, const Origin* origin, const char* growth)
{
   add_self_part(text, origin);
   if (is_class(origin->self_class) && origin->self_class != GROWTH_CONSTANT) {
      g_string_append_printf(text, ", and costs %s", origin->self_class == origin->class
                             ? growth : growth_class_name(origin->self_class));
   }
}

static void add_recursion(GString* text, const Origin* origin)
{
   g_string_append(text, "it calls itself, directly or through others");
   if (is_class(origin->self_class)) {
      g_string_append_printf(text, "; its own code costs %s",
                             origin->self_class == GROWTH_CONSTANT ? "the same each time"
                                                                   : growth_class_name(origin->self_class));
   }
   if (origin->callee != NULL) {
      g_string_append(text, "; of what else it calls, ");
      add_name(text, origin->callee);
      g_string_append(text, " costs most");
   }
}

/* Adds the mean cost of one call of the callee. */
static void add_call_cost(GString* text, const Origin* origin)
{
   const Totals* totals = &origin->callee->totals;
   ShortText     mean;
   text_short_number((double)totals->sum / (double)totals->calls, mean);
   if (origin->callee_class == GROWTH_CONSTANT) {
      g_string_append_printf(text, "each call costs the same, %s on average", mean);
   } else if (is_class(origin->callee_class)) {
      g_string_append_printf(text, "each call's cost grows as %s with its own input",
                             growth_class_name(origin->callee_class));
   } else {
      g_string_append_printf(text, "each call costs %s on average", mean);
   }
}

/* "0.25 n times (520 on average)", or only "520 times on average". */
static void add_times(GString* text, Report* report, const Routine* routine, const Origin* origin)
{
   ShortText average;
   CallsText multiple;
   if (write_calls(report, routine, origin, multiple)) {
      g_string_append_printf(text, "%s times (%s on average)", multiple,
                             short_average(origin->callee_calls, average));
   } else {
      add_average(text, origin->callee_calls);
   }
}

/* "these calls are 42 % of its cost". */
static void add_callee_part(GString* text, const Origin* origin)
{
   ShortText part;
   g_string_append_printf(text, "these calls are %s of its cost", text_percent(origin->callee_part, part));
}

static void add_called(GString* text, Report* report, const Routine* routine, const Origin* origin)
{
   ShortText largest;
   g_string_append(text, "it calls ");
   add_name(text, origin->callee);
   g_string_append_c(text, ' ');
   add_times(text, report, routine, origin);
   g_string_append(text, ", ");
   add_call_cost(text, origin);
   g_string_append(text, "; ");
   add_callee_part(text, origin);
   g_string_append_printf(text, ", a single one at most %s of its worst cost",
                          text_percent(origin->largest_part, largest));
}

static void add_inherited(GString* text, const Origin* origin)
{
   const char* class = is_class(origin->callee_class) ? growth_class_name(origin->callee_class)
                                                      : "more at worst";
   ShortText   part;
   g_string_append(text, origin->is_certain ? "from " : "probably from ");
   add_name(text, origin->callee);
   if (origin->is_certain) {
      g_string_append(text, ", which it calls ");
      add_average(text, origin->callee_calls);
      g_string_append_printf(text, ", and which costs %s; ", class);
      add_callee_part(text, origin);
   } else {
      g_string_append_printf(text, ", which costs %s: it was called as often, has %s of this cost, and "
                             "together they cost more than the program; --collect-cct=yes tells", class,
                             text_percent(origin->callee_part, part));
   }
}

static void add_unknown(GString* text, const Report* report, const Origin* origin)
{
   if (report_header(report)->has_self_costs) {
      add_self_part(text, origin);
   } else {
      g_string_append(text, "not known");
   }
   g_string_append(text, "; --collect-cct=yes shows what its callees have");
}

char* why_text(Report* report, const Routine* routine, const Origin* origin, const char* growth)
{
   GString* text = g_string_new(growth);
   g_string_append(text, ": ");
   switch (origin->kind) {
      case ORIGIN_OWN_WORK:  add_own_work(text, origin, growth); break;
      case ORIGIN_RECURSION: add_recursion(text, origin); break;
      case ORIGIN_CALLS:     add_called(text, report, routine, origin); break;
      case ORIGIN_INHERITED: add_inherited(text, origin); break;
      case ORIGIN_UNKNOWN:   add_unknown(text, report, origin); break;
   }
   return g_string_free(text, FALSE);
}
