/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Two libraries for reload.c, as WORK is work_1 or work_2. Stripped, `hidden` has no name. */

__attribute__((noinline, noclone)) static int hidden(const volatile int* from, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += from[i];
   return total;
}

int WORK(const volatile int* from, int count)
{
   return hidden(from, count + 20) + 1;
}

void* address_of_hidden(void)
{
   return (void*)hidden;
}
