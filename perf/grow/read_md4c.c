/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The aprof authors
 *
 * Converts Markdown from standard input to HTML by MD4C: cc -o read_md4c read_md4c.c -lmd4c-html
 */

#include <md4c-html.h>
#include <stdio.h>
#include <stdlib.h>

static void put(const MD_CHAR* text, MD_SIZE length, void* out)
{
   fwrite(text, 1, length, out);
}

static char* read_all(FILE* in, size_t* length)
{
   size_t room = 1 << 16;
   char* text  = malloc(room);
   *length     = 0;
   while (text != NULL) {
      size_t got = fread(text + *length, 1, room - *length, in);
      if (got == 0)
         break;
      *length += got;
      if (*length == room)
         text = realloc(text, room *= 2);
   }
   return text;
}

int main(void)
{
   size_t length;
   char* text = read_all(stdin, &length);
   if (text == NULL)
      return 2;
   int result = md_html(text, length, put, stdout, MD_DIALECT_GITHUB, 0);
   free(text);
   return result == 0 ? 0 : 1;
}
