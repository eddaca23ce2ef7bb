/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Messages about files. */

#include "util/problem.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
   fprintf(stderr, "%s: ", command);
   if (problem->file != NULL) {
      fputs(problem_file_name(problem->file), stderr);
   }
   if (problem->line > 0) {
      fprintf(stderr, ":%" PRIu64 ":", problem->line);
   }
   fprintf(stderr, "%s%s\n", problem->file != NULL ? " " : "", problem->reason);
}
