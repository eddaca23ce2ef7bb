/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Writing the Callgrind profile, format version 1.

   All counts become rows.  There is a row with own events for each place and node, and
   a row with the callee's events for each edge.  The rows are sorted by node and place,
   and rows of one place and callee are added up.  For example:

      ob=(1) /home/me/prog
      fl=(1) /home/me/prog.c
      fn=(1) main
      16 20 3                  line 16: 20 blocks begin there, 3 first reads
      cob=(1)
      cfn=(2) f
      calls=2 50               2 calls of f, which begins at line 50 of the same file,
      * 400 7                  from line 16 (*: the same): 400 blocks, rms 7
      fi=(2) /usr/include/x.h
      +3 5                     line 19, of inlined code
      fe=(1)

   Some readers are strict.  So each function and each call has its names in the same
   order, whether they change or not, and fe= always follows fi=.  Only the callee's file
   is left out if it is that of the function and of the line.

   Lines that were executed in the middle of a block have cost 0.  They are written too, so
   that a viewer can show what was executed.

   Nobody calls the first routine of a thread, a signal handler or a coroutine.  If the same
   routine is also called by others, readers take these calls for all of its cost.  Then a
   function (root), which costs nothing itself, makes the calls that nobody made. */

#include "callgrind/callgrind_file.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"

#include "callgrind/graph.h"
#include "callgrind/lines.h"
#include "callgrind/live_calls.h"
#include "files/output.h"
#include "files/text.h"
#include "listener.h"
#include "options.h"
#include "profile/profile.h"
#include "strands/strand.h"

#define OUT_FILE_OPTION  "--callgrind-out-file"

/* Positions that differ by less are written as differences. */
#define NEAR  1000

typedef struct {
   Node*       node;
   SourceFile* file;
   UInt        line;
   Addr        address;
   Node*       callee;     /* NULL: the events are those of the place itself */
   ULong       calls;
   Events      events;
} Row;

/* The file that is being written. */
static struct {
   Row*  rows;
   SizeT count;
   SizeT capacity;
} written;
static Events total;
static const Profile* profile;
static UInt   file_number;   /* from 1 */
static Bool   is_part;       /* the file is one of several parts */

void callgrind_forget(const Profile* forgotten)
{
   lines_forget(forgotten);
   graph_forget(forgotten);
}

static void forget(Profile* forgotten, void* unused)
{
   callgrind_forget(forgotten);
}

static void forget_all(void)
{
   profile_for_each(forget, NULL);
}

static Listener listener = { .forgotten = forget_all };

void callgrind_prepare(void)
{
   options.callgrind_file = output_check(OUT_FILE_OPTION, options.callgrind_file);
   listener_register(&listener);
}

void callgrind_with_output(void (*function)(const OutputFile* file))
{
   OutputFile file = {
      .option = OUT_FILE_OPTION, .format = options.callgrind_file, .suffix = "", .is_checkpoint = True
   };
   function(&file);
}

/*------------------------------------------------------------*/
/*--- Rows                                                 ---*/
/*------------------------------------------------------------*/

/* All lines of a routine must be in one object.  If it runs code of another object, that
   code gets the routine's first address. */
static Addr address_in(const Node* node, const CodePlace* place)
{
   return place->object == node->entry.object ? place->address : node->entry.address;
}

static void append(const Row* row)
{
   if (written.count == written.capacity) {
      written.capacity = 2 * written.capacity + 1024;
      written.rows = VG_(realloc)("aprof.callgrind.rows", written.rows, written.capacity * sizeof *row);
   }
   written.rows[written.count++] = *row;
}

/* A place whose file is not known is taken to be in its routine's file.  With
   --dump-line=no, every place is the routine's first line, because callgrind_annotate
   warns of line 0 in a file that it can read. */
static void add_row(Node* node, const CodePlace* place, Node* callee, ULong calls, Events events)
{
   if (node->profile == profile) {
      Row row = {
         .node    = node,
         .file    = options.dump_line && place->file != NULL ? place->file : node->file,
         .line    = options.dump_line ? place->line : node->entry.line,
         .address = options.dump_instr ? address_in(node, place) : 0,
         .callee  = callee,
         .calls   = calls,
         .events  = events,
      };
      append(&row);
   }
}

static void add_self(Node* node, const CodePlace* place, Events events)
{
   add_row(node, place, NULL, 0, events);
}

