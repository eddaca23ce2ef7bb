/* How the cost of a routine grows: classes, laws, candidates and predictions. */

#include <assert.h>
#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "subject/subject.h"
#include "answer/show/again.h"
#include "answer/show/parts.h"
#include "answer/show/show.h"
#include "growth/far.h"
#include "util/text.h"

/* Inputs are predicted for the largest input times these. */
static const double prediction_times[] = { 2, 5, FAR_TIMES };
#define PREDICTIONS  (sizeof prediction_times / sizeof *prediction_times)

/*--- Formulas ---*/

/* Adds a term of a sum, with its sign; nothing if it is 0. */
static void add_term(GString* formula, double factor, const char* function)
{
   if (factor != 0.0) {
      const char* sign = formula->len == 0 ? (factor < 0.0 ? "-" : "") : factor < 0.0 ? " - " : " + ";
      g_string_append_printf(formula, "%s%.4g%s%s", sign, fabs(factor), function[0] == '\0' ? "" : " ",
                             function);
   }
}

static GString* formula_of(const GrowthFit* fit)
{
   GString* formula = g_string_new(NULL);
   char     exponential[40];
   snprintf(exponential, sizeof exponential, "e^(%.4g n)", fit->rate);
   if (fit->model != GROWTH_CONSTANT) {
      add_term(formula, fit->factor, fit->model == GROWTH_EXP ? exponential : growth_class_name(fit->model));
      add_term(formula, fit->lower, growth_class_name(fit->lower_class));
      add_term(formula, fit->constant, "");
   } else {
      add_term(formula, fit->constant + fit->factor, "");
   }
   if (formula->len == 0) {
      g_string_append_c(formula, '0');
   }
   return formula;
}

/*--- Laws ---*/

static Answer* fit_value(const GrowthFit* fit)
{
   g_autoptr(GString) formula = formula_of(fit);
   Answer*            value = tree_object();
   tree_set_text(value, "model", growth_class_name(fit->model));
   tree_set_text(value, "formula", formula->str);
   tree_set_number(value, "constant", fit->constant);
   tree_set_number(value, "lower", fit->lower);
   tree_set_text(value, "lower_model", growth_class_name(fit->lower_class));
   tree_set_number(value, "factor", fit->factor);
   tree_set_number(value, "rate", fit->rate);
   tree_set_number(value, "from", fit->from);
   tree_set_number(value, "scatter", fit->scatter);
   tree_set_number(value, "explained", fit->explained);
   tree_set_number(value, "criterion", fit->criterion);
   return value;
}

static Answer* power_law_value(const GrowthPowerLaw* power)
{
   if (!power->fitted) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set_number(value, "constant", power->constant);
   tree_set_number(value, "factor", power->factor);
   tree_set(value, "exponent", tree_interval(power->exponent, power->exponent_low, power->exponent_high));
   tree_set_flag(value, "exponent_has_bound", power->exponent_high < GROWTH_LARGEST_EXPONENT);
   tree_set_number(value, "scatter", power->scatter);
   tree_set_number(value, "criterion", power->criterion);
   return value;
}

/* The smallest criterion; infinite if nothing could be fitted. */
static double best_criterion(const GrowthFit* fits)
{
   double best = INFINITY;
   for (int model = 0; model < GROWTH_MODELS; model++) {
      if (fits[model].fitted && fits[model].criterion < best) {
         best = fits[model].criterion;
      }
   }
   return best;
}

static Answer* candidates_value(const GrowthFit* fits)
{
   Answer* value = tree_list();
   double  best = best_criterion(fits);
   for (int model = 0; model < GROWTH_MODELS; model++) {
      if (fits[model].fitted) {
         Answer* fit = fit_value(&fits[model]);
         tree_set_number(fit, "worse", fmax(fits[model].criterion - best, 0.0));
         tree_set_number(fit, "probability", fits[model].probability);
         tree_append(value, fit);
      }
   }
   return value;
}

/*--- Sentences ---*/

/* Adds " (95 %: 8.9 to 11)". */
static void add_interval(GString* text, double low, double high)
{
   ShortText from, to;
   if (isfinite(low)) {
      g_string_append_printf(text, " (95 %%: %s to %s)", text_times(low, from),
                             isfinite(high) ? text_times(high, to) : "any");
   }
}

/* Adds " A call with 10 times the largest input, 39,100 cells, will cost about 1.2M (95 %: 1.1M to 1.3M)." */
static void add_prediction(GString* text, const Request* request, const Subject* subject)
{
   double           n = request->subjects->times * fmax(1, subject->largest);
   const char*      unit = answer_input_unit(request, subject->routine);
   GrowthPrediction prediction = subject_predict(subject, GROWTH_MEAN, n);
   GroupedText      input;
   ShortText        cost;
   if (prediction.known && isfinite(prediction.cost)) {
      g_string_append_printf(text, " A call with %g times the largest input, %s%s%s, will cost about %s",
                             request->subjects->times, text_grouped_number((uint64_t)n, input),
                             unit == NULL ? "" : " ", unit == NULL ? "" : unit,
                             text_times(prediction.cost, cost));
      add_interval(text, prediction.low, prediction.high);
      g_string_append_c(text, '.');
   }
}

