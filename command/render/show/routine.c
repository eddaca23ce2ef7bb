/* aprof show --routine: one routine in depth. */

#include <glib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "model/names.h"
#include "model/readable.h"
#include "render/show/outputs.h"
#include "render/show/plot.h"
#include "util/text.h"

#define SAMPLED_POINTS  20
#define SHOWN_CALLS     10
#define WHY             "   why    "

/* Each case of growth, as the answer calls it. */
static const char* const cases[] = { "worst", "mean", "best" };
#define CASES  (sizeof cases / sizeof *cases)

static const Answer* case_of(const Answer* routine, size_t which)
{
   g_assert(which < CASES);
   return tree_get(tree_get(routine, "growth"), cases[which]);
}

/* The cases that are shown: from the first to before the end. Of equal ones, it is the mean. */
typedef struct {
   size_t first;
   size_t end;
   bool   is_one;
} Shown;

static Shown cases_shown(const Answer* routine)
{
   return tree_get_flag(routine, "one_cost") ? (Shown){ 1, 2, true } : (Shown){ 0, CASES, false };
}

/*--- Facts ---*/

static void print_share_of(FILE* out, const char* label, const Answer* routine, const char* cost,
                           const char* share, const char* note)
{
   GroupedText grouped;
   fprintf(out, "%-13s%s, %.1f%% of the program's%s\n", label,
           text_grouped_number(tree_get_count(routine, cost), grouped),
           100.0 * tree_get_number(routine, share), note);
}

static bool has_input(const Answer* routine)
{
   return tree_get(routine, "rms.min") != NULL;
}

static void print_calls_and_inputs(FILE* out, const Answer* routine)
{
   uint64_t    points = tree_get_count(routine, "points");
   bool        is_in_cells = strcmp(tree_get_text(routine, "input.kind"), "cells") == 0;
   GroupedText calls, low, high;
   const char* smallest = text_grouped_number(tree_get_count(routine, "rms.min"), low);
   const char* largest = text_grouped_number(tree_get_count(routine, "rms.max"), high);
   fprintf(out, "%-13s%s, ", "Calls", text_grouped_number(tree_get_count(routine, "calls"), calls));
   if (!has_input(routine)) {
      fputs("whose input was not measured", out);
   } else if (points == 1) {
      fprintf(out, "all with an input of %s", smallest);
   } else {
      fprintf(out, "with %" PRIu64 " different inputs of %s to %s", points, smallest, largest);
   }
   fputs(is_in_cells ? " cells\n" : "\n", out);
}

static void print_facts(FILE* out, const Answer* routine)
{
   const char* kind = tree_get_text(routine, "input.kind");
   print_calls_and_inputs(out, routine);
   if (strcmp(kind, "argument") == 0) {
      fprintf(out, "%-13sthe value of its argument %" PRIu64 " (--input-arg)\n", "Input",
              tree_get_count(routine, "input.argument"));
   }
   bool is_bound = tree_get_flag(routine, "cost_is_bound");
   print_share_of(out, "Cost", routine, "cost", "share",
                  is_bound ? ", or less: instances may call each other" : "");
   if (tree_get(routine, "self_cost") != NULL) {
      print_share_of(out, "Self cost", routine, "self_cost", "self_share", "");
   }
}

/*--- Growth ---*/

static void print_power_law(FILE* out, const Answer* power)
{
   double low = tree_get_number(power, "exponent.low");
   if (tree_get_flag(power, "exponent_has_bound")) {
      fprintf(out, "; as n^c, c is %.2f to %.2f", low, tree_get_number(power, "exponent.high"));
   } else {
      fprintf(out, "; as n^c, c is %.2f or more", low);
   }
}

