#include "cli/report_paths.h"

#include <glib.h>

#include "answer/compare/reports.h"
#include "answer/compare/suite.h"

char** report_paths_find(const char* const* names, size_t count, Problem* problem)
{
   GPtrArray* paths = g_ptr_array_new();
   bool       done = true;
   for (size_t i = 0; i < count && done; i++) {
      char** found = reports_find(names[i], problem);
      done = found != NULL;
      for (size_t k = 0; done && found[k] != NULL; k++) {
         g_ptr_array_add(paths, found[k]);
      }
      g_free(found);   /* not the paths */
   }
   g_ptr_array_add(paths, NULL);
   char** all = (char**)g_ptr_array_free(paths, FALSE);
   if (!done) {
      g_clear_pointer(&all, g_strfreev);
   }
   return all;
}

/* False, with the problem set, if they are of several programs. */
static bool is_of_one(const char* directory, char** paths, Problem* problem)
{
   char** const sides[] = { NULL, paths };
   GArray*      programs = suite_find(sides, problem);
   if (programs == NULL) {
      return false;
   }
   bool is_one = !suite_is_one(programs);
   if (!is_one) {
      problem_set(problem, NULL, 0, "%s has reports of %u programs; name those of one, as %s, or add all up "
                  "by --force", directory, programs->len,
                  (char*)g_ptr_array_index(g_array_index(programs, SuiteProgram, 0).paths[1], 0));
   }
   g_array_unref(programs);
   return is_one;
}

char** report_paths_of_one(const char* const* names, size_t count, bool force, Problem* problem)
{
   char**      paths = report_paths_find(names, count, problem);
   const char* directory = NULL;
   for (size_t i = 0; i < count; i++) {
      directory = g_file_test(names[i], G_FILE_TEST_IS_DIR) ? names[i] : directory;
   }
   if (paths != NULL && directory != NULL && !force && !is_of_one(directory, paths, problem)) {
      g_clear_pointer(&paths, g_strfreev);
   }
   return paths;
}
