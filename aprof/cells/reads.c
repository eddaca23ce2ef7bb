/* The log of reads.  Invariant: all of it is FREE, except what generated code has logged and nobody has
   accounted for yet. */

#include "cells/reads.h"

#include "hot.h"
#include "platform.h"
#include "valgrind_version.h"

/* Later than any activation, and so no first read. */
#define FREE  0x7fffffffU

/* The log is emptied beyond its limit.  Behind that is room for all reads on a path of blocks, with
   --memory-resolution=1. */
#define LIMIT          (128 << 10)
#define MOST_OF_PATH   (PLATFORM_READ_PER_CODE_BYTE * sizeof(UInt) * (READS_PATH_BYTES + MOST_OF_BLOCK))
#define MOST_OF_BLOCK  2048
#define ROOM           (PLATFORM_READ_PER_CODE_BYTE * (64 << 10))
_Static_assert(LIMIT + MOST_OF_PATH < ROOM, "a path's reads have room");

Addr reads_log;
Addr reads_log_limit;
static Addr log_end;

static void account_narrow(const ReadsOfStack* stack, Word top, Addr from);
static PLATFORM_WIDE_VECTORS void account_wide(const ReadsOfStack* stack, Word top, Addr from);

void (*reads_account)(const ReadsOfStack* stack, Word top, Addr from);

void reads_init(void)
{
   reads_log = (Addr)version_map_pages(ROOM);
   if (reads_log == 0) {
      VG_(fmsg)("No address space is left for %d KB.\n", ROOM >> 10);
      VG_(exit)(1);
   }
   reads_log_limit = reads_log + LIMIT;
   log_end         = reads_log + ROOM;
   reads_account   = platform_has_wide_vectors() ? account_wide : account_narrow;
   UInt* log = (UInt*)reads_log;
   for (UWord i = 0; i < ROOM / sizeof *log; i++) {
      log[i] = FREE;
   }
}

/* Entries are dealt with by eight: some that are FREE follow the last one. */
#define TOGETHER  8
typedef UInt EntryVector __attribute__((vector_size(TOGETHER * sizeof(UInt)), aligned(4), may_alias));

static inline void forget(Addr from)
{
   UInt* entry = (UInt*)from;
   UInt* end   = (UInt*)hot.registers.log;
   do {
      *(EntryVector*)entry = (EntryVector){ 0 } + FREE;
      entry += TOGETHER;
   } while (entry < end);
   hot.registers.log = from;
}

void reads_forget(Addr from)
{
   tl_assert(reads_log <= from && from <= hot.registers.log);
   forget(from);
}

void reads_find_end(void)
{
   tl_assert(reads_log <= hot.registers.log && hot.registers.log <= log_end);
   while (hot.registers.log < log_end && *(UInt*)hot.registers.log != FREE) {
      hot.registers.log += sizeof(UInt);
   }
}

void reads_check_empty(void)
{
   tl_assert(hot.registers.log == reads_log);
   if (VG_(clo_sanity_level) > 1) {
      for (const UInt* entry = (const UInt*)reads_log; (Addr)entry < log_end; entry++) {
         tl_assert(*entry == FREE);
      }
   }
}

/*--- Accounting ---*/

static Bool is_owner(const ReadsOfStack* stack, Word number, Word top, UInt time)
{
   return number < top && stack->stamps[number] <= time && time < stack->stamps[number + 1];
}

/* Searches without a branch in the loop, because that could not be foreseen. */
static __attribute__((noinline)) Word search_owner(const ReadsOfStack* stack, Word top, UInt time)
{
   Word owner = -1;        /* it is this one, or of the next `others` */
   Word others = top + 1;
   while (others > 0) {
      Word half = (others + 1) / 2;
      owner += stack->stamps[owner + half] <= time ? half : 0;
      others -= half;
   }
   return owner;
}

Word reads_owner_far_below(const ReadsOfStack* stack, Word top, UInt time)
{
   /* The owner found last, on whichever stack: what a whole recursion reads belongs to one activation
      below it. */
   static Word last_owner = -1;
   if (!is_owner(stack, last_owner, top, time)) {
      last_owner = search_owner(stack, top, time);
   }
   return last_owner;
}

/* Accounts for the entries of cells that even this activation has not accessed. */
static __attribute__((noinline)) void account_below(const ReadsOfStack* stack, Word lowest, const UInt* entry)
{
   for (; entry < (const UInt*)hot.registers.log; entry++) {
      if (*entry < stack->stamps[lowest]) {
         stack->partials[reads_owner(stack, lowest - 1, *entry)]--;
      }
   }
}

/* Activations that are looked at together, and how often, from the top down, before
   those below are searched. */
#define WINDOW   8
#define WINDOWS  3
typedef Int WindowVector __attribute__((vector_size(WINDOW * sizeof(Int))));
_Static_assert(WINDOW <= READS_PADDING, "all of the lowest window is there");

/* How many entries are older than each of these.  Two sums, for else each addition would
   have to wait for the one before. */
static inline __attribute__((always_inline))
void count_older(const WindowVector* stamps, const UInt* entry, WindowVector* counts)
{
   const UInt*  end  = (const UInt*)hot.registers.log;
   WindowVector even = { 0 };
   WindowVector odd  = { 0 };
   do {
#pragma GCC unroll 4
      for (UInt i = 0; i < TOGETHER; i += 2) {
         even -= *stamps > (WindowVector){ 0 } + (Int)entry[i];
         odd  -= *stamps > (WindowVector){ 0 } + (Int)entry[i + 1];
      }
      entry += TOGETHER;
   } while (entry < end);
   *counts = even + odd;
}

/* Subtracts from each activation the entries that are older than the one above it, and not older than
   itself.  `above` counts those older than the activation above the window, whose lanes before `first` are
   left out. */
static inline __attribute__((always_inline))
void subtract(const WindowVector* counts, UInt first, Int above, Long* partials)
{
#pragma GCC unroll 8
   for (UInt i = first; i < WINDOW; i++) {
      partials[i] -= (i == WINDOW - 1 ? above : (*counts)[i + 1]) - (*counts)[i];
   }
}

/* In the first window, which ends below the ending activation, that one's timestamp is in
   lane 0: it may have been stored so lately that a wider load of it would have to wait. */
static inline __attribute__((always_inline)) void account(const ReadsOfStack* stack, Word top, Addr from)
{
   const UInt*  entries = (const UInt*)from;
   Word         lowest  = top - WINDOW;
   WindowVector stamps;
   WindowVector counts;
   __builtin_memcpy(&stamps, &stack->stamps[lowest], sizeof stamps);
   stamps[0] = stack->stamps[top];

   count_older(&stamps, entries, &counts);
   if (counts[0] != 0) {
      stack->partials[top] += counts[0];
      subtract(&counts, 1, counts[0], &stack->partials[lowest]);
      lowest++;
      Int older = counts[1];
      for (UInt windows = 1; older != 0 && windows < WINDOWS; windows++) {
         lowest -= WINDOW;
         __builtin_memcpy(&stamps, &stack->stamps[lowest], sizeof stamps);
         count_older(&stamps, entries, &counts);
         subtract(&counts, 0, older, &stack->partials[lowest]);
         older = counts[0];
      }
      if (older != 0) {
         account_below(stack, lowest, entries);
      }
   }
   forget(from);
}

static PLATFORM_WIDE_VECTORS void account_wide(const ReadsOfStack* stack, Word top, Addr from)
{
   account(stack, top, from);
}

static void account_narrow(const ReadsOfStack* stack, Word top, Addr from)
{
   account(stack, top, from);
}
