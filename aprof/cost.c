/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The clock.  The processor's time stamp counter is monotonic, runs at a constant
   rate on all processors of the last fifteen years, and takes some 20 cycles to
   read; a system call for the time would take ten times as long as many a
   routine that it measures.  Its rate is measured against the system's clock
   before the program starts.  Where it does step back (another processor's may
   be behind, and a suspended machine's begin anew), time stands still, and goes
   on from there.

   Costs are differences of one clock that counts whole microseconds, so those of
   many short activations add up to what they took together, though each of them
   is 0 or 1. */

#include "cost.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcproc.h"

#include "platform.h"

/* How long the rate is measured for, in milliseconds, from the moment when one begins
   to when one does: to 1 in 20,000. */
#define CALIBRATION  20

/* Microseconds for each tick, times 2^FRACTION. */
#define FRACTION  40
static ULong rate;

const HChar* cost_name(void)
{
   static const HChar* const names[] = {
      [CostBlocks] = "bb-count", [CostInstructions] = "instr", [CostTime] = "time-usec",
   };
   return names[options.cost];
}

/* The counter, but that it never steps back. */
static ULong ticks_now(void)
{
   static ULong last;     /* of the counter */
   static ULong behind;   /* added up: how far it has stepped back */
   ULong ticks = platform_ticks();
   if (ticks < last) {
      behind += last - ticks;
   }
   last = ticks;
   return ticks + behind;
}

/* Waits till the system's monotonic clock comes to `milliseconds` or later. */
static UInt wait_until(UInt milliseconds)
{
   UInt now;
   do {
      now = VG_(read_millisecond_timer)();
   } while (now < milliseconds);
   return now;
}

void cost_init(void)
{
   if (options.cost == CostTime) {
      UInt  begin       = wait_until(VG_(read_millisecond_timer)() + 1);
      ULong first_ticks = ticks_now();
      UInt  end         = wait_until(begin + CALIBRATION);
      ULong ticks       = ticks_now() - first_ticks;
      rate = ((end - begin) * 1000ULL << FRACTION) / (ticks > 0 ? ticks : 1);
   }
}

void cost_read_clock(void)
{
   hot.registers.cost = (ULong)(((unsigned __int128)(ticks_now() - hot.ticks) * rate) >> FRACTION);
}

/* While the clock stands, hot.ticks is the time passed, and not when it began. */
void cost_stop_clock(void)
{
   if (options.cost == CostTime && !hot.paused) {
      cost_read_clock();
      hot.ticks = ticks_now() - hot.ticks;
   }
}

void cost_start_clock(void)
{
   if (options.cost == CostTime && !hot.paused) {
      hot.ticks = ticks_now() - hot.ticks;
   }
}
