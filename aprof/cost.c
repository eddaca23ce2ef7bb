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
   to when one does: to 1 in PRECISION, if one of so many attempts is not interrupted. */
#define CALIBRATION  20
#define PRECISION    20000
#define ATTEMPTS     10

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

const HChar* cost_unit(void)
{
   static const HChar* const units[] = {
      [CostBlocks] = "basic blocks", [CostInstructions] = "instructions", [CostTime] = "microseconds",
   };
   return units[options.cost];
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

/* When a millisecond of the system's monotonic clock began: at `ticks`, or up to
   `uncertain` of them before, when it had not. */
typedef struct {
   UInt  milliseconds;
   ULong ticks;
   ULong uncertain;
} Beginning;

/* Waits for that of `milliseconds`, or of a later one. */
static Beginning wait_until(UInt milliseconds)
{
   Beginning at = { 0 };
   ULong     before;
   do {
      before          = at.ticks;
      at.milliseconds = VG_(read_millisecond_timer)();
      at.ticks        = ticks_now();
   } while (at.milliseconds < milliseconds);
   at.uncertain = at.ticks - before;
   return at;
}

/* An interruption while a millisecond begins would make one clock seem faster. */
void cost_init(void)
{
   if (options.cost != CostTime) {
      return;
   }
   ULong least = ~0ULL;
   for (UInt attempts = 0; attempts < ATTEMPTS && least > 0; attempts++) {
      Beginning begin = wait_until(VG_(read_millisecond_timer)() + 1);
      Beginning end   = wait_until(begin.milliseconds + CALIBRATION);
      ULong ticks     = end.ticks > begin.ticks ? end.ticks - begin.ticks : 1;
      ULong error     = (begin.uncertain + end.uncertain) / (ticks / PRECISION + 1);
      if (error < least) {
         least = error;
         rate  = ((end.milliseconds - begin.milliseconds) * 1000ULL << FRACTION) / ticks;
      }
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
