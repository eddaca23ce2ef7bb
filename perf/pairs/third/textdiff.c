// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Compares two texts line by line: equal lines get equal numbers, a greedy search finds a short script of edits, and a
// changed line is compared with its successor word by word. SEED in the environment is that of the texts.
// usage: textdiff LINES [EDITS]

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONTEXT_LINES = 3, MOST_EDITS = 2000, MOST_WORDS = 64, N_VOCABULARY = 900 };

typedef struct { char** lines; int* ids; int n_lines, room; } Text;

typedef struct { char* text; size_t length, room; } Buffer;

typedef struct Entry { const char* line; uint32_t hash; int id; struct Entry* next; } Entry;

typedef struct { Entry** buckets; size_t n_buckets; int n_entries; } LineTable;

typedef struct { char kind; int old_line, new_line; } Edit;

typedef struct { Edit* edits; int n_edits, room; } Script;

static uint32_t seed = 41;
static char vocabulary[N_VOCABULARY][12];

uint32_t next_random(uint32_t limit)
{
   seed = seed * 1103515245u + 12345u;
   return (seed >> 8) % limit;
}

void make_vocabulary(void)
{
   for (int i = 0; i < N_VOCABULARY; i++) {
      int length = 2 + next_random(9);
      for (int k = 0; k < length; k++)
         vocabulary[i][k] = 'a' + next_random(26);
   }
}

char* make_line(void)
{
   char line[256];
   int n_words = 2 + next_random(9);
   size_t length = 0;
   for (int i = 0; i < n_words; i++) {
      const char* word = vocabulary[next_random(N_VOCABULARY)];
      size_t word_length = strlen(word);
      memcpy(line + length, word, word_length);
      length += word_length;
      line[length++] = ' ';
   }
   line[length - 1] = '\0';
   return strdup(line);
}

void append_line(Text* text, char* line)
{
   if (text->n_lines == text->room) {
      text->room = text->room ? 2 * text->room : 16;
      char** lines = malloc(text->room * sizeof *lines);
      if (text->n_lines)
         memcpy(lines, text->lines, text->n_lines * sizeof *lines);
      free(text->lines);
      text->lines = lines;
   }
   text->lines[text->n_lines++] = line;
}

char* change_word(const char* line)
{
   char* changed = strdup(line);
   size_t length = strlen(changed);
   char* at = changed + next_random(length);
   *at = *at == ' ' ? ' ' : 'a' + (*at - 'a' + 7) % 26;
   return changed;
}

// Makes the new text from the old one: edits stand close to each other, in the middle, as people make them.
void edit_text(const Text* old, Text* new, int n_edits)
{
   int first = old->n_lines / 3, span = old->n_lines / 3 / (n_edits + 1) + 1;
   int next = first;
   for (int i = 0; i < old->n_lines; i++) {
      if (i != next || n_edits == 0) {
         append_line(new, old->lines[i]);
         continue;
      }
      n_edits--;
      next += 1 + next_random(2 * span);
      int choice = next_random(4);
      if (choice == 0) {
         append_line(new, make_line());
         append_line(new, old->lines[i]);
      } else if (choice > 1) {
         append_line(new, change_word(old->lines[i]));
      }
   }
}

uint32_t hash_line(const char* line)
{
   uint32_t hash = 2166136261u;
   for (; *line; line++)
      hash = (hash ^ (unsigned char)*line) * 16777619u;
   return hash ^ hash >> 15;
}

void grow_table(LineTable* table)
{
   size_t n_old = table->n_buckets;
   Entry** old = table->buckets;
   table->n_buckets = n_old ? 2 * n_old : 64;
   table->buckets = calloc(table->n_buckets, sizeof *table->buckets);
   for (size_t i = 0; i < n_old; i++)
      for (Entry *entry = old[i], *next; entry; entry = next) {
         next = entry->next;
         Entry** bucket = &table->buckets[entry->hash & (table->n_buckets - 1)];
         entry->next = *bucket;
         *bucket = entry;
      }
   free(old);
}

int number_of_line(LineTable* table, const char* line)
{
   uint32_t hash = hash_line(line);
   if (table->n_buckets)
      for (Entry* entry = table->buckets[hash & (table->n_buckets - 1)]; entry; entry = entry->next)
         if (entry->hash == hash && strcmp(entry->line, line) == 0)
            return entry->id;
   if ((size_t)table->n_entries >= table->n_buckets)
      grow_table(table);
   Entry* entry = malloc(sizeof *entry);
   Entry** bucket = &table->buckets[hash & (table->n_buckets - 1)];
   *entry = (Entry){ line, hash, table->n_entries++, *bucket };
   *bucket = entry;
   return entry->id;
}

void number_lines(LineTable* table, Text* text)
{
   text->ids = malloc((text->n_lines + 1) * sizeof *text->ids);
   for (int i = 0; i < text->n_lines; i++)
      text->ids[i] = number_of_line(table, text->lines[i]);
}

void add_edit(Script* script, char kind, int old_line, int new_line)
{
   if (script->n_edits == script->room) {
      script->room = script->room ? 2 * script->room : 64;
      script->edits = realloc(script->edits, script->room * sizeof *script->edits);
   }
   script->edits[script->n_edits++] = (Edit){ kind, old_line, new_line };
}

// Follows the furthest points of Myers' search back to the start; the edits come last first.
void trace_back(Script* script, int** trace, int depth, int x, int y, int skipped)
{
   for (int d = depth; d > 0; d--) {
      const int* furthest = trace[d - 1] + MOST_EDITS;
      int k = x - y;
      int from = k == -d || (k != d && furthest[k - 1] < furthest[k + 1]) ? k + 1 : k - 1;
      int old_x = furthest[from], old_y = old_x - from;
      if (from == k + 1)
         add_edit(script, '+', old_x + skipped, old_y + skipped);
      else
         add_edit(script, '-', old_x + skipped, old_y + skipped);
      x = old_x;
      y = old_y;
   }
}

