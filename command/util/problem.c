/* Messages, about files and others. */

#include "util/problem.h"

#include <glib.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/text.h"

void message_print(const char* format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   g_autofree char* text = g_strdup_vprintf(format, arguments);
   va_end(arguments);
   GStringChunk* texts = g_string_chunk_new(256);
   fprintf(stderr, "%s\n", text_printable(text, texts));
   g_string_chunk_free(texts);
}

bool problem_set(Problem* problem, const char* file, uint64_t line, const char* format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   problem->file = file;
   problem->line = line;
   vsnprintf(problem->reason, sizeof problem->reason, format, arguments);
   va_end(arguments);
   return false;
}

const char* problem_file_name(const char* path)
{
   return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

void problem_keep_file(Problem* problem)
{
   problem->file = g_intern_string(problem->file);
}

void problem_print(const Problem* problem, const char* command)
{
   char line[32] = "";
   if (problem->line > 0) {
      snprintf(line, sizeof line, ":%" PRIu64 ":", problem->line);
   }
   message_print("%s: %s%s%s%s", command, problem->file == NULL ? "" : problem_file_name(problem->file), line,
                 problem->file == NULL ? "" : " ", problem->reason);
}
