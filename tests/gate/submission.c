/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A submission that is graded, and hostile ones.

      fast, slow   sorts as the exercise asks for, in n log n or in n^2 steps
      loop         never ends
      forks        starts 20 processes, which end by themselves, and says how many there are
      output       prints 100 megabytes
      memory       takes up to 2 gigabytes, which it does not touch, and says how many megabytes it gets
      sizes        calls `sum` with 2,000 inputs of different sizes */
// build: $(closed_form)

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void __attribute__((noipa)) merge(int* numbers, int n, int* other)
{
   int half = n / 2, left = 0, right = half;
   for (int i = 0; i < n; i++) {
      other[i] = right == n || (left < half && numbers[left] <= numbers[right]) ? numbers[left++]
                                                                               : numbers[right++];
   }
   memcpy(numbers, other, (size_t)n * sizeof *numbers);
}

static void __attribute__((noipa)) merge_sort(int* numbers, int n, int* other)
{
   if (n > 1) {
      merge_sort(numbers, n / 2, other);
      merge_sort(numbers + n / 2, n - n / 2, other);
      merge(numbers, n, other);
   }
}

static void __attribute__((noipa)) insertion_sort(int* numbers, int n)
{
   for (int i = 1; i < n; i++) {
      for (int k = i; k > 0 && numbers[k - 1] > numbers[k]; k--) {
         int number = numbers[k];
         numbers[k] = numbers[k - 1];
         numbers[k - 1] = number;
      }
   }
}

static void __attribute__((noipa)) sort(int* numbers, int n, int* other, int is_fast)
{
   if (is_fast) {
      merge_sort(numbers, n, other);
   } else {
      insertion_sort(numbers, n);
   }
}

static void sort_all(int is_fast)
{
   static int numbers[1000], other[1000];
   for (int n = 10; n <= 1000; n = n * 4 / 3) {
      for (int i = 0; i < n; i++) {
         numbers[i] = n - i;
      }
      sort(numbers, n, other, is_fast);
   }
}

static void fork_many(void)
{
   int count = 0, end[2];
   if (pipe(end) != 0) {
      return;
   }
   for (int i = 0; i < 20; i++) {
      pid_t child = fork();
      if (child == 0) {
         close(end[1]);
         _exit((int)read(end[0], end, 1));   /* until all have begun */
      }
      count += child > 0;
   }
   close(end[1]);
   while (wait(NULL) > 0) {
   }
   printf("%d processes\n", count);
}

static void take_memory(void)
{
   int count = 0;
   while (count < 2048 && malloc(1 << 20) != NULL) {
      count++;
   }
   printf("%d megabytes\n", count);
}

static int __attribute__((noipa)) sum(const int* numbers, int n)
{
   int all = 0;
   for (int i = 0; i < n; i++) {
      all += numbers[i];
   }
   return all;
}

static void sum_all(void)
{
   static int numbers[2000];
   for (int n = 0; n < 2000; n++) {
      sum(numbers, n);
   }
}

int main(int count, char** words)
{
   const char* what = count > 1 ? words[1] : "";
   if (strcmp(what, "fast") == 0 || strcmp(what, "slow") == 0) {
      sort_all(*what == 'f');
   } else if (strcmp(what, "forks") == 0) {
      fork_many();
   } else if (strcmp(what, "memory") == 0) {
      take_memory();
   } else if (strcmp(what, "sizes") == 0) {
      sum_all();
   } else if (strcmp(what, "output") == 0) {
      for (int i = 0; i < 100 * 1024; i++) {
         printf("%1023d\n", i);
      }
   } else {
      for (volatile int i = 0;; i++) {
      }
   }
   return 0;
}
