// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Reads JSON texts of books into trees, asks them for values by paths, changes some, and writes the texts
// again.
// usage: json TEXTS

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_BLOCK = 65536, MOST_DEPTH = 64 };

typedef enum { NUL, BOOLEAN, NUMBER, STRING, LIST, OBJECT } Type;

typedef struct Value Value;

typedef struct { const char* name; Value* value; } Member;

struct Value {
   Type type;
   double number;
   const char* text;
   Value** items;
   Member* members;
   int n, room;
};

typedef struct Block { struct Block* next; size_t used; char bytes[ARENA_BLOCK]; } Block;

typedef struct { Block* blocks; size_t allocated; } Arena;

typedef struct { const char *at, *end; Arena* arena; int depth; } Reader;

typedef struct { char* text; size_t length, room; int indent; } Writer;

static uint64_t state = 7;

static unsigned next_random(unsigned below)
{
   state = state * 6364136223846793005u + 1442695040888963407u;
   return (unsigned)(state >> 40) % below;
}

static void* allocate(Arena* arena, size_t size)
{
   size = (size + 15) & ~(size_t)15;
   if (arena->blocks == NULL || arena->blocks->used + size > ARENA_BLOCK) {
      Block* block = malloc(sizeof *block);
      block->next = arena->blocks;
      block->used = 0;
      arena->blocks = block;
   }
   void* allocated = arena->blocks->bytes + arena->blocks->used;
   arena->blocks->used += size;
   arena->allocated += size;
   return allocated;
}

static void free_arena(Arena* arena)
{
   while (arena->blocks != NULL) {
      Block* block = arena->blocks;
      arena->blocks = block->next;
      free(block);
   }
}

static void fail(const Reader* reader, const char* what)
{
   fprintf(stderr, "%s before %.10s\n", what, reader->at);
   exit(1);
}

static void skip_space(Reader* reader)
{
   while (reader->at < reader->end && (*reader->at == ' ' || *reader->at == '\n'))
      reader->at++;
}

static int skip_sign(Reader* reader, char sign)
{
   skip_space(reader);
   if (reader->at == reader->end || *reader->at != sign)
      return 0;
   reader->at++;
   return 1;
}

static Value* new_value(Reader* reader, Type type)
{
   Value* value = allocate(reader->arena, sizeof *value);
   memset(value, 0, sizeof *value);
   value->type = type;
   return value;
}

static const char* read_string(Reader* reader)
{
   if (!skip_sign(reader, '"'))
      fail(reader, "no string");
   const char* end = reader->at;
   while (end < reader->end && *end != '"')
      end += *end == '\\' ? 2 : 1;
   char* text = allocate(reader->arena, end - reader->at + 1);
   char* to = text;
   for (const char* from = reader->at; from < end; from++) {
      if (*from == '\\') {
         from++;
         *to++ = *from == 'n' ? '\n' : *from;
      } else {
         *to++ = *from;
      }
   }
   *to = '\0';
   reader->at = end + 1;
   return text;
}

