/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof show: a report for people.  The costliest routines with the plain facts
   that make growth visible: what a call costs at the smallest and at the
   largest input, and what it costs for each cell of the input.  No model is
   fitted to the points. */

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "memory.h"
#include "number.h"
#include "plot.h"
#include "report.h"
#include "text.h"

#define DEFAULT_LIMIT   15
#define SAMPLED_POINTS  20
#define SIMILAR_NAMES   10

/* Cost per cell is compared only where the inputs differ enough to mean something. */
#define LEAST_RANGE    4
#define LEAST_INPUTS   4

/* From these widths of the output on, there are columns for the cost per cell,
   and for the median. */
#define WIDTH_FOR_CELLS    96
#define WIDTH_FOR_MEDIAN  114

typedef struct {
   size_t      limit;     /* routines to list; 0: all */
   const char* routine;   /* show this one only; NULL: the list */
} ShowOptions;

/*------------------------------------------------------------------*/
/*--- What is known of a routine                                 ---*/
/*------------------------------------------------------------------*/

/* The mean cost of a call with this input. */
typedef struct {
   uint32_t rms;
   double   cost;
} MeanCost;

typedef struct {
   const Routine* routine;
   uint64_t       calls;
   uint64_t       cumulative;   /* real: a recursive call is in its ancestor's cost already */
   uint64_t       self;
   size_t         inputs;       /* distinct rms */
   MeanCost       smallest;
   MeanCost       median;
   MeanCost       largest;
   MeanCost       smallest_read;   /* the smallest input that is not 0 */
} Summary;

static MeanCost mean_cost(const Point* point)
{
   return (MeanCost){ point->rms, (double)point->sum / (double)point->calls };
}

/* The routine has at least one point. */
static Summary summarize(Report* report, const Routine* routine)
{
   size_t count;
   const Point* points = report_routine_points(report, routine, &count);
   Summary summary = {
      .routine = routine,
      .inputs = count,
      .smallest = mean_cost(&points[0]),
      .median = mean_cost(&points[count / 2]),
      .largest = mean_cost(&points[count - 1]),
   };
   summary.smallest_read = mean_cost(&points[points[0].rms == 0 && count > 1 ? 1 : 0]);
   for (size_t i = 0; i < count; i++) {
      summary.calls = add_saturating(summary.calls, points[i].calls);
      summary.cumulative = add_saturating(summary.cumulative, points[i].real_sum);
      summary.self = add_saturating(summary.self, points[i].self_sum);
   }
   return summary;
}

static bool has_wide_range(const Summary* summary)
{
   uint32_t smallest = summary->smallest_read.rms;
   return summary->inputs >= LEAST_INPUTS && smallest > 0 && summary->largest.rms / LEAST_RANGE >= smallest;
}

static double cost_per_cell(MeanCost cost)
{
   return cost.cost / cost.rms;
}

/* The costliest first; of equal ones, the one that is first in the report. */
static int compare_cumulative(const void* left, const void* right)
{
   const Summary* a = left;
   const Summary* b = right;
   if (a->cumulative != b->cumulative) {
      return a->cumulative > b->cumulative ? -1 : 1;
   }
   if (a->self != b->self) {
      return a->self > b->self ? -1 : 1;
   }
   return a->routine < b->routine ? -1 : a->routine > b->routine;
}

/* All routines that have points. */
static Summary* summarize_all(Report* report, size_t* count)
{
   uint32_t routines = report_routine_count(report);
   Summary* summaries = memory_resize(NULL, (size_t)routines + 1, sizeof *summaries);
   *count = 0;
   for (uint32_t i = 0; i < routines; i++) {
      const Routine* routine = report_routine(report, i);
      if (routine->points > 0) {
         summaries[(*count)++] = summarize(report, routine);
      }
   }
   qsort(summaries, *count, sizeof *summaries, compare_cumulative);
   return summaries;
}

/* The k line, unless a routine exceeds it or it is missing: as all readers do. */
static uint64_t total_cost(const Report* report, const Summary* sorted, size_t count)
{
   uint64_t total = report_header(report)->total;
   return count > 0 && sorted[0].cumulative > total ? sorted[0].cumulative : total;
}

/*------------------------------------------------------------------*/
/*--- The header                                                 ---*/
/*------------------------------------------------------------------*/

static const char* cost_unit(const Report* report)
{
   const char* metric = report_header(report)->metric;
   return strcmp(metric, "bb-count") == 0  ? "executed basic blocks"
        : strcmp(metric, "time-usec") == 0 ? "microseconds"
        : metric;
}

