#include "history/line.h"

#include <assert.h>
#include <malloc.h>

#include "history/steps.h"
#include "util/progress.h"

bool view_make(HistoryView* view, Store* store, const Repository* repository, const char* const* tips,
               Problem* problem)
{
   *view = (HistoryView){ .repository = repository, .store = store, .commits = store_commits(store),
                          .series = store_series(store) };
   for (guint i = 0; i < view->commits->len; i++) {
      view->last = MAX(view->last, g_array_index(view->commits, StoredCommit, i).id);
   }
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

/* Returns by id of a commit whether the line has a record of it. To be freed by g_free. */
static bool* line_commits(const Line* line)
{
   bool* commits = g_new0(bool, line->view->last + 1);
   for (int64_t i = 0; i <= line->view->last; i++) {
      commits[i] = line->by_commit[i] >= 0;
   }
   return commits;
}

Line* line_make(const HistoryView* view, const HistorySeries* series)
{
   Line* line = g_new0(Line, 1);
   *line = (Line){ .view = view, .series = series, .records = store_records(view->store, series->id),
                   .by_commit = g_new(int, view->last + 1) };
   for (int64_t i = 0; i <= view->last; i++) {
      line->by_commit[i] = -1;
   }
   for (guint i = 0; i < line->records->len; i++) {
      int64_t commit = g_array_index(line->records, StoredRecord, i).commit;
      if (commit <= view->last) {   /* others may have added commits since */
         line->by_commit[commit] = (int)i;
      }
   }
   g_autofree bool* commits = line_commits(line);
   line->nearest = graph_nearest(view->graph, commits);
   return line;
}

void line_free(Line* line)
{
   g_array_unref(line->records);
   g_ptr_array_unref(line->nearest);
   g_free(line->by_commit);
   g_free(line);
}

static const StoredRecord* record_of(const Line* line, int64_t commit)
{
   int index = line->by_commit[commit];
   return index < 0 ? NULL : &g_array_index(line->records, StoredRecord, index);
}

const StoredRecord* line_record(const Line* line, guint index)
{
   return record_of(line, graph_commit(line->view->graph, index)->id);
}

GArray* line_since(const Line* line, guint index)
{
   assert(index < line->nearest->len);
   const GArray* commits = g_ptr_array_index(line->nearest, index);
   GArray*       records = g_array_new(FALSE, FALSE, sizeof(int64_t));
   for (guint i = 0; i < commits->len; i++) {
      const StoredRecord* record = record_of(line, g_array_index(commits, int64_t, i));
      if (record != NULL) {
         g_array_append_val(records, record->id);
      }
   }
   return records;
}

/* Indices of commits whose steps are not in the store. */
static GArray* unknown(const Line* line)
{
   GArray* indices = g_array_new(FALSE, FALSE, sizeof(guint));
   for (guint i = 0; i < graph_count(line->view->graph); i++) {
      const StoredRecord* record = line_record(line, i);
      g_autoptr(GArray) since = line_since(line, i);
      if (record != NULL && since->len > 0 && !steps_are_known(line->view->store, record->id, since)) {
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
      guint index = g_array_index(finding->indices, guint, finding->next + i);
      g_autoptr(GArray) since = line_since(finding->line, index);
      g_array_unref(steps_of(store, line_record(finding->line, index)->id, since));
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
