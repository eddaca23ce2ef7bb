/* What the kernel offers without a system call: clock_gettime, time and gettimeofday, which the C library
   binds by IFUNC or by a pointer to the kernel's code. (Valgrind hides that code from programs, so system
   calls are made instead; if one day it does not, these are calls like all others.) */
// build ways:
#include <sys/time.h>
#include <time.h>
#include "calls.h"

#define CALLS  50

static int values[64] OWN_PAGE;

SUM_ROUTINE(between)

ROUTINE void ask_the_time(const int* from, int calls)
{
   struct timespec now;
   struct timeval now_too;
   for (int i = 0; i < calls; i++) {
      clock_gettime(CLOCK_MONOTONIC, &now);
      between(from, 1);
      time(NULL);
      between(from, 2);
      gettimeofday(&now_too, NULL);
      between(from, 3);
   }
}

ROUTINE void first(const int* from)
{
   ask_the_time(from, 1);
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   first(values);
   ask_the_time(values, CALLS);

   expect_any("first", 1);
   expect_any("ask_the_time", 2);
   for (int i = 1; i <= 3; i++)
      expect_calls("between", i, CALLS + 1);
   /* On arm64, the C library makes one of the other two of it, and on riscv64 both. */
   expect_line("cost libc.so.6:clock_gettime*.calls = %d", INSTRUCTIONS(1, 2, 3) * (CALLS + 1));
   return end();
}
