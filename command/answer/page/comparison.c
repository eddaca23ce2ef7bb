/* Takes what `aprof diff` answers of the report and its baseline, in its order. */

#include "answer/page/sections.h"

#include <glib.h>

#include "answer/page/row.h"

void columns_of_comparison(Answer* columns)
{
   tree_set_text(columns, "change", "now before state growth added why factor beyond");
}

/* Rows are made of both. */
typedef struct {
   const Comparison* comparison;
   const Answer*     routines;     /* of answer_diff */
} Changes;

static void add_side(Answer* row, const Subjects* side, const Named* routine)
{
   row_routine(row, side->report, routine == NULL ? NULL : routine->subject->routine);
}

static void add_shared(Answer* row, const Answer* object, const char* name)
{
   tree_append(row, tree_share(tree_get(object, name)));
}

/* Routines of one name need not be one routine, so the page knows them by their index in the report. */
static Answer* change_at(const void* owner, size_t index)
{
   static const char* const values[] = { "state", "growth", "added_cost", "why" };
   const Changes*    changes = owner;
   const Comparison* comparison = changes->comparison;
   const Pair*       pair = &comparison->pairs[comparison->order[index]];
   Answer*           routine = tree_item(changes->routines, index);
   const Answer*     shown = tree_get(routine, tree_get_text(routine, "case"));
   Answer*           row = tree_list();
   add_side(row, comparison->sides[1], pair->now);
   add_side(row, comparison->sides[0], pair->before);
   for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
      add_shared(row, routine, values[i]);
   }
   add_shared(row, shown, "at_largest");
   add_shared(row, shown, "at_ten_times");
   tree_free(routine);
   return row;
}

Answer* section_comparison(const Comparison* comparison, const Answer* diff)
{
   static const char* const sentences[] = { "verdict", "summary", "renames", "loads", "notes" };
   Answer*  section = tree_object();
   Changes* changes = g_new(Changes, 1);
   *changes = (Changes){ .comparison = comparison, .routines = tree_get(diff, "routines") };
   for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
      tree_set(section, sentences[i], tree_share(tree_get(diff, sentences[i])));
   }
   tree_set(section, "total", tree_share(tree_get(tree_get(diff, "total"), "words")));
   Answer* list = tree_long_list(tree_length(changes->routines), change_at, changes);
   tree_keep(list, changes, g_free);
   tree_set(section, "changes", list);
   return section;
}
