/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The oracle.  Slow, exact and simple: each activation has a set of the cells
   that it or a descendant has accessed, and counts those that it first read.

   An access by the running activation is one by each of its callers as well.
   So a cell in an activation's set is in the sets of all below it, and adding
   one can stop at the first activation that already has it. */

#include "oracle.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

#include "hot.h"
#include "options.h"

/* Open-addressing hash of cell numbers plus one; 0 is an empty slot. */
typedef struct {
   UWord* slots;
   UWord  size;       /* a power of two, or 0 */
   UWord  used;
   UWord  first_reads;
} CellSet;

struct Oracle {
   CellSet* sets;     /* one per activation, from the bottom */
   UWord    depth;
   UWord    capacity;
};

static Oracle* oracle;
static ULong   compared;
static ULong   disagreements;

/*------------------------------------------------------------*/
/*--- Sets of cells                                        ---*/
/*------------------------------------------------------------*/

static UWord* find_slot(const CellSet* set, UWord key)
{
   UWord i = (key * 0x9e3779b97f4a7c15ULL >> 20) & (set->size - 1);
   while (set->slots[i] != 0 && set->slots[i] != key) {
      i = (i + 1) & (set->size - 1);
   }
   return &set->slots[i];
}

static void double_size(CellSet* set)
{
   CellSet larger = { .size = set->size == 0 ? 8 : 2 * set->size };
   larger.slots = VG_(calloc)("aprof.oracle.set", larger.size, sizeof(UWord));
   for (UWord i = 0; i < set->size; i++) {
      if (set->slots[i] != 0) {
         *find_slot(&larger, set->slots[i]) = set->slots[i];
      }
   }
   VG_(free)(set->slots);
   set->slots = larger.slots;
   set->size  = larger.size;
}

/* False if the cell was there. */
static Bool add_cell(CellSet* set, UWord cell)
{
   if (2 * set->used >= set->size) {
      double_size(set);
   }
   UWord* slot = find_slot(set, cell + 1);
   if (*slot != 0) {
      return False;
   }
   *slot = cell + 1;
   set->used++;
   return True;
}

static void empty(CellSet* set)
{
   VG_(free)(set->slots);
   *set = (CellSet){ 0 };
}

/*------------------------------------------------------------*/
/*--- Events                                               ---*/
/*------------------------------------------------------------*/

static void access(Addr address, SizeT size, Bool is_read)
{
   if (hot.paused) {
      return;
   }
   UWord last = (address + size - 1) / options.memory_resolution;
   for (UWord cell = address / options.memory_resolution; size != 0 && cell <= last; cell++) {
      for (UWord i = oracle->depth; i-- > 0 && add_cell(&oracle->sets[i], cell); ) {
         oracle->sets[i].first_reads += is_read;
      }
   }
}

VG_REGPARM(2) void oracle_read(Addr address, SizeT size)
{
   access(address, size, True);
}

VG_REGPARM(2) void oracle_write(Addr address, SizeT size)
{
   access(address, size, False);
}

void oracle_call(void)
{
   if (oracle->depth == oracle->capacity) {
      oracle->capacity = 2 * oracle->capacity + 64;
      oracle->sets = VG_(realloc)("aprof.oracle.sets", oracle->sets,
                                  oracle->capacity * sizeof *oracle->sets);
   }
   oracle->sets[oracle->depth++] = (CellSet){ 0 };
}

void oracle_copy_caller(void)
{
   CellSet* top    = &oracle->sets[oracle->depth - 1];
   CellSet* caller = top - 1;
   *top = *caller;
   if (top->slots != NULL) {
      top->slots = VG_(malloc)("aprof.oracle.set", top->size * sizeof(UWord));
      VG_(memcpy)(top->slots, caller->slots, top->size * sizeof(UWord));
   }
}

void oracle_return(const Routine* routine, UInt rms)
{
   CellSet* set = &oracle->sets[--oracle->depth];
   compared++;
   if (set->first_reads != rms) {
      disagreements++;
      VG_(umsg)("check-rms: %s (%s): rms %u, but %lu cells were first read\n",
                routine->name, routine->image, rms, set->first_reads);
   }
   empty(set);
}

void oracle_restart(void)
{
   for (UWord i = 0; i < oracle->depth; i++) {
      empty(&oracle->sets[i]);
   }
}

void oracle_report(void)
{
   VG_(umsg)("check-rms: %llu activations compared, %llu disagreements\n", compared, disagreements);
}

/*------------------------------------------------------------*/
/*--- One oracle per strand                                ---*/
/*------------------------------------------------------------*/

Oracle* oracle_new(void)
{
   return VG_(calloc)("aprof.oracle", 1, sizeof(Oracle));
}

void oracle_free(Oracle* old)
{
   if (old != NULL) {
      VG_(free)(old->sets);
      VG_(free)(old);
   }
}

void oracle_select(Oracle* selected)
{
   oracle = selected;
}
