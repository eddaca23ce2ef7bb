/* Walks through directories in the order of their names, so that messages and results
   do not depend on the file system. */

#include "answer/compare/reports.h"

#include <string.h>

#include "input/file.h"
#include "model/loader.h"
#include "model/reader.h"
#include "util/output.h"

/* How many lines may stand before the one with the version: comments, such as one for each routine. */
#define LINES_BEFORE_VERSION  1000000

/* Whether it begins like a report. */
static bool is_report(const char* path)
{
   Problem ignored;
   Record  record;
   Reader* reader = reader_open(path, &ignored);
   bool    found = false;
   if (reader == NULL) {
      return false;
   }
   for (int i = 0; i < LINES_BEFORE_VERSION && !found; i++) {
      if (reader_next(reader, &record, &ignored) != READ_RECORD
          || (record.tag != TAG_COMMENT && record.tag != TAG_VERSION)) {
         break;
      }
      found = record.tag == TAG_VERSION;
   }
   reader_close(reader);
   return found;
}

/* True, with a message, of a file that a killed process has left. */
static bool is_left_out(const char* path)
{
   bool is_unfinished = output_is_unfinished(path);
   if (is_unfinished) {
      Problem problem;
      problem_set(&problem, path, 0, OUTPUT_UNFINISHED);
      problem_print(&problem, "aprof: left out");
   }
   return is_unfinished;
}

/* Links to directories are not followed, so that there is an end. */
static bool add_directory(GPtrArray* paths, const char* directory, Problem* problem)
{
   g_autoptr(GPtrArray) names = listing_read(directory, problem);
   bool done = names != NULL;
   for (guint i = 0; done && i < names->len; i++) {
      g_autofree char* path = g_build_filename(directory, g_ptr_array_index(names, i), NULL);
      if (g_file_test(path, G_FILE_TEST_IS_REGULAR) && !is_left_out(path) && is_report(path)) {
         g_ptr_array_add(paths, g_steal_pointer(&path));
      } else if (g_file_test(path, G_FILE_TEST_IS_DIR) && !g_file_test(path, G_FILE_TEST_IS_SYMLINK)) {
         done = add_directory(paths, path, problem);
      }
   }
   return done;
}

static bool add_path(GPtrArray* paths, const char* path, Problem* problem)
{
   if (!g_file_test(path, G_FILE_TEST_IS_DIR)) {
      g_ptr_array_add(paths, g_strdup(path));
      return true;
   }
   guint before = paths->len;
   bool  done = add_directory(paths, path, problem);
   if (done && paths->len == before) {
      return problem_set(problem, NULL, 0, "no file below the directory %s is a report", path);
   }
   return done;
}

char** reports_find(const char* text, Problem* problem)
{
   GPtrArray* paths = g_ptr_array_new();
   bool       is_one = g_file_test(text, G_FILE_TEST_EXISTS) || strchr(text, ',') == NULL;
   g_auto(GStrv) parts = is_one ? NULL : g_strsplit(text, ",", -1);
   bool       done = is_one ? add_path(paths, text, problem) : true;
   for (size_t i = 0; !is_one && done && parts[i] != NULL; i++) {
      done = parts[i][0] == '\0' || add_path(paths, parts[i], problem);
   }
   if (done && paths->len == 0) {
      problem_set(problem, NULL, 0, "\"%s\" names no report", text);
      done = false;
   }
   g_ptr_array_add(paths, NULL);
   char** found = (char**)g_ptr_array_free(paths, FALSE);
   if (!done) {
      g_strfreev(found);
   }
   return done ? found : NULL;
}

Report* reports_load(const char* text, LoadOptions options, char*** paths, Problem* problem)
{
   *paths = reports_find(text, problem);
   const char* const* found = (const char* const*)*paths;
   return found == NULL ? NULL : report_load(found, g_strv_length(*paths), options, problem);
}