/* The cost of one execution.  A block counts where it begins.  live_calls.c places time. */
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
static void add_counts(const CodeBlock* block, const LineCounts* counts)
{
   for (UInt i = 0; i < block->place_count; i++) {
      const ULong* reads = &counts->reads[i * lines_kinds_of_reads()];
      Events events = { .cost = cost_at(block, i) * counts->executions, .rms = reads[0] };
      if (options.drms) {
         events.from_threads = reads[1];
         events.from_kernel  = reads[2];
      }
      if (counts->executions > 0 || !events_are_none(events)) {
         add_self(counts->node, &block->places[i], events);
      }
   }
}

static void add_block(CodeBlock* block, void* data)
{
   add_counts(block, block->current);
   for (const LineCounts* counts = block->others; counts != NULL; counts = counts->next) {
      add_counts(block, counts);
   }
}

/* A line that makes a call also gets a row with own cost, even if that is 0, because
   callgrind_annotate warns of lines and functions that have nothing but calls, or leaves
   them out.  In a part, the caller's line and the callee may have been executed in an
   earlier part.
   An activation that nobody called gets a call by (root); others may call it as well. */
static void add_calls(const Edge* edge, ULong calls, Events events)
{
   if (calls == 0) {
      return;
   }
   if (graph_has_caller(edge)) {
      edge->callee->called_in = file_number;
      add_row(edge->caller, edge->place, edge->callee, calls, events);
      add_self(edge->caller, edge->place, (Events){ 0 });
      if (is_part) {
         add_self(edge->callee, &edge->callee->entry, (Events){ 0 });
      }
   } else {
      add_row(edge->caller, &edge->caller->entry, edge->callee, calls, events);
   }
}

/* Time is not counted in a PLT stub: what it reads may be all there is. */
static void add_edge(Edge* edge, void* data)
{
   if (!events_are_none(edge->own)) {
      Bool known = graph_has_caller(edge);
      add_self(known ? edge->caller : edge->callee, known ? edge->place : &edge->callee->entry, edge->own);
   }
   add_calls(edge, edge->calls, edge->events);
}

/* Running activations count as if they ended now, as in the report. */
static void add_ending(const Ending* ending, void* data)
{
   Edge*  edge;
   Events events;
   if (live_calls_of_activation(ending->strand, ending->number, &edge, &events)) {
      events.cost = ending->cost;
      events.rms  = ending->rms;
      add_calls(edge, 1, events);
   }
}

