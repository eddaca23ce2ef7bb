/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Three mistakes that are made again and again, and for which there are tests by the clock, which fail now
   and then:

      zip       a zip file's list of names: the folders that the names imply are looked for in a list
      string    a string is built by pieces, each behind the end, which is looked for from the beginning
      table     a hash table in which an attacker's keys have the same hash value

   Build it so, or with these mistakes by -DQUADRATIC:

      gcc -O2 -g classics.c -o classics

   `classics TEST...` runs these tests, or all.  The exit status is 1 if one has failed, or else 77 if one was
   skipped. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <valgrind/aprof_adapter.h>

/*------------------------------------------------------------------*/
/*--- A table of strings                                         ---*/
/*------------------------------------------------------------------*/

typedef struct Entry {
   struct Entry *next;
   const char   *name;
   size_t        length;
} Entry;

typedef struct {
   Entry  **buckets;
   size_t   count;       /* of buckets */
   Entry   *entries;     /* room for all */
   size_t   used;
} Table;

static Table table_new(size_t most)
{
   return (Table){ calloc(2 * most, sizeof(Entry *)), 2 * most, calloc(most, sizeof(Entry)), 0 };
}

static void table_free(Table *table)
{
   free(table->buckets);
   free(table->entries);
}

#ifdef QUADRATIC

/* As many hash functions once were: "Aa" and "BB" have the same value, and so have all strings of these. */
static uint64_t hash_of(const char *name, size_t length)
{
   uint64_t hash = 0;
   for (size_t i = 0; i < length; i++)
      hash = hash * 31 + (unsigned char)name[i];
   return hash;
}

#else

/* FNV-1a, with a seed that an attacker does not know, and mixed at the end. */
static uint64_t hash_of(const char *name, size_t length)
{
   uint64_t hash = 0xcbf29ce484222325 ^ 0x5deece66d1234567;
   for (size_t i = 0; i < length; i++)
      hash = (hash ^ (unsigned char)name[i]) * 0x100000001b3;
   return hash ^ hash >> 29;
}

#endif

/* Returns whether the name was already there; adds it. */
__attribute__((noinline)) static bool table_add(Table *table, const char *name, size_t length)
{
   Entry **place = &table->buckets[hash_of(name, length) % table->count];
   for (; *place != NULL; place = &(*place)->next) {
      if ((*place)->length == length && memcmp((*place)->name, name, length) == 0)
         return true;
   }
   *place = &table->entries[table->used++];
   **place = (Entry){ NULL, name, length };
   return false;
}

/*------------------------------------------------------------------*/
/*--- A zip file's names                                         ---*/
/*------------------------------------------------------------------*/

/* Names of n files, each in a folder of its own. */
static void *make_paths(size_t n, void *unused)
{
   char (*paths)[40] = calloc(n, sizeof *paths);
   (void)unused;
   for (size_t i = 0; i < n; i++)
      snprintf(paths[i], sizeof *paths, "archive/%06zu/file", i % 1000000);
   return paths;
}

#ifdef QUADRATIC

typedef struct { const char *name; size_t length; } Folder;

__attribute__((noinline)) static bool has_folder(const Folder *folders, size_t count, const char *name,
                                                 size_t length)
{
   for (size_t i = 0; i < count; i++) {
      if (folders[i].length == length && memcmp(folders[i].name, name, length) == 0)
         return true;
   }
   return false;
}

static void list_folders(size_t n, void *input)
{
   char (*paths)[40] = input;
   Folder *folders = calloc(2 * n, sizeof *folders);
   size_t count = 0;
   for (size_t i = 0; i < n; i++) {
      for (const char *end = strchr(paths[i], '/'); end != NULL; end = strchr(end + 1, '/')) {
         size_t length = (size_t)(end - paths[i]);
         if (!has_folder(folders, count, paths[i], length))
            folders[count++] = (Folder){ paths[i], length };
      }
   }
   free(folders);
}

#else

static void list_folders(size_t n, void *input)
{
   char (*paths)[40] = input;
   Table folders = table_new(2 * n);
   for (size_t i = 0; i < n; i++) {
      for (const char *end = strchr(paths[i], '/'); end != NULL; end = strchr(end + 1, '/'))
         table_add(&folders, paths[i], (size_t)(end - paths[i]));
   }
   table_free(&folders);
}

#endif

/*------------------------------------------------------------------*/
/*--- A string of pieces                                         ---*/
/*------------------------------------------------------------------*/

static const char piece[] = "a line of the report\n";

static void *make_room(size_t n, void *unused)
{
   (void)unused;
   return calloc(n, sizeof piece);
}

static void build_string(size_t n, void *text)
{
   char *end = text;
   for (size_t i = 0; i < n; i++) {
#ifdef QUADRATIC
      strcat(end, piece);
#else
      end = stpcpy(end, piece);
#endif
   }
}

/*------------------------------------------------------------------*/
/*--- Keys that collide                                          ---*/
/*------------------------------------------------------------------*/

#define KEY_LENGTH  42   /* enough for two million */

/* The keys "AaAaAa", "BBAaAa", "AaBBAa", ... */
static void *make_keys(size_t n, void *unused)
{
   char (*keys)[KEY_LENGTH] = calloc(n, sizeof *keys);
   (void)unused;
   for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < KEY_LENGTH; j += 2)
         memcpy(keys[i] + j, i >> j / 2 & 1 ? "BB" : "Aa", 2);
   }
   return keys;
}

static void add_keys(size_t n, void *input)
{
   char (*keys)[KEY_LENGTH] = input;
   Table table = table_new(n);
   for (size_t i = 0; i < n; i++)
      table_add(&table, keys[i], KEY_LENGTH);
   table_free(&table);
}

/*------------------------------------------------------------------*/
/*--- The tests                                                  ---*/
/*------------------------------------------------------------------*/

static void free_input(size_t n, void *input)
{
   (void)n;
   free(input);
}

static aprof_result test_of(const char *which)
{
   if (strcmp(which, "zip") == 0)
      return APROF_GROWS("zip", "n log n", .make = make_paths, .run = list_folders, .drop = free_input);
   if (strcmp(which, "string") == 0)
      return APROF_GROWS("string", "n log n", .make = make_room, .run = build_string, .drop = free_input);
   return APROF_GROWS("table", "n log n", .make = make_keys, .run = add_keys, .drop = free_input);
}

int main(int argc, char **argv)
{
   static char *all[] = { "classics", "zip", "string", "table", NULL };
   char **tests = argc > 1 ? argv : all;
   bool has_failed = false, is_skipped = false;
   for (char **test = tests + 1; *test != NULL; test++) {
      const char *const arguments[] = { *test, NULL };
      aprof_result result = aprof_measure_again(test_of(*test), arguments, NULL);
      aprof_reaction reaction = aprof_reaction_to(&result);
      printf("%s: %s\n", aprof_verdict_name(result.verdict), result.message);
      has_failed |= reaction == APROF_FAIL;
      is_skipped |= reaction == APROF_SKIP;
   }
   return has_failed ? 1 : is_skipped ? 77 : 0;
}
