/* From the newest commit to the oldest: where a routine got its name, it goes on under the former one. */

#include "history/answers.h"

#include <string.h>

#include "history/followed.h"

char* history_date(int64_t date)
{
   g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(date);
   return time == NULL ? NULL : g_date_time_format(time, "%Y-%m-%dT%H:%M:%SZ");
}

void history_set_commit(Answer* to, const StoredCommit* commit)
{
   g_autofree char* date = history_date(commit->date);
   tree_set_text(to, "commit", commit->hash);
   tree_set_text(to, "date", date);
   tree_set_text(to, "subject", commit->subject);
}

Answer* history_series_value(const HistorySeries* series)
{
   Answer*          value = tree_object();
   g_autofree char* by = series_by(series);
   tree_set_text(value, "name", series->name);
   tree_set_text(value, "program", series->program);
   tree_set_text(value, "machine", series->machine);
   tree_set_text(value, "measure", series->measure);
   tree_set_text(value, "by", by);
   return value;
}

/* "find", or "find in libwords.so". */
static char* former_name(const char* text)
{
   size_t length = strcspn(text, "\x01");
   return text[length] == '\0' ? g_strdup(text)
                               : g_strdup_printf("%.*s in %s", (int)length, text, text + length + 1);
}

static void set_text(Answer* value, const Step* step)
{
   g_autofree char* former = step->kind == STEP_RENAMED ? former_name(step->text) : NULL;
   g_autofree char* text = former == NULL ? g_strdup(step->text) : g_strdup_printf("was %s", former);
   tree_set_text(value, "former", former);
   tree_set_text(value, "text", text);
}

static Answer* step_value(const Step* step)
{
   Answer* value = tree_object();
   bool    is_of_routine = step->kind == STEP_ROUTINE || step->kind == STEP_RENAMED;
   tree_set_text(value, "kind", step_names[step->kind]);
   tree_set_text(value, "change", step->direction > 0 ? "worse" : step->direction < 0 ? "better" : NULL);
   tree_set_flag(value, "grows_otherwise", step->is_class);
   tree_set_number(value, "factor", step->factor);
   tree_set_text(value, "what", step->name);
   tree_set_text(value, "object", is_of_routine ? step->object : NULL);
   set_text(value, step);
   return value;
}

/* The steps of a record that are meant, as a list. */
static Answer* steps_value(const Line* line, guint index, Followed* followed)
{
   Answer*           list = tree_list();
   g_autoptr(GArray) steps = line_steps(line, index);
   for (guint i = 0; i < steps->len; i++) {
      const Step* step = &g_array_index(steps, Step, i);
      if (followed == NULL ? step->kind != STEP_RENAMED : followed_has(followed, step)) {
         tree_append(list, step_value(step));
      }
   }
   if (followed != NULL) {
      followed_go_back(followed, steps);
   }
   return list;
}

static Answer* record_value(const Line* line, guint index, Answer* steps)
{
   const StoredRecord* record = line_record(line, index);
   Answer* value = tree_object();
   tree_set(value, "series", history_series_value(line->series));
   tree_set_text(value, "branch", *record->branch == '\0' ? NULL : record->branch);
   tree_set_count(value, "cost", record->total);
   tree_set_count(value, "unmeasured", graph_between(line->view->graph, index,
                                                     g_ptr_array_index(line->nearest, index)));
   tree_set(value, "steps", steps);
   return value;
}

/* Adds the records of a commit; NULL, if nothing of it is meant. `followed`: by line. */
static Answer* commit_value(const HistoryView* view, const GPtrArray* lines, guint index,
                            const GPtrArray* followed, bool wants_all)
{
   g_autoptr(Answer) records = tree_list();
   g_assert(followed->len == lines->len);
   for (guint i = 0; i < lines->len; i++) {
      const Line* line = g_ptr_array_index(lines, i);
      if (line_record(line, index) != NULL) {
         g_autoptr(Answer) steps = steps_value(line, index, g_ptr_array_index(followed, i));
         if (wants_all || tree_length(steps) > 0) {
            tree_append(records, record_value(line, index, g_steal_pointer(&steps)));
         }
      }
   }
   if (tree_length(records) == 0) {
      return NULL;
   }
   Answer* value = tree_object();
   history_set_commit(value, graph_commit(view->graph, index));
   tree_set(value, "records", g_steal_pointer(&records));
   return value;
}

static void add_failure(void* data, const char* hash, const char* name, const char* reason)
{
   Answer* value = tree_object();
   tree_set_text(value, "commit", hash);
   tree_set_text(value, "name", name);
   tree_set_text(value, "reason", reason);
   tree_append(data, value);
}

static guint count_measured(const HistoryView* view, const GPtrArray* lines)
{
   guint count = 0;
   for (guint i = 0; i < graph_count(view->graph); i++) {
      bool is_measured = false;
      for (guint k = 0; k < lines->len; k++) {
         is_measured = is_measured || line_record(g_ptr_array_index(lines, k), i) != NULL;
      }
      count += is_measured;
   }
   return count;
}

static void free_followed(gpointer followed)
{
   followed_free(followed);
}

Answer* history_log(const HistoryView* view, const GPtrArray* lines, const char* routine, bool wants_all)
{
   Answer* value = tree_object();
   Answer* commits = tree_list();
   Answer* failures = tree_list();
   Answer* series = tree_list();
   g_autoptr(GPtrArray) followed = g_ptr_array_new_with_free_func(free_followed);
   for (guint i = 0; i < lines->len; i++) {
      g_ptr_array_add(followed, routine == NULL ? NULL : followed_new(routine));
      tree_append(series, history_series_value(((const Line*)g_ptr_array_index(lines, i))->series));
   }
   for (guint i = 0; i < graph_count(view->graph); i++) {
      Answer* commit = commit_value(view, lines, i, followed, wants_all);
      if (commit != NULL) {
         tree_append(commits, commit);
      }
   }
   store_failures(view->store, add_failure, failures);
   tree_set_text(value, "store", store_path(view->store));
   tree_set_text(value, "routine", routine);
   tree_set(value, "series", series);
   tree_set_count(value, "measured", count_measured(view, lines));
   tree_set(value, "commits", commits);
   tree_set(value, "failures", failures);
   return value;
}
