// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Reads JSON into a tree, looks up members, and writes it again.
// usage: json RECORDS

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { NUMBER, STRING, LIST, OBJECT } Kind;

typedef struct Node {
   Kind kind;
   char* name;
   char* text;
   double number;
   struct Node *first, *last, *next;
   int n_children;
} Node;

typedef struct {
   const char *text, *at, *end;
   int depth, n_lines;
} Reader;

typedef struct {
   char* text;
   size_t length, room;
} Writer;

static unsigned state = 77;

unsigned next_random(void)
{
   state = state * 1664525u + 1013904223u;
   return state >> 9;
}

void put(Writer* writer, const char* text, size_t length)
{
   if (writer->length + length + 1 > writer->room) {
      writer->room = 2 * writer->room + length + 64;
      writer->text = realloc(writer->text, writer->room);
   }
   memcpy(writer->text + writer->length, text, length + 1);
   writer->length += length;
}

void put_text(Writer* writer, const char* text)
{
   put(writer, text, strlen(text));
}

void put_escaped(Writer* writer, const char* text)
{
   put_text(writer, "\"");
   for (; *text; text++) {
      if (*text == '"' || *text == '\\')
         put_text(writer, "\\");
      char c[2] = { *text, 0 };
      put(writer, c, 1);
   }
   put_text(writer, "\"");
}

void skip_blanks(Reader* reader)
{
   while (reader->at < reader->end && (*reader->at == ' ' || *reader->at == '\n')) {
      if (*reader->at == '\n')
         reader->n_lines++;
      reader->at++;
   }
}

char* read_string(Reader* reader)
{
   const char* start = ++reader->at;
   size_t length = 0;
   while (*reader->at != '"') {
      reader->at += *reader->at == '\\' ? 2 : 1;
      length++;
   }
   char* text = malloc(length + 1);
   size_t i = 0;
   for (const char* from = start; from < reader->at; from++) {
      if (*from == '\\')
         from++;
      text[i++] = *from;
   }
   text[i] = 0;
   reader->at++;
   return text;
}

void add_child(Node* parent, Node* child)
{
   if (parent->last)
      parent->last->next = child;
   else
      parent->first = child;
   parent->last = child;
   parent->n_children++;
}

Node* read_value(Reader* reader)
{
   Node* node = calloc(1, sizeof *node);
   skip_blanks(reader);
   char c = *reader->at;
   if (c == '"') {
      node->kind = STRING;
      node->text = read_string(reader);
   } else if (c == '[' || c == '{') {
      node->kind = c == '[' ? LIST : OBJECT;
      char close = c == '[' ? ']' : '}';
      reader->at++;
      skip_blanks(reader);
      while (*reader->at != close) {
         char* name = NULL;
         if (node->kind == OBJECT) {
            name = read_string(reader);
            skip_blanks(reader);
            reader->at++;                          // the colon
         }
         Node* child = read_value(reader);
         child->name = name;
         add_child(node, child);
         skip_blanks(reader);
         if (*reader->at == ',')
            reader->at++;
         skip_blanks(reader);
      }
      reader->at++;
   } else {
      char* end;
      node->number = strtod(reader->at, &end);
      reader->at = end;
   }
   return node;
}

Node* member(Node* object, const char* name)
{
   for (Node* child = object->first; child; child = child->next)
      if (strcmp(child->name, name) == 0)
         return child;
   return NULL;
}

void write_value(Writer* writer, const Node* node, int depth)
{
   char text[40];
   switch (node->kind) {
   case NUMBER:
      snprintf(text, sizeof text, "%g", node->number);
      put_text(writer, text);
      break;
   case STRING:
      put_escaped(writer, node->text);
      break;
   default:
      put_text(writer, node->kind == LIST ? "[" : "{");
      for (const Node* child = node->first; child; child = child->next) {
         if (child->name) {
            put_escaped(writer, child->name);
            put_text(writer, ": ");
         }
         write_value(writer, child, depth + 1);
         if (child->next)
            put_text(writer, ",");
      }
      put_text(writer, node->kind == LIST ? "]" : "}");
   }
}

void free_value(Node* node)
{
   for (Node *child = node->first, *next; child; child = next) {
      next = child->next;
      free_value(child);
   }
   free(node->name);
   free(node->text);
   free(node);
}

void make_records(Writer* out, int n)
{
   char text[200];
   put_text(out, "[");
   for (int i = 0; i < n; i++) {
      snprintf(text, sizeof text, "%s\n  {\"name\": \"record \\\"%d\\\"\", \"size\": %u, \"owner\": \"user%u\", \"tags\": [",
               i ? "," : "", i, next_random() % 1000, next_random() % 50);
      put_text(out, text);
      for (unsigned k = next_random() % 6; k > 0; k--) {
         snprintf(text, sizeof text, "\"tag%u\"%s", next_random() % 20, k > 1 ? ", " : "");
         put_text(out, text);
      }
      put_text(out, "], \"where\": {\"x\": 1.5, \"y\": -2}}");
   }
   put_text(out, "]\n");
}

double sum_sizes(Node* list)
{
   double sum = 0;
   for (Node* record = list->first; record; record = record->next) {
      Node *size = member(record, "size"), *where = member(record, "where");
      if (size && where)
         sum += size->number * member(where, "x")->number;
   }
   return sum;
}

int main(int argc, char** argv)
{
   int most = argc > 1 ? atoi(argv[1]) : 400;
   for (int n = most / 10; n <= most; n += most / 10) {
      Writer in = {0}, out = {0};
      make_records(&in, n);
      Reader reader = { in.text, in.text, in.text + in.length, 0, 1 };
      Node* list = read_value(&reader);
      write_value(&out, list, 0);
      printf("%d records, %d lines, sum %g, %zu bytes\n", n, reader.n_lines, sum_sizes(list), out.length);
      free_value(list);
      free(in.text);
      free(out.text);
   }
   return 0;
}
