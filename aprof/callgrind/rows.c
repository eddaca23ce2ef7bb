/* From counters to rows.

   Lines that were executed in the middle of a block have cost 0.  They get rows, too, so that a viewer can
   show what was executed.

   Nobody calls the first routine of a thread, a signal handler or a coroutine.  If the same
   routine is also called by others, readers take these calls for all of its cost.  Then a
   function (root), which costs nothing itself, is written as the caller of activations without a caller. */

#include "callgrind/rows.h"

#include "callgrind/lines.h"
#include "callgrind/live_calls.h"
#include "options.h"
#include "strands/strand.h"

/* All lines of a routine must be in one object.  If it runs code of another object, that
   code gets the routine's first address. */
static Addr address_in(const Node* node, const CodePlace* place)
{
   return place->object == node->entry.object ? place->address : node->entry.address;
}

static void append(Rows* rows, const Row* row)
{
   if (rows->count == rows->capacity) {
      rows->capacity = 2 * rows->capacity + 1024;
      rows->rows = VG_(realloc)("aprof.callgrind.rows", rows->rows, rows->capacity * sizeof *row);
   }
   rows->rows[rows->count++] = *row;
}

/* A place whose file is not known is taken to be in its routine's file.  With
   --dump-line=no, every place is the routine's first line, because callgrind_annotate
   warns of line 0 in a file that it can read. */
static void add_row(Rows* rows, Node* node, const CodePlace* place, Node* callee, ULong calls, Events events)
{
   if (node->profile == rows->profile) {
      Row row = {
         .node    = node,
         .file    = options.dump_line && place->file != NULL ? place->file : node->file,
         .line    = options.dump_line ? place->line : node->entry.line,
         .address = options.dump_instr ? address_in(node, place) : 0,
         .callee  = callee,
         .calls   = calls,
         .events  = events,
      };
      append(rows, &row);
   }
}

static void add_self(Rows* rows, Node* node, const CodePlace* place, Events events)
{
   add_row(rows, node, place, NULL, 0, events);
}

/* The cost of one execution.  A block counts where it begins.  live_calls.c places other costs. */
static UInt cost_at(const CodeBlock* block, UInt place)
{
   switch (options.cost) {
      case CostBlocks:       return place == 0 && block->counts;
      case CostInstructions: return block->instructions[place];
      default:               return 0;
   }
}

/* A block that faulted before its end and before any exit was never counted as executed.
   But it may have read before the fault. */
static void add_counts(Rows* rows, const CodeBlock* block, const LineCounts* counts)
{
   for (UInt i = 0; i < block->place_count; i++) {
      const ULong* reads = &counts->reads[i * lines_kinds_of_reads()];
      Events events = { .cost = cost_at(block, i) * counts->executions };
      if (options.rms) {
         events.rms = reads[0];
      }
      if (options.drms) {
         events.from_threads = reads[1];
         events.from_kernel  = reads[2];
      }
      if (counts->executions > 0 || !events_are_none(events)) {
         add_self(rows, counts->node, &block->places[i], events);
      }
   }
}

static void add_block(CodeBlock* block, void* data)
{
   add_counts(data, block, block->current);
   for (const LineCounts* counts = block->others; counts != NULL; counts = counts->next) {
      tl_assert(counts->node != block->current->node);
      add_counts(data, block, counts);
   }
}

/* A line that makes a call also gets a row with own cost, even if that is 0, because
   callgrind_annotate warns of lines and functions that have nothing but calls, or leaves
   them out.  In a part, the caller's line and the callee may have been executed in an
   earlier part.
   An activation that nobody called gets a call by (root); others may call it as well. */
static void add_calls(Rows* rows, const Edge* edge, ULong calls, Events events)
{
   if (calls == 0) {
      return;
   }
   if (graph_has_caller(edge)) {
      edge->callee->called_in = rows->file_number;
      add_row(rows, edge->caller, edge->place, edge->callee, calls, events);
      add_self(rows, edge->caller, edge->place, (Events){ 0 });
      if (rows->is_part) {
         add_self(rows, edge->callee, &edge->callee->entry, (Events){ 0 });
      }
   } else {
      add_row(rows, edge->caller, &edge->caller->entry, edge->callee, calls, events);
   }
}

