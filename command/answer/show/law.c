/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   How the cost of a routine grows: classes, laws, candidates and predictions. */

#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "answer/show/parts.h"

const double prediction_times[PREDICTIONS] = { 2, 5, 10 };

/*------------------------------------------------------------------*/
/*--- Formulas                                                   ---*/
/*------------------------------------------------------------------*/

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

/*------------------------------------------------------------------*/
/*--- Laws                                                       ---*/
/*------------------------------------------------------------------*/

static Answer* fit_value(const GrowthFit* fit)
{
   GString* formula = formula_of(fit);
   Answer*  value = tree_object();
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
   g_string_free(formula, TRUE);
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

/*------------------------------------------------------------------*/
/*--- Predictions                                                ---*/
/*------------------------------------------------------------------*/

/* `times`: the multiple of the largest input; NAN: of another input. */
static Answer* prediction_value(const RoutineFacts* facts, GrowthCase which, double n, double times)
{
   GrowthPrediction prediction = routine_predict(facts, which, n);
   Answer*          value = tree_object();
   tree_set_number(value, "rms", n);
   tree_set_number(value, "times", times);
   tree_set(value, "cost", tree_interval(prediction.cost, prediction.low, prediction.high));
   return value;
}

/* Returns the costs of calls with larger inputs; empty if no class is known. */
static Answer* predictions_value(const Subject* subject, const RoutineFacts* facts, GrowthCase which)
{
   Answer* value = tree_list();
   if (routine_has_class(routine_case(facts, which))) {
      for (size_t i = 0; i < PREDICTIONS; i++) {
         double n = prediction_times[i] * fmax(1, facts->largest);
         tree_append(value, prediction_value(facts, which, n, prediction_times[i]));
      }
      if (subject->at > 0) {
         tree_append(value, prediction_value(facts, which, (double)subject->at, NAN));
      }
   }
   return value;
}

/*------------------------------------------------------------------*/
/*--- Cases                                                      ---*/
/*------------------------------------------------------------------*/

Answer* part_level(GrowthClass class)
{
   int level = growth_level(class);
   return level < 0 ? NULL : tree_count((uint64_t)level);
}

/* "n^2", "n+" if the points allow a faster class, "-" if they are too few or too similar, "?" if nobody has
   looked. */
static Answer* shown_of(const RoutineFacts* facts, GrowthCase which)
{
   GrowthClass class = routine_class(facts, which);
   char        text[40];
   snprintf(text, sizeof text, "%s%s",
            facts->is_unknown                  ? "?"
            : class == GROWTH_TOO_FEW_POINTS   ? "-"
            : class == GROWTH_RANGE_TOO_NARROW ? "-" : growth_class_name(class),
            routine_may_be_faster(facts, which) ? "+" : "");
   return tree_text(text);
}

/* All models are fitted to the points that the analysis has; only then is it known how probable each is. */
static void set_laws(Answer* value, const Subject* subject, const RoutineFacts* facts, GrowthCase which)
{
   const GrowthRecord* record = routine_record(facts, which);
   tree_set(value, "fit", record->fit.fitted ? fit_value(&record->fit) : NULL);
   Answer* power = power_law_value(&record->power_law);
   tree_set(value, "power_law", power);
   tree_set(value, "predictions", predictions_value(subject, facts, which));
   if (subject->detail >= DETAIL_POINTS) {
      const GrowthFit* fits = growth_fits_recorded(subject->analysis, which, record);
      tree_set(value, "candidates", candidates_value(fits));
      if (power != NULL) {
         tree_set_number(power, "worse", fmax(record->power_law.criterion - best_criterion(fits), 0.0));
      }
   }
}

Answer* part_case(const Subject* subject, const RoutineFacts* facts, GrowthCase which)
{
   const ClassRange* found = routine_case(facts, which);
   GrowthClass       class = routine_class(facts, which);
   double            explained = routine_explained(facts, which);
   Answer*           value = tree_object();
   GrowthText        text;
   tree_set_text(value, "class", growth_class_name(found->class));
   tree_set_text(value, "slowest", growth_class_name(found->slowest));
   tree_set_text(value, "fastest", growth_class_name(found->fastest));
   tree_set_text(value, "range", growth_range_name(found->class, found->slowest, found->fastest, text));
   tree_set(value, "shown", shown_of(facts, which));
   tree_set(value, "level", part_level(class));
   tree_set_number(value, "explained",
                   class <= GROWTH_EXP && class != GROWTH_CONSTANT ? fmax(0.0, explained) : NAN);
   if (subject->detail >= DETAIL_LAWS) {
      set_laws(value, subject, facts, which);
   }
   return value;
}
