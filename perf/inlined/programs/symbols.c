/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   Counts the names in a source text, with a hash table that grows. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   char name[16];
   int count;
} Symbol;

typedef struct {
   int size;      /* a power of two */
   int used;
   Symbol* slots;
} Table;

static unsigned hash_of(const char* name)
{
   unsigned hash = 2166136261u;
   for (; *name != '\0'; name++)
      hash = (hash ^ (unsigned char)*name) * 16777619u;
   return hash;
}

static Symbol* find_slot(const Table* table, const char* name)
{
   unsigned i = hash_of(name) & (unsigned)(table->size - 1);
   while (table->slots[i].count > 0 && strcmp(table->slots[i].name, name) != 0)
      i = (i + 1) & (unsigned)(table->size - 1);
   return &table->slots[i];
}

static void grow(Table* table)
{
   Table larger = { table->size * 2, table->used, calloc(table->size * 2, sizeof(Symbol)) };
   for (int i = 0; i < table->size; i++)
      if (table->slots[i].count > 0)
         *find_slot(&larger, table->slots[i].name) = table->slots[i];
   free(table->slots);
   *table = larger;
}

static void count_name(Table* table, const char* name)
{
   Symbol* symbol = find_slot(table, name);
   if (symbol->count == 0) {
      if (table->used * 2 >= table->size) {
         grow(table);
         symbol = find_slot(table, name);
      }
      strcpy(symbol->name, name);
      table->used++;
   }
   symbol->count++;
}

static int is_name_char(char c)
{
   return isalnum((unsigned char)c) || c == '_';
}

static const char* read_name(const char* text, char* name)
{
   int length = 0;
   while (is_name_char(*text)) {
      if (length < 15)
         name[length++] = *text;
      text++;
   }
   name[length] = '\0';
   return text;
}

static void scan(Table* table, const char* text)
{
   char name[16];
   while (*text != '\0') {
      if (isalpha((unsigned char)*text)) {
         text = read_name(text, name);
         count_name(table, name);
      } else {
         text++;
      }
   }
}

static int by_count(const void* a, const void* b)
{
   const Symbol* first = a;
   const Symbol* second = b;
   if (first->count != second->count)
      return second->count - first->count;
   return strcmp(first->name, second->name);
}

static char* make_source(int lines)
{
   char* text = malloc(lines * 60 + 1);
   char* end = text;
   for (int i = 0; i < lines; i++)
      end += sprintf(end, "value_%d = total + f%d(x, %d); // sum\n", i % (lines / 2 + 1), i * i % 97, i);
   *end = '\0';
   return text;
}

int main(void)
{
   for (int lines = 6; lines <= 3000; lines += lines / 3 + 1) {
      char* text = make_source(lines);
      Table table = { 8, 0, calloc(8, sizeof(Symbol)) };
      scan(&table, text);
      qsort(table.slots, table.size, sizeof(Symbol), by_count);
      printf("%d lines: %d names, %s %d\n", lines, table.used, table.slots[0].name, table.slots[0].count);
      free(table.slots);
      free(text);
   }
   return 0;
}
