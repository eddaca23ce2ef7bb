/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof show --routine: one routine in depth. */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer/origin.h"
#include "answer/why.h"
#include "model/calls.h"
#include "model/start_up.h"
#include "render/show/outputs.h"
#include "render/show/plot.h"
#include "util/memory.h"
#include "util/text.h"

#define SAMPLED_POINTS  20
#define SHOWN_CALLS     10

/*------------------------------------------------------------------*/
/*--- Facts                                                      ---*/
/*------------------------------------------------------------------*/

static void print_share_of(const char* label, uint64_t cost, uint64_t total, const char* note)
{
   GroupedText grouped;
   printf("%-13s%s, %.1f%% of the program's%s\n", label, text_grouped_number(cost, grouped),
          100.0 * ranking_share(cost, total), note);
}

static void print_facts(const Show* show, const Routine* routine, const Point* points, size_t count)
{
   const Header* header = report_header(show->report);
   unsigned      argument = header_input_argument(header, routine->name, routine->mangled);
   const char*   unit = argument == 0 && !routine_is_program(routine) ? " cells" : "";
   GroupedText   calls, smallest, largest;
   printf("%-13s%s, ", "Calls", text_grouped_number(routine->totals.calls, calls));
   if (count == 1) {
      printf("all with an input of %s%s\n", text_grouped_number(points[0].rms, smallest), unit);
   } else {
      printf("with %zu different inputs of %s to %s%s\n", count,
             text_grouped_number(points[0].rms, smallest),
             text_grouped_number(points[count - 1].rms, largest), unit);
   }
   if (argument != 0) {
      printf("%-13sthe value of its argument %u (--input-arg)\n", "Input", argument);
   }
   const char* program_input = header_comment(header, HEADER_PROGRAM_INPUT);
   if (routine_is_program(routine) && program_input != NULL) {
      printf("%-13sof the whole run: %s (--input-size)\n", "Input", program_input);
   }
   print_share_of("Cost", routine->totals.real_sum, show->ranking.total,
                  routine->cost_is_bound ? ", or less: instances may call each other" : "");
   if (header->has_self_costs) {
      print_share_of("Self cost", routine->totals.self_sum, show->ranking.total, "");
   }
}

/*------------------------------------------------------------------*/
/*--- Growth                                                     ---*/
/*------------------------------------------------------------------*/

typedef char Formula[160];

/* One term of a sum, with its sign; nothing if it is 0. */
static void add_term(Formula formula, double factor, const char* function)
{
   size_t length = strlen(formula);
   if (factor != 0.0) {
      snprintf(formula + length, sizeof(Formula) - length, "%s%.4g%s%s",
               length == 0 ? (factor < 0.0 ? "-" : "") : factor < 0.0 ? " - " : " + ", fabs(factor),
               function[0] == '\0' ? "" : " ", function);
   }
}

static const char* formula_of(const GrowthFit* fit, Formula formula)
{
   formula[0] = '\0';
   char exponential[40];
   snprintf(exponential, sizeof exponential, "e^(%.4g n)", fit->rate);
   if (fit->model != GROWTH_CONSTANT) {
      add_term(formula, fit->factor, fit->model == GROWTH_EXP ? exponential : growth_class_name(fit->model));
      add_term(formula, fit->lower, growth_class_name(fit->lower_class));
      add_term(formula, fit->constant, "");
   } else {
      add_term(formula, fit->constant + fit->factor, "");
   }
   if (formula[0] == '\0') {
      strcpy(formula, "0");
   }
   return formula;
}

static void print_growth_of(const Show* show, GrowthCase which)
{
   const Growth* growth = growth_of(show->analysis, which);
   GrowthText    text;
   const char*   name = growth_range_name(growth->class, growth->slowest, growth->fastest, text);
   printf("   %-6s %s%s%s", growth_case_name(which), terminal_style(show_growth_style(growth->class)), name,
          terminal_style(STYLE_PLAIN));
   if (growth->fit != NULL) {
      Formula formula;
      int blanks = 10 - (int)strlen(name);
      printf("%*s cost = %s", blanks > 0 ? blanks : 0, "", formula_of(growth->fit, formula));
      if (growth->fit->from > 0.0) {
         printf(" from n = %.0f on", growth->fit->from);
      }
   }
   const GrowthPowerLaw* power = growth_power_law(show->analysis, which);
   if (power->fitted && growth->fit != NULL && growth->class != GROWTH_CONSTANT) {
      if (power->exponent_high < GROWTH_LARGEST_EXPONENT) {
         printf("; as n^c, c is %.2f to %.2f (95%%)", power->exponent_low, power->exponent_high);
      } else {
         printf("; as n^c, c is %.2f or more (95%%)", power->exponent_low);
      }
   }
   putchar('\n');
}

