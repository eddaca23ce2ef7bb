/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A program that is spread over files and objects: code of a header (spread.h) is compiled into routines of this file and
   calls routines of both, and the C library calls back. expression, term and factor are mutually recursive. How often
   `leaf` is called, it counts itself and prints. */
// build: -I../../include -g -O1 -fno-optimize-sibling-calls
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "spread.h"

int calls_of_leaf;

ROUTINE int term(int depth)
{
   return step(depth) + leaf(depth);
}

ROUTINE int factor(int depth)
{
   return depth % 3 == 0 ? branch(depth) + step(depth) : expression(depth);
}

ROUTINE int expression(int depth)
{
   return depth == 0 ? 1 : term(depth - 1) + term(depth / 2);
}

static int compare(const void* left, const void* right)
{
   return leaf(*(const int*)left) - leaf(*(const int*)right);
}

int main()
{
   std::map<std::string, int> words;
   int numbers[] = { 5, 3, 4, 1, 2 };
   qsort(numbers, 5, sizeof *numbers, compare);
   std::sort(numbers, numbers + 5, [](int a, int b) { return leaf(a) > leaf(b); });
   for (int number : numbers) {
      words[std::to_string(number)] += expression(number + 4);
   }
   std::printf("%d calls of leaf\n", calls_of_leaf);
   return words.size() == 5 ? 0 : 1;
}
