/* Self cost by place in the code.

   Nearly always, the same node as before runs a block.  So the counters of a block are
   at one address, with the node that they belong to.  Generated code compares that node
   with the running one.  If they differ, the counters are exchanged first.
   Invariant: for each node that has run a block, the counters are either in `current` or
   in one of `others`.

   In Block, `observed` is the CodeBlock of the present part, and `counters` the address of its current
   LineCounts.  A PLT stub has neither an owner nor counters: its cost and reads belong to its caller, which
   is not known here, so here.stub has them. */

#include "callgrind/lines.h"

#include "callgrind/live_calls.h"
#include "cells/shadow.h"
#include "cells/writes.h"
#include "hot.h"
#include "listener.h"
#include "options.h"
#include "stack/access.h"
#include "stack/stack.h"
#include "translate/observer.h"

static VgHashTable* blocks;

/*--- Blocks ---*/

static Bool same_place(const CodePlace* a, const CodePlace* b)
{
   return a->file == b->file && a->line == b->line && (!options.dump_instr || a->address == b->address);
}

/* Fills in places and instructions.  There is room for one place for each instruction. */
static void find_places(CodeBlock* block, const Addr* instructions, UInt count)
{
   CodePlace first = source_at(instructions[0]);
   block->place_count = 0;
   for (UInt i = 0; i < count; i++) {
      CodePlace  place = i == 0 ? first : source_near(instructions[i], &first, instructions[0]);
      CodePlace* last  = block->place_count == 0 ? NULL : &block->places[block->place_count - 1];
      if (!options.dump_line) {
         place.file = NULL;
         place.line = 0;
      }
      if (last == NULL || !same_place(last, &place)) {
         block->places[block->place_count]         = place;
         block->instructions[block->place_count++] = 0;
      }
      block->instructions[block->place_count - 1]++;
   }
}

static Bool same_block(const CodeBlock* a, const CodeBlock* b)
{
   if (a->place_count != b->place_count || a->counts != b->counts) {
      return False;
   }
   for (UInt i = 0; i < a->place_count; i++) {
      if (!same_place(&a->places[i], &b->places[i]) || a->instructions[i] != b->instructions[i]) {
         return False;
      }
   }
   return True;
}

static UInt counter_count(const CodeBlock* block)
{
   return block->place_count * lines_kinds_of_reads();
}

static SizeT counts_size(const CodeBlock* block)
{
   return sizeof(LineCounts) + counter_count(block) * sizeof(ULong);
}

#define CACHE_LINE  64

/* New counters, all 0, which exist as long as the process. */
static LineCounts* new_current(const CodeBlock* block)
{
   SizeT       size    = counts_size(block);
   LineCounts* current = VG_(perm_malloc)(size, size <= CACHE_LINE / 2 ? CACHE_LINE / 2 : CACHE_LINE);
   VG_(memset)(current, 0, size);
   current->self = current;
   return current;
}

/* A copy of the block and everything it points to, in one piece of memory, with new
   counters beside it. */
static CodeBlock* kept_copy(const CodeBlock* probe)
{
   SizeT      places       = probe->place_count * sizeof *probe->places;
   SizeT      instructions = probe->place_count * sizeof *probe->instructions;
   CodeBlock* block        = VG_(malloc)("aprof.lines", sizeof *block + places + instructions);
   *block              = *probe;
   block->current      = new_current(probe);
   block->places       = (CodePlace*)(block + 1);
   block->instructions = (UInt*)((Addr)block->places + places);
   VG_(memcpy)(block->places, probe->places, places);
   VG_(memcpy)(block->instructions, probe->instructions, instructions);
   VG_(HT_add_node)(blocks, block);
   return block;
}

/* Returns the block of the instructions at these addresses, at least one. */
static CodeBlock* block_of(const Addr* instructions, UInt count, Bool counts)
{
   tl_assert(count > 0);
   CodePlace* places   = VG_(malloc)("aprof.lines.places", count * sizeof *places);
   UInt*      by_place = VG_(malloc)("aprof.lines.by_place", count * sizeof *by_place);
   CodeBlock  probe    = {
      .node.key = instructions[0], .counts = counts, .places = places, .instructions = by_place,
   };
   find_places(&probe, instructions, count);

   /* Other code may have been at the address before. */
   CodeBlock* block = VG_(HT_lookup)(blocks, instructions[0]);
   while (block != NULL && !(block->node.key == instructions[0] && same_block(block, &probe))) {
      block = (CodeBlock*)block->node.next;
   }
   block = block != NULL ? block : kept_copy(&probe);
   VG_(free)(by_place);
   VG_(free)(places);
   return block;
}

