/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Routines that nobody calls, and that are called as well: the first of a thread, of a signal
   handler, of a coroutine; recursive ones, and one that still runs at the end. */
// build: $(own_calls)
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <ucontext.h>
#include <unistd.h>

#define ROUTINE __attribute__((noinline, noclone))

static unsigned numbers[64] = { 3, 1, 4, 1, 5, 9, 2, 6 };
static ucontext_t here, there;
static char stack[256 * 1024];
static int is_coroutine;
static volatile int has_begun;
static volatile unsigned sum;

ROUTINE unsigned add_up(unsigned count)
{
   unsigned result = 0;
   for (unsigned i = 0; i < count; i++)
      result += numbers[i];
   return result;
}

ROUTINE void* work(void* count)
{
   unsigned long n = (unsigned long)count;
   sum += add_up(n);
   if (n > 1)
      work((void*)(n / 2));
   return NULL;
}

ROUTINE void on_signal(int signal)
{
   sum += add_up(signal);
}

ROUTINE void generate(void)
{
   sum += add_up(20);
   if (is_coroutine)
      swapcontext(&there, &here);
}

ROUTINE void* wait_for_end(void* forever)
{
   sum += add_up(30);
   has_begun = 1;
   while (forever != NULL)
      pause();
   return NULL;
}

ROUTINE void only_a_thread_runs_this(void)
{
   sum += add_up(7);
}

ROUTINE void* run_thread(void* unused)
{
   (void)unused;
   only_a_thread_runs_this();
   return NULL;
}

static void start_threads(void)
{
   pthread_t thread;
   for (unsigned long n = 10; n < 60; n += 10) {
      pthread_create(&thread, NULL, work, (void*)n);
      pthread_join(thread, NULL);
   }
   pthread_create(&thread, NULL, run_thread, NULL);
   pthread_join(thread, NULL);
   has_begun = 0;
   pthread_create(&thread, NULL, wait_for_end, &thread);
   while (!has_begun)
      sched_yield();
}

static void run_coroutine(void)
{
   getcontext(&there);
   there.uc_stack.ss_sp   = stack;
   there.uc_stack.ss_size = sizeof stack;
   makecontext(&there, generate, 0);
   is_coroutine = 1;
   swapcontext(&here, &there);
   is_coroutine = 0;
}

int main(void)
{
   work((void*)33UL);
   generate();
   wait_for_end(NULL);
   on_signal(3);
   run_coroutine();
   signal(SIGUSR1, on_signal);
   raise(SIGUSR1);
   start_threads();
   printf("%d\n", sum > 0);
   return 0;
}
