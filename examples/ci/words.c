/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The program of this example: counts the different words of its standard input. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS  16384

typedef struct Word {
   struct Word* next;
   char         text[];
} Word;

static Word* table[BUCKETS];

static unsigned hash_of(const char* text)
{
   unsigned hash = 5381;
   while (*text != '\0') {
      hash = 33 * hash + (unsigned char)*text++;
   }
   return hash % BUCKETS;
}

static int add_word(const char* text)
{
   Word** bucket = &table[hash_of(text)];
   for (const Word* word = *bucket; word != NULL; word = word->next) {
      if (strcmp(word->text, text) == 0) {
         return 0;
      }
   }
   Word* added = malloc(sizeof *added + strlen(text) + 1);
   if (added == NULL) {
      abort();
   }
   strcpy(added->text, text);
   added->next = *bucket;
   *bucket = added;
   return 1;
}

static int count_words(char* text)
{
   int count = 0;
   for (char* word = strtok(text, " \n"); word != NULL; word = strtok(NULL, " \n")) {
      count += add_word(word);
   }
   return count;
}

int main(void)
{
   static char text[1000000];
   size_t      size = fread(text, 1, sizeof text - 1, stdin);
   text[size] = '\0';
   printf("%d\n", count_words(text));
   return 0;
}
