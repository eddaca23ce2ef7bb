/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   Memory above 128 GB, where Valgrind puts none by itself, but where a program can ask for it (as JavaScript
   engines do).  Where the memory is makes no difference to what is input.

   sum      reads n ints: n, in low memory before and after the first high mapping, and at several high addresses
   fill     writes n ints: 0
   total    fills n ints and sums them: 0; then again in the same activation n others that main has filled: n */

#include <sys/mman.h>
#include "expect.h"

#define LARGEST 2000

static int low[LARGEST] OWN_PAGE;

ROUTINE int sum(const volatile int* from, int count)
{
   int result = 0;
   for (int i = 0; i < count; i++)
      result += from[i];
   return result;
}

ROUTINE void fill(volatile int* to, int count)
{
   for (int i = 0; i < count; i++)
      to[i] = i;
}

ROUTINE int total(volatile int* own, const volatile int* others, int count)
{
   fill(own, count);
   return sum(own, count) + sum(others, count);
}

static void check_at(int* memory)
{
   for (int count = 1; count <= LARGEST; count += 333) {
      fill(memory, count);
      expect("fill", 0);
      sum(memory, count);
      expect("sum", cells(memory, sizeof(int) * count));
      total(memory, low, count);
      expect("fill", 0);
      expect("sum", cells(memory, sizeof(int) * count));
      expect("sum", cells(low, sizeof(int) * count));
      expect("total", memory == low ? 0 : cells(low, sizeof(int) * count));
   }
}

int main(int argc, char** argv)
{
   start(argc, argv);
   check_at(low);
   for (unsigned long address = 1ul << 37; address < 1ul << 47; address <<= 2) {
      int* memory = mmap((void*)address, 1 << 20, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
      if (memory != (int*)address)
         return 1;
      check_at(memory);
   }
   check_at(low);
   return finish();
}
