#include "run/script_names.h"

#include <glib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/file.h"
#include "model/interpreters.h"
#include "run/valgrind.h"
#include "util/text.h"

struct ScriptNames {
   const char* variable;
   char*       before;     /* its value; NULL: it was not set */
};

static const Interpreter* find(const char* program, const char* executable)
{
   const Interpreter* interpreter = interpreter_named(text_file_name(program));
   return interpreter != NULL ? interpreter : interpreter_named(text_file_name(executable));
}

static char* value_of(const Interpreter* interpreter)
{
   g_autofree char* helpers = interpreter_helpers();
   g_auto(GStrv)    parts = g_strsplit(interpreter->value, "%s", 2);
   return g_strjoinv(helpers, parts);
}

ScriptNames* script_names_begin(const char* program, const char* executable)
{
   const Interpreter* interpreter = find(program, executable);
   const char*        variable = interpreter == NULL ? NULL : interpreter->variable;
   const char*        before = variable == NULL ? NULL : g_getenv(variable);
   g_autofree char*   first = variable == NULL ? g_strdup("") : value_of(interpreter);
   g_autofree char*   option = g_strndup(first, strcspn(first, " "));
   /* Another value may be for something else, unless the variable is for nothing else. */
   bool is_list = *option == '-';
   if (variable == NULL || (before != NULL && (!is_list || strstr(before, option) != NULL))) {
      return NULL;
   }
   g_autofree char* value = before == NULL ? g_strdup(first) : g_strconcat(before, " ", first, NULL);
   ScriptNames*     names = g_new(ScriptNames, 1);
   *names = (ScriptNames){ variable, g_strdup(before) };
   g_setenv(variable, value, TRUE);
   return names;
}

/* Whoever may write to /tmp may have put something else there. */
static void remove_own(const char* path)
{
   struct stat status;
   if (lstat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid()) {
      unlink(path);
   }
}

/* Removes what the process has written; `here`: the names in this directory. */
static void remove_of(const char* pid, const GPtrArray* here)
{
   g_autofree char* map = g_strdup_printf("/tmp/perf-%s.map", pid);
   g_autofree char* log = g_strdup_printf("-%s-v8.log", pid);
   g_autofree char* dump = g_strdup_printf("/tmp/jit-%s.dump", pid);
   remove_own(map);
   remove_own(dump);
   for (guint i = 0; here != NULL && i < here->len; i++) {
      const char* name = g_ptr_array_index(here, i);
      if (g_str_has_prefix(name, "isolate-0x") && g_str_has_suffix(name, log)) {
         remove_own(name);
      }
   }
}

static void remove_written(const char* processes)
{
   Problem  ignored;
   unsigned run, number;
   g_autoptr(GPtrArray) reports = listing_read(processes, &ignored);
   g_autoptr(GPtrArray) here = listing_read(".", &ignored);
   for (guint i = 0; reports != NULL && i < reports->len; i++) {
      const char* name = g_ptr_array_index(reports, i);
      if (valgrind_report_name(name, &run, &number)) {
         remove_of(strrchr(name, '.') + 1, here);
      }
   }
}

void script_names_end(ScriptNames* names, const char* processes)
{
   if (names == NULL) {
      return;
   }
   if (names->before != NULL) {
      g_setenv(names->variable, names->before, TRUE);
   } else {
      g_unsetenv(names->variable);
   }
   if (processes != NULL) {
      remove_written(processes);
   }
   g_free(names->before);
   g_free(names);
}
