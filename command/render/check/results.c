/* Levels and places of results. */

#include "render/check/outputs.h"

#include <glib.h>
#include <string.h>

#include "util/text.h"

bool has_level(const Answer* of, const char* level)
{
   return strcmp(tree_get_text(of, "level"), level) == 0;
}

bool finding_comes_first(const Answer* finding)
{
   return strcmp(tree_get_text(finding, "kind"), "ended-otherwise") == 0;
}

bool verdict_has_level(const Verdicts* verdicts, const char* level)
{
   return verdicts->count > 0 && strcmp(verdicts->level, level) == 0;
}

static Level level_of(const Answer* results, size_t index)
{
   g_autoptr(Answer) result = tree_item(results, index);
   return (Level)text_position(level_names, LEVEL_ERROR + 1, tree_get_text(result, "level"));
}

void results_by_verdict(const Answer* check, Verdicts verdicts[VERDICTS])
{
   const Answer* counts = tree_get(check, "counts");
   Answer*       results = tree_get(check, "results");
   size_t        first = 0;
   for (Verdict i = VERDICT_VIOLATED; i < VERDICTS; i++) {
      size_t count = tree_get_count(counts, verdict_names[i]);
      Level  level = count == 0 ? LEVEL_NONE : level_of(results, first);
      verdicts[i] = (Verdicts){ verdict_names[i], verdict_titles[i], level_names[level], first, count,
                                i == VERDICT_OPEN && level == LEVEL_WARNING };
      first += count;
   }
   g_assert(first == tree_length(results));
}

static void visit_list(const Answer* list, bool are_findings, Visit visit, void* data)
{
   for (size_t i = 0; i < tree_length(list); i++) {
      g_autoptr(Answer) item = tree_item(list, i);
      visit(item, are_findings, data);
   }
}

void visit_all(const Answer* check, Visit visit, void* data)
{
   visit_list(tree_get(check, "results"), false, visit, data);
   visit_list(tree_get(check, "findings"), true, visit, data);
}

static Place read_place(const Answer* place)
{
   return (Place){
      .file = tree_get_text(place, "file"), .line = (unsigned)tree_get_count(place, "line"),
      .column = tree_has(place, "column") ? (unsigned)tree_get_count(place, "column") : 0
   };
}

Place place_of(const Answer* of)
{
   return read_place(tree_get(of, "place"));
}

char* place_text(const Place* place)
{
   return place->line == 0   ? g_strdup(place->file)
        : place->column == 0 ? g_strdup_printf("%s:%u", place->file, place->line)
                             : g_strdup_printf("%s:%u:%u", place->file, place->line, place->column);
}

Place place_of_limit(const Answer* of)
{
   Place limit = place_of(tree_get(of, "limit"));
   return limit.line > 0 ? limit : (Place){ .file = NULL };
}

Place place_of_result(const Answer* result)
{
   return tree_get(result, "place") != NULL ? place_of(result) : place_of_limit(result);
}
