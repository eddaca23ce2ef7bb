/* The clock of --cost=time-usec, compiled for itself, on a processor whose counter does what real ones seldom
   do: it steps back, to 0 as well, and is interrupted while the clock's rate is measured.  2,000 ticks are a
   microsecond.  Then the program forbids that the counter is read, and does so again.

   Invariant: whatever the counter does, costs never shrink, and a step back takes nothing of what passes
   before and after.  What is forbidden is not read any more. */
// build: $(with_tool) $(plain) -Wno-unused-parameter
#include <stdbool.h>
#include <stdio.h>

#define platform_ticks        real_ticks
#define platform_system_call  real_system_call
#include "platform.h"
#undef platform_ticks
#undef platform_system_call
static ULong platform_ticks(void);
static Word  platform_system_call(UWord number, UWord a, UWord b, UWord c, UWord d, UWord e, UWord f);
#include "../../aprof/clock.c"
#include "stack/cost.c"

Hot       hot;       /* collects */
CallStack stack;

static Strand strand;
Strand*       running = &strand;

Options options = { .cost = CostTime };

static ULong ticks = 5000000;

static bool  forbidden;
static ULong nanoseconds = 77;   /* of the system's clock */

static ULong platform_ticks(void)
{
   if (forbidden)
      printf("the counter is read, though that is forbidden\n");
   return ticks;
}

static void pass(ULong passed)
{
   ticks       += passed;
   nanoseconds += passed / 2;
}

/* Time goes on with each look at the system's clock while the rate is measured: of seven looks, two are
   interrupted before, one behind, and one on both sides. */
static bool measuring = true;
static UInt looks;

static void pass_before_look(void)
{
   pass(looks % 7 % 2 == 1 ? 2000 * 3300 : 200);
}

static void pass_behind_look(void)
{
   pass(looks++ % 7 >= 5 ? 2000 * 3700 : 200);
}

static Word platform_system_call(UWord number, UWord a, UWord b, UWord c, UWord d, UWord e, UWord f)
{
   if (number == __NR_clock_gettime && a == CLOCK_MONOTONIC) {
      if (measuring)
         pass_before_look();
      *(struct vki_timespec*)b = (struct vki_timespec){ nanoseconds / 1000000000, nanoseconds % 1000000000 };
      if (measuring)
         pass_behind_look();
   } else if (number == __NR_prctl && a == PR_GET_TSC)
      *(Int*)b = 1;
   else
      printf("an unknown system call\n");
   return 0;
}

static void forbid(void)
{
   UWord const arguments[] = { PR_SET_TSC, PR_TSC_SIGSEGV };
   clock_before_system_call(__NR_prctl, arguments);
   forbidden = true;
}

static void check(const char* what, ULong expected)
{
   cost_read_clock();
   if (hot.registers.cost + 1 < expected || hot.registers.cost > expected + 1)
      printf("%s: %llu microseconds, expected %llu\n", what, hot.registers.cost, expected);
   else
      printf("%s: ok\n", what);
}

int main(void)
{
   clock_init();
   cost_init();
   measuring = false;
   cost_start_clock();
   check("start", 0);
   ticks += 2000 * 1000;
   check("goes on", 1000);
   ticks -= 2000 * 500;
   check("a step back", 1000);
   ticks += 2000 * 100;
   check("goes on behind it", 1100);
   ticks = 0;
   check("to 0", 1100);
   ticks += 2000 * 100;
   check("goes on from 0", 1200);
   cost_stop_clock();
   ticks += 2000 * 100;
   cost_start_clock();
   check("what passes while it stands", 1200);
   cost_stop_clock();
   ticks -= 2000 * 50;
   cost_start_clock();
   check("a step back while it stands", 1200);
   ticks += 2000 * 100;
   check("goes on after all", 1300);
   forbid();
   check("forbidden", 1300);
   nanoseconds += 250000;
   check("goes on by the system's clock", 1550);
   cost_stop_clock();
   nanoseconds += 3ULL << 32;
   forbid();
   cost_start_clock();
   check("forbidden again, while it stands", 1550);
   nanoseconds += 1000;
   check("goes on after that", 1551);
   printf("has gone on: %d\n", clock_has_gone_on());
   return 0;
}