/*--- Counting ---*/

static LineCounts* counts_of(CodeBlock* block, const Node* node)
{
   for (LineCounts* counts = block->others; counts != NULL; counts = counts->next) {
      if (counts->node == node) {
         return counts;
      }
   }
   LineCounts* counts = VG_(calloc)("aprof.lines.counts", 1, counts_size(block));
   counts->next  = block->others;
   block->others = counts;
   return counts;
}

static void swap(ULong* a, ULong* b)
{
   ULong old = *a;
   *a = *b;
   *b = old;
}

/* Makes `current` the counters of the running node.  Generated code calls this if they belong to another
   node.  `current` stays at one address; the contents are swapped. */
static VG_REGPARM(1) void switch_node(CodeBlock* block)
{
   LineCounts* current = block->current;
   tl_assert(current->node != hot.registers.owner);
   if (current->node != NULL) {
      LineCounts* other = counts_of(block, hot.registers.owner);
      other->node = current->node;
      swap(&other->executions, &current->executions);
      for (UInt i = 0; i < counter_count(block); i++) {
         swap(&other->reads[i], &current->reads[i]);
      }
   }
   current->node = hot.registers.owner;
}

/* The counts so far.  A first read of the running activation adds one to its `partial`. */
static Events counted(void)
{
   return (Events){
      .rms          = stack_running_partial(),
      .from_threads = writes_input.from_threads,
      .from_kernel  = writes_input.from_kernel,
   };
}

/* writes_input has totals of the process.  Each strand keeps its own totals, so that its
   activations can take differences from their calls to their ends. */
static Events counted_since(Events before)
{
   Events since = counted();
   since.rms          -= before.rms;
   since.from_threads -= before.from_threads;
   since.from_kernel  -= before.from_kernel;
   live_calls_count_input(since.from_threads, since.from_kernel);
   return since;
}

static void count(ULong* counters, Events before)
{
   Events since = counted_since(before);
   counters[0] += since.rms;
   if (options.drms) {
      counters[1] += since.from_threads;
      counters[2] += since.from_kernel;
   }
}

static void read_and_count(Addr address, SizeT size, ULong* counter)
{
   Long before = stack_running_partial();
   access_read(address, size);
   *counter += stack_running_partial() - before;
}

/* Does as access_read (access.h), and counts first reads.  One argument is both the size and the address of
   the counter, so that generated code is no longer. */
static VG_REGPARM(2) void read_in_block(Addr address, ULong size_and_counter)
{
   SizeT  size     = size_and_counter & 0xffff;
   ULong* counters = (ULong*)(size_and_counter >> 16);
   if (options.drms) {
      Events before = counted();
      access_read_dynamic(address, size);
      count(counters, before);
   } else {
      read_and_count(address, size, counters);
   }
}

/* Functions that do as access_read_last_cell, by log2 of the size.  Only without --drms=yes. */
#define READ_LAST_CELL(size, read)                                                      \
   static VG_REGPARM(2) void read##_last_cell_##size(Addr address, ULong* counter)      \
   {                                                                                    \
      read(address + (size) - 1, 1, counter);                                           \
   }
ACCESS_FOR_EACH_SIZE(READ_LAST_CELL, read_and_count)

#define FUNCTION(size, read) read##_last_cell_##size,
static VG_REGPARM(2) void (*const read_last_cells[])(Addr, ULong*) = {
   ACCESS_FOR_EACH_SIZE(FUNCTION, read_and_count)
};

/* Does as read_in_block in a PLT stub.  Its reads belong to its caller, so here.stub counts them. */
static VG_REGPARM(2) void read_in_stub(Addr address, SizeT size)
{
   Events before = counted();
   (options.drms ? access_read_dynamic : access_read)(address, size);
   events_add(&here.stub, counted_since(before));
}

/* The counts before the reads of a system call.  These reads count in the block that made the call. */
static Events before_system_call;

static void kernel_reads(Addr address, SizeT size)
{
   if (!hot.paused) {
      before_system_call = counted();
   }
}

static void kernel_has_read(Addr address, SizeT size)
{
   if (!hot.paused) {
      count(here.reads, before_system_call);
   }
}

/*--- Code that counts ---*/

/* The address of the running node's counters never changes.  It is loaded all the same: as a
   constant, it would take ten bytes of code wherever it is used.
      current->node != registers.owner: switch_node(lines) */
