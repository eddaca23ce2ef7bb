/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   Cleans the lines of a text, and joins them. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* const samples[] = {
   "  the quick brown fox  ", "jumps over", "   the lazy dog", "", "# a comment", " and runs\taway ",
   "42 times a day",
};

static char** make_lines(int count)
{
   char** lines = malloc(count * sizeof *lines);
   for (int i = 0; i < count; i++)
      lines[i] = strdup(samples[(i * 5 + i / 7) % 7]);
   return lines;
}

static char* trim(char* line)
{
   while (isspace((unsigned char)*line))
      line++;
   char* end = line + strlen(line);
   while (end > line && isspace((unsigned char)end[-1]))
      end--;
   *end = '\0';
   return line;
}

static void squeeze(char* line)
{
   char* to = line;
   for (char* from = line; *from != '\0'; from++) {
      if (isspace((unsigned char)*from) && isspace((unsigned char)from[1]))
         continue;
      *to++ = *from == '\t' ? ' ' : *from;
   }
   *to = '\0';
}

static void append(char* text, const char* line)
{
   while (*text != '\0')
      text++;
   while ((*text = *line++) != '\0')
      text++;
}

static size_t joined_size(char** lines, int count)
{
   size_t size = 1;
   for (int i = 0; i < count; i++)
      size += strlen(lines[i]) + 1;
   return size;
}

static char* join_lines(char** lines, int count)
{
   char* text = malloc(joined_size(lines, count));
   text[0] = '\0';
   for (int i = 0; i < count; i++) {
      char* line = trim(lines[i]);
      if (line[0] == '\0' || line[0] == '#')
         continue;
      squeeze(line);
      append(text, line);
      append(text, "\n");
   }
   return text;
}

static int count_words(const char* text)
{
   int words = 0, inside = 0;
   for (; *text != '\0'; text++) {
      if (isspace((unsigned char)*text)) {
         inside = 0;
      } else if (!inside) {
         inside = 1;
         words++;
      }
   }
   return words;
}

int main(void)
{
   for (int count = 8; count <= 900; count += count / 4) {
      char** lines = make_lines(count);
      char* text = join_lines(lines, count);
      printf("%d lines: %d words\n", count, count_words(text));
      free(text);
      for (int i = 0; i < count; i++)
         free(lines[i]);
      free(lines);
   }
   return 0;
}