int find_script(Script* script, const int* old, int n_old, const int* new, int n_new, int skipped)
{
   int room = 2 * MOST_EDITS + 2;
   int* furthest = calloc(room, sizeof *furthest);
   int** trace = calloc(MOST_EDITS, sizeof *trace);
   int* v = furthest + MOST_EDITS;
   int depth, found = 0;
   for (depth = 0; depth < MOST_EDITS && !found; depth++) {
      for (int k = -depth; k <= depth; k += 2) {
         int x = k == -depth || (k != depth && v[k - 1] < v[k + 1]) ? v[k + 1] : v[k - 1] + 1;
         int y = x - k;
         while (x < n_old && y < n_new && old[x] == new[y])
            x++, y++;
         v[k] = x;
         if (x >= n_old && y >= n_new) {
            found = 1;
            break;
         }
      }
      if (!found) {
         int* kept = malloc(room * sizeof *kept);
         memcpy(kept + MOST_EDITS - depth, v - depth, (2 * depth + 1) * sizeof *kept);
         trace[depth] = kept;
      }
   }
   if (found)
      trace_back(script, trace, depth - 1, n_old, n_new, skipped);
   for (int i = 0; i < depth; i++)
      free(trace[i]);
   free(trace);
   free(furthest);
   return found;
}

int compare_texts(Script* script, const Text* old, const Text* new)
{
   int first = 0, n_old = old->n_lines, n_new = new->n_lines;
   while (first < n_old && first < n_new && old->ids[first] == new->ids[first])
      first++;
   while (n_old > first && n_new > first && old->ids[n_old - 1] == new->ids[n_new - 1])
      n_old--, n_new--;
   return find_script(script, old->ids + first, n_old - first, new->ids + first, n_new - first, first);
}

void append(Buffer* buffer, const char* text)
{
   size_t length = strlen(text);
   if (buffer->length + length + 1 > buffer->room) {
      buffer->room = 2 * buffer->room + length + 256;
      char* grown = malloc(buffer->room);
      if (buffer->length)
         memcpy(grown, buffer->text, buffer->length);
      free(buffer->text);
      buffer->text = grown;
   }
   memcpy(buffer->text + buffer->length, text, length + 1);
   buffer->length += length;
}

int split_words(const char* line, const char** words, int* lengths)
{
   int n = 0;
   for (const char* at = line; *at && n < MOST_WORDS;) {
      while (*at == ' ')
         at++;
      const char* start = at;
      while (*at && *at != ' ')
         at++;
      words[n] = start;
      lengths[n++] = at - start;
   }
   return n;
}

// Returns how many words the two lines have in common, in this order.
int count_common_words(const char* old, const char* new)
{
   const char *a[MOST_WORDS], *b[MOST_WORDS];
   int a_lengths[MOST_WORDS], b_lengths[MOST_WORDS];
   int row[MOST_WORDS + 1] = {0};
   int n = split_words(old, a, a_lengths), m = split_words(new, b, b_lengths);
   for (int i = 0; i < n; i++) {
      int diagonal = 0;
      for (int k = 1; k <= m; k++) {
         int above = row[k];
         if (a_lengths[i] == b_lengths[k - 1] && memcmp(a[i], b[k - 1], a_lengths[i]) == 0)
            row[k] = diagonal + 1;
         else if (row[k - 1] > row[k])
            row[k] = row[k - 1];
         diagonal = above;
      }
   }
   return row[m];
}

void print_context(Buffer* out, const Text* old, int from, int to)
{
   for (int i = from < 0 ? 0 : from; i < to && i < old->n_lines; i++) {
      append(out, "  ");
      append(out, old->lines[i]);
      append(out, "\n");
   }
}

void print_script(Buffer* out, const Script* script, const Text* old, const Text* new)
{
   int printed = 0;
   for (int i = script->n_edits - 1; i >= 0; i--) {
      const Edit* edit = &script->edits[i];
      if (edit->old_line > printed)
         print_context(out, old, edit->old_line - CONTEXT_LINES > printed ? edit->old_line - CONTEXT_LINES : printed,
            edit->old_line);
      printed = edit->old_line + (edit->kind == '-');
      if (edit->kind == '-' && i > 0 && script->edits[i - 1].kind == '+') {
         char common[32];
         sprintf(common, "~%d ", count_common_words(old->lines[edit->old_line], new->lines[edit[-1].new_line]));
         append(out, common);
      }
      append(out, edit->kind == '-' ? "- " : "+ ");
      append(out, edit->kind == '-' ? old->lines[edit->old_line] : new->lines[edit->new_line]);
      append(out, "\n");
   }
}

int main(int argc, char** argv)
{
   int n_lines = argc > 1 ? atoi(argv[1]) : 4000;
   int n_edits = argc > 2 ? atoi(argv[2]) : 300;
   if (getenv("SEED"))
      seed = atoi(getenv("SEED"));
   Text old = {0}, new = {0};
   LineTable table = {0};
   Script script = {0};
   Buffer out = {0};
   make_vocabulary();
   for (int i = 0; i < n_lines; i++)
      append_line(&old, make_line());
   edit_text(&old, &new, n_edits);
   number_lines(&table, &old);
   number_lines(&table, &new);
   if (!compare_texts(&script, &old, &new)) {
      printf("the texts differ too much\n");
      return 2;
   }
   print_script(&out, &script, &old, &new);
   printf("%d lines, %d edits, %zu bytes\n", table.n_entries, script.n_edits, out.length);
   return 0;
}