static void print_growth_of(FILE* out, const Answer* growth_case, const char* name)
{
   const char*   shown = tree_get_text(growth_case, "shown");
   const Answer* fit = tree_get(growth_case, "fit");
   const Answer* power = tree_get(growth_case, "power_law");
   const char*   state = fit != NULL ? "likely " : "";
   fprintf(out, "   %-*s%s%s%s%s", name[0] == '\0' ? 0 : 7, name,
           terminal_style(out, style_of_level(growth_case, "")), state, shown,
           terminal_style(out, STYLE_PLAIN));
   if (fit != NULL) {
      int blanks = 10 - (int)strlen(shown);
      fprintf(out, "%*s  cost = %s", blanks > 0 ? blanks : 0, "", tree_get_text(fit, "formula"));
      if (tree_get_number(fit, "from") > 0.0) {
         fprintf(out, " from n = %.0f on", tree_get_number(fit, "from"));
      }
   }
   if (power != NULL && fit != NULL && strcmp(tree_get_text(growth_case, "class"), "constant") != 0) {
      print_power_law(out, power);
   }
   putc('\n', out);
}

/* Returns the number, or `otherwise` if it is not known, which is to say infinite. */
static const char* short_or(double number, const char* otherwise, ShortText text)
{
   return isfinite(number) ? text_short_number(number, text) : otherwise;
}

static void print_projection(FILE* out, const Answer* projection)
{
   double    times = tree_get_number(projection, "times");
   double    factor = tree_get_number(projection, "factor.value");
   ShortText value, low, high;
   if (!tree_get_flag(projection, "known")) {
      return;
   }
   if (!isfinite(factor)) {
      fprintf(out, "   with inputs %g times as large, its calls would never end\n", times);
   } else {
      fprintf(out, "   with inputs %g times as large, its calls cost %s times as much (%s to %s)\n",
              times, text_short_number(factor, value),
              text_short_number(tree_get_number(projection, "factor.low"), low),
              short_or(tree_get_number(projection, "factor.high"), "any", high));
   }
}

/* Prints the growth of the routine, with the reason if there is one. */
static void print_growth(FILE* out, const Answer* routine, Shown shown, const Look* look)
{
   const char* fixed = tree_get_text(routine, "fixed_input");
   const char* not_known = tree_get_text(routine, "not_known");
   const char* why = tree_get_text(routine, "why");
   fprintf(out, "\n%sGrowth%s of the cost with the input n\n", terminal_style(out, STYLE_HEADING),
           terminal_style(out, STYLE_PLAIN));
   for (size_t which = shown.first; which < shown.end; which++) {
      print_growth_of(out, case_of(routine, which), shown.is_one ? "" : cases[which]);
   }
   print_projection(out, tree_get(routine, "projection"));
   if (fixed != NULL) {
      fprintf(out, "   the input is %s\n", fixed);
   }
   if (not_known != NULL) {
      fprintf(out, "   %s: %s\n", not_known, tree_get_text(routine, "advice"));
   }
   if (why != NULL) {
      g_autofree char* line = g_strconcat(WHY, why, NULL);
      text_print_wrapped(out, line, (int)strlen(WHY), look->width);
   }
}

/*--- Predictions ---*/

/* "14.9k to 15.1k  (the largest input times 2)". */
static int print_range(FILE* out, const Answer* prediction, const char* field, int width)
{
   double    times = tree_get_number(prediction, "times");
   ShortText low, high;
   (void)field;
   (void)width;
   int used = fprintf(out, "%s to %s", text_short_number(tree_get_number(prediction, "cost.low"), low),
                      short_or(tree_get_number(prediction, "cost.high"), "any", high));
   return used + (isfinite(times) ? fprintf(out, "  (the largest input times %g)", times)
                                  : fprintf(out, "  (--at)"));
}

static void write_cost(const Answer* prediction, const char* field, TableCell cell)
{
   ShortText text;
   strcpy(cell, short_or(tree_get_number(prediction, field), "endless", text));
}

