#include "history/line.h"

#include <malloc.h>
#include <math.h>

#include "growth/at_size.h"
#include "util/progress.h"

bool view_make(HistoryView* view, Store* store, const Repository* repository, const char* const* tips,
               const char* own, Problem* problem)
{
   *view = (HistoryView){ .repository = repository, .store = store, .commits = store_commits(store),
                          .series = store_series(store), .own = own };
   view->last = stored_last(view->commits);
   bool is_right = store_is_right(store, problem);
   view->graph = graph_make(view->commits, repository, tips);
   return is_right;
}

void view_clear(HistoryView* view)
{
   if (view->graph != NULL) {
      graph_free(view->graph);
      g_array_unref(view->series);
      g_array_unref(view->commits);
   }
   *view = (HistoryView){ 0 };
}

Line* line_make(const HistoryView* view, const HistorySeries* series)
{
   Line* line = g_new0(Line, 1);
   *line = (Line){ .view = view, .series = series, .records = store_records(view->store, series->id),
                   .by_commit = g_new(int, view->last + 1) };
   g_autofree bool* is_measured = g_new0(bool, view->last + 1);
   for (int64_t i = 0; i <= view->last; i++) {
      line->by_commit[i] = -1;
   }
   for (guint i = 0; i < line->records->len; i++) {
      int64_t commit = g_array_index(line->records, StoredRecord, i).commit;
      if (commit <= view->last) {   /* others may have added commits since */
         line->by_commit[commit] = (int)i;
         is_measured[commit] = true;
      }
   }
   line->nearest = graph_nearest(view->graph, is_measured);
   g_assert(line->nearest->len == graph_count(view->graph));
   return line;
}

void line_free(Line* line)
{
   g_array_unref(line->records);
   g_ptr_array_unref(line->nearest);
   g_free(line->by_commit);
   g_free(line);
}

static const StoredRecord* record_of(const Line* line, const StoredCommit* commit)
{
   int index = line->by_commit[commit->id];
   g_assert(index < (int)line->records->len);
   return index < 0 ? NULL : &g_array_index(line->records, StoredRecord, index);
}

const StoredRecord* line_record(const Line* line, guint index)
{
   return record_of(line, graph_commit(line->view->graph, index));
}

/*--- Steps ---*/

GArray* line_since(const Line* line, guint index)
{
   g_assert(index < line->nearest->len);
   const GPtrArray* commits = g_ptr_array_index(line->nearest, index);
   GArray*          records = g_array_new(FALSE, FALSE, sizeof(int64_t));
   for (guint i = 0; i < commits->len; i++) {
      const StoredRecord* record = record_of(line, g_ptr_array_index(commits, i));
      if (record != NULL) {
         g_array_append_val(records, record->id);
      }
   }
   return records;
}

GArray* line_steps(const Line* line, guint index)
{
   const StoredRecord* record = line_record(line, index);
   g_autoptr(GArray)   since = record == NULL ? NULL : line_since(line, index);
   return since == NULL ? steps_new() : steps_of(line->view->store, record->id, since, line->view->own);
}

/* Indices of commits whose steps are not in the store. */
static GArray* unknown(const Line* line)
{
   GArray* indices = g_array_new(FALSE, FALSE, sizeof(guint));
   for (guint i = 0; i < graph_count(line->view->graph); i++) {
      const StoredRecord* record = line_record(line, i);
      g_autoptr(GArray) since = line_since(line, i);
      if (record != NULL && since->len > 0
          && !steps_are_known(line->view->store, record->id, since, line->view->own)) {
         g_array_append_val(indices, i);
      }
   }
   return indices;
}

/* A transaction for each some, so that others may write in between. */
#define AT_ONCE  200

/* Commits of a line whose steps are to be found: from `next` on. */
typedef struct {
   const Line*   line;
   const GArray* indices;
   guint         next;
} Finding;

static bool find_some(Store* store, void* data, Problem* problem)
{
   const Finding* finding = data;
   for (guint i = 0; i < AT_ONCE && finding->next + i < finding->indices->len; i++) {
      g_array_unref(line_steps(finding->line, g_array_index(finding->indices, guint, finding->next + i)));
      progress_advance(1);
   }
   return store_is_right(store, problem);
}

/* Each comparison takes as much as the one before: the system need not give it anew. */
#define KEPT_MEMORY  (256 << 20)
#define KEPT_BLOCK   (32 << 20)

bool line_find_steps(const Line* line, Problem* problem)
{
   mallopt(M_TRIM_THRESHOLD, KEPT_MEMORY);
   mallopt(M_MMAP_THRESHOLD, KEPT_BLOCK);
   g_autoptr(GArray) indices = unknown(line);
   Finding finding = { line, indices, 0 };
   bool    done = true;
   progress_begin("Comparing commits", indices->len);
   for (; finding.next < indices->len && done; finding.next += AT_ONCE) {
      done = store_write(line->view->store, find_some, &finding, problem);
   }
   progress_end();
   return done;
}

/*--- Runs of experiments ---*/

static const StoredRun* run_at(const LineRuns* runs, guint index)
{
   g_assert(index < runs->runs->len);
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
static void take_runs(LineRuns* runs, const GArray* all)
{
   for (guint i = 0; i < all->len; i++) {
      const StoredRun* run = &g_array_index(all, StoredRun, i);
      if (run->counts && run->record != 0) {
         g_array_append_vals(runs->runs, run, 1);
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

LineRuns* line_runs_new(const Line* line)
{
   LineRuns* runs = g_new0(LineRuns, 1);
   g_autoptr(GArray) all = store_runs(line->view->store, line->series->id);
   runs->runs = g_array_new(FALSE, FALSE, sizeof(StoredRun));
   runs->first = g_hash_table_new(NULL, NULL);
   runs->sizes = g_array_new(FALSE, FALSE, sizeof(double));
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
