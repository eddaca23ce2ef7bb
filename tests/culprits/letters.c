/* Writes letters with the C library alone: formats lines, sorts them, and joins them.  The mistake: join
   uses strcat, which looks for the end of the text each time. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_lines(const void* left, const void* right)
{
   return strcmp(*(char* const*)left, *(char* const*)right);
}

static char** make_lines(int count)
{
   char** lines = malloc((size_t)count * sizeof *lines);
   for (int i = 0; i < count; i++) {
      char line[100];
      snprintf(line, sizeof line, "Paragraph %d of the letter, about %d things.", i * 7919 % count, i * i % 97);
      lines[i] = strdup(line);
   }
   qsort(lines, (size_t)count, sizeof *lines, compare_lines);
   return lines;
}

static char* join(char** lines, int count)
{
   size_t size = 1;
   for (int i = 0; i < count; i++) {
      size += strlen(lines[i]) + 1;
   }
   char* text = malloc(size);
   text[0] = '\0';
   for (int i = 0; i < count; i++) {
      strcat(text, lines[i]);
      strcat(text, "\n");
   }
   return text;
}

static void write_letter(int length)
{
   char** lines = make_lines(length);
   char*  text = join(lines, length);
   printf("%d lines, %zu letters\n", length, strlen(text));
   free(text);
   for (int i = 0; i < length; i++) {
      free(lines[i]);
   }
   free(lines);
}

int main(void)
{
   for (int length = 50; length <= 900; length += 50) {
      write_letter(length);
   }
   return 0;
}
