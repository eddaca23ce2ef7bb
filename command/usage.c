/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What every subcommand says in the same way. */

#include <stdarg.h>
#include <stdio.h>

#include "command.h"

int print_version(void)
{
   puts("aprof " PACKAGE_VERSION);
   return EXIT_OK;
}

int usage_error(const char* name, const char* format, ...)
{
   if (format != NULL) {
      va_list arguments;
      va_start(arguments, format);
      fprintf(stderr, "%s: ", name);
      vfprintf(stderr, format, arguments);
      fputc('\n', stderr);
      va_end(arguments);
   }
   fprintf(stderr, "`%s --help` prints how it is used.\n", name);
   return EXIT_USAGE;
}
