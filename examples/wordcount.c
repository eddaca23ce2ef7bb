/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   A small program with a mistake that no test on a small input shows: it counts how often each word occurs in
   a text, and keeps the words in a linear list. `count_letters` takes time linear in the length of the text,
   `count_words` time quadratic in it. Both finish at once on any text that a developer would try.

      wordcount [FILE...]
      wordcount WORDS          on texts made up on the spot, up to one of so many words; 1000 without WORDS
*/

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word
{
   struct word *next;
   size_t       occurrences;
   size_t       length;
   char         text[];
};

static size_t count_letters(const char *text)
{
   size_t letters = 0;
   for (; *text != '\0'; text++)
      letters += isalpha((unsigned char)*text) != 0;
   return letters;
}

static struct word *find_word(struct word *list, const char *text, size_t length)
{
   while (list != NULL && (list->length != length || memcmp(list->text, text, length) != 0))
      list = list->next;
   return list;
}

/* Returns the number of different words. */
static size_t count_words(const char *text)
{
   struct word *list = NULL;
   size_t different = 0;
   for (const char *end = text; *text != '\0'; text = end + (*end != '\0')) {
      for (end = text; isalpha((unsigned char)*end); end++)
         ;
      size_t length = end - text;
      if (length == 0)
         continue;
      struct word *word = find_word(list, text, length);
      if (word == NULL) {
         word = malloc(sizeof *word + length);
         if (word == NULL)
            abort();
         *word = (struct word){ .next = list, .length = length };
         memcpy(word->text, text, length);
         list = word;
         different++;
      }
      word->occurrences++;
   }
   for (struct word *next; list != NULL; list = next) {
      next = list->next;
      free(list);
   }
   return different;
}

static void report(const char *name, const char *text)
{
   printf("%s: %zu letters, %zu different words\n", name, count_letters(text), count_words(text));
}

/* A text of `words` words, most of them different: numbers written with the letters a to j. */
static char *make_text(unsigned words)
{
   char *text = malloc(words * 12 + 1), *end = text;
   if (text == NULL)
      abort();
   for (unsigned i = 0, number = 1; i < words; i++) {
      number = number * 1103515245 + 12345;
      for (unsigned rest = number >> 12; rest != 0; rest /= 10)
         *end++ = 'a' + rest % 10;
      *end++ = ' ';
   }
   *end = '\0';
   return text;
}

static char *read_text(const char *name)
{
   FILE *file = fopen(name, "r");
   char *text = NULL;
   size_t size = 0;
   if (file == NULL) {
      perror(name);
      exit(EXIT_FAILURE);
   }
   if (getdelim(&text, &size, '\0', file) < 0)
      text = calloc(1, 1);
   fclose(file);
   return text;
}

/* Returns the number of words that is wanted; 0: files are. */
static unsigned wanted_words(int argc, char **argv)
{
   bool is_number = argc == 2 && argv[1][strspn(argv[1], "0123456789")] == '\0';
   return argc == 1 ? 1000 : is_number ? (unsigned)atoi(argv[1]) : 0;
}

int main(int argc, char **argv)
{
   unsigned most = wanted_words(argc, argv), step = most < 25 ? 1 : most / 25;
   for (int i = 1; i < argc && most == 0; i++) {
      char *text = read_text(argv[i]);
      report(argv[i], text);
      free(text);
   }
   for (unsigned words = step; words <= most; words += step) {
      char name[32], *text = make_text(words);
      snprintf(name, sizeof name, "%u words", words);
      report(name, text);
      free(text);
   }
   return EXIT_SUCCESS;
}
