/* Costs are differences of one clock that counts whole microseconds, so those of
   many short activations add up to what they took together, though each of them
   is 0 or 1. */

#include "stack/cost.h"

#include "clock.h"

const HChar* cost_name(void)
{
   static const HChar* const names[] = {
      [CostBlocks] = "bb-count", [CostInstructions] = "instr", [CostTime] = "time-usec",
      [CostAllocBytes] = "alloc-bytes", [CostAllocCount] = "alloc-count",
   };
   return names[options.cost];
}

const HChar* cost_unit(void)
{
   static const HChar* const units[] = {
      [CostBlocks] = "basic blocks", [CostInstructions] = "instructions", [CostTime] = "microseconds",
      [CostAllocBytes] = "bytes requested", [CostAllocCount] = "blocks requested",
   };
   return units[options.cost];
}

void cost_init(void)
{
   if (options.cost == CostTime) {
      clock_measure_rate();
   }
}

void cost_read_clock(void)
{
   hot.registers.cost = (clock_now() - running->time) >> CLOCK_FRACTION;
}

/* While the clock stands, running->time is what has passed, and not when it began. */
void cost_stop_clock(void)
{
   if (options.cost == CostTime && !hot.paused) {
      cost_read_clock();
      running->time = clock_now() - running->time;
   }
}

void cost_start_clock(void)
{
   if (options.cost == CostTime && !hot.paused) {
      running->time = clock_now() - running->time;
   }
}
