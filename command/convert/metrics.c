/* Costs for services that keep a number for each version and draw it over time: the program's, and those of
   its own routines that have at least a hundredth of that.

      openmetrics         aprof_cost{program="words",routine="count_words"} 123
      bmf                 {"words: count_words": {"cost": {"value": 123}}}
      smaller-is-better   [{"name": "words: count_words", "unit": "executed basic blocks", "value": 123}] */

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "convert/conversion.h"
#include "model/own.h"
#include "subject/limits.h"
#include "subject/subjects.h"
#include "util/text.h"
#include "util/tree.h"

/* A number, and whose it is. */
typedef struct {
   const char* routine;   /* NULL: the program's */
   uint64_t    cost;
} Metric;

typedef struct {
   Conversion* conversion;
   const char* program;
   GArray*     metrics;   /* Metric: the program, then routines, the costliest first */
} Metrics;

static int by_cost(gconstpointer left, gconstpointer right)
{
   const Metric* a = left;
   const Metric* b = right;
   bool is_total = a->routine == NULL || b->routine == NULL;
   return is_total            ? (a->routine == NULL ? -1 : 1)
          : a->cost != b->cost ? (a->cost > b->cost ? -1 : 1) : strcmp(a->routine, b->routine);
}

/* Routines of one name are added up: a name is of one number. */
static void add_routine(GHashTable* known, const char* name, uint64_t cost)
{
   Metric* metric = g_hash_table_lookup(known, name);
   if (metric == NULL) {
      metric = g_new(Metric, 1);
      *metric = (Metric){ name, 0 };
      g_hash_table_insert(known, (gpointer)name, metric);
   }
   metric->cost += cost;
}

static void free_metrics(Metrics* metrics)
{
   g_array_unref(metrics->metrics);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Metrics, free_metrics)

static Metrics find_metrics(Conversion* conversion)
{
   const Report* report = conversion->report;
   const char*   path = report_header(report)->application;
   const OwnCode own = { .application = path };
   const Metric  total = { NULL, report_total_cost(report) };
   const double  least = SHARE_SMALL * (double)report_whole(report);
   g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
   Metrics       metrics = { conversion, convert_text(conversion, path == NULL ? NULL : text_file_name(path)),
                             g_array_new(FALSE, FALSE, sizeof(Metric)) };
   for (uint32_t i = 0; i < report_routine_count(report); i++) {
      const Routine* routine = report_routine(report, i);
      if (own_has(&own, routine) && !own_is_nameless(routine->name)) {
         add_routine(known, convert_text(conversion, routine->name), routine->totals.real_sum);
      }
   }
   GHashTableIter iterator;
   gpointer       metric;
   g_array_append_val(metrics.metrics, total);
   g_hash_table_iter_init(&iterator, known);
   while (g_hash_table_iter_next(&iterator, NULL, &metric)) {
      if ((double)((const Metric*)metric)->cost >= least) {
         g_array_append_vals(metrics.metrics, metric, 1);
      }
   }
   g_array_sort(metrics.metrics, by_cost);
   assert(g_array_index(metrics.metrics, Metric, 0).routine == NULL);
   return metrics;
}

/* "words", "words: count_words"; to be freed. */
static char* name_of(const Metrics* metrics, const Metric* metric)
{
   return metric->routine == NULL ? g_strdup(metrics->program)
                                  : g_strdup_printf("%s: %s", metrics->program, metric->routine);
}

static void write_json(const Metrics* metrics, Answer* value)
{
   fputs(json_object_to_json_string_ext(value, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE),
         metrics->conversion->out);
   putc('\n', metrics->conversion->out);
   tree_free(value);
}

/*--- The formats ---*/

static void write_label(FILE* out, const char* name, const char* value)
{
   fprintf(out, "%s=\"", name);
   for (; *value != '\0'; value++) {
      fputs(*value == '"' || *value == '\\' ? "\\" : "", out);
      putc(*value, out);
   }
   putc('"', out);
}

bool convert_openmetrics(Conversion* conversion)
{
   g_auto(Metrics) metrics = find_metrics(conversion);
   FILE*   out = conversion->out;
   fputs("# TYPE aprof_cost gauge\n", out);
   fprintf(out, "# HELP aprof_cost %s, with callees\n", convert_cost_name(conversion).description);
   for (guint i = 0; i < metrics.metrics->len; i++) {
      const Metric* metric = &g_array_index(metrics.metrics, Metric, i);
      fputs("aprof_cost{", out);
      write_label(out, "program", metrics.program);
      if (metric->routine != NULL) {
         putc(',', out);
         write_label(out, "routine", metric->routine);
      }
      fprintf(out, "} %" PRIu64 "\n", metric->cost);
   }
   fputs("# EOF\n", out);
   return true;
}

bool convert_bmf(Conversion* conversion)
{
   g_auto(Metrics) metrics = find_metrics(conversion);
   Answer* all = tree_object();
   for (guint i = 0; i < metrics.metrics->len; i++) {
      const Metric* metric = &g_array_index(metrics.metrics, Metric, i);
      Answer* benchmark = tree_object();
      Answer* measure = tree_object();
      g_autofree char* name = name_of(&metrics, metric);
      tree_set_count(measure, "value", metric->cost);
      tree_set(benchmark, "cost", measure);
      tree_set(all, name, benchmark);
   }
   write_json(&metrics, all);
   return true;
}

bool convert_smaller_is_better(Conversion* conversion)
{
   g_auto(Metrics) metrics = find_metrics(conversion);
   Answer* all = tree_list();
   for (guint i = 0; i < metrics.metrics->len; i++) {
      const Metric* metric = &g_array_index(metrics.metrics, Metric, i);
      Answer* entry = tree_object();
      g_autofree char* name = name_of(&metrics, metric);
      tree_set_text(entry, "name", name);
      tree_set_text(entry, "unit", convert_cost_name(conversion).description);
      tree_set_count(entry, "value", metric->cost);
      tree_append(all, entry);
   }
   write_json(&metrics, all);
   return true;
}