/* Prints the mean cost of calls with other inputs. */
static void print_predictions(FILE* out, const Answer* routine, const Look* look)
{
   const Answer* predictions = tree_get(routine, "growth.mean.predictions");
   if (tree_length(predictions) == 0) {
      if (look->at > 0) {
         fprintf(out, "\nNo class of growth is known, so nothing can be said of an input of %" PRIu64 ".\n",
                 look->at);
      }
      return;
   }
   static const Column columns[] = {
      { .title = "input", .field = "rms", .write = cell_grouped, .width = 14, .gap = 1 },
      { .title = "mean cost", .field = "cost.value", .write = write_cost, .width = 14, .gap = 1 },
      { .title = "range", .field = "cost", .print = print_range, .gap = 3 },
   };
   putc('\n', out);
   table_print(out, table_of(columns, G_N_ELEMENTS(columns)), predictions, look->line, look->line);
   fputs("Ranges hold for 95 of 100 routines, if the class does.\n", out);
}

/*--- Candidates ---*/

/* NULL if the model could not be fitted. */
static void print_candidate(FILE* out, const Answer* law, bool is_left)
{
   ShortText text;
   fprintf(out, "   %c", is_left ? '*' : ' ');
   if (law == NULL) {
      fprintf(out, "%7s%7s", "-", "-");
      return;
   }
   double scatter = tree_get_number(law, "scatter");
   if (scatter < 100.0) {
      fprintf(out, "%6.1f%%", 100.0 * scatter);
   } else {
      fprintf(out, "%7s", "-");
   }
   fprintf(out, "%7s", text_short_number(tree_get_number(law, "worse"), text));
}

/* The candidate of this name, or NULL. */
static const Answer* candidate_of(const Answer* growth_case, const char* model)
{
   const Answer* candidates = tree_get(growth_case, "candidates");
   for (size_t i = 0; i < tree_length(candidates); i++) {
      const Answer* candidate = tree_at(candidates, i);
      if (strcmp(tree_get_text(candidate, "model"), model) == 0) {
         return candidate;
      }
   }
   return NULL;
}

static void print_candidate_row(FILE* out, const Answer* routine, Shown shown, const char* model)
{
   fprintf(out, "%-10s", model);
   for (size_t which = shown.first; which < shown.end; which++) {
      const Answer* growth_case = case_of(routine, which);
      const char*   second = tree_get_text(growth_case, "second");
      bool          is_left = strcmp(tree_get_text(growth_case, "class"), model) == 0
                              || (second != NULL && strcmp(second, model) == 0);
      print_candidate(out, candidate_of(growth_case, model), is_left);
   }
   putc('\n', out);
}

static void print_power_law_row(FILE* out, const Answer* routine, Shown shown)
{
   fprintf(out, "%-10s", "n^c");
   for (size_t which = shown.first; which < shown.end; which++) {
      print_candidate(out, tree_get(case_of(routine, which), "power_law"), false);
   }
   putc('\n', out);
}

static bool has_candidates(const Answer* routine)
{
   size_t count = 0;
   for (size_t which = 0; which < CASES; which++) {
      count += tree_length(tree_get(case_of(routine, which), "candidates"));
   }
   return count > 0;
}

static void print_candidates(FILE* out, const Answer* routine, Shown shown)
{
   fprintf(out, "\n%sCandidates%s: off = how far the costs typically are from the model; worse = how much\n"
           "worse the model is than the best one (differences below 2 mean little); * = the class, or the\n"
           "two ends of what is left if some points are left out.\n%-10s",
           terminal_style(out, STYLE_HEADING), terminal_style(out, STYLE_PLAIN), "");
   for (size_t which = 0; which < CASES && !shown.is_one; which++) {
      fprintf(out, "    %14s", cases[which]);
   }
   if (!shown.is_one) {
      fprintf(out, "\n%-10s", "");
   }
   for (size_t which = shown.first; which < shown.end; which++) {
      fprintf(out, "    %7s%7s", "off", "worse");
   }
   putc('\n', out);
   for (GrowthClass model = 0; model < GROWTH_MODELS; model++) {
      print_candidate_row(out, routine, shown, growth_class_name(model));
   }
   print_power_law_row(out, routine, shown);
}

/*--- Points ---*/