static bool is_dynamic(const Report* report)
{
   return strcmp(report_header(report)->input, "drms") == 0;
}

static void print_labelled(const char* label, const char* text, int width)
{
   printf("%-13s", label);
   text_print_cut(stdout, text, width - 13);
   putchar('\n');
}

static void print_header(const Report* report, const char* path, uint64_t total, int width)
{
   const Header* header = report_header(report);
   const char*   program = header->command_line != NULL ? header->command_line
                         : header->application != NULL  ? header->application : "not named";
   print_labelled("Program", program, width);

   const char* tool = report_comment(report, "tool");
   char line[300];
   snprintf(line, sizeof line, "%s, version 1.%" PRIu64 "%s%s%s%s", path, header->version,
            header->date != NULL ? ", " : "", header->date != NULL ? header->date : "",
            tool != NULL ? ", by " : "", tool != NULL ? tool : "");
   print_labelled("Report", line, width);

   GroupedText grouped;
   snprintf(line, sizeof line, "%s %s%s", text_grouped_number(total, grouped), cost_unit(report),
            header->has_total ? "" : " (no k line: the costliest routine's)");
   print_labelled("Total cost", line, width);

   if (header->memory_resolution != 0) {
      printf("%-13s%u byte%s\n", "Memory cell", header->memory_resolution,
             header->memory_resolution == 1 ? "" : "s");
   }
}

static void print_explanation(const Report* report)
{
   const Header* header = report_header(report);
   putchar('\n');
   if (is_dynamic(report)) {
      puts("input = dynamic read memory size: distinct memory cells the routine read before writing them,\n"
           "        and again when another thread or the kernel had written them;");
   } else {
      puts("input = read memory size: distinct memory cells the routine read before writing them;");
   }
   printf("cost  = %s, with all that the routine called; mean of the calls with that input;\n",
          cost_unit(report));
   puts("grows = cost per cell at the largest input / at the smallest: above x1, faster than the input.");
   if (!header->has_real_sums) {
      puts("This report counts recursive calls again in each of their callers: totals may be too high.");
   }
   putchar('\n');
}

/*------------------------------------------------------------------*/
/*--- The list of routines                                       ---*/
/*------------------------------------------------------------------*/

/* In per cent. */
static double share(uint64_t part, uint64_t total)
{
   return total == 0 ? 0.0 : 100.0 * (double)part / (double)total;
}

static void print_mean_cost(MeanCost cost)
{
   ShortText rms, mean;
   printf("  %5s %5s", text_short_number(cost.rms, rms), text_short_number(cost.cost, mean));
}

static void print_growth(const Summary* summary, bool with_cells)
{
   ShortText small_text = "-", large_text = "-", factor;
   char      growth[sizeof factor + 1] = "-";
   if (has_wide_range(summary)) {
      double small = cost_per_cell(summary->smallest_read);
      double large = cost_per_cell(summary->largest);
      text_short_number(small, small_text);
      text_short_number(large, large_text);
      snprintf(growth, sizeof growth, "x%s", text_short_number(large / small, factor));
   }
   if (with_cells) {
      printf("  %5s %5s", small_text, large_text);
   }
   printf(" %6s", growth);
}

/* Prints what stands left of the routines' names; returns its width. */
static int print_table_head(int width)
{
   bool with_median = width >= WIDTH_FOR_MEDIAN;
   bool with_cells = width >= WIDTH_FOR_CELLS;
   printf("                               smallest  %s      largest%s\n",
          with_median ? "     median  " : "", with_cells ? "  cost per cell" : "");
   return printf(" total   self calls inputs  input  cost%s  input  cost%s  grows  ",
                 with_median ? "  input  cost" : "", with_cells ? "  small large" : "");
}

static void print_row(const Report* report, const Summary* summary, uint64_t total, int width,
                      int name_column)
{
   bool      with_median = width >= WIDTH_FOR_MEDIAN;
   ShortText calls, inputs;
   printf("%5.1f%%", share(summary->cumulative, total));
   if (report_header(report)->has_self_costs) {
      printf(" %5.1f%%", share(summary->self, total));
   } else {
      printf(" %6s", "-");
   }
   printf(" %5s %6s", text_short_number((double)summary->calls, calls),
          text_short_number((double)summary->inputs, inputs));
   print_mean_cost(summary->smallest);
   if (with_median) {
      print_mean_cost(summary->median);
   }
   print_mean_cost(summary->largest);
   print_growth(summary, width >= WIDTH_FOR_CELLS);
   fputs("  ", stdout);
   text_print_cut(stdout, summary->routine->name, width - name_column);
   putchar('\n');
}

