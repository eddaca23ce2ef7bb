/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The clock of --cost=time-usec, compiled for itself, on a processor whose counter does what real ones seldom
   do: it steps back, to 0 as well, and is interrupted while the clock's rate is measured.  2,000 ticks are a
   microsecond.

   Invariant: whatever the counter does, costs never shrink, and a step back takes nothing of what passes
   before and after. */

#include <stdbool.h>
#include <stdio.h>

#define platform_ticks real_ticks
#include "platform.h"
#undef platform_ticks
static ULong platform_ticks(void);
#include "track/cost.c"

Hot     hot;

Stack   running;   /* collects */
Options options = { .cost = CostTime };

static ULong ticks = 5000000;

static ULong platform_ticks(void)
{
   return ticks;
}

/* Time goes on with each look at it, and much more, four times, behind those that are the last to see a
   millisecond, and then behind those that first see another. */
UInt VG_(read_millisecond_timer)(void)
{
   static UInt interruptions = 8;
   static UInt last;
   UInt milliseconds = ticks / 2000000;
   ticks += 400;
   bool is_first = milliseconds != last;
   bool is_last  = milliseconds != ticks / 2000000;
   if (interruptions > 0 && (interruptions > 4 ? is_last : is_first))
      ticks += 2000 * (3300 + 100 * interruptions--);
   last = milliseconds;
   return milliseconds;
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
   cost_init();
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
   return 0;
}