/* One column says the cost of calls that all cost the same. */
static Table points_table(bool is_one_cost)
{
   static const Column columns[] = {
      { .title = "input", .field = "input", .write = cell_grouped, .width = 14, .gap = 1 },
      { .title = "calls", .field = "calls", .write = cell_grouped, .width = 14, .gap = 1 },
      { .title = "best cost", .field = "min", .write = cell_grouped, .width = 14, .gap = 1 },
      { .title = "mean cost", .field = "mean", .write = cell_grouped, .width = 14, .gap = 1 },
      { .title = "worst cost", .field = "max", .write = cell_grouped, .width = 14, .gap = 1 },
      { .title = "amortized", .field = "amortized", .write = cell_grouped, .width = 14, .gap = 1 },
   };
   static const Column of_one_cost[] = {
      { .title = "input", .field = "input", .write = cell_grouped, .width = 14, .gap = 1 },
      { .title = "calls", .field = "calls", .write = cell_grouped, .width = 14, .gap = 1 },
      { .title = "cost", .field = "min", .write = cell_grouped, .width = 14, .gap = 1 },
      { .title = "amortized", .field = "amortized", .write = cell_grouped, .width = 14, .gap = 1 },
   };
   return is_one_cost ? table_of(of_one_cost, G_N_ELEMENTS(of_one_cost))
                      : table_of(columns, G_N_ELEMENTS(columns));
}

/* Prints all points, or as many as wanted, evenly chosen. */
static void print_points(FILE* out, const Answer* routine, bool is_one_cost, const Look* look)
{
   const Answer* points = tree_get(routine, "point_list");
   Table  table = points_table(is_one_cost);
   size_t count = tree_length(points);
   size_t limit = look->has_limit ? look->limit : SAMPLED_POINTS;
   size_t shown = limit == 0 || count < limit ? count : limit;
   putc('\n', out);
   table_choose(&table, look->line, look->line);
   table_print_head(out, &table);
   for (size_t i = 0; i < shown; i++) {
      g_autoptr(Answer) point = tree_item(points, shown == 1 ? 0 : i * (count - 1) / (shown - 1));
      table_print_row(out, &table, point);
   }
   fputs("amortized: the mean cost of all calls with an input up to this one.\n", out);
   if (shown < count) {
      fprintf(out, "%zu of %zu points, evenly chosen; --limit=0 shows all.\n", shown, count);
   }
}

static GrowthClass class_named(const char* name)
{
   GrowthClass class = 0;
   while (class < GROWTH_MODELS && strcmp(growth_class_name(class), name) != 0) {
      class++;
   }
   return class;
}

/* The law to draw as a curve; NULL: there is none of this view. */
static const Answer* law_of(const Answer* routine, View view)
{
   return view == VIEW_WORST  ? tree_get(routine, "growth.worst.fit")
        : view == VIEW_MEAN   ? tree_get(routine, "growth.mean.fit")
        : view == VIEW_BEST   ? tree_get(routine, "growth.best.fit") : NULL;
}

static GrowthFit fit_of(const Answer* law)
{
   GrowthClass model = class_named(tree_get_text(law, "model"));
   g_assert(model < GROWTH_MODELS);
   return (GrowthFit){
      .fitted = true, .model = model,
      .constant = tree_get_number(law, "constant"), .lower = tree_get_number(law, "lower"),
      .lower_class = class_named(tree_get_text(law, "lower_model")),
      .factor = tree_get_number(law, "factor"), .rate = tree_get_number(law, "rate"),
      .from = tree_get_number(law, "from"),
   };
}

static double cost_of_fit(const void* fit, double n)
{
   return n < ((const GrowthFit*)fit)->from ? NAN : growth_cost(fit, n);
}

static void print_plot(FILE* out, const Answer* routine, const Look* look)
{
   static const char* const labels[] = {
      [VIEW_WORST] = "worst cost", [VIEW_MEAN] = "mean cost", [VIEW_BEST] = "best cost",
      [VIEW_AMORTIZED] = "amortized", [VIEW_CALLS] = "calls"
   };
   const char*   label = labels[look->view];
   const Answer* law = law_of(routine, look->view);
   GrowthFit     fit;
   size_t        count;
   g_autofree PlotPoint* points = plot_points(tree_get(routine, "plot"), &count);
   Plot plot = {
      .points = points, .count = count, .is_log = look->log_axes, .x_label = "input", .y_label = label,
   };
   if (law != NULL) {
      fit = fit_of(law);
      plot.curve = cost_of_fit;
      plot.closure = &fit;
   }
   putc('\n', out);
   plot_print(out, &plot, look->width);
   if (law != NULL) {
      fprintf(out, "%9s* measured   . model of the %s: %s\n", "", label, tree_get_text(law, "formula"));
   }
}

