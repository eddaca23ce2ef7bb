/* Routines that run apart from their callers (--separate-routine=apart_*): what they read and cost is no
   caller's.

   by_call         calls one, between two reads
   by_pointer      likewise, indirectly
   by_jumping_on   calls one that itself ends with a call, or with a jump where the compiler makes it one
   by_tail         jumps to one (where the compiler makes a jump of it), after three reads; its caller reads
                   on
   inside          calls one that calls routines itself, one of which could run apart, and one that calls
                   itself: all that belongs to the first
   by_long_jump    one is left by longjmp, from a callee of its own
   by_signal       one is interrupted by a signal, whose handler calls another one
   in_thread       another thread does the same as main */
// build ways:
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include "calls.h"

#define CALLS 10

static int values[64] OWN_PAGE;
static int others[256] OWN_PAGE;
static volatile int written;
static jmp_buf target;

SUM_ROUTINE(sum)
SUM_ROUTINE(sum_after)
SUM_ROUTINE(sum_last)
SUM_ROUTINE(apart_sum)
SUM_ROUTINE(apart_in_handler)

ROUTINE int by_call(const volatile int* from)
{
   int total = from[0];
   total += apart_sum(others, 100);
   total += from[1];
   USE(total);
   return total;
}

static int (*volatile pointer)(const volatile int*, int) = apart_sum;

ROUTINE int by_pointer(const volatile int* from, int (*called)(const volatile int*, int))
{
   int total = from[0] + from[2] + from[4];
   total += called(others, 110);
   total += from[5];
   USE(total);
   return total;
}

ROUTINE int apart_jumps_on(const volatile int* from)
{
   written = from[0];
   return sum_last(from, 33);
}

ROUTINE int by_jumping_on(const volatile int* from)
{
   int total = from[0];
   total += apart_jumps_on(others);
   total += from[1] + from[2];
   USE(total);
   return total;
}

ROUTINE int by_tail(const volatile int* from)
{
   written = from[0] + from[1] + from[2];   /* Valgrind drops loads that nothing uses */
   return apart_sum(others, 120);
}

ROUTINE int around_tail(const volatile int* from)
{
   int total = by_tail(from);
   total += sum_after(from + 8, 8);
   return total;
}

ROUTINE int apart_recursive(const volatile int* from, int depth)
{
   int total = from[depth];
   if (depth > 0)
      total += apart_recursive(from, depth - 1);
   USE(total);
   return total;
}

ROUTINE int apart_outer(const volatile int* from)
{
   int total = sum(from, 10);
   total += apart_sum(from + 20, 20);
   USE(total);
   return total;
}

ROUTINE int inside(const volatile int* from)
{
   int total = from[0] + from[1] + from[2] + from[3] + from[4];
   total += apart_outer(others);
   total += apart_recursive(others, 6);
   USE(total);
   return total;
}

ROUTINE void jumps(const volatile int* from)
{
   USE(from[0]);
   longjmp(target, 1);
}

ROUTINE int apart_left(const volatile int* from)
{
   int total = from[1];
   jumps(from);
   USE(total);
   return total;
}

ROUTINE int by_long_jump(const volatile int* from)
{
   if (setjmp(target) == 0)
      apart_left(others);
   return sum_after(from, 7);
}

static void on_signal(int number)
{
   (void)number;
   apart_in_handler(others, 40);
}

ROUTINE int apart_raises(const volatile int* from)
{
   int total = from[0];
   raise(SIGUSR1);
   return total + from[1];
}

ROUTINE int by_signal(const volatile int* from)
{
   int total = from[0] + from[1] + from[2] + from[3] + from[4] + from[5];
   total += apart_raises(others);
   USE(total);
   return total;
}

static void* all(void* unused)
{
   for (int i = 0; i < CALLS; i++) {
      by_call(values);
      by_pointer(values, pointer);
      by_jumping_on(values);
      around_tail(values);
      inside(values);
      by_signal(values);
   }
   return unused;
}

static void expect_all(unsigned long calls)
{
   expect_calls("by_call", 2, calls);
   expect_calls("by_pointer", 4, calls);
   expect_calls("by_jumping_on", 3, calls);
   expect_calls("apart_jumps_on", 33, calls);
   expect_calls("sum_last", 33, calls);
   expect_calls("by_tail", 3, calls);
   expect_calls("around_tail", 11, calls);
   expect_calls("sum_after", 8, calls);
   expect_calls("inside", 5, calls);
   expect_calls("by_signal", 6, calls);
   expect_calls("apart_sum", 100, calls);
   expect_calls("apart_sum", 110, calls);
   expect_calls("apart_sum", 120, calls);
   expect_calls("apart_outer", 30, calls);
   expect_calls("apart_sum", 20, calls);
   expect_calls("sum", 10, calls);
   for (unsigned long depth = 0; depth <= 6; depth++)
      expect_calls("apart_recursive", depth + 1, calls);
   expect_any("apart_raises", calls);
   expect_calls("apart_in_handler", 40, calls);

   expect_line("cost by_call.sum = by_call.self");
   expect_line("cost by_pointer.sum = by_pointer.self");
   expect_line("cost by_jumping_on.sum = by_jumping_on.self");
   expect_line("cost apart_jumps_on.sum = apart_jumps_on.self + sum_last.sum");
   expect_line("cost by_tail.sum = by_tail.self");
   expect_line("cost around_tail.sum = around_tail.self + by_tail.sum + sum_after@8.sum");
   expect_line("cost inside.sum = inside.self");
   expect_line("cost by_signal.sum = by_signal.self");
   expect_line("cost apart_outer.sum = apart_outer.self + sum.sum + apart_sum@20.sum");
   expect_line("cost apart_recursive.real = apart_recursive@7.sum");
   expect_line("cost apart_recursive.real = apart_recursive.self");
}

int main(int argc, char** argv)
{
   pthread_t thread;
   begin(argc, argv);
   signal(SIGUSR1, on_signal);
   all(NULL);
   if (pthread_create(&thread, NULL, all, NULL) != 0 || pthread_join(thread, NULL) != 0)
      die("cannot run a thread");
   expect_all(2 * CALLS);
   /* main runs elsewhere, too, so what it does last must be its own. */
   for (int i = 0; i < CALLS; i++)
      by_long_jump(values);
   expect_any("by_long_jump", CALLS);
   expect_calls("sum_after", 7, CALLS);
   expect_any("apart_left", CALLS);
   expect_any("jumps", CALLS);
   expect_line("cost by_long_jump.sum < by_long_jump.self + sum_after@7.sum + apart_left.sum");
   expect_line("strands");
   return end();
}
