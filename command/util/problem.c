/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Messages about files. */

#include "util/problem.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/message.h"

void problem_set(Problem* problem, const char* file, uint64_t line, const char* format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   problem->file = file;
   problem->line = line;
   vsnprintf(problem->reason, sizeof problem->reason, format, arguments);
   va_end(arguments);
}

const char* problem_file_name(const char* path)
{
   return strcmp(path, "-") == 0 ? "<stdin>" : path;
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
