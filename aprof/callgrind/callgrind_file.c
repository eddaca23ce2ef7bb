/* Writing the Callgrind profile, format version 1.

   All counts become rows (rows.h).  For example:

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
   is left out if it is that of the function and of the line. */

#include "callgrind/callgrind_file.h"

#include "callgrind/graph.h"
#include "callgrind/lines.h"
#include "callgrind/live_calls.h"
#include "callgrind/rows.h"
#include "callgrind/source.h"
#include "files/output.h"
#include "files/text.h"
#include "options.h"
#include "report/report.h"

/* Positions that differ by less are written as differences. */
#define NEAR_POSITION  1000

static UInt file_number;   /* of the file that is being written, from 1 */

/*--- Header ---*/

/* The format allows us to leave out zeros at the end, but some readers take missing
   numbers for undefined. */
static void write_events(const Events* events)
{
   const ULong counts[] = { events->cost, events->rms, events->from_threads, events->from_kernel };
   UInt        count    = options.drms ? 4 : options.rms ? 2 : 1;
   for (UInt i = 0; i < count; i++) {
      if (i > 0) {
         output_char(' ');
      }
      output_number(counts[i]);
   }
   output_char('\n');
}

static const struct { const HChar* name; const HChar* meaning; } cost_events[] = {
   [CostBlocks]       = { "Bb", "Executed basic blocks" },
   [CostInstructions] = { "Ir", "Executed instructions" },
   [CostTime]         = { "Usec", "Microseconds" },
   [CostAllocBytes]   = { "Bytes", "Bytes requested of allocators" },
   [CostAllocCount]   = { "Blocks", "Blocks requested of allocators" },
};

/* The empty lines stand where Callgrind writes them, too: some readers wait for them. */
static void write_header(const Content* content, const Events* total)
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
   output_number(content->part > 0 ? content->part : 1);
   if (content->profile->thread > 0) {
      output_text("\nthread: ");
      output_number(content->profile->thread);
   }
   output_text("\n\n\ndesc: Trigger: ");
   text_write(content->trigger != NULL ? content->trigger : "Program termination");
   output_text("\ndesc: Cell: ");
   output_number(options.memory_resolution);
   output_text(options.memory_resolution == 1 ? " byte\n\n" : " bytes\n\n");
   output_text(options.dump_instr ? "positions: instr line\n" : "positions: line\n");
   output_text("event: ");
   output_text(cost_events[options.cost].name);
   output_text(" : ");
   output_text(cost_events[options.cost].meaning);
   output_text(options.rms ? "\nevent: Rms : Input, in cells (read memory size)\n" : "\n");
   if (options.drms) {
      output_text("event: FromThreads : Input from other threads, in cells\n"
                  "event: FromKernel : Input from the kernel, in cells\n");
   }
   output_text("events: ");
   output_text(cost_events[options.cost].name);
   output_text(options.drms ? " Rms FromThreads FromKernel" : options.rms ? " Rms" : "");
   output_text("\nsummary: ");
   write_events(total);
   output_char('\n');
   VG_(free)(command);
}

/*--- Names ---*/

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

/*--- Body ---*/

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
   if (from == 0 || to + NEAR_POSITION <= from || from + NEAR_POSITION <= to) {
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
static SizeT write_node(const Rows* all, SizeT first)
{
   const Row*  rows     = all->rows;
   Node*       node     = rows[first].node;
   SourceFile* own      = node->file;
   SourceFile* file     = own;
   Position    position = { 0, 0 };

   output_char('\n');
   write_file_name("ob=", node->entry.object);
   write_file_name("fl=", own);
   write_node_name("fn=", node);
   SizeT i = first;
   for (; i < all->count && rows[i].node == node; i++) {
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

static void write_profile(const Content* content)
{
   Rows rows = rows_collect(content, ++file_number);
   write_header(content, &rows.total);
   for (SizeT i = 0; i < rows.count; ) {
      i = write_node(&rows, i);
   }
   output_text("\ntotals: ");
   write_events(&rows.total);
   VG_(free)(rows.rows);
}

/*--- Registration ---*/

static void forget(const Profile* profile)
{
   lines_forget(profile);
   graph_forget(profile);
}

static const ReportOutput output = {
   .option = "--callgrind-out-file",
   .format = &options.callgrind_file,
   .title  = "Callgrind profile",
   .write  = write_profile,
   .forget = forget,
};

void callgrind_init(void)
{
   if (options.callgrind_file != NULL) {
      report_add_output(&output);
      graph_init();
      lines_init();
      live_calls_init();
   }
}
