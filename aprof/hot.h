/* The hot state of the strand that runs: what generated code needs of it, and the functions that it calls for
   accesses.  running_select (stack/running.h) swaps it when another strand starts to run.

   Generated code has its part, HotRegisters, in the guest state, as if they were registers of the program
   (Valgrind's shadow registers): there it needs no code to address them.  They are copied there when Valgrind
   begins to run code of a thread, and back when it stops.  While code runs, cost and log are up to date only
   there; so functions that generated code calls copy what they need (hot_begin_event, hot_end_event).

   A timestamp is below 2^31, so two of them can be subtracted in the halves of
   one 64-bit word without a borrow from one half into the other:
      limit - t   has the top bit of a half set  <=>  that half's t < stamp  */

#pragma once

#include "pub_tool.h"

#include "platform.h"

typedef struct {
   ULong stamp[2];       /* timestamp of the running activation, in all four halves */
   ULong cost;           /* of the strand so far (cost.h) */
   Addr  stamps;         /* shadow memory that accesses go to (shadow.h), ... */
   ULong mask;           /* ... and which bits of an address say where */
   Addr  log;            /* where the next read is logged (reads.h) */
   ULong limit;          /* 2^31 - 1 + timestamp, in both halves */
   void* owner;          /* whom blocks count for, as their observer says (translate/observer.h) */
} HotRegisters;

/* The place of the registers in the guest state: at the beginning of the first shadow area. */
#define HOT_REGISTERS_OFFSET  sizeof(PLATFORM_GUEST_STATE)
_Static_assert(sizeof(PLATFORM_GUEST_STATE) % 16 == 0, "shadow areas follow the guest state");

typedef struct {
   HotRegisters registers;
   Addr plt_call;        /* stack pointer at the call of the PLT stub that runs; else 0 */
   Addr plt_jump;        /* stack pointer at the jump to the PLT stub that runs; else 0 */
   Bool paused;          /* nothing is collected: no access counts, and the cost stands still */
   struct Shadow* shadow;   /* the strand's own shadow memory; always the same, also in Strand.hot of the
                               strand that runs */
} Hot;

extern Hot hot;

/* True while generated code has former values of the registers that seldom change (shadow memory, owner). */
extern Bool hot_rest_changed;

#define HOT_BOTH_HALVES(x)  ((ULong)(x) << 32 | (ULong)(x))
#define HOT_STALE_BITS      0x8000000080000000ULL
#define HOT_STAMP_BITS      31

/* Activations begin at later timestamps than this one; writes.h uses those up to it. */
#define HOT_LAST_RESERVED   1

/* While writes by threads are recorded (writes.h), all timestamps come from one counter, and this is the
   latest.  Otherwise 0. */
extern UInt hot_latest;

/* Sets the timestamp of the activation that runs.  Accesses are marked with it, or with the latest one: to
   the strand, both mean the same.  While collecting is paused, no read is new. */
static inline void hot_set_stamp(UInt stamp)
{
   ULong both = HOT_BOTH_HALVES(stamp > hot_latest ? stamp : hot_latest);
   hot.registers.stamp[0] = hot.registers.stamp[1] = both;
   hot.registers.limit = HOT_BOTH_HALVES(0x7fffffffU + (hot.paused ? 0 : stamp));
}

/* Does the same, also in generated code's registers.  Only while collecting goes on, and no threads share
   timestamps. */
static inline void hot_show_stamp(HotRegisters* registers, UInt stamp)
{
   ULong both  = HOT_BOTH_HALVES(stamp);
   ULong limit = both + HOT_BOTH_HALVES(0x7fffffffU);
   registers->stamp[0] = registers->stamp[1] = both;
   registers->limit = limit;
   hot.registers.stamp[0] = hot.registers.stamp[1] = both;
   hot.registers.limit = limit;
}

static inline UInt hot_stamp(void)
{
   return (UInt)hot.registers.stamp[0];
}

/*--- Functions that generated code calls ---*/

/* `guest` is PLATFORM_GUEST_ARGUMENT. */
static inline HotRegisters* hot_registers_of(void* guest)
{
   return (HotRegisters*)((Addr)platform_guest_state(guest) + HOT_REGISTERS_OFFSET);
}

/* Generated code has counted, and logged reads. */
static inline void hot_begin_event(void* guest)
{
   const HotRegisters* registers = hot_registers_of(guest);
   hot.registers.cost = registers->cost;
   hot.registers.log  = registers->log;
}

/* One by one: a wider load of what has just been stored in parts would have to wait. */
static inline void hot_end_event(void* guest)
{
   HotRegisters* registers = hot_registers_of(guest);
   registers->stamp[0] = registers->stamp[1] = hot.registers.stamp[0];
   registers->log      = hot.registers.log;
   registers->cost     = hot.registers.cost;
   registers->limit    = hot.registers.limit;
   if (hot_rest_changed) {
      registers->stamps = hot.registers.stamps;
      registers->mask   = hot.registers.mask;
      registers->owner  = hot.registers.owner;
      hot_rest_changed  = False;
   }
}