/* What a strand has executed but not placed yet.  A part leaves it to the next part. */
static void add_rest(const Stack* strand, void* unused)
{
   Node*            node;
   const CodePlace* place;
   Events rest = live_calls_rest(strand, &node, &place);
   if (!strand->paused && !events_are_none(rest)) {
      add_self(node, place, rest);
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
static void sort_rows(void)
{
   Row* rows = written.rows;
   VG_(ssort)(rows, written.count, sizeof *rows, compare_rows);
   SizeT used = 0;
   for (SizeT i = 0; i < written.count; i++) {
      if (used > 0 && same_row(&rows[used - 1], &rows[i])) {
         rows[used - 1].calls += rows[i].calls;
         events_add(&rows[used - 1].events, rows[i].events);
      } else {
         rows[used++] = rows[i];
      }
   }
   written.count = used;
}

/* Readers take the inclusive cost of a function from its calls, if there is one.  So calls
   by (root) are needed if there are other calls, and useless if there are none. */
static void drop_lone_roots(void)
{
   SizeT used = 0;
   for (SizeT i = 0; i < written.count; i++) {
      const Node* callee = written.rows[i].callee;
      if (callee == NULL || callee->called_in == file_number) {
         written.rows[used++] = written.rows[i];
      }
   }
   written.count = used;
}

/* A part has what was executed since the part before, by line, as Callgrind's dumps have; and the calls
   that ended. */
static void collect_rows(Bool with_running)
{
   written.count = 0;
   lines_for_each_block(add_block, NULL);
   graph_for_each_edge(add_edge, NULL);
   if (with_running) {
      strand_for_each_ending(profile, add_ending, NULL);
      strand_for_each(profile, add_rest, NULL);
   }
   drop_lone_roots();
   sort_rows();
   total = (Events){ 0 };
   for (SizeT i = 0; i < written.count; i++) {
      if (written.rows[i].callee == NULL) {
         events_add(&total, written.rows[i].events);
      }
   }
}

/*------------------------------------------------------------*/
/*--- Header                                               ---*/
/*------------------------------------------------------------*/

/* The format allows us to leave out zeros at the end, but some readers take missing
   numbers for undefined. */
static void write_events(const Events* events)
{
   const ULong counts[] = { events->cost, events->rms, events->from_threads, events->from_kernel };
   UInt        count    = options.drms ? 4 : 2;
   for (UInt i = 0; i < count; i++) {
      if (i > 0) {
         output_char(' ');
      }
      output_number(counts[i]);
   }
   output_char('\n');
}

static const HChar* const event_names[] = {
   [CostBlocks] = "Bb", [CostInstructions] = "Ir", [CostTime] = "Usec",
};

static const HChar* const event_definitions[] = {
   [CostBlocks]       = "event: Bb : Executed basic blocks\n",
   [CostInstructions] = "event: Ir : Executed instructions\n",
   [CostTime]         = "event: Usec : Microseconds\n",
};

/* The empty lines stand where Callgrind writes them, too: some readers wait for them. */
static void write_header(UInt part, const HChar* trigger)
{
   HChar* command = text_of_command_line();
   output_text("# callgrind format\n"
               "version: 1\n"
               "creator: aprof-" PACKAGE_VERSION "\n"
               "pid: ");
   output_number(VG_(getpid)());
   output_text("\ncmd: ");
   text_write(command);
   output_text("\npart: ");
   output_number(part > 0 ? part : 1);
   if (profile->thread > 0) {
      output_text("\nthread: ");
      output_number(profile->thread);
   }
   output_text("\n\n\ndesc: Trigger: ");
   text_write(trigger != NULL ? trigger : "Program termination");
   output_text("\ndesc: Cell: ");
   output_number(options.memory_resolution);
   output_text(options.memory_resolution == 1 ? " byte\n\n" : " bytes\n\n");
   output_text(options.dump_instr ? "positions: instr line\n" : "positions: line\n");
   output_text(event_definitions[options.cost]);
   output_text("event: Rms : Input, in cells (read memory size)\n");
   if (options.drms) {
      output_text("event: FromThreads : Input from other threads, in cells\n"
                  "event: FromKernel : Input from the kernel, in cells\n");
   }
   output_text("events: ");
   output_text(event_names[options.cost]);
   output_text(options.drms ? " Rms FromThreads FromKernel\nsummary: " : " Rms\nsummary: ");
   write_events(&total);
   output_char('\n');
   VG_(free)(command);
}

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

/* Names are numbered.  Returns whether the name must follow: it does so where its number
   appears for the first time. */
static Bool begin_name(const HChar* tag, UInt number, UInt* named_in)
{
   output_text(tag);
   output_char('(');
   output_number(number);
   output_char(')');
   if (*named_in == file_number) {
      output_char('\n');
      return False;
   }
   *named_in = file_number;
   output_char(' ');
   return True;
}

static void write_file_name(const HChar* tag, SourceFile* file)
{
   if (begin_name(tag, file->number, &file->named_in)) {
      text_write_untrimmed(*file->path.text == '\0' ? SOURCE_UNKNOWN : file->path.text);
      output_char('\n');
   }
}

/* If the name ends in an apostrophe and digits, returns where the digits begin; else NULL. */
static const HChar* digits_of_suffix(const HChar* name)
{
   const HChar* end    = name + VG_(strlen)(name);
   const HChar* digits = end;
   while (digits > name && VG_(isdigit)(digits[-1])) {
      digits--;
   }
   return digits < end && digits > name && digits[-1] == '\'' ? digits : NULL;
}

/* If a routine's own name ends like that of a depth (f'2), it gets one more apostrophe (f''2). */
static void write_routine_name(const Routine* routine)
{
   const HChar* name   = *routine->name == '\0' ? SOURCE_UNKNOWN : routine->name;
   const HChar* digits = digits_of_suffix(name);
   if (digits == NULL) {
      text_write_untrimmed(name);
   } else {
      SizeT  length = digits - name;
      HChar* longer = VG_(malloc)("aprof.callgrind.name", VG_(strlen)(name) + 2);
      VG_(memcpy)(longer, name, length);
      longer[length] = '\'';
      VG_(strcpy)(longer + length + 1, digits);
      text_write_untrimmed(longer);
      VG_(free)(longer);
   }
}

/* Names depths of recursion (f, f'2, f'3) and callers (f'caller'caller) as Callgrind does.  If
   the routine's own name ends in an apostrophe, a blank precedes the depth (f' '2). */
static void write_node_name(const HChar* tag, Node* node)
{
   if (begin_name(tag, node->number, &node->named_in)) {
      const HChar* name = node->routine->name;
      write_routine_name(node->routine);
      if (node->depth > 1) {
         output_text(*name != '\0' && name[VG_(strlen)(name) - 1] == '\'' ? " '" : "'");
         output_number(node->depth);
      }
      for (UInt i = 0; i < node->caller_count; i++) {
         output_char('\'');
         write_routine_name(node->callers[i]);
      }
      output_char('\n');
   }
}

/*------------------------------------------------------------*/
/*--- Body                                                 ---*/
/*------------------------------------------------------------*/

/* The position of the last cost line, to which differences refer; 0: none yet. */
typedef struct {
   Addr address;
   UInt line;
} Position;

static void write_address(Addr address)
{
   HChar text[24];
   VG_(sprintf)(text, "%#lx", address);
   output_text(text);
}

/* False if `from` is not known, or `to` is too far away. */
static Bool write_difference(UWord from, UWord to)
{
   if (from == 0 || to + NEAR <= from || from + NEAR <= to) {
      return False;
   }
   if (from == to) {
      output_char('*');
   } else {
      output_char(to > from ? '+' : '-');
      output_number(to > from ? to - from : from - to);
   }
   return True;
}

static void write_position(const Row* row, Position* last)
{
   if (options.dump_instr) {
      if (!write_difference(last->address, row->address)) {
         write_address(row->address);
      }
      output_char(' ');
   }
   if (!write_difference(last->line, row->line)) {
      output_number(row->line);
   }
   output_char(' ');
   *last = (Position){ .address = row->address, .line = row->line };
}

static void write_cost(const Row* row, Position* last)
{
   write_position(row, last);
   write_events(&row->events);
}

/* Whether the callee is in the current file by any reader's rule: without cfi=, most take the file of the
   line (fi=), and others that of the function (fl=). */
static Bool is_in_current_file(const Row* call)
{
   return call->callee->file == call->file && call->file == call->node->file;
}

/* callgrind_annotate cuts the current directory off the names after fl= and fi=, but not after cfi=. So as
   in Callgrind's files, there is none where it can be left out. */
static void write_call(const Row* row, Position* last)
{
   write_file_name("cob=", row->callee->entry.object);
   if (!is_in_current_file(row)) {
      write_file_name("cfi=", row->callee->file);
   }
   write_node_name("cfn=", row->callee);
   output_text("calls=");
   output_number(row->calls);
   if (options.dump_instr) {
      output_char(' ');
      write_address(row->callee->entry.address);
   }
   output_char(' ');
   output_number(row->callee->entry.line);
   output_char('\n');
   write_cost(row, last);
}

/* Writes the rows of one node; returns the first of the next. */
static SizeT write_node(SizeT first)
{
   const Row*  rows     = written.rows;
   Node*       node     = rows[first].node;
   SourceFile* own      = node->file;
   SourceFile* file     = own;
   Position    position = { 0, 0 };

   output_char('\n');
   write_file_name("ob=", node->entry.object);
   write_file_name("fl=", own);
   write_node_name("fn=", node);
   SizeT i = first;
   for (; i < written.count && rows[i].node == node; i++) {
      if (rows[i].file != file) {
         file = rows[i].file;
         write_file_name(file == own ? "fe=" : "fi=", file);
      }
      if (rows[i].callee == NULL) {
         write_cost(&rows[i], &position);
      } else {
         write_call(&rows[i], &position);
      }
   }
   if (file != own) {
      write_file_name("fe=", own);
   }
   return i;
}

void callgrind_write(const Profile* wanted, const HChar* suffix, UInt part, Occasion occasion,
                     const HChar* trigger)
{
   OutputFile file = {
      .option = OUT_FILE_OPTION,
      .format = options.callgrind_file,
      .suffix = suffix,
      .thread = wanted->thread,
      .is_checkpoint = occasion == OccasionCheckpoint,
   };
   if (!output_open(&file)) {
      return;
   }
   is_part = part > 0;
   profile = wanted;
   file_number++;
   collect_rows(occasion != OccasionPart);
   write_header(part, trigger);
   for (SizeT i = 0; i < written.count; ) {
      i = write_node(i);
   }
   output_text("\ntotals: ");
   write_events(&total);

   output_close("Callgrind profile");
   if (occasion == OccasionPart) {
      lines_forget(profile);
      graph_forget(profile);
   }
}
