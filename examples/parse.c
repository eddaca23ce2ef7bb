/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   A program that talks to aprof: it says how large the input of `parse` is, and makes a loop a routine of its
   own. */

#include <stdio.h>
#include <string.h>
#include <valgrind/aprof.h>

static int parse(const char *text, size_t length)
{
   int words = 0;
   APROF_INPUT_SIZE(length);               /* relate the cost to length, not to the cells read */
   APROF_REGION_BEGIN("count blanks");     /* a routine of its own, called by parse */
   for (size_t i = 0; i < length; i++)
      words += text[i] == ' ';
   APROF_REGION_END("count blanks");
   return words;
}

int main(void)
{
   char text[4096];
   memset(text, ' ', sizeof text);
   for (size_t length = 16; length <= sizeof text; length *= 2)
      printf("%d\n", parse(text, length));
   APROF_DUMP("parsed");
}
