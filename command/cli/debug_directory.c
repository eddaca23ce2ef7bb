#include "cli/debug_directory.h"

#include <glib.h>

#include "dwarf/debug_files.h"
#include "util/problem.h"
#include "util/text.h"

static GString* given;   /* NULL: none */

bool debug_directory_take(const Argument* argument, int option)
{
   if (!g_file_test(argument->value, G_FILE_TEST_IS_DIR)) {
      return argument_refuse(argument, option, "there is no such directory");
   }
   if (given == NULL) {
      given = g_string_new(NULL);
   }
   g_autofree char* word = g_strconcat("--", argument->usage->options[option].name, "=", argument->value,
                                       NULL);
   text_append_shell_word(given, word);
   g_string_append_c(given, ' ');
   g_autofree char* place = g_build_filename(argument->value, ".build-id", NULL);
   if (!g_file_test(place, G_FILE_TEST_IS_DIR)) {
      message_print("%s: --debug-dir=%s: nothing is taken from there: files are looked for by their build "
                    "ids, as %s/12/3456.debug", argument->usage->name, argument->value, place);
   }
   debug_files_add(argument->value);
   return true;
}

const char* debug_directory_options(void)
{
   return given == NULL ? "" : given->str;
}
