/* The oracle is slow, exact and simple.  Each activation has a set of the cells that it
   or a descendant has accessed, and counts those that were first read.

   An access by the running activation is also an access by each of its callers.  So a
   cell in an activation's set is in the sets of all activations below it.  To add a cell,
   the oracle goes down the stack until an activation already has it.

   With --drms=yes, suppose that the last recorded write (writes.h) to a cell came from
   outside after the strand's last access to the cell.  Then a read takes the cell out of
   all sets first. */

#include "oracle/oracle.h"

#include "cells/writes.h"
#include "listener.h"
#include "options.h"
#include "stack/running.h"

/* A hash table of cells, with open addressing.  Each slot begins with a cell number plus one; 0: it is empty.
   In the set of an activation, that is all of it; in a table of events, it is an Event. */
typedef struct {
   UWord* slots;
   UWord  size;         /* how many slots: a power of two, or 0 */
   UWord  used;
   UWord  first_reads;  /* of a set */
} CellTable;

/* When a cell was accessed or written last, and who did it (0: the kernel). */
typedef struct {
   UWord key;         /* cell number plus one */
   ULong time;        /* number of accesses and writes before */
   ULong writer;      /* number of the thread */
} Event;

/* How many words a slot has. */
#define OF_SET     1
#define OF_EVENTS  (sizeof(Event) / sizeof(UWord))

/* The oracle of a strand. */
typedef struct Oracle {
   CellTable* sets;       /* one per activation, from the bottom */
   UWord      depth;
   UWord      capacity;
   CellTable  accesses;   /* with --drms=yes */
   struct Oracle* next;
} Oracle;

static Oracle*     oracle;           /* the running strand's; NULL: none has run yet */
static Oracle*     all_oracles;
static ULong       compared;
static ULong       disagreements;

/* A recorded write, with --drms=yes. */
typedef struct {
   Addr  first;
   Addr  last;
   ULong time;
} Mapping;

static ULong       now;
static ULong       running_thread;
static ULong       threads_seen;
static ULong*      threads;          /* by thread id: its number among all */
static Bool        record_writes;
static CellTable   writes;
static XArray*     mappings;         /* of files, in the order of time */
static InputCounts input;

/*--- Tables of cells ---*/

/* Finds the slot of a key, or the empty one that it may get.  Inlined, because `words` is a constant then. */
static inline __attribute__((always_inline)) UWord* find_slot(const CellTable* table, UWord words, UWord key)
{
   UWord i = (key * 0x9e3779b97f4a7c15ULL >> 20) & (table->size - 1);
   while (table->slots[i * words] != 0 && table->slots[i * words] != key) {
      i = (i + 1) & (table->size - 1);
   }
   return &table->slots[i * words];
}

static inline __attribute__((always_inline)) void double_size(CellTable* table, UWord words)
{
   CellTable larger = *table;
   larger.size  = table->size == 0 ? 8 : 2 * table->size;
   larger.slots = VG_(calloc)("aprof.oracle.cells", larger.size * words, sizeof(UWord));
   for (const UWord* slot = table->slots; slot < table->slots + table->size * words; slot += words) {
      UWord* to = *slot == 0 ? NULL : find_slot(&larger, words, *slot);
      for (UWord i = 0; to != NULL && i < words; i++) {
         to[i] = slot[i];
      }
   }
   VG_(free)(table->slots);
   *table = larger;
}

/* Finds the slot of a cell as find_slot does, with room for one more. */
static inline UWord* slot_for(CellTable* table, UWord words, UWord cell)
{
   if (2 * table->used >= table->size) {
      double_size(table, words);
   }
   return find_slot(table, words, cell + 1);
}

static void empty(CellTable* table)
{
   VG_(free)(table->slots);
   *table = (CellTable){ 0 };
}

/*--- Sets of cells ---*/

/* False if the cell was there. */
static Bool add_cell(CellTable* set, UWord cell)
{
   UWord* slot = slot_for(set, OF_SET, cell);
   if (*slot != 0) {
      return False;
   }
   *slot = cell + 1;
   set->used++;
   return True;
}

/* The slots that follow without a gap may have to move up. */
static void remove_cell(CellTable* set, UWord cell)
{
   UWord* slot = set->size == 0 ? NULL : find_slot(set, OF_SET, cell + 1);
   if (slot == NULL || *slot == 0) {
      return;
   }
   *slot = 0;
   set->used--;
   UWord mask = set->size - 1;
   for (UWord i = (slot - set->slots + 1) & mask; set->slots[i] != 0; i = (i + 1) & mask) {
      UWord key = set->slots[i];
      set->slots[i] = 0;
      *find_slot(set, OF_SET, key) = key;
   }
}