static void add_node_check(Block* b, CodeBlock* lines)
{
   b->counters = load(b, Ity_I64, word_of_pointer(&lines->current->self));
   IRExpr*  running_node = get_register(b, REGISTER(owner), Ity_I64);
   IRExpr*  node      = load(b, Ity_I64, at_distance(b, b->counters, offsetof(LineCounts, node)));
   IRExpr*  differ    = assign(b, Ity_I1, IRExpr_Binop(Iop_CmpNE64, node, running_node));
   IRExpr** arguments = mkIRExprVec_1(word_of_pointer(lines));
   ADD_HELPER_CALL(b, switch_node, arguments, differ);
}

static void begin(Block* b, const Addr* instructions, UInt count, Bool is_first)
{
   CodeBlock* lines = block_of(instructions, count, is_first);
   b->observed = lines;
   if (!b->is_stub) {
      add_node_check(b, lines);
   }
}

static void executed(Block* b, IRExpr* times, IRExpr* cost)
{
   if (!b->is_stub) {
      add_to(b, b->counters, offsetof(LineCounts, executions), times);
   } else if (cost != NULL) {
      add_to(b, word_of_pointer(&here.stub.cost), 0, cost);
   }
}

/* Finds the present instruction's place, by the number of instructions of each place. */
static UInt place_here(const Block* b)
{
   const CodeBlock* lines = b->observed;
   UInt place = 0;
   for (UInt seen = lines->instructions[0]; seen < b->part_instructions; seen += lines->instructions[place]) {
      place++;
   }
   return place;
}

/* The counter of first reads for the present instruction: its offset in LineCounts, and its address. */
static UInt offset_of_reads(const Block* b)
{
   return offsetof(LineCounts, reads) + place_here(b) * lines_kinds_of_reads() * sizeof(ULong);
}

static ULong* reads_here(const Block* b)
{
   const CodeBlock* lines = b->observed;
   return b->is_stub ? &here.stub.rms : (ULong*)((Addr)lines->current + offset_of_reads(b));
}

static void first_reads(Block* b, IRExpr* number)
{
   if (b->is_stub) {
      add_to(b, word_of_pointer(reads_here(b)), 0, number);
   } else {
      add_to(b, b->counters, offset_of_reads(b), number);
   }
}

static void add_read(Block* b, IRExpr* address, UInt size, IRExpr* guard)
{
   if (b->is_stub) {
      ADD_HELPER_CALL(b, read_in_stub, mkIRExprVec_2(address, word(size)), guard);
   } else {
      ULong size_and_counter = (ULong)(Addr)reads_here(b) << 16 | size;
      ADD_HELPER_CALL(b, read_in_block, mkIRExprVec_2(address, word(size_and_counter)), guard);
   }
}

static void add_read_of_last_cell(Block* b, IRExpr* address, UInt size, IRExpr* guard)
{
   IRExpr* counter = b->is_stub ? word_of_pointer(reads_here(b))
                                : at_distance(b, b->counters, offset_of_reads(b));
   add_helper_call(b, "read_last_cell", read_last_cells[VG_(log2)(size)],
                   mkIRExprVec_2(address, counter), guard);
}

static void call_place(Block* b)
{
   const CodeBlock* lines = b->observed;
   store_pointer(b, &here.call_site, &lines->places[place_here(b)]);
}

static void stops(Block* b)
{
   store_pointer(b, &here.reads, reads_here(b));
   call_place(b);
}

static const BlockObserver of_lines = {
   .begin          = begin,
   .executed       = executed,
   .first_reads    = first_reads,
   .read           = add_read,
   .read_last_cell = add_read_of_last_cell,
   .call_place     = call_place,
   .stops          = stops,
};

static Listener listener = { .kernel_reads = kernel_reads, .kernel_has_read = kernel_has_read };

void lines_init(void)
{
   blocks = VG_(HT_construct)("aprof.lines");
   listener_register(&listener);
   observer_register(&of_lines);
}

/*--- All blocks ---*/

void lines_for_each_block(void (*visit)(CodeBlock* block, void* data), void* data)
{
   VG_(HT_ResetIter)(blocks);
   CodeBlock* block;
   while ((block = VG_(HT_Next)(blocks)) != NULL) {
      visit(block, data);
   }
}

static void forget_in_block(CodeBlock* block, void* profile)
{
   LineCounts* current = block->current;
   if (current->node != NULL && current->node->profile == profile) {
      current->executions = 0;
      VG_(memset)(current->reads, 0, counter_count(block) * sizeof *current->reads);
   }
   LineCounts** link = &block->others;
   while (*link != NULL) {
      LineCounts* counts = *link;
      if (counts->node->profile == profile) {
         *link = counts->next;
         VG_(free)(counts);
      } else {
         link = &counts->next;
      }
   }
}

void lines_forget(const Profile* profile)
{
   lines_for_each_block(forget_in_block, (void*)profile);
}