/* Time is not counted in a PLT stub: what it reads may be all there is. */
static void add_edge(Edge* edge, void* data)
{
   if (!events_are_none(edge->own)) {
      Bool known = graph_has_caller(edge);
      add_self(data, known ? edge->caller : edge->callee, known ? edge->place : &edge->callee->entry,
               edge->own);
   }
   add_calls(data, edge, edge->calls, edge->events);
}

/* Running activations count as if they ended now, as in the report. */
static void add_ending(const Ending* ending, void* data)
{
   Edge*  edge;
   Events events;
   if (live_calls_of_activation(ending->strand, ending->number, &edge, &events)) {
      events.cost = ending->cost;
      events.rms  = ending->rms;
      add_calls(data, edge, 1, events);
   }
}

/* Adds what a strand has executed but not placed yet.  A part leaves that to the next part. */
static void add_rest(const Strand* strand, void* data)
{
   Node*            node;
   const CodePlace* place;
   Events rest = live_calls_rest(strand, &node, &place);
   if (!hot_of(strand)->paused && !events_are_none(rest)) {
      add_self(data, node, place, rest);
   }
}

static Int compare_numbers(UWord a, UWord b)
{
   return a < b ? -1 : a > b;
}

static Int compare_nodes(const Node* a, const Node* b)
{
   Int order = compare_numbers(a->entry.object->number, b->entry.object->number);
   order = order != 0 ? order : compare_numbers(a->file->number, b->file->number);
   order = order != 0 ? order : compare_numbers(a->routine->number, b->routine->number);
   return order != 0 ? order : compare_numbers(a->number, b->number);
}

/* The routine's own file first. */
static UInt file_rank(const Row* row)
{
   return row->file == row->node->file ? 0 : row->file->number;
}

static Int compare_rows(const void* left, const void* right)
{
   const Row* a = left;
   const Row* b = right;
   Int order = a->node == b->node ? 0 : compare_nodes(a->node, b->node);
   order = order != 0 ? order : compare_numbers(a->address, b->address);
   order = order != 0 ? order : compare_numbers(file_rank(a), file_rank(b));
   order = order != 0 ? order : compare_numbers(a->line, b->line);
   return order != 0 ? order : compare_numbers(a->callee == NULL ? 0 : a->callee->number,
                                               b->callee == NULL ? 0 : b->callee->number);
}

static Bool same_place(const Row* a, const Row* b)
{
   return a->node == b->node && a->file == b->file && a->line == b->line && a->address == b->address;
}

static Bool same_row(const Row* a, const Row* b)
{
   return same_place(a, b) && a->callee == b->callee;
}

/* One row for each place and callee, in order. */
static void sort_rows(Rows* all)
{
   Row* rows = all->rows;
   VG_(ssort)(rows, all->count, sizeof *rows, compare_rows);
   SizeT used = 0;
   for (SizeT i = 0; i < all->count; i++) {
      if (used > 0 && same_row(&rows[used - 1], &rows[i])) {
         rows[used - 1].calls += rows[i].calls;
         events_add(&rows[used - 1].events, rows[i].events);
      } else {
         rows[used++] = rows[i];
      }
   }
   all->count = used;
}

/* Readers take the inclusive cost of a function from its calls, if there is one.  So calls
   by (root) are needed if there are other calls, and useless if there are none. */
static void drop_lone_roots(Rows* rows)
{
   SizeT used = 0;
   for (SizeT i = 0; i < rows->count; i++) {
      const Node* callee = rows->rows[i].callee;
      if (callee == NULL || callee->called_in == rows->file_number) {
         rows->rows[used++] = rows->rows[i];
      }
   }
   rows->count = used;
}

/* A part has what was executed since the part before, by line, as Callgrind's dumps have; and the calls
   that ended. */
Rows rows_collect(const Content* content, UInt file_number)
{
   Rows rows = { .profile = content->profile, .file_number = file_number, .is_part = content->part > 0 };
   lines_for_each_block(add_block, &rows);
   graph_for_each_edge(add_edge, &rows);
   if (content->occasion != OccasionPart) {
      strand_for_each_ending(rows.profile, add_ending, &rows);
      strand_for_each(rows.profile, add_rest, &rows);
   }
   drop_lone_roots(&rows);
   sort_rows(&rows);
   for (SizeT i = 0; i < rows.count; i++) {
      if (rows.rows[i].callee == NULL) {
         events_add(&rows.total, rows.rows[i].events);
      }
   }
   return rows;
}
