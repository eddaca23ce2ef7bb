/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Prints the version, and where to find help. */

#include "util/usage.h"

#include <glib.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/message.h"

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
      char* text = g_strdup_vprintf(format, arguments);
      va_end(arguments);
      message_print("%s: %s", command, text);
      g_free(text);
   }
   message_print("`%s --help` prints how it is used.", command);
   return EXIT_USAGE;
}

int usage_word(const char* command, const char* option, const char* value, const char* const* words)
{
   char list[200] = "";
   for (int i = 0; words[i] != NULL; i++) {
      if (strcmp(value, words[i]) == 0) {
         return i;
      }
      size_t used = strlen(list);
      const char* between = i == 0 ? "" : words[i + 1] == NULL ? " or " : ", ";
      snprintf(list + used, sizeof list - used, "%s%s", between, words[i]);
   }
   usage_error(command, "--%s=%s: %s is needed", option, value, list);
   return -1;
}
