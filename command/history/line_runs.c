#include "history/line_runs.h"

#include <assert.h>
#include <math.h>

#include "growth/at_size.h"

static const StoredRun* run_at(const LineRuns* runs, guint index)
{
   assert(index < runs->runs->len);
   return &g_array_index(runs->runs, StoredRun, index);
}

const StoredRun* line_runs_of(const LineRuns* runs, int64_t record, guint* count)
{
   guint first = GPOINTER_TO_UINT(g_hash_table_lookup(runs->first, GSIZE_TO_POINTER(record)));
   *count = 0;
   while (first > 0 && first - 1 + *count < runs->runs->len
          && run_at(runs, first - 1 + *count)->experiment == record) {
      (*count)++;
   }
   return first == 0 ? NULL : run_at(runs, first - 1);
}

const StoredRun* line_runs_at(const LineRuns* runs, int64_t record, double size)
{
   guint            count;
   const StoredRun* own = line_runs_of(runs, record, &count);
   const StoredRun* found = NULL;
   for (guint i = 0; i < count; i++) {
      found = own[i].size == size ? &own[i] : found;
   }
   return found;
}

/* Takes those that count. */
static void take_runs(LineRuns* runs, GArray* all)
{
   for (guint i = 0; i < all->len; i++) {
      StoredRun* run = &g_array_index(all, StoredRun, i);
      if (run->counts && run->record != 0) {
         g_array_append_vals(runs->runs, run, 1);
         run->name = NULL;   /* it is the other's now */
         gpointer key = GSIZE_TO_POINTER(run->experiment);
         if (!g_hash_table_contains(runs->first, key)) {
            g_hash_table_insert(runs->first, key, GUINT_TO_POINTER(runs->runs->len));
         }
      }
   }
}

static bool all_have(const LineRuns* runs, const Line* line, double size)
{
   for (guint i = 0; i < line->records->len; i++) {
      if (line_runs_at(runs, g_array_index(line->records, StoredRecord, i).id, size) == NULL) {
         return false;
      }
   }
   return true;
}

/* The largest size that all reach. */
static double reached(const LineRuns* runs, const Line* line)
{
   double size = INFINITY;
   for (guint i = 0; i < line->records->len; i++) {
      guint            count;
      const StoredRun* own = line_runs_of(runs, g_array_index(line->records, StoredRecord, i).id, &count);
      size = count == 0 ? size : fmin(size, own[count - 1].size);
   }
   return isinf(size) ? 0 : size;
}

static void choose_sizes(LineRuns* runs, const Line* line)
{
   guint            count;
   int64_t          first = g_array_index(line->records, StoredRecord, 0).id;
   const StoredRun* own = line_runs_of(runs, first, &count);
   for (guint i = 0; i < count; i++) {
      bool is_again = i > 0 && own[i].size == own[i - 1].size;
      if (!is_again && all_have(runs, line, own[i].size)) {
         g_array_append_val(runs->sizes, own[i].size);
      }
   }
   runs->size = runs->sizes->len > 0 ? g_array_index(runs->sizes, double, runs->sizes->len - 1)
                                     : reached(runs, line);
}

static void clear_run(gpointer run)
{
   g_free(((StoredRun*)run)->name);
}

LineRuns* line_runs_new(const Line* line)
{
   LineRuns* runs = g_new0(LineRuns, 1);
   g_autoptr(GArray) all = store_runs(line->view->store, line->series->id);
   runs->runs = g_array_new(FALSE, FALSE, sizeof(StoredRun));
   runs->first = g_hash_table_new(NULL, NULL);
   runs->sizes = g_array_new(FALSE, FALSE, sizeof(double));
   g_array_set_clear_func(runs->runs, clear_run);
   take_runs(runs, all);
   if (line->records->len > 0) {
      choose_sizes(runs, line);
   }
   return runs;
}

void line_runs_free(LineRuns* runs)
{
   g_array_unref(runs->runs);
   g_array_unref(runs->sizes);
   g_hash_table_unref(runs->first);
   g_free(runs);
}

double line_runs_value(const LineRuns* runs, int64_t record, const double* values)
{
   guint            count;
   const StoredRun* own = line_runs_of(runs, record, &count);
   double           sizes[count + 1];
   for (guint i = 0; i < count; i++) {
      sizes[i] = own[i].size;
   }
   const Curve none = { .is_known = false };
   return at_size(&none, &(Runs){ .size = sizes, .value = values, .count = count }, runs->size).value;
}