static double read_number(Reader* reader)
{
   double number = 0, part = 1;
   int is_negative = *reader->at == '-';
   reader->at += is_negative;
   for (; reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9'; reader->at++)
      number = 10 * number + (*reader->at - '0');
   if (reader->at < reader->end && *reader->at == '.')
      for (reader->at++; reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9'; reader->at++) {
         part /= 10;
         number += part * (*reader->at - '0');
      }
   return is_negative ? -number : number;
}

static void add_item(Reader* reader, Value* list, Value* item)
{
   if (list->n == list->room) {
      int room = 2 * list->room + 4;
      Value** items = allocate(reader->arena, room * sizeof *items);
      if (list->n > 0)
         memcpy(items, list->items, list->n * sizeof *items);
      list->items = items;
      list->room = room;
   }
   list->items[list->n++] = item;
}

static void add_member(Reader* reader, Value* object, const char* name, Value* value)
{
   if (object->n == object->room) {
      int room = 2 * object->room + 4;
      Member* members = allocate(reader->arena, room * sizeof *members);
      if (object->n > 0)
         memcpy(members, object->members, object->n * sizeof *members);
      object->members = members;
      object->room = room;
   }
   object->members[object->n++] = (Member){ name, value };
}

static int compare_members(const void* a, const void* b)
{
   return strcmp(((const Member*)a)->name, ((const Member*)b)->name);
}

static Value* read_value(Reader* reader);

static Value* read_list(Reader* reader)
{
   Value* list = new_value(reader, LIST);
   if (skip_sign(reader, ']'))
      return list;
   do
      add_item(reader, list, read_value(reader));
   while (skip_sign(reader, ','));
   if (!skip_sign(reader, ']'))
      fail(reader, "no ]");
   return list;
}

static Value* read_object(Reader* reader)
{
   Value* object = new_value(reader, OBJECT);
   if (skip_sign(reader, '}'))
      return object;
   do {
      skip_space(reader);
      const char* name = read_string(reader);
      if (!skip_sign(reader, ':'))
         fail(reader, "no :");
      add_member(reader, object, name, read_value(reader));
   } while (skip_sign(reader, ','));
   if (!skip_sign(reader, '}'))
      fail(reader, "no }");
   qsort(object->members, object->n, sizeof *object->members, compare_members);
   return object;
}

static Value* read_value(Reader* reader)
{
   Value* value = NULL;
   skip_space(reader);
   if (reader->at == reader->end || ++reader->depth > MOST_DEPTH)
      fail(reader, "no value");
   if (*reader->at == '"') {
      value = new_value(reader, STRING);
      value->text = read_string(reader);
   } else if (skip_sign(reader, '[')) {
      value = read_list(reader);
   } else if (skip_sign(reader, '{')) {
      value = read_object(reader);
   } else if (reader->end - reader->at >= 4 && memcmp(reader->at, "null", 4) == 0) {
      value = new_value(reader, NUL);
      reader->at += 4;
   } else {
      value = new_value(reader, NUMBER);
      value->number = read_number(reader);
   }
   reader->depth--;
   return value;
}

static Value* find_member(const Value* object, const char* name, size_t length)
{
   int low = 0, high = object->n;
   while (low < high) {
      int middle = (low + high) / 2;
      const char* other = object->members[middle].name;
      int order = strncmp(name, other, length);
      if (order == 0 && other[length] != '\0')
         order = -1;
      if (order == 0)
         return object->members[middle].value;
      if (order < 0)
         high = middle;
      else
         low = middle + 1;
   }
   return NULL;
}

// Returns the value that a path like "books.12.title" leads to.
static Value* find_path(Value* value, const char* path)
{
   while (value != NULL && *path != '\0') {
      size_t length = strcspn(path, ".");
      if (value->type == OBJECT) {
         value = find_member(value, path, length);
      } else if (value->type == LIST) {
         int i = atoi(path);
         value = i < value->n ? value->items[i] : NULL;
      } else {
         return NULL;
      }
      path += length + (path[length] == '.');
   }
   return value;
}

static void write_char(Writer* writer, char c)
{
   if (writer->length + 1 > writer->room) {
      writer->room = 2 * writer->room + 256;
      writer->text = realloc(writer->text, writer->room);
   }
   writer->text[writer->length++] = c;
}

static void write_text(Writer* writer, const char* text)
{
   for (; *text != '\0'; text++)
      write_char(writer, *text);
}

static void write_string(Writer* writer, const char* text)
{
   write_char(writer, '"');
   for (; *text != '\0'; text++) {
      if (*text == '"' || *text == '\\' || *text == '\n')
         write_char(writer, '\\');
      write_char(writer, *text == '\n' ? 'n' : *text);
   }
   write_char(writer, '"');
}

static void write_number(Writer* writer, double number)
{
   char digits[40];
   long whole = (long)number;
   if ((double)whole == number) {
      int at = sizeof digits;
      digits[--at] = '\0';
      unsigned long rest = whole < 0 ? -(unsigned long)whole : (unsigned long)whole;
      do
         digits[--at] = '0' + rest % 10;
      while ((rest /= 10) > 0);
      if (whole < 0)
         digits[--at] = '-';
      write_text(writer, digits + at);
   } else {
      snprintf(digits, sizeof digits, "%.2f", number);
      write_text(writer, digits);
   }
}

static void new_line(Writer* writer)
{
   write_char(writer, '\n');
   for (int i = 0; i < writer->indent; i++)
      write_char(writer, ' ');
}

static void write_value(Writer* writer, const Value* value)
{
   switch (value->type) {
   case NUL: write_text(writer, "null"); break;
   case BOOLEAN: write_text(writer, value->number != 0 ? "true" : "false"); break;
   case NUMBER: write_number(writer, value->number); break;
   case STRING: write_string(writer, value->text); break;
   case LIST:
   case OBJECT:
      write_char(writer, value->type == LIST ? '[' : '{');
      writer->indent += 2;
      for (int i = 0; i < value->n; i++) {
         if (i > 0)
            write_char(writer, ',');
         new_line(writer);
         if (value->type == OBJECT) {
            write_string(writer, value->members[i].name);
            write_text(writer, ": ");
         }
         write_value(writer, value->type == LIST ? value->items[i] : value->members[i].value);
      }
      writer->indent -= 2;
      new_line(writer);
      write_char(writer, value->type == LIST ? ']' : '}');
   }
}

static char* make_text(int n)
{
   static const char* const names[] = { "title", "author", "year", "price", "pages", "shelf", "notes", "isbn",
      "language", "weight", "edition", "printed" };
   char* text = malloc(400 + n * 600);
   char* to = text + sprintf(text, "{ \"version\": 3, \"books\": [");
   for (int i = 0; i < n; i++) {
      to += sprintf(to, "%s{ \"tags\": [%u", i > 0 ? ", " : " ", next_random(90));
      to += sprintf(to, ", %u, \"old\"]", next_random(9));
      for (int j = 0; j < 12; j++) {
         to += sprintf(to, ", \"%s\": ", names[j]);
         if (j < 2 || j == 6)
            to += sprintf(to, "\"The %u\\\" text\\nof it\"", next_random(5000));
         else if (j == 3)
            to += sprintf(to, "%u.75", next_random(100));
         else
            to += sprintf(to, "%u", next_random(30000));
      }
      to += sprintf(to, " }");
   }
   sprintf(to, "], \"last\": null }");
   return text;
}

static double ask(Value* root, int n)
{
   static const char* const asked[] = { "year", "price", "pages", "tags.1", "weight", "title" };
   char path[64];
   double sum = 0;
   for (int i = 0; i < n * 8; i++) {
      snprintf(path, sizeof path, "books.%u.%s", next_random(n), asked[i % 6]);
      Value* value = find_path(root, path);
      if (value == NULL)
         continue;
      sum += value->type == NUMBER ? value->number : (double)strlen(value->text);
      if (value->type == NUMBER && i % 4 == 0)
         value->number += 1;
   }
   return sum;
}

int main(int n_args, char** args)
{
   int n = n_args > 1 ? atoi(args[1]) : 10;
   double sum = 0;
   uint32_t hash = 1;
   const int n_books = 70;
   char* text = make_text(n_books);
   for (int i = 0; i < n; i++) {
      Arena arena = { 0 };
      Reader reader = { text, text + strlen(text), &arena, 0 };
      Value* root = read_value(&reader);
      sum += ask(root, n_books);
      Writer writer = { 0 };
      write_value(&writer, root);
      for (size_t j = 0; j < writer.length; j++)
         hash = hash * 31 + (unsigned char)writer.text[j];
      free(writer.text);
      free_arena(&arena);
   }
   free(text);
   printf("%.2f %08x\n", sum, hash);
   return 0;
}
