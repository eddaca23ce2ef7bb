#define _GNU_SOURCE   /* O_PATH */

#include "util/caller.h"

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/text.h"

#define USUAL_NAME  "aprof"
#define OURSELVES   "/proc/self/exe"

static const char* called_as = USUAL_NAME;

void standard_files_arrange(void)
{
   for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
      /* The lowest number that is free is this one. */
      if (fcntl(number, F_GETFD) < 0 && open("/", O_PATH | O_CLOEXEC) != number) {
         return;
      }
   }
}

bool standard_file_is_open(int number)
{
   int flags = fcntl(number, F_GETFL);
   return flags >= 0 && (flags & O_PATH) == 0;
}

bool signal_is_ignored(int number)
{
   struct sigaction action;
   return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void caller_keep_name(const char* word)
{
   called_as = word;
}

bool file_is_same(const char* path, const char* other)
{
   struct stat a, b;
   return stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

char* caller_program(void)
{
   bool is_path = strchr(called_as, '/') != NULL;
   g_autofree char* found = g_find_program_in_path(is_path ? USUAL_NAME : called_as);
   bool  is_ours = found != NULL
                   && (!is_path || file_is_same(found, called_as) || file_is_same(found, OURSELVES));
   char* link = is_ours || is_path ? NULL : g_file_read_link(OURSELVES, NULL);
   return link != NULL ? link : g_strdup(is_ours && is_path ? USUAL_NAME : called_as);
}

const char* caller_name(void)
{
   static char* name;
   if (name == NULL) {
      GString* quoted = g_string_new(NULL);
      g_autofree char* word = caller_program();
      text_append_shell_word(quoted, word);
      name = g_string_free(quoted, FALSE);
   }
   return name;
}

GString* caller_line(const char* subcommand)
{
   GString* line = g_string_new(caller_name());
   g_string_append_printf(line, " %s", subcommand);
   return line;
}

char* caller_companion(const char* name)
{
   g_autofree char* command = g_file_read_link(OURSELVES, NULL);
   g_autofree char* directory = command == NULL ? NULL : g_path_get_dirname(command);
   char*            path = directory == NULL ? NULL : g_build_filename(directory, name, NULL);
   if (path == NULL || access(path, R_OK) != 0) {
      g_free(path);
      path = g_build_filename(TOOL_DIRECTORY, name, NULL);
   }
   return path;
}