char* answer_outlook(const Request* request, const Subject* subject)
{
   const Subjects*  subjects = request->subjects;
   GrowthProjection projection = subjects_projection(subjects, subject);
   GrowthText       mean_text, worst_text;
   const char*      mean = range_text(subject_case(subject, GROWTH_MEAN), mean_text);
   const char*      worst = range_text(subject_case(subject, GROWTH_WORST), worst_text);
   ShortText        now, then, times;
   TimesText        factor;
   if (!projection.known) {
      return NULL;
   }
   GString* text = g_string_new("Its cost likely grows as ");
   g_string_append(text, mean);
   if (strcmp(mean, worst) != 0) {
      g_string_append_printf(text, " on average, and as %s at worst", worst);
   }
   double again = again_times(request, subject);
   g_string_append_printf(text, ". It has %s of the program's cost now",
                          text_percent_tenths(subjects_share(subjects, subject), now));
   if (again > 0) {
      g_string_append_printf(text, ", and reads the program's input %s times, all calls together: if there "
                             "are more of them with more input, that is n^2. As many calls, with inputs %g "
                             "times as large, ", text_short_number(again, times), subjects->times);
   } else {
      g_string_append_printf(text, ", and %s with inputs %g times as large: its calls then ",
                             text_percent_tenths(subjects_far_share(subjects, subject).value, then),
                             subjects->times);
   }
   if (isfinite(projection.factor)) {
      g_string_append_printf(text, "cost %s", text_times_as_much(projection.factor, factor));
      add_interval(text, projection.low, projection.high);
   } else {
      g_string_append(text, "would never end");
   }
   g_string_append_c(text, '.');
   add_prediction(text, request, subject);
   return g_string_free(text, FALSE);
}

/*--- Predictions ---*/

/* `times`: the multiple of the largest input; NAN: of another input. */
static Answer* prediction_value(const Subject* subject, GrowthCase which, double n, double times)
{
   GrowthPrediction prediction = subject_predict(subject, which, n);
   Answer*          value = tree_object();
   assert(!(prediction.low > prediction.cost) && !(prediction.cost > prediction.high));
   tree_set_number(value, "rms", n);
   tree_set_number(value, "times", times);
   tree_set(value, "cost", tree_interval(prediction.cost, prediction.low, prediction.high));
   return value;
}

/* Returns the costs of calls with larger inputs; empty if no class is known. */
static Answer* predictions_value(const Request* request, const Subject* subject, GrowthCase which)
{
   Answer* value = tree_list();
   if (range_has_class(subject_case(subject, which))) {
      for (size_t i = 0; i < PREDICTIONS; i++) {
         double n = prediction_times[i] * fmax(1, subject->largest);
         tree_append(value, prediction_value(subject, which, n, prediction_times[i]));
      }
      if (request->at > 0) {
         tree_append(value, prediction_value(subject, which, (double)request->at, NAN));
      }
   }
   return value;
}

/*--- Cases ---*/

/* Sets what tables show. */
static void set_shown(Answer* value, const Subject* subject, GrowthCase which)
{
   bool       is_fixed = subject_has_fixed_input(subject);
   GrowthText text;
   tree_set_text(value, "state", is_fixed ? "likely" : range_state(subject_case(subject, which)));
   tree_set_text(value, "shown", subject_growth_text(subject, subject_case(subject, GROWTH_MEAN),
                                                     subject_case(subject, which), text));
   int level = subject_level(subject, which);
   tree_set(value, "level", level < 0 ? NULL : tree_count((uint64_t)level));
}

/* All models are fitted to the points that the analysis has; only then is it known how probable each is. */
static void set_laws(Answer* value, const Request* request, const Subject* subject, GrowthCase which)
{
   const GrowthRecord* record = subject_record(subject, which);
   tree_set(value, "fit", record->fit.fitted ? fit_value(&record->fit) : NULL);
   Answer* power = power_law_value(&record->power_law);
   tree_set(value, "power_law", power);
   tree_set(value, "predictions", predictions_value(request, subject, which));
   if (request->detail >= DETAIL_POINTS) {
      const GrowthFit* fits = growth_fits_recorded(request->subjects->analysis, which, record);
      tree_set(value, "candidates", candidates_value(fits));
      if (power != NULL) {
         tree_set_number(power, "worse", fmax(record->power_law.criterion - best_criterion(fits), 0.0));
      }
   }
}

Answer* part_case(const Request* request, const Subject* subject, GrowthCase which)
{
   const ClassRange* found = subject_case(subject, which);
   GrowthClass       class = subject_class(subject, which);
   double            explained = subject_explained(subject, which);
   Answer*           value = tree_object();
   GrowthClass       second = range_second(found);
   assert(!range_has_class(found) || (found->slowest <= found->class && found->class <= found->fastest));
   tree_set_text(value, "class", growth_class_name(class));
   tree_set_text(value, "second", second < GROWTH_MODELS ? growth_class_name(second) : NULL);
   tree_set_text(value, "slowest", growth_class_name(found->slowest));
   tree_set_text(value, "fastest", growth_class_name(found->fastest));
   set_shown(value, subject, which);
   tree_set_number(value, "explained",
                   class <= GROWTH_EXP && class != GROWTH_CONSTANT ? fmax(0.0, explained) : NAN);
   if (request->detail >= DETAIL_LAWS) {
      set_laws(value, request, subject, which);
   }
   return value;
}