static void print_projection(const Show* show)
{
   double times = show->options->ranking.times;
   GrowthProjection projection = growth_project(show->analysis, GROWTH_MEAN, times);
   ShortText factor, low, high;
   if (projection.known && !isfinite(projection.factor)) {
      printf("   with inputs %g times as large, its calls would never end\n", times);
   } else if (projection.known) {
      printf("   with inputs %g times as large, its calls cost %s times as much (95%%: %s to %s)\n", times,
             text_short_number(projection.factor, factor), text_short_number(projection.low, low),
             isfinite(projection.high) ? text_short_number(projection.high, high) : "any");
   }
}

/* What to do if there are too few inputs to say more. */
static void print_advice(const Show* show, const Routine* routine, size_t points)
{
   GrowthClass class = growth_of(show->analysis, GROWTH_MEAN)->class;
   if (class == GROWTH_TOO_FEW_POINTS || class == GROWTH_RANGE_TOO_NARROW) {
      printf("   %s: %s\n", routine->totals.calls == 1 ? "called once"
                            : points == 1               ? "all inputs are of one size"
                            : class == GROWTH_TOO_FEW_POINTS ? "too few inputs of different size"
                            : "all inputs are of similar size",
             SHOW_ADVICE);
   }
}

/* Without an origin, there is no reason to give. */
static void print_growth(const Show* show, const Routine* routine, size_t points, const Origin* origin)
{
   printf("\n%sGrowth%s of the cost with the input n\n", terminal_style(STYLE_HEADING),
          terminal_style(STYLE_PLAIN));
   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      print_growth_of(show, which);
   }
   print_projection(show);
   print_advice(show, routine, points);
   if (origin != NULL) {
      reason_print(show, routine, origin);
   }
}

/*------------------------------------------------------------------*/
/*--- Predictions                                                ---*/
/*------------------------------------------------------------------*/

static void print_prediction(const Show* show, double n, const char* note)
{
   GrowthPrediction prediction = growth_predict(show->analysis, GROWTH_MEAN, n);
   ShortText cost, low, high;
   GroupedText grouped;
   if (prediction.known) {
      printf(" %14s %14s   %s to %s%s\n", text_grouped_number((uint64_t)n, grouped),
             isfinite(prediction.cost) ? text_short_number(prediction.cost, cost) : "endless",
             text_short_number(prediction.low, low),
             isfinite(prediction.high) ? text_short_number(prediction.high, high) : "any", note);
   }
}

/* What calls with other inputs cost, on average. */
static void print_predictions(const Show* show, double largest)
{
   if (!growth_predict(show->analysis, GROWTH_MEAN, largest).known) {
      if (show->options->at > 0) {
         printf("\nNo class of growth is known, so nothing can be said of an input of %" PRIu64 ".\n",
                show->options->at);
      }
      return;
   }
   printf("\n%s%15s%15s   with 95 %%, between%s\n", terminal_style(STYLE_HEADING), "input", "mean cost",
          terminal_style(STYLE_PLAIN));
   for (size_t i = 0; i < SHOW_PREDICTIONS; i++) {
      char note[60];
      snprintf(note, sizeof note, "  (the largest input times %g)", show_prediction_times[i]);
      print_prediction(show, show_prediction_times[i] * largest, note);
   }
   if (show->options->at > 0) {
      print_prediction(show, (double)show->options->at, "  (--at)");
   }
}

/* Criteria as their distance from the best. */
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

