/* A routine is known by its name.  The object file decides if several have the name;
   its folder may be another one in this report, so that its file name is enough. */

#include "answer/page/favourites.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "input/lines.h"
#include "util/problem.h"
#include "util/text.h"

static bool has_object(const Routine* routine, const char* object)
{
   const char* slash = strrchr(routine->image, '/');
   const char* other = strrchr(object, '/');
   return strcmp(slash == NULL ? routine->image : slash + 1, other == NULL ? object : other + 1) == 0;
}

/* Returns whether there is one. */
static bool add_routines(GArray* favourites, const Report* report, const char* name, const char* object)
{
   bool found = false;
   for (uint32_t i = 0; i < report_routine_count(report); i++) {
      const Routine* routine = report_routine(report, i);
      if (routine_is_named(routine, name) && (object == NULL || has_object(routine, object))) {
         g_array_append_val(favourites, i);
         found = true;
      }
   }
   return found;
}

static void add_line(GArray* favourites, const Report* report, const char* path, const Line* line)
{
   g_autofree char* name = g_strndup(line->text.bytes, line->text.length);
   char* tab = strchr(g_strchomp(name), '\t');
   if (tab != NULL) {
      *tab = '\0';
   }
   if (*name != '\0' && *name != '#'
       && !add_routines(favourites, report, name, tab == NULL ? NULL : tab + 1)) {
      QuotedText quoted;
      message_print("aprof html: note: %s:%" PRIu64 ": the report has no routine %s",
                    problem_file_name(path), line->number, text_quote(name, strlen(name), quoted));
   }
}

GArray* favourites_load(const char* path, const Report* report, Problem* problem)
{
   Lines* lines = lines_open(path, FILE_FAVOURITES, problem);
   if (lines == NULL) {
      return NULL;
   }
   GArray*    favourites = g_array_new(FALSE, FALSE, sizeof(uint32_t));
   Line       line;
   ReadResult result;
   while ((result = lines_next(lines, &line, problem)) == READ_RECORD) {
      add_line(favourites, report, path, &line);
   }
   lines_close(lines);
   if (result != READ_END) {
      g_array_free(favourites, TRUE);
      return NULL;
   }
   return favourites;
}
