/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   Adds up the columns of tables of comma-separated values. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 6

typedef struct {
   const char* place;
   char field[32];
   int length;
} Reader;

static char* make_table(int rows)
{
   char* table = malloc(rows * 80 + 1);
   char* end = table;
   for (int i = 0; i < rows; i++)
      end += sprintf(end, "row %d,%d,\"%d\",-%d,,\"a \"\"%d\"\" b\"\n", i, i * 37 % 1000, i * i % 777, i % 50,
                     i);
   *end = '\0';
   return table;
}

static void add_char(Reader* reader, char c)
{
   if (reader->length < (int)sizeof reader->field - 1)
      reader->field[reader->length++] = c;
}

/* Takes what is between quotes; two quotes are one. */
static void read_quoted(Reader* reader)
{
   reader->place++;
   while (*reader->place != '\0') {
      if (*reader->place == '"') {
         if (reader->place[1] != '"')
            break;
         reader->place++;
      }
      add_char(reader, *reader->place++);
   }
   if (*reader->place == '"')
      reader->place++;
}

/* Returns what ends the field. */
static char read_field(Reader* reader)
{
   reader->length = 0;
   for (;;) {
      char c = *reader->place;
      switch (c) {
         case '"':
            read_quoted(reader);
            break;
         case '\0':
            reader->field[reader->length] = '\0';
            return c;
         case ',':
         case '\n':
            reader->place++;
            reader->field[reader->length] = '\0';
            return c;
         default:
            add_char(reader, c);
            reader->place++;
      }
   }
}

static int is_number(const char* text)
{
   if (*text == '-')
      text++;
   if (*text == '\0')
      return 0;
   while (isdigit((unsigned char)*text))
      text++;
   return *text == '\0';
}

static long parse_number(const char* text)
{
   int negative = *text == '-';
   long value = 0;
   for (text += negative; *text != '\0'; text++)
      value = 10 * value + (*text - '0');
   return negative ? -value : value;
}

static int add_columns(const char* table, long* sums)
{
   Reader reader = { .place = table };
   int lines = 0, column = 0;
   while (*reader.place != '\0') {
      char end = read_field(&reader);
      if (column < COLUMNS && is_number(reader.field))
         sums[column] += parse_number(reader.field);
      column++;
      if (end != ',') {
         column = 0;
         lines++;
      }
   }
   return lines;
}

int main(void)
{
   for (int rows = 5; rows <= 4000; rows += rows / 3 + 1) {
      long sums[COLUMNS] = { 0 };
      char* table = make_table(rows);
      int lines = add_columns(table, sums);
      printf("%d lines: %ld %ld %ld\n", lines, sums[1], sums[2], sums[3]);
      free(table);
   }
   return 0;
}