static void print_candidate(bool fitted, double scatter, double worse, bool is_class)
{
   ShortText text;
   printf("   %c", is_class ? '*' : ' ');
   if (!fitted) {
      printf("%7s%7s", "-", "-");
      return;
   }
   if (scatter < 100.0) {
      printf("%6.1f%%", 100.0 * scatter);
   } else {
      printf("%7s", "-");
   }
   printf("%7s", text_short_number(fmax(worse, 0.0), text));
}

static void print_candidate_row(const Show* show, GrowthClass model)
{
   printf("%-10s", growth_class_name(model));
   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      const GrowthFit* fits = growth_fits(show->analysis, which);
      print_candidate(fits[model].fitted, fits[model].scatter, fits[model].criterion - best_criterion(fits),
                      growth_of(show->analysis, which)->class == model);
   }
   putchar('\n');
}

static void print_power_law_row(const Show* show)
{
   printf("%-10s", "n^c");
   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      const GrowthPowerLaw* power = growth_power_law(show->analysis, which);
      double best = best_criterion(growth_fits(show->analysis, which));
      print_candidate(power->fitted, power->scatter, power->criterion - best, false);
   }
   putchar('\n');
}

static void print_candidates(const Show* show)
{
   printf("\n%sCandidates%s: off = how far the costs typically are from the model; worse = how much\n"
          "worse the model is than the best one (differences below 2 mean little); * = the class.\n%-10s",
          terminal_style(STYLE_HEADING), terminal_style(STYLE_PLAIN), "");
   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      printf("    %14s", growth_case_name(which));
   }
   printf("\n%-10s", "");
   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      printf("    %7s%7s", "off", "worse");
   }
   putchar('\n');
   for (GrowthClass model = 0; model < GROWTH_MODELS; model++) {
      print_candidate_row(show, model);
   }
   print_power_law_row(show);
}

static bool has_candidates(const Show* show)
{
   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      if (isfinite(best_criterion(growth_fits(show->analysis, which)))) {
         return true;
      }
   }
   return false;
}

/*------------------------------------------------------------------*/
/*--- Points                                                     ---*/
/*------------------------------------------------------------------*/

static void print_cell(uint64_t number)
{
   GroupedText grouped;
   printf(" %14s", text_grouped_number(number, grouped));
}

/* Costs from 2^64 on fit no integer. */
static uint64_t rounded(double number)
{
   return number >= 0x1p64 ? UINT64_MAX : (uint64_t)(number + 0.5);
}

/* All points, or as many as wanted, evenly chosen. */
static void print_points(const Show* show, const Point* points, size_t count)
{
   size_t limit = show->options->has_limit ? show->options->limit : SAMPLED_POINTS;
   size_t shown = limit == 0 || count < limit ? count : limit;
   printf("\n%s%15s%15s%15s%15s%15s%15s%s\n", terminal_style(STYLE_HEADING), "input", "calls", "best cost",
          "mean cost", "worst cost", "amortized", terminal_style(STYLE_PLAIN));
   RunningMean running = { 0 };
   size_t printed = 0;
   for (size_t i = 0; i < count; i++) {
      double amortized = show_value(VIEW_AMORTIZED, &points[i], &running);
      size_t next = shown == 1 ? 0 : printed * (count - 1) / (shown - 1);
      if (i != next || printed == shown) {
         continue;
      }
      print_cell(points[i].rms);
      print_cell(points[i].calls);
      print_cell(points[i].min);
      print_cell(rounded((double)points[i].sum / (double)points[i].calls));
      print_cell(points[i].max);
      print_cell(rounded(amortized));
      putchar('\n');
      printed++;
   }
   puts("amortized: the mean cost of all calls with an input up to this one.");
   if (shown < count) {
      printf("%zu of %zu points, evenly chosen; --limit=0 shows all.\n", shown, count);
   }
}

static double cost_of_fit(const void* fit, double n)
{
   return n < ((const GrowthFit*)fit)->from ? NAN : growth_cost(fit, n);
}

