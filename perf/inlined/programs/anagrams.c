/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   Groups words that are anagrams of each other. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 1500

typedef char Word[12];

typedef struct Group {
   Word key;
   int count;
   struct Group* next;
} Group;

static unsigned seed = 1;

static unsigned next_random(unsigned limit)
{
   seed = seed * 1103515245 + 12345;
   return (seed >> 16) % limit;
}

static void make_word(char* word)
{
   unsigned length = 4 + next_random(6);
   for (unsigned i = 0; i < length; i++)
      word[i] = "aeilnorst"[next_random(9)];
   word[length] = '\0';
}

static void sort_letters(char* word)
{
   for (int i = 1; word[i] != '\0'; i++) {
      char letter = word[i];
      int j = i;
      while (j > 0 && word[j - 1] > letter) {
         word[j] = word[j - 1];
         j--;
      }
      word[j] = letter;
   }
}

static Group* find_group(Group* groups, const char* key)
{
   for (Group* group = groups; group != NULL; group = group->next)
      if (strcmp(group->key, key) == 0)
         return group;
   return NULL;
}

static void add_word(Group** groups, const char* word)
{
   Word key;
   strcpy(key, word);
   sort_letters(key);
   Group* group = find_group(*groups, key);
   if (group == NULL) {
      group = calloc(1, sizeof *group);
      strcpy(group->key, key);
      group->next = *groups;
      *groups = group;
   }
   group->count++;
}

static int largest(const Group* groups)
{
   int most = 0;
   for (; groups != NULL; groups = groups->next)
      if (groups->count > most)
         most = groups->count;
   return most;
}

static void free_groups(Group* groups)
{
   while (groups != NULL) {
      Group* next = groups->next;
      free(groups);
      groups = next;
   }
}

static int group_words(Word* words, int count)
{
   Group* groups = NULL;
   for (int i = 0; i < count; i++)
      add_word(&groups, words[i]);
   int result = largest(groups);
   free_groups(groups);
   return result;
}

int main(void)
{
   static Word words[MOST];
   for (int i = 0; i < MOST; i++)
      make_word(words[i]);
   for (int count = 16; count <= MOST; count += count / 4)
      printf("%d words: %d\n", count, group_words(words, count));
   return 0;
}
