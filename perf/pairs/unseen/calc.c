// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// A sheet of formulas: cells are parsed into trees, evaluated when they are needed, and kept.
// usage: calc CELLS

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Expression {
   char operator;                // 'n' for a number, 'c' for a cell, 's' for a sum of cells
   long value;
   int from, to;
   struct Expression *left, *right;
} Expression;

typedef struct {
   char name[12];
   Expression* formula;
   long value;
   int is_known;
} Cell;

typedef struct {
   Cell* cells;
   int n_cells;
   int* by_name;                 // sorted
   long n_evaluated;
} Sheet;

static unsigned state;

unsigned next_random(void)
{
   state = state * 1103515245u + 12345u;
   return state >> 8;
}

int find_cell(const Sheet* sheet, const char* name)
{
   int low = 0, high = sheet->n_cells - 1;
   while (low <= high) {
      int middle = (low + high) / 2;
      int order = strcmp(sheet->cells[sheet->by_name[middle]].name, name);
      if (order == 0)
         return sheet->by_name[middle];
      if (order < 0)
         low = middle + 1;
      else
         high = middle - 1;
   }
   return -1;
}

Expression* make(char operator, Expression* left, Expression* right)
{
   Expression* expression = calloc(1, sizeof *expression);
   expression->operator = operator;
   expression->left = left;
   expression->right = right;
   return expression;
}

const char* read_name(const char* text, char* name)
{
   int length = 0;
   while (isalnum((unsigned char)*text) && length < 11)
      name[length++] = *text++;
   name[length] = 0;
   return text;
}

Expression* parse_sum(const Sheet* sheet, const char** text);

Expression* parse_factor(const Sheet* sheet, const char** text)
{
   char name[12], last[12];
   if (**text == '(') {
      ++*text;
      Expression* inner = parse_sum(sheet, text);
      ++*text;
      return inner;
   }
   if (isdigit((unsigned char)**text)) {
      Expression* number = make('n', NULL, NULL);
      while (isdigit((unsigned char)**text))
         number->value = 10 * number->value + *(*text)++ - '0';
      return number;
   }
   *text = read_name(*text, name);
   Expression* cell = make('c', NULL, NULL);
   cell->from = cell->to = find_cell(sheet, name);
   if (**text == ':') {
      *text = read_name(*text + 1, last);
      cell->operator = 's';
      cell->to = find_cell(sheet, last);
   }
   return cell;
}

Expression* parse_product(const Sheet* sheet, const char** text)
{
   Expression* left = parse_factor(sheet, text);
   while (**text == '*') {
      ++*text;
      left = make('*', left, parse_factor(sheet, text));
   }
   return left;
}

Expression* parse_sum(const Sheet* sheet, const char** text)
{
   Expression* left = parse_product(sheet, text);
   while (**text == '+' || **text == '-') {
      char operator = *(*text)++;
      left = make(operator, left, parse_product(sheet, text));
   }
   return left;
}

long value_of(Sheet* sheet, int index);

long evaluate(Sheet* sheet, const Expression* expression)
{
   long sum = 0;
   switch (expression->operator) {
   case 'n': return expression->value;
   case 'c': return value_of(sheet, expression->from);
   case 's':
      for (int i = expression->from; i <= expression->to; i++)
         sum += value_of(sheet, i);
      return sum;
   case '+': return evaluate(sheet, expression->left) + evaluate(sheet, expression->right);
   case '-': return evaluate(sheet, expression->left) - evaluate(sheet, expression->right);
   default:  return evaluate(sheet, expression->left) * evaluate(sheet, expression->right) % 1000003;
   }
}

long value_of(Sheet* sheet, int index)
{
   Cell* cell = &sheet->cells[index];
   if (!cell->is_known) {
      cell->value = evaluate(sheet, cell->formula);
      cell->is_known = 1;
      sheet->n_evaluated++;
   }
   return cell->value;
}

static Sheet* sorted_sheet;

int compare_names(const void* a, const void* b)
{
   return strcmp(sorted_sheet->cells[*(const int*)a].name, sorted_sheet->cells[*(const int*)b].name);
}

void name_cells(Sheet* sheet, int n)
{
   sheet->cells = calloc(n, sizeof *sheet->cells);
   sheet->by_name = malloc(n * sizeof *sheet->by_name);
   sheet->n_cells = n;
   for (int i = 0; i < n; i++) {
      snprintf(sheet->cells[i].name, sizeof sheet->cells[i].name, "%c%d", 'A' + i % 26, i / 26);
      sheet->by_name[i] = i;
   }
   sorted_sheet = sheet;
   qsort(sheet->by_name, n, sizeof *sheet->by_name, compare_names);
}

void make_formula(const Sheet* sheet, int i, char* text)
{
   unsigned kind = i < 10 ? 0 : next_random() % 10;
   const char* a = sheet->cells[i < 10 ? 0 : i - 1 - next_random() % 8].name;
   const char* b = sheet->cells[i < 10 ? 0 : next_random() % i].name;
   if (kind == 0)
      sprintf(text, "%d*(3+%u)", i + 1, next_random() % 100);
   else if (kind == 1)
      sprintf(text, "%s:%s+7", sheet->cells[i - 10].name, sheet->cells[i - 1].name);
   else
      sprintf(text, "(%s-2)*%s+%u", a, b, next_random() % 50);
}

void free_expression(Expression* expression)
{
   if (!expression)
      return;
   free_expression(expression->left);
   free_expression(expression->right);
   free(expression);
}

void free_sheet(Sheet* sheet)
{
   for (int i = 0; i < sheet->n_cells; i++)
      free_expression(sheet->cells[i].formula);
   free(sheet->cells);
   free(sheet->by_name);
}

int main(int argc, char** argv)
{
   int most = argc > 1 ? atoi(argv[1]) : 3000;
   for (int n = most / 12; n <= most; n += most / 12) {
      Sheet sheet = {0};
      state = n;
      name_cells(&sheet, n);
      for (int i = 0; i < n; i++) {
         char text[100];
         const char* at = text;
         make_formula(&sheet, i, text);
         sheet.cells[i].formula = parse_sum(&sheet, &at);
      }
      long sum = 0;
      for (int i = 0; i < n; i++)
         sum += value_of(&sheet, i);
      printf("%d cells: sum %ld, %ld evaluated\n", n, sum, sheet.n_evaluated);
      free_sheet(&sheet);
   }
   return 0;
}
