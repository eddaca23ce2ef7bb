#include "cli/experiment_suite.h"

#include "answer/compare/suite.h"
#include "experiment/settings.h"
#include "input/file.h"

/* The paths of the experiments in a directory, by their names. */
static GPtrArray* experiments_in(const char* directory)
{
   Problem    ignored;
   GPtrArray* paths = g_ptr_array_new_with_free_func(g_free);
   g_autoptr(GPtrArray) names = g_file_test(directory, G_FILE_TEST_IS_DIR)
                                ? listing_read(directory, &ignored) : NULL;
   for (guint i = 0; names != NULL && i < names->len; i++) {
      g_autofree char* path = g_build_filename(directory, g_ptr_array_index(names, i), NULL);
      if (settings_are_in(path)) {
         g_ptr_array_add(paths, g_steal_pointer(&path));
      }
   }
   return paths;
}

bool experiment_suite_is_one(const char* directory)
{
   g_autoptr(GPtrArray) paths = settings_are_in(directory) ? NULL : experiments_in(directory);
   return paths != NULL && paths->len > 0;
}

GArray* experiment_suite_find(const char* const sides[2])
{
   GArray* programs = suite_new();
   for (int side = 0; side < 2; side++) {
      g_autoptr(GPtrArray) paths = sides[side] == NULL ? NULL : experiments_in(sides[side]);
      for (guint i = 0; paths != NULL && i < paths->len; i++) {
         const char* path = g_ptr_array_index(paths, i);
         g_autofree char* name = g_path_get_basename(path);
         suite_add_path(programs, name, side, path);
      }
   }
   suite_complete(programs);
   return programs;
}
