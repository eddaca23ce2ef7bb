// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The aprof authors
//
// A template of a function, and a method.

module names;

import core.stdc.stdio;

struct Stack
{
   int[] items;

   pragma(inline, false) int total()
   {
      int result = 0;
      foreach (item; items)
         result += item;
      return result;
   }
}

pragma(inline, false) T largest(T)(T[] items)
{
   T result = items[0];
   foreach (item; items)
      result = item > result ? item : result;
   return result;
}

void main()
{
   auto s = Stack([1, 2, 3]);
   printf("%d %d %d\n", s.total(), largest([1, 2]), cast(int) largest([1.0, 2.0]));
}