static void print_list(Report* report, const char* path, const ShowOptions* options)
{
   int      width = text_output_width();
   size_t   count;
   Summary* summaries = summarize_all(report, &count);
   uint64_t total = total_cost(report, summaries, count);

   print_header(report, path, total, width);
   print_explanation(report);
   if (count == 0) {
      puts("The report has no points: no routine returned, or nothing was measured.");
   } else {
      size_t shown = options->limit == 0 || options->limit > count ? count : options->limit;
      int name_column = print_table_head(width);
      puts("routine");
      for (size_t i = 0; i < shown; i++) {
         print_row(report, &summaries[i], total, width, name_column);
      }
      printf("\n%zu of %zu routines; --limit=0 lists all, --routine=NAME shows the points of one.\n",
             shown, count);
   }
   free(summaries);
}

/*------------------------------------------------------------------*/
/*--- One routine                                                ---*/
/*------------------------------------------------------------------*/

static void print_cell(uint64_t number)
{
   GroupedText grouped;
   printf("%15s", text_grouped_number(number, grouped));
}

static void print_points(const Point* points, size_t count)
{
   size_t shown = count < SAMPLED_POINTS ? count : SAMPLED_POINTS;
   printf("\n%15s%15s%15s%15s%15s\n", "input", "calls", "min cost", "mean cost", "max cost");
   for (size_t i = 0; i < shown; i++) {
      const Point* point = &points[shown == 1 ? 0 : i * (count - 1) / (shown - 1)];
      print_cell(point->rms);
      print_cell(point->calls);
      print_cell(point->min);
      print_cell(point->sum / point->calls);
      print_cell(point->max);
      putchar('\n');
   }
   if (shown < count) {
      printf("%zu of %zu points, evenly chosen\n", shown, count);
   }
}

static void print_plot(const Point* points, size_t count, int width)
{
   PlotPoint* plotted = memory_resize(NULL, count, sizeof *plotted);
   for (size_t i = 0; i < count; i++) {
      plotted[i] = (PlotPoint){ points[i].rms, (double)points[i].max };
   }
   putchar('\n');
   plot_scatter(stdout, plotted, count, width, "input", "max cost");
   free(plotted);
}

static void print_share_of(const char* label, uint64_t cost, uint64_t total)
{
   GroupedText grouped;
   printf("%-13s%s, %.1f%% of the total\n", label, text_grouped_number(cost, grouped), share(cost, total));
}

static void print_routine(Report* report, const Routine* routine, uint64_t total, int width)
{
   print_labelled("Routine", routine->name, width);
   if (routine->mangled != NULL) {
      print_labelled("Mangled", routine->mangled, width);
   }
   print_labelled("Object", routine->image, width);
   if (routine->points == 0) {
      puts("It has no points.");
      return;
   }
   Summary     summary = summarize(report, routine);
   GroupedText grouped, smallest, largest;
   printf("%-13s%s\n", "Calls", text_grouped_number(summary.calls, grouped));
   print_share_of("Cost", summary.cumulative, total);
   if (report_header(report)->has_self_costs) {
      print_share_of("Self cost", summary.self, total);
   }
   printf("%-13s%zu different, from %s to %s cells\n", "Inputs", summary.inputs,
          text_grouped_number(summary.smallest.rms, smallest),
          text_grouped_number(summary.largest.rms, largest));

   size_t count;
   const Point* points = report_routine_points(report, routine, &count);
   print_points(points, count);
   if (count > 1) {
      print_plot(points, count, width);
   }
}

static bool has_name(const Routine* routine, const char* name)
{
   return strcmp(routine->name, name) == 0
          || (routine->mangled != NULL && strcmp(routine->mangled, name) == 0);
}

/* The routines of exactly this name (there may be several, from different files);
   if there are none, those whose name contains it.  NULL without any. */
static const Routine** find_routines(const Report* report, const char* name, size_t* count, bool* exact)
{
   const Routine** found = NULL;
   size_t capacity = 0;
   *count = 0;
   for (int pass = 0; pass < 2 && *count == 0; pass++) {
      *exact = pass == 0;
      for (uint32_t i = 0; i < report_routine_count(report); i++) {
         const Routine* routine = report_routine(report, i);
         if (*exact ? has_name(routine, name) : strstr(routine->name, name) != NULL) {
            found = memory_grow(found, *count, &capacity, sizeof *found);
            found[(*count)++] = routine;
         }
      }
   }
   return found;
}

