#include "history/comparisons.h"

#include "history/compared.h"
#include "history/steps.h"

/* The newest commits with steps are compared in full: at most so many of a line, and so many routines. */
#define MOST_COMPARED   100
#define MOST_ROUTINES  12000

#define SHOWN_HASH  10

static bool has_steps(const Line* line, guint index, const GArray* since)
{
   const StoredRecord* record = line_record(line, index);
   g_autoptr(GArray) steps = since->len == 0 ? NULL : steps_of(line->view->store, record->id, since);
   bool                has = false;
   for (guint i = 0; steps != NULL && i < steps->len; i++) {
      has = has || g_array_index(steps, Step, i).kind != STEP_RENAMED;
   }
   return has;
}

/* The short hash of a record's commit; to be freed. */
static char* name_of_record(const Line* line, int64_t id)
{
   for (guint i = 0; i < graph_count(line->view->graph); i++) {
      const StoredRecord* record = line_record(line, i);
      if (record != NULL && record->id == id) {
         return g_strndup(graph_commit(line->view->graph, i)->hash, SHOWN_HASH);
      }
   }
   return g_strdup("a commit of another branch");
}

/* Counts the routines; of an experiment, in all runs. */
static guint routines_in(const Snapshot* snapshot)
{
   guint count = snapshot->items->len;
   for (guint i = 0; snapshot->runs != NULL && i < snapshot->runs->len; i++) {
      const Snapshot* report = g_array_index(snapshot->runs, SnapshotRun, i).report;
      count += report == NULL ? 0 : report->items->len;
   }
   return count;
}

/* Adds the comparison with the nearest ancestor. Returns how many routines there were. */
static guint add_comparison(const Line* line, const StoredRecord* record, int64_t before, guint at,
                            Answer* list)
{
   Store*    store = line->view->store;
   Snapshot* snapshots[] = { store_read(store, before), store_read(store, record->id) };
   guint     count = 0;
   if (snapshots[0] != NULL && snapshots[1] != NULL) {
      char*             names[] = { name_of_record(line, before), name_of_record(line, record->id) };
      const char* const sides[] = { names[0], names[1] };
      Answer*           value = tree_list();
      tree_append(value, tree_count(at));
      tree_append_text(value, g_strdup(names[0]));
      tree_append_text(value, compared_text(snapshots[0], snapshots[1], sides));
      tree_append(list, value);
      count = routines_in(snapshots[1]);
      g_free(names[0]);
      g_free(names[1]);
   }
   g_clear_pointer(&snapshots[0], snapshot_free);
   g_clear_pointer(&snapshots[1], snapshot_free);
   return count;
}

Answer* history_comparisons(const Line* line)
{
   Answer* list = tree_list();
   guint   at = 0, routines = 0;
   for (guint i = 0; i < graph_count(line->view->graph); i++) {
      at += line_record(line, i) != NULL;
   }
   for (guint i = 0; i < graph_count(line->view->graph) && routines < MOST_ROUTINES
                     && tree_length(list) < MOST_COMPARED; i++) {
      const StoredRecord* record = line_record(line, i);
      if (record != NULL) {
         g_autoptr(GArray) since = line_since(line, i);
         at--;
         if (has_steps(line, i, since)) {
            routines += add_comparison(line, record, g_array_index(since, int64_t, 0), at, list);
         }
      }
   }
   return list;
}
