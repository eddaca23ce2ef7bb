/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The clock.  The processor's time stamp counter is monotonic, runs at a constant
   rate on all processors of the last fifteen years, and takes some 20 cycles to
   read; a system call for the time would take ten times as long as many a
   routine that it measures.  Its rate is measured against the system's clock
   before the program starts.

   Costs are differences of one clock that counts whole microseconds, so those of
   many short activations add up to what they took together, though each of them
   is 0 or 1. */

#include "cost.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"

#include "platform.h"

/* How long the rate is measured for at least, in microseconds: to 1 in 20,000. */
#define CALIBRATION  20000

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

static ULong system_microseconds(void)
{
   struct vki_timeval now;
   VG_(gettimeofday)(&now, NULL);
   return now.tv_sec * 1000000ULL + now.tv_usec;
}

void cost_init(void)
{
   if (options.cost == CostTime) {
      ULong first_ticks = platform_ticks();
      ULong first       = system_microseconds();
      ULong elapsed;
      do {
         elapsed = system_microseconds() - first;
      } while (elapsed < CALIBRATION);
      rate = (elapsed << FRACTION) / (platform_ticks() - first_ticks);
   }
}

void cost_read_clock(void)
{
   hot.cost = (ULong)(((unsigned __int128)(platform_ticks() - hot.ticks) * rate) >> FRACTION);
}

/* While the clock stands, hot.ticks is the time passed, and not when it began. */
void cost_stop_clock(void)
{
   if (options.cost == CostTime && !hot.paused) {
      cost_read_clock();
      hot.ticks = platform_ticks() - hot.ticks;
   }
}

void cost_start_clock(void)
{
   if (options.cost == CostTime && !hot.paused) {
      hot.ticks = platform_ticks() - hot.ticks;
   }
}