/*--- Writes from outside ---*/

static void note_event(CellTable* table, UWord cell, ULong writer)
{
   Event* event = (Event*)slot_for(table, OF_EVENTS, cell);
   table->used += event->key == 0;
   *event = (Event){ .key = cell + 1, .time = now, .writer = writer };
}

static Event last_event(const CellTable* table, UWord cell)
{
   return table->size == 0 ? (Event){ 0 } : *(const Event*)find_slot(table, OF_EVENTS, cell + 1);
}

static Event last_write(UWord cell)
{
   Event write = last_event(&writes, cell);
   for (Word i = mappings == NULL ? 0 : VG_(sizeXA)(mappings); i-- > 0; ) {
      const Mapping* mapping = VG_(indexXA)(mappings, i);
      Addr           address = cell * options.memory_resolution;
      if (mapping->first <= address && address <= mapping->last) {
         return mapping->time > write.time ? (Event){ .time = mapping->time } : write;
      }
   }
   return write;
}

static void note_read(UWord cell)
{
   Event write   = last_write(cell);
   Bool  outside = write.time > last_event(&oracle->accesses, cell).time && write.writer != running_thread;
   if (outside) {
      for (UWord i = 0; i < oracle->depth; i++) {
         remove_cell(&oracle->sets[i], cell);
      }
      input.from_kernel  += write.writer == 0;
      input.from_threads += write.writer != 0;
   }
}

static void note_access(UWord cell, Bool is_read)
{
   now++;
   if (!hot.paused) {
      note_event(&oracle->accesses, cell, 0);
   }
   if (!is_read && record_writes) {
      note_event(&writes, cell, running_thread);
   }
}

static void thread_begins(ThreadId thread)
{
   if (threads == NULL) {
      threads = VG_(calloc)("aprof.oracle.threads", VG_N_THREADS, sizeof *threads);
   }
   threads[thread] = ++threads_seen;
}

static void thread_runs(ThreadId thread)
{
   running_thread = threads[thread];
}

/* While there is one thread, a write by the kernel is new to all its strands, even if one
   of them overwrites it before another reads it. */
static void forget_in_set(CellTable* set, UWord first, UWord last)
{
   CellTable former = *set;
   *set = (CellTable){ .first_reads = former.first_reads };
   for (UWord i = 0; i < former.size; i++) {
      UWord cell = former.slots[i] - 1;
      if (former.slots[i] != 0 && (cell < first || cell > last)) {
         add_cell(set, cell);
      }
   }
   VG_(free)(former.slots);
}

static void forget_in_all(UWord first, UWord last)
{
   for (Oracle* each = all_oracles; each != NULL && !record_writes; each = each->next) {
      for (UWord i = 0; i < each->depth; i++) {
         CellTable* set = &each->sets[i];
         if (last - first >= set->used) {
            forget_in_set(set, first, last);
         } else {
            for (UWord cell = first; cell <= last; cell++) {
               remove_cell(set, cell);
            }
         }
      }
   }
}

static void kernel_wrote(Addr address, SizeT size)
{
   now++;
   UWord last = (address + size - 1) / options.memory_resolution;
   forget_in_all(address / options.memory_resolution, last);
   for (UWord cell = address / options.memory_resolution; cell <= last; cell++) {
      note_event(&writes, cell, 0);
   }
}

/* A mapping may be too large to visit each cell. */
static void file_mapped(Addr address, SizeT size)
{
   if (mappings == NULL) {
      mappings = VG_(newXA)(VG_(malloc), "aprof.oracle.mappings", VG_(free), sizeof(Mapping));
   }
   forget_in_all(address / options.memory_resolution, (address + size - 1) / options.memory_resolution);
   Mapping mapping = { .first = address, .last = address + size - 1, .time = ++now };
   VG_(addToXA)(mappings, &mapping);
}

static void several_threads(void)
{
   record_writes = True;
}

static void forgotten(void)
{
   input = (InputCounts){ 0 };
}

static void forked(void)
{
   record_writes = False;
   empty(&writes);
   if (mappings != NULL) {
      VG_(dropTailXA)(mappings, VG_(sizeXA)(mappings));
   }
   forgotten();
}

/*--- Events ---*/

