#include "cli/report_paths.h"

#include <glib.h>

#include "answer/compare/reports.h"
#include "answer/compare/suite.h"

char** report_paths_find(const char* const* names, size_t count, Problem* problem)
{
   g_autoptr(GStrvBuilder) paths = g_strv_builder_new();
   for (size_t i = 0; i < count; i++) {
      g_auto(GStrv) found = reports_find(names[i], problem);
      if (found == NULL) {
         return NULL;
      }
      g_strv_builder_addv(paths, (const char**)found);
   }
   return g_strv_builder_end(paths);
}

/* False, with the problem set, if they are of several programs. */
static bool is_of_one(const char* directory, char** paths, Problem* problem)
{
   char** const      sides[] = { NULL, paths };
   g_autoptr(GArray) programs = suite_find(sides, problem);
   if (programs == NULL || !suite_is_one(programs)) {
      return programs != NULL;
   }
   return problem_set(problem, NULL, 0, "%s has reports of %u programs; name those of one, as %s, or add all "
                      "up by --force", directory, programs->len,
                      (char*)g_ptr_array_index(g_array_index(programs, SuiteProgram, 0).paths[1], 0));
}

char** report_paths_of_one(const char* const* names, size_t count, bool force, Problem* problem)
{
   g_auto(GStrv) paths = report_paths_find(names, count, problem);
   const char*   directory = NULL;
   g_assert(count > 0);
   for (size_t i = 0; i < count; i++) {
      directory = g_file_test(names[i], G_FILE_TEST_IS_DIR) ? names[i] : directory;
   }
   bool is_right = paths != NULL && (directory == NULL || force || is_of_one(directory, paths, problem));
   return is_right ? g_steal_pointer(&paths) : NULL;
}
