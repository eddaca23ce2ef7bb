/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Calls of every kind, each from a line of its own: which edges the profile must
   have is known from the source.  check_callgrind.pl --edges prints them.  With an
   argument, without the thread, whose timing differs from run to run. */
// build: $(own_calls)
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "inlined.h"

#define ROUTINE __attribute__((noinline, noclone, noipa))

ROUTINE int twice(int n)
{
   return n + n;
}

ROUTINE int with_inlined_code(const int* numbers, int count)
{
   return inlined(numbers, count) + 1;
}

ROUTINE int factorial(int n)
{
   if (n < 2) {
      return 1;
   }
   return n * factorial(n - 1);
}

ROUTINE int is_odd(int n);

ROUTINE int is_even(int n)
{
   if (n == 0) {
      return 1;
   }
   return is_odd(n - 1) + 1;
}

ROUTINE int is_odd(int n)
{
   if (n == 0) {
      return 0;
   }
   return is_even(n - 1) + 1;
}

ROUTINE int twice_or_factorial(int (*chosen)(int), int n)
{
   return chosen(n) + 1;
}

static jmp_buf out_of_there;

ROUTINE void leaves(int depth)
{
   if (depth == 0) {
      longjmp(out_of_there, 1);
   }
   leaves(depth - 1);
   puts("not reached");
}

ROUTINE int by_long_jump(void)
{
   volatile int rounds = 0;
   setjmp(out_of_there);
   if (rounds++ < 3) {
      leaves(2);
   }
   return rounds;
}

static volatile int handled;

ROUTINE void count_signal(void)
{
   handled++;
}

static void on_signal(int number)
{
   count_signal();
}

ROUTINE void raise_signals(void)
{
   signal(SIGUSR1, on_signal);
   raise(SIGUSR1);
   raise(SIGUSR1);
}

ROUTINE int compare_numbers(const void* left, const void* right)
{
   return *(const int*)left - *(const int*)right;
}

static void* run_thread(void* number)
{
   factorial(*(int*)number);
   return NULL;
}

ROUTINE void start_thread_with(int n)
{
   pthread_t thread;
   pthread_create(&thread, NULL, run_thread, &n);
   pthread_join(thread, NULL);
}

int main(int argc, char** argv)
{
   int numbers[] = { 3, 1, 2 };
   int sum = 0;
   for (int i = 0; i < 10; i++) {
      sum += twice(i);
   }
   sum += twice(1) + twice(2);
   sum += with_inlined_code(numbers, 3);
   sum += factorial(5);
   sum += is_even(6);
   sum += twice_or_factorial(twice, 4);
   sum += twice_or_factorial(factorial, 4);
   sum += by_long_jump();
   raise_signals();
   qsort(numbers, 3, sizeof *numbers, compare_numbers);
   if (argc == 1) {
      start_thread_with(3);
   }
   printf("%d %d\n", sum, handled);
   return 0;
}