static void access(Addr address, SizeT size, Bool is_read)
{
   if (oracle == NULL) {
      return;
   }
   UWord last = (address + size - 1) / options.memory_resolution;
   for (UWord cell = address / options.memory_resolution; size != 0 && cell <= last; cell++) {
      if (options.drms && is_read && !hot.paused) {
         note_read(cell);
      }
      for (UWord i = oracle->depth; i-- > 0 && !hot.paused && add_cell(&oracle->sets[i], cell); ) {
         oracle->sets[i].first_reads += is_read;
         input.all += is_read && i == oracle->depth - 1;
      }
      if (options.drms) {
         note_access(cell, is_read);
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

static void entered(const Activation* a)
{
   if (oracle->depth == 0) {
      empty(&oracle->accesses);   /* a strand that is used again */
   }
   if (oracle->depth == oracle->capacity) {
      oracle->capacity = 2 * oracle->capacity + 64;
      oracle->sets = VG_(realloc)("aprof.oracle.sets", oracle->sets,
                                  oracle->capacity * sizeof *oracle->sets);
   }
   oracle->sets[oracle->depth++] = (CellTable){ 0 };
}

/* The top activation gets the cells that its caller has accessed. */
static void caller_appeared(const Activation* bottom)
{
   entered(bottom);
   CellTable* top    = &oracle->sets[oracle->depth - 1];
   CellTable* caller = top - 1;
   *top = *caller;
   if (top->slots != NULL) {
      top->slots = VG_(malloc)("aprof.oracle.set", top->size * sizeof(UWord));
      VG_(memcpy)(top->slots, caller->slots, top->size * sizeof(UWord));
   }
}

static void left(const Activation* a, ULong cost, UInt rms)
{
   CellTable* set = &oracle->sets[--oracle->depth];
   compared++;
   if (set->first_reads != rms) {
      disagreements++;
      VG_(umsg)("check-rms: %s (%s): %s %u, but %lu cells were first read\n",
                a->routine->name, a->routine->image, options.drms ? "drms" : "rms", rms, set->first_reads);
   }
   empty(set);
}

static void restarted(void)
{
   for (UWord i = 0; i < oracle->depth; i++) {
      empty(&oracle->sets[i]);
   }
   empty(&oracle->accesses);
}

static void compare_input(void)
{
   InputCounts counted = writes_all_input();
   if (input.all != counted.all || input.from_threads != counted.from_threads
       || input.from_kernel != counted.from_kernel) {
      disagreements++;
      VG_(umsg)("check-rms: %llu input cells, %llu from threads, %llu from the kernel;"
                " but %llu, %llu and %llu were read\n",
                counted.all, counted.from_threads, counted.from_kernel,
                input.all, input.from_threads, input.from_kernel);
   }
}

static void kernel_has_read(Addr address, SizeT size)
{
   oracle_read(address, size);
}

void oracle_report(void)
{
   if (options.drms) {
      compare_input();
   }
   VG_(umsg)("check-rms: %llu activations compared, %llu disagreements\n", compared, disagreements);
}

/*--- One oracle per strand ---*/

static Listener listener;

/* If the strand is used again, its oracle has no activations any more. */
static void strand_begins(Strand* strand, const Strand* parent)
{
   if (strand->kept[listener.index] == NULL) {
      Oracle* new = VG_(calloc)("aprof.oracle", 1, sizeof *new);
      new->next   = all_oracles;
      all_oracles = new;
      strand->kept[listener.index] = new;
   }
}

static void strand_is_freed(Strand* strand)
{
   Oracle*  old  = strand->kept[listener.index];
   Oracle** link = &all_oracles;
   while (*link != old) {
      link = &(*link)->next;
   }
   *link  = old->next;
   oracle = oracle == old ? NULL : oracle;
   VG_(free)(old->sets);
   VG_(free)(old->accesses.slots);
   VG_(free)(old);
}

static void strand_selected(Strand* strand)
{
   oracle = strand->kept[listener.index];
}

static Listener listener = {
   .strand_begins   = strand_begins,
   .strand_is_freed = strand_is_freed,
   .strand_selected = strand_selected,
   .entered         = entered,
   .left            = left,
   .caller_appeared = caller_appeared,
   .restarted       = restarted,
   .forgotten       = forgotten,
   .forked          = forked,
   .thread_begins   = thread_begins,
   .thread_runs     = thread_runs,
   .several_threads = several_threads,
   .kernel_has_read = kernel_has_read,
   .kernel_wrote    = kernel_wrote,
   .file_mapped     = file_mapped,
};

void oracle_init(void)
{
   if (options.check_rms) {
      listener_register(&listener);
   }
}