/*--- Callers and callees ---*/

static int print_call_name(FILE* out, const Answer* call, const char* field, int width)
{
   return tree_get(call, field) == NULL
          ? text_print_cut(out, "(none: the program or a thread begins here)", width)
          : cell_name(out, call, field, width);
}

static void print_calls(FILE* out, const char* title, const Answer* calls, const Look* look)
{
   static const Column columns[] = {
      { .title = "calls", .field = "calls", .write = cell_grouped, .width = 14, .gap = 1 },
      { .title = "cost", .field = "real_cost", .write = cell_grouped, .width = 14, .gap = 1 },
      { .title = "share", .field = "share", .write = cell_percent, .width = 8 },
      { .title = "routine", .field = "name", .print = print_call_name, .gap = 2 },
   };
   Table  table = table_of(columns, G_N_ELEMENTS(columns));
   size_t count = tree_length(calls);
   fprintf(out, "\n%s%s%s\n", terminal_style(out, STYLE_HEADING), title, terminal_style(out, STYLE_PLAIN));
   if (count == 0) {
      fputs("   none\n", out);
      return;
   }
   size_t limit = look->has_limit ? look->limit : SHOWN_CALLS;
   size_t shown = limit == 0 || count < limit ? count : limit;
   table_choose(&table, look->line, look->line);
   table_print_head(out, &table);
   for (size_t i = 0; i < shown; i++) {
      table_print_row(out, &table, tree_at(calls, i));
   }
   if (shown < count) {
      fprintf(out, "%zu of %zu; --limit=0 shows all.\n", shown, count);
   }
}

/*--- All of it ---*/

static void print_names(FILE* out, const Answer* routine, const Look* look)
{
   const char*   name = tree_get_text(routine, "name");
   const char*   mangled = tree_get_text(routine, "mangled");
   const Answer* code = tree_get(routine, "code");
   g_autofree char* readable = name_readable(name);
   label_print(out, "Routine", readable == NULL ? name : readable, look->line);
   if (readable != NULL) {
      label_print(out, "Mangled", name, look->line);
   } else if (mangled != NULL && strcmp(mangled, name) != 0) {
      label_print(out, "Mangled", mangled, look->line);
   }
   label_print(out, "Object", tree_get_text(routine, "object"), look->line);
   if (code != NULL) {
      render_code(out, code, look);
   }
}

static void print_routine(FILE* out, const Answer* routine, const Look* look)
{
   print_names(out, routine, look);
   if (tree_get_count(routine, "points") == 0) {
      fputs("It has no points.\n", out);
      return;
   }
   Shown const shown = cases_shown(routine);
   print_facts(out, routine);
   print_growth(out, routine, shown, look);
   print_predictions(out, routine, look);
   if (has_candidates(routine)) {
      print_candidates(out, routine, shown);
   }
   print_points(out, routine, shown.is_one, look);
   if (tree_get_count(routine, "points") > 1) {
      print_plot(out, routine, look);
   }
   if (tree_has(routine, "callers")) {
      print_calls(out, "Called by", tree_get(routine, "callers"), look);
      print_calls(out, "Calls", tree_get(routine, "callees"), look);
   }
}

void render_routines(FILE* out, const Answer* answer, const Look* look)
{
   const Answer* routines = tree_get(answer, "routines");
   for (size_t i = 0; i < tree_length(routines); i++) {
      g_autoptr(Answer) routine = tree_item(routines, i);
      fputs(i > 0 ? "\n" : "", out);
      print_routine(out, routine, look);
   }
}
