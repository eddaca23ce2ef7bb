/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Inlined routines, in every surrounding that activations may have.  Prints, for each, how often it is called,
   as follows from the loops below: "calls ROUTINE NUMBER".  Each routine has a loop or a call, since others
   are left out (docs/call-stack.md). */
// build -gcc1 -clang-1: -g -O1 -std=gnu11 -I../../include -Wall -Wextra -fno-stack-protector -pthread
// build -gcc2 -clang-2: -g -O2 -std=gnu11 -I../../include -Wall -Wextra -fno-stack-protector -pthread

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "valgrind/aprof.h"

#define INLINE    static inline __attribute__((always_inline))
#ifdef __clang__
#define NO_INLINE static __attribute__((noinline, optnone))
#define ROUTINE   static __attribute__((noinline))
#else
#define NO_INLINE static __attribute__((noipa))
#define ROUTINE   static __attribute__((noipa))
#endif

static volatile long kept;
static long list[64];

/* A loop that ends early. */
INLINE int contains(const long* values, int count, long value)
{
   for (int i = 0; i < count; i++) {
      if (values[i] == value) {
         return 1;
      }
   }
   return 0;
}

/* A routine inlined into another one. */
INLINE int add_new(long* values, int count, int rounds)
{
   for (int i = 0; i < rounds; i++) {
      if (!contains(values, count, i * 7 % 50)) {
         values[count++] = i * 7 % 50;
      }
   }
   return count;
}

NO_INLINE void leaf(long value)
{
   kept += value;
}

/* Inlined twice into one routine, and once into another. */
INLINE void with_call(long value)
{
   leaf(value);
   leaf(value + 1);
}

ROUTINE void twice(void)
{
   with_call(1);
   kept++;
   with_call(2);
}

/* In a recursive routine. */
INLINE void sum_up(const long* values, int count)
{
   long sum = 0;
   for (int i = 0; i < count; i++) {
      sum += values[i];
   }
   kept += sum;
}

ROUTINE void descend(int depth)
{
   sum_up(list, depth);
   if (depth > 0) {
      descend(depth - 1);
      descend(depth - 1);
   }
   kept++;
}

/* Left by longjmp. */
static jmp_buf back;

NO_INLINE void jump_if(int i, int at)
{
   if (i == at) {
      longjmp(back, 1);
   }
}

INLINE void left_by_jump(int at)
{
   for (int i = 0; i < 10; i++) {
      jump_if(i, at);
   }
}

ROUTINE void jumping(void)
{
   for (volatile int round = 0; round < 12; round++) {
      if (setjmp(back) == 0) {
         left_by_jump(round);
      }
   }
}

/* Interrupted by a signal, whose handler has an inlined routine, too. */
INLINE void in_handler(void)
{
   for (int i = 0; i < 5; i++) {
      leaf(i);
   }
}

static void handler(int number)
{
   (void)number;
   in_handler();
}

INLINE void interrupted(void)
{
   for (int i = 0; i < 3; i++) {
      raise(SIGUSR1);
   }
}

ROUTINE void signals(void)
{
   signal(SIGUSR1, handler);
   interrupted();
   interrupted();
}

/* On coroutines' stacks. */
static ucontext_t main_context, coroutine;
static char coroutine_stack[65536];

INLINE void suspended(void)
{
   for (int i = 0; i < 4; i++) {
      leaf(i);
      swapcontext(&coroutine, &main_context);
   }
}

static void run_coroutine(void)
{
   suspended();
}

INLINE void resuming(void)
{
   for (int i = 0; i < 5; i++) {
      swapcontext(&main_context, &coroutine);
   }
}

ROUTINE void coroutines(void)
{
   getcontext(&coroutine);
   coroutine.uc_stack.ss_sp = coroutine_stack;
   coroutine.uc_stack.ss_size = sizeof coroutine_stack;
   coroutine.uc_link = &main_context;
   makecontext(&coroutine, run_coroutine, 0);
   resuming();
}

/* With a region inside, and inside of a region. */
INLINE void with_region(int rounds)
{
   APROF_REGION_BEGIN("inner");
   for (int i = 0; i < rounds; i++) {
      leaf(i);
   }
   APROF_REGION_END("inner");
   leaf(0);
}

ROUTINE void regions(void)
{
   for (int i = 0; i < 6; i++) {
      APROF_REGION_BEGIN("outer");
      with_region(i + 1);
      APROF_REGION_END("outer");
   }
}

/* By several threads, and in a child. */
INLINE void in_thread(int rounds)
{
   for (int i = 0; i < rounds; i++) {
      leaf(i);
   }
}

/* Clang would unroll the loops if it knew how often they run. */
static volatile int times = 9;

static void* thread(void* data)
{
   for (int i = 0; i < times; i++) {
      in_thread(i + 1);
   }
   return data;
}

ROUTINE void threads(void)
{
   pthread_t all[3];
   for (int i = 0; i < 3; i++) {
      pthread_create(&all[i], NULL, thread, NULL);
   }
   for (int i = 0; i < 3; i++) {
      pthread_join(all[i], NULL);
   }
}

/* It calls what jumps on: the last call of the routine around it. */
INLINE void ends_with_call(int rounds)
{
   for (int i = 0; i < rounds; i++) {
      leaf(i);
   }
   leaf(rounds);
}

ROUTINE void tail(int rounds)
{
   ends_with_call(rounds);
}

/* A switch, as a table of jumps. */
INLINE void choose(int number)
{
   switch (number) {
      case 0: leaf(3); break;
      case 1: leaf(1); leaf(4); break;
      case 2: leaf(1); break;
      case 3: leaf(5); leaf(9); break;
      case 4: leaf(2); break;
      case 5: leaf(6); leaf(5); leaf(3); break;
      case 6: leaf(5); break;
      default: leaf(number); break;
   }
}

ROUTINE void choosing(void)
{
   for (int i = 0; i < 24; i++) {
      choose(i % 9);
   }
}

static void expect(const char* routine, long calls)
{
   printf("calls %s %ld\n", routine, calls);
}

int main(int count, char** words)
{
   volatile int one = 1;   /* of an empty list, the compiler leaves nothing of the call */
   volatile int four = 4;  /* of a known depth, Clang leaves no loop in sum_up */
   list[0] = -1;
   add_new(list, one, 100);
   twice();
   with_call(3);
   descend(four);
   jumping();
   signals();
   coroutines();
   regions();
   if (count > 1 && strcmp(words[1], "threads") == 0) {   /* they take turns, which has a cost that varies */
      threads();
      expect("in_thread", 27);
   }
   for (int i = 0; i < 7; i++) {
      tail(i);
   }
   choosing();

   expect("add_new", 1);
   expect("contains", 100);
   expect("with_call", 3);
   expect("sum_up", 31);           /* 2^5 - 1 */
   expect("left_by_jump", 12);
   expect("in_handler", 6);
   expect("interrupted", 2);
   expect("suspended", 1);
   expect("resuming", 1);
   expect("with_region", 6);
   expect("inner", 6);
   expect("outer", 6);
   expect("ends_with_call", 7);
   expect("choose", 24);
   return kept == 0;
}
