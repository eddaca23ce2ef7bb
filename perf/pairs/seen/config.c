// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Reads settings in sections, expands references to other settings, and answers queries.
// usage: config LINES

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Entry {
   char* key;
   char* value;
   unsigned hash;
   struct Entry* next;
} Entry;

typedef struct {
   Entry** slots;
   size_t n_slots, n_entries;
} Table;

typedef struct {
   char* text;
   size_t length, room;
} Buffer;

static unsigned long seed = 1;

unsigned next_random(void)
{
   seed = seed * 6364136223846793005ul + 1442695040888963407ul;
   return seed >> 40;
}

void append(Buffer* buffer, const char* text, size_t length)
{
   if (buffer->length + length + 1 > buffer->room) {
      buffer->room = 2 * (buffer->length + length + 1);
      buffer->text = realloc(buffer->text, buffer->room);
   }
   memcpy(buffer->text + buffer->length, text, length);
   buffer->length += length;
   buffer->text[buffer->length] = 0;
}

unsigned hash_key(const char* key)
{
   unsigned hash = 2166136261u;
   for (; *key; key++)
      hash = (hash ^ (unsigned char)*key) * 16777619u;
   return hash;
}

void grow_table(Table* table)
{
   size_t n_slots = table->n_slots ? 2 * table->n_slots : 64;
   Entry** slots = calloc(n_slots, sizeof *slots);
   for (size_t i = 0; i < table->n_slots; i++) {
      for (Entry *entry = table->slots[i], *next; entry; entry = next) {
         next = entry->next;
         entry->next = slots[entry->hash % n_slots];
         slots[entry->hash % n_slots] = entry;
      }
   }
   free(table->slots);
   table->slots = slots;
   table->n_slots = n_slots;
}

Entry* find_key(Table* table, const char* key)
{
   if (table->n_slots == 0)
      return NULL;
   unsigned hash = hash_key(key);
   for (Entry* entry = table->slots[hash % table->n_slots]; entry; entry = entry->next)
      if (entry->hash == hash && strcmp(entry->key, key) == 0)
         return entry;
   return NULL;
}

void set_key(Table* table, const char* key, const char* value)
{
   Entry* entry = find_key(table, key);
   if (!entry) {
      if (table->n_entries >= table->n_slots)
         grow_table(table);
      entry = calloc(1, sizeof *entry);
      entry->key = strdup(key);
      entry->hash = hash_key(key);
      entry->next = table->slots[entry->hash % table->n_slots];
      table->slots[entry->hash % table->n_slots] = entry;
      table->n_entries++;
   }
   free(entry->value);
   entry->value = strdup(value);
}

// Returns the end of the word, without blanks before "=" or the end of the line.
char* trim(char* start, char* end)
{
   while (end > start && (end[-1] == ' ' || end[-1] == '\t'))
      end--;
   *end = 0;
   return end;
}

int parse_line(Table* table, char* section, char* line)
{
   while (*line == ' ')
      line++;
   if (*line == '#' || !*line)
      return 0;
   if (*line == '[') {
      char* end = strchr(line, ']');
      if (!end)
         return -1;
      *end = 0;
      strcpy(section, line + 1);
      return 0;
   }
   char* equals = strchr(line, '=');
   if (!equals)
      return -1;
   trim(line, equals);
   char* value = equals + 1;
   while (*value == ' ')
      value++;
   trim(value, value + strlen(value));
   char key[200];
   snprintf(key, sizeof key, "%s.%s", section, line);
   set_key(table, key, value);
   return 1;
}

int parse_text(Table* table, char* text)
{
   char section[100] = "";
   int n_settings = 0;
   for (char* line = text; line;) {
      char* end = strchr(line, '\n');
      if (end)
         *end = 0;
      int found = parse_line(table, section, line);
      if (found < 0)
         fprintf(stderr, "wrong line: %s\n", line);
      else
         n_settings += found;
      line = end ? end + 1 : NULL;
   }
   return n_settings;
}

// Replaces $name$ by the value of the setting.
void expand(Table* table, const char* value, Buffer* out, int depth)
{
   while (*value) {
      const char* dollar = strchr(value, '$');
      const char* end = dollar ? strchr(dollar + 1, '$') : NULL;
      if (!end) {
         append(out, value, strlen(value));
         return;
      }
      append(out, value, dollar - value);
      char name[200];
      snprintf(name, sizeof name, "%.*s", (int)(end - dollar - 1), dollar + 1);
      Entry* entry = find_key(table, name);
      if (entry && depth < 8)
         expand(table, entry->value, out, depth + 1);
      value = end + 1;
   }
}

void make_text(Buffer* out, int n_lines)
{
   char line[200];
   for (int i = 0; i < n_lines; i++) {
      if (i % 20 == 0)
         append(out, line, sprintf(line, "[section%d]\n", i / 20));
      else if (i % 20 == 1)
         append(out, line, sprintf(line, "# settings of part %u\n", next_random() % 1000));
      else if (i % 5 == 4)
         append(out, line, sprintf(line, "path%d = /usr/$section%u.name%u$/x%d\n", i % 20,
            next_random() % (i / 20 + 1), 2 + next_random() % 2, i));
      else
         append(out, line, sprintf(line, "name%d = value of %u  \n", i % 20, next_random() % 10000));
   }
}

unsigned long query(Table* table, int n_lines)
{
   unsigned long sum = 0;
   Buffer out = {0};
   for (int i = 0; i < n_lines; i++) {
      char key[100];
      snprintf(key, sizeof key, "section%d.%s%d", i / 20, i % 5 == 4 ? "path" : "name", i % 20);
      Entry* entry = find_key(table, key);
      out.length = 0;
      if (entry)
         expand(table, entry->value, &out, 0);
      sum = sum * 31 + out.length;
   }
   free(out.text);
   return sum;
}

void free_table(Table* table)
{
   for (size_t i = 0; i < table->n_slots; i++) {
      for (Entry *entry = table->slots[i], *next; entry; entry = next) {
         next = entry->next;
         free(entry->key);
         free(entry->value);
         free(entry);
      }
   }
   free(table->slots);
}

int main(int argc, char** argv)
{
   int n_lines = argc > 1 ? atoi(argv[1]) : 4000;
   for (int n = n_lines / 16; n <= n_lines; n *= 2) {
      Buffer text = {0};
      Table table = {0};
      make_text(&text, n);
      int n_settings = parse_text(&table, text.text);
      printf("%d lines: %d settings, sum %lu\n", n, n_settings, query(&table, n));
      free_table(&table);
      free(text.text);
   }
   return 0;
}
