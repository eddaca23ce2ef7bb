/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Fields of tables. */

#include "csv.h"

#include <string.h>

void csv_text(FILE* out, const char* text)
{
   if (strpbrk(text, ",\"\r\n") == NULL) {
      fputs(text, out);
      return;
   }
   fputc('"', out);
   for (; *text != '\0'; text++) {
      if (*text == '"') {
         fputc('"', out);
      }
      fputc(*text, out);
   }
   fputc('"', out);
}
