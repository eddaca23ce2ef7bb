/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Prints the version, and where to find help. */

#include "util/usage.h"

#include <stdarg.h>
#include <stdio.h>

int print_version(void)
{
   puts("aprof " PACKAGE_VERSION);
   return EXIT_OK;
}

int usage_error(const char* command, const char* format, ...)
{
   if (format != NULL) {
      va_list arguments;
      va_start(arguments, format);
      fprintf(stderr, "%s: ", command);
      vfprintf(stderr, format, arguments);
      fputc('\n', stderr);
      va_end(arguments);
   }
   fprintf(stderr, "`%s --help` prints how it is used.\n", command);
   return EXIT_USAGE;
}
