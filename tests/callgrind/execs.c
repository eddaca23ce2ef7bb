/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   An execve that fails: all files are written before it, in case that it does not, and measuring goes on as
   if nothing had been.  Around it parts are written while main runs, whose cost up to then is left to the
   last. */
// build: $(closed_form)
#include <stdio.h>
#include <unistd.h>

#include <valgrind/aprof.h>

#define ROUTINE __attribute__((noipa))

ROUTINE int sum(const int* values, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++) {
      total += values[i];
   }
   return total;
}

int main(void)
{
   static int values[64];
   char* arguments[] = { "/", NULL };
   int   total = sum(values, 10);
   APROF_DUMP("before");
   total += sum(values, 20);
   int result = execv(arguments[0], arguments);
   total += sum(values, 30);
   APROF_DUMP("behind");
   total += sum(values, 40) + execv(arguments[0], arguments);
   printf("%d %d\n", result, total);
   return 0;
}