static void print_plot(const Show* show, const Point* points, size_t count)
{
   static const char* const labels[] = {
      [VIEW_WORST] = "worst cost", [VIEW_MEAN] = "mean cost", [VIEW_BEST] = "best cost",
      [VIEW_AMORTIZED] = "amortized", [VIEW_CALLS] = "calls"
   };
   View view = show->options->plot;
   PlotPoint*  plotted = memory_resize(NULL, count, sizeof *plotted);
   RunningMean running = { 0 };
   for (size_t i = 0; i < count; i++) {
      plotted[i] = (PlotPoint){ points[i].rms, show_value(view, &points[i], &running) };
   }
   Plot plot = {
      .points = plotted, .count = count, .is_log = show->options->log_axes, .x_label = "input",
      .y_label = labels[view],
   };
   const GrowthFit* fit = NULL;
   if (view <= VIEW_BEST) {
      GrowthCase which = view == VIEW_WORST ? GROWTH_WORST : view == VIEW_MEAN ? GROWTH_MEAN : GROWTH_BEST;
      fit = growth_of(show->analysis, which)->fit;
   }
   if (fit != NULL) {
      plot.curve = cost_of_fit;
      plot.closure = fit;
   }
   putchar('\n');
   plot_print(stdout, &plot, show->width);
   if (fit != NULL) {
      Formula formula;
      printf("%9s* measured   . model of the %s: %s\n", "", labels[view], formula_of(fit, formula));
   }
   free(plotted);
}

/*------------------------------------------------------------------*/
/*--- Callers and callees                                        ---*/
/*------------------------------------------------------------------*/

static void print_call(const Show* show, const Call* call, uint32_t other)
{
   print_cell(call->totals.calls);
   print_cell(call->totals.real_sum);
   printf("%7.1f%%  ", 100.0 * ranking_share(call->totals.real_sum, show->ranking.total));
   const char* name = other == NO_ROUTINE ? "(none: the program or a thread begins here)"
                                          : report_routine(show->report, other)->name;
   text_print_cut(stdout, name, show->width - 40);
   putchar('\n');
}

static void print_call_list(const Show* show, const char* title, const Call* calls, size_t count,
                            bool by_caller)
{
   printf("\n%s%s%s\n", terminal_style(STYLE_HEADING), title, terminal_style(STYLE_PLAIN));
   if (count == 0) {
      puts("   none");
      return;
   }
   size_t limit = show->options->has_limit ? show->options->limit : SHOWN_CALLS;
   size_t shown = limit == 0 || count < limit ? count : limit;
   printf("%15s%15s%8s  routine\n", "calls", "cost", "share");
   for (size_t i = 0; i < shown; i++) {
      print_call(show, &calls[i], by_caller ? calls[i].caller : calls[i].callee);
   }
   if (shown < count) {
      printf("%zu of %zu; --limit=0 shows all.\n", shown, count);
   }
}

static void print_calls(const Show* show, const Routine* routine)
{
   if (report_context_count(show->report) == 0) {
      return;
   }
   size_t count;
   Call*  calls = calls_of_callers(show->report, routine, &count);
   print_call_list(show, "Called by", calls, count, true);
   free(calls);
   calls = calls_of_callees(show->report, routine, &count);
   print_call_list(show, "Calls", calls, count, false);
   free(calls);
}

void show_routine(const Show* show, const Routine* routine)
{
   show_labelled("Routine", routine->name, show->width);
   if (routine->mangled != NULL && strcmp(routine->mangled, routine->name) != 0) {
      show_labelled("Mangled", routine->mangled, show->width);
   }
   show_labelled("Object", routine->image, show->width);
   if (!routine_is_program(routine)) {
      show_code(show, routine);
   }
   if (routine->points == 0) {
      puts("It has no points.");
      return;
   }
   Origin origin;
   bool   has_origin = origin_find(show->report, show->analysis, show->ranking.rows, show->ranking.count,
                                   show->ranking.total, routine, &origin);
   size_t count;
   const Point* points = report_routine_points(show->report, routine, &count);
   growth_set_points(show->analysis, points, count);
   print_facts(show, routine, points, count);
   print_growth(show, routine, count, has_origin ? &origin : NULL);
   print_predictions(show, fmax(1, points[count - 1].rms));
   if (has_candidates(show)) {
      print_candidates(show);
   }
   print_points(show, points, count);
   if (count > 1) {
      print_plot(show, points, count);
   }
   print_calls(show, routine);
}
