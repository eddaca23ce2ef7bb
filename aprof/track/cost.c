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

#include "track/cost.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcproc.h"

#include "platform.h"

/* How long the rate is measured for, in milliseconds, from the moment when one begins
   to when one does.  That is SHARP if it is known to so many ticks, one or two
   microseconds; if the program is interrupted then, one of the next milliseconds may do. */
#define CALIBRATION  20
#define SHARP        4000
#define MILLISECONDS 50

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
   ULong     before = 0;
   ULong     before_that;   /* and so before the timer was read for the last time but one: too early */
   do {
      before_that     = before;
      before          = at.ticks;
      at.milliseconds = VG_(read_millisecond_timer)();
      at.ticks        = ticks_now();
   } while (at.milliseconds < milliseconds);
   at.uncertain = at.ticks - before_that;
   return at;
}

/* An interruption while a millisecond begins would make one clock seem faster: so this
   waits for one that is sharp, or takes the sharpest. */
static Beginning wait_for_sharp(UInt milliseconds)
{
   Beginning sharpest = wait_until(milliseconds);
   for (UInt i = 1; i < MILLISECONDS && sharpest.uncertain > SHARP; i++) {
      Beginning next = wait_until(VG_(read_millisecond_timer)() + 1);
      if (next.uncertain < sharpest.uncertain) {
         sharpest = next;
      }
   }
   return sharpest;
}

void cost_init(void)
{
   if (options.cost != CostTime) {
      return;
   }
   Beginning begin = wait_for_sharp(VG_(read_millisecond_timer)() + 1);
   Beginning end   = wait_for_sharp(begin.milliseconds + CALIBRATION);
   ULong     ticks = end.ticks > begin.ticks ? end.ticks - begin.ticks : 1;
   rate = ((end.milliseconds - begin.milliseconds) * 1000ULL << FRACTION) / ticks;
}

void cost_read_clock(void)
{
   hot.registers.cost = (ULong)(((unsigned __int128)(ticks_now() - running.ticks) * rate) >> FRACTION);
}

/* While the clock stands, running.ticks is the time passed, and not when it began. */
void cost_stop_clock(void)
{
   if (options.cost == CostTime && !running.paused) {
      cost_read_clock();
      running.ticks = ticks_now() - running.ticks;
   }
}

void cost_start_clock(void)
{
   if (options.cost == CostTime && !running.paused) {
      running.ticks = ticks_now() - running.ticks;
   }
}
