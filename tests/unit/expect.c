/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   expect kept|violated|hostile|many

   States what routines and regions may cost, rightly, wrongly, and so that it makes no sense. */
// build: $(plain) -static

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <valgrind/aprof.h>

static int numbers[4000];

__attribute__((noinline)) int sum(const int *from, int n)
{
   int result = 0;
   for (int i = 0; i < n; i++)
      result += from[i];
   return result;
}

__attribute__((noinline)) int pairs(const int *from, int n)
{
   int result = 0;
   APROF_EXPECT("pairs", "n log n");
   for (int i = 0; i < n; i++)
      for (int k = 0; k < i; k++)
         result += from[i] == from[k];
   return result;
}

static int all_sizes(int (*function)(const int *, int))
{
   int result = 0;
   for (int n = 10; n <= 640; n *= 2)
      result += function(numbers, n);
   return result;
}

static void regions(void)
{
   APROF_EXPECT("a \"region\" [of] *", "mean <= n points >= 4");
   for (int n = 10; n <= 640; n *= 2) {
      APROF_REGION_BEGIN("a \"region\" [of] *");
      APROF_INPUT_SIZE(n);
      sum(numbers, n);
      APROF_REGION_END("a \"region\" [of] *");
   }
}

/* Texts that are none, are too long, have no end, or have what a report cannot have. */
static void hostile(void)
{
   char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   char  name[502], limit[102];
   char *no_text = NULL;   /* the compiler must not know */
   __asm__ ("" : "+r" (no_text));
   memset(page, 'x', 4096);
   munmap(page + 4096, 4096);
   memset(name, 'n', sizeof name - 1);
   name[sizeof name - 1] = '\0';
   memset(limit, 'l', sizeof limit - 1);
   limit[sizeof limit - 1] = '\0';
   APROF_EXPECT(no_text, "n");
   APROF_EXPECT("sum", no_text);
   APROF_EXPECT("", "n");
   APROF_EXPECT("sum", "");
   APROF_EXPECT((char *)16, "n");
   APROF_EXPECT(page + 4090, "n");
   APROF_EXPECT(name, "n");
   APROF_EXPECT("sum", limit);
   APROF_EXPECT_AT("sum", "n", page + 4090, 1);
   name[500] = '\0';
   limit[100] = '\0';
   APROF_EXPECT_AT(name, limit, no_text, 1);
   APROF_EXPECT_AT("sum", "n", "two\nlines\".c", -1);
   APROF_EXPECT_AT("line\np 1 2 3", "n\nk 5\tx", "\xff\x80", 7);
   APROF_EXPECT("sum", "n logs");
   APROF_EXPECT("sum", "worst <= n\" in x");
   APROF_EXPECT("sum", "# n");
   APROF_REPORT_NAME(16, 100);
   munmap(page, 4096);
}

static void many(void)
{
   char name[20];
   for (int i = 0; i < 1002; i++) {
      sprintf(name, "r%d", i);
      APROF_EXPECT(name, "n");
   }
}

int main(int argc, char **argv)
{
   const char *what = argc > 1 ? argv[1] : "";
   int         result = all_sizes(sum);
   if (strcmp(what, "violated") == 0)
      result += all_sizes(pairs);
   if (strcmp(what, "hostile") == 0)
      hostile();
   if (strcmp(what, "many") == 0)
      many();
   if (strcmp(what, "kept") == 0) {
      APROF_EXPECT("sum", "n");
      APROF_EXPECT("nobody", "n");
      regions();
   }
   return result < 0;
}
