#include "history/answers.h"

/* The newest commits with steps are compared in full: at most so many of a line, and so many routines. */
#define MOST_COMPARED   100
#define MOST_ROUTINES  12000

#define SHOWN_HASH  10

static bool has_steps(const Line* line, guint index)
{
   g_autoptr(GArray) steps = line_steps(line, index);
   for (guint i = 0; i < steps->len; i++) {
      if (g_array_index(steps, Step, i).kind != STEP_RENAMED) {
         return true;
      }
   }
   return false;
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
static guint add_comparison(const Line* line, guint index, guint at, Answer* list)
{
   Store*              store = line->view->store;
   const StoredCommit* nearest = g_ptr_array_index((GPtrArray*)g_ptr_array_index(line->nearest, index), 0);
   g_autoptr(GArray)   since = line_since(line, index);
   g_autoptr(Snapshot) before = store_read(store, g_array_index(since, int64_t, 0));
   g_autoptr(Snapshot) now = store_read(store, line_record(line, index)->id);
   if (before == NULL || now == NULL) {
      return 0;
   }
   g_autofree char*  name = g_strndup(nearest->hash, SHOWN_HASH);
   g_autofree char*  own_name = g_strndup(graph_commit(line->view->graph, index)->hash, SHOWN_HASH);
   const char* const names[] = { name, own_name };
   Answer*           value = tree_list();
   tree_append(value, tree_count(at));
   tree_append_text(value, g_strdup(name));
   tree_append_text(value, compared_text(before, now, line->view->own, names, line->view->print_diff));
   tree_append(list, value);
   return routines_in(now);
}

Answer* history_comparisons(const Line* line)
{
   const Graph* graph = line->view->graph;
   Answer*      list = tree_list();
   guint        at = 0, routines = 0;
   for (guint i = 0; i < graph_count(graph); i++) {
      at += line_record(line, i) != NULL;
   }
   for (guint i = 0; i < graph_count(graph) && routines < MOST_ROUTINES && tree_length(list) < MOST_COMPARED;
        i++) {
      if (line_record(line, i) != NULL) {
         at--;
         routines += has_steps(line, i) ? add_comparison(line, i, at, list) : 0;
      }
   }
   return list;
}