static int refuse_ambiguous_name(const char* name, const Routine** found, size_t count)
{
   fprintf(stderr, "aprof show: no routine has the name \"%s\", and %zu contain it; name one of them:\n",
           name, count);
   for (size_t i = 0; i < count && i < SIMILAR_NAMES; i++) {
      int half = text_output_width() / 2;
      fputs("   ", stderr);
      text_print_cut(stderr, found[i]->name, half);
      fputs("   in ", stderr);
      text_print_cut(stderr, found[i]->image, half - 9);
      fputc('\n', stderr);
   }
   if (count > SIMILAR_NAMES) {
      fprintf(stderr, "   and %zu more\n", count - SIMILAR_NAMES);
   }
   return EXIT_USAGE;
}

static int print_routines_of_name(Report* report, const char* path, const char* name)
{
   size_t count;
   bool   exact;
   const Routine** found = find_routines(report, name, &count, &exact);
   int status = EXIT_OK;
   if (count == 0) {
      fprintf(stderr, "aprof show: %s has no routine whose name contains \"%s\"; --limit=0 lists all\n",
              path, name);
      status = EXIT_USAGE;
   } else if (count > 1 && !exact) {
      status = refuse_ambiguous_name(name, found, count);
   } else {
      size_t   all;
      Summary* summaries = summarize_all(report, &all);
      uint64_t total = total_cost(report, summaries, all);
      free(summaries);
      for (size_t i = 0; i < count; i++) {
         fputs(i > 0 ? "\n" : "", stdout);
         print_routine(report, found[i], total, text_output_width());
      }
   }
   free(found);
   return status;
}

/*------------------------------------------------------------------*/
/*--- The subcommand                                             ---*/
/*------------------------------------------------------------------*/

static void print_help(void)
{
   puts("Usage: aprof show [OPTION]... REPORT\n"
        "\n"
        "Prints the costliest routines of a report: their share of the program's cost, their\n"
        "calls, how many different inputs they had, and what a call cost at the smallest and\n"
        "at the largest input.  A routine whose cost per input cell grows (the column `grows`)\n"
        "costs more than its input explains: it will hurt when the input grows.\n"
        "\"-\" is standard input.\n"
        "\n"
        "  -l, --limit=N        list N routines; 0 lists all  [15]\n"
        "  -r, --routine=NAME   show the points of one routine, and a plot of them\n"
        "  -h, --help           print this text\n"
        "  -V, --version        print the version of aprof\n"
        "\n"
        "Exit status: 0 shown, 2 wrong use or an unreadable REPORT.");
}

static bool parse_limit(const char* text, size_t* limit)
{
   char* end;
   errno = 0;
   unsigned long long value = strtoull(text, &end, 10);
   if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value > UINT32_MAX) {
      return false;
   }
   *limit = (size_t)value;
   return true;
}

static int show(const char* path, const ShowOptions* options)
{
   Problem problem;
   Report* report = report_load(path, &problem);
   if (report == NULL) {
      problem_print(&problem, "aprof show");
      return EXIT_USAGE;
   }
   const char* name = problem_file_name(path);
   int status = EXIT_OK;
   if (options->routine != NULL) {
      status = print_routines_of_name(report, name, options->routine);
   } else {
      print_list(report, name, options);
   }
   report_free(report);
   return status;
}

int show_main(int count, char** arguments)
{
   static const struct option long_options[] = {
      { "limit",   required_argument, NULL, 'l' },
      { "routine", required_argument, NULL, 'r' },
      { "help",    no_argument,       NULL, 'h' },
      { "version", no_argument,       NULL, 'V' },
      { 0 },
   };
   ShowOptions options = { .limit = DEFAULT_LIMIT };
   int option;
   while ((option = getopt_long(count, arguments, "l:r:hV", long_options, NULL)) != -1) {
      switch (option) {
         case 'l':
            if (!parse_limit(optarg, &options.limit)) {
               return usage_error(arguments[0], "--limit=%s: a number from 0 to %" PRIu32
                                  " is needed; 0 lists all routines", optarg, UINT32_MAX);
            }
            break;
         case 'r': options.routine = optarg; break;
         case 'h': print_help(); return EXIT_OK;
         case 'V': return print_version();
         default:  return usage_error(arguments[0], NULL);
      }
   }
   if (optind != count - 1) {
      return usage_error(arguments[0], "%d reports are named: give the one REPORT to show, "
                         "or - for standard input", count - optind);
   }
   return show(arguments[optind], &options);
}
