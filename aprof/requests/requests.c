/* Requests of the program, commands from vgdb and GDB, and what they and the progress line tell the user of a
   program that still runs.  A wrong request leads to a warning with a stack trace and to nothing worse. */

#include "requests/requests.h"

#include "../../include/aprof.h"
#include "cells/shadow.h"
#include "code/routine.h"
#include "files/characters.h"
#include "listener.h"
#include "memory.h"
#include "options.h"
#include "profile/context.h"
#include "profile/profile.h"
#include "report/report.h"
#include "stack/cost.h"
#include "stack/stack.h"
#include "strands/strand.h"
#include "strands/switching.h"

/*--- Sums over all profiles ---*/

typedef struct {
   Routine* routine;
   ULong    calls;
   ULong    cost;      /* inclusive, of activations that are not recursive */
   ULong    self;
   ULong    points;
} RoutineSum;

typedef struct {
   RoutineSum* sums;   /* by routine number */
   UInt        count;
   ULong       cost;
   ULong       points;
} Totals;

static void add_ending(const Ending* ending, void* data)
{
   Totals*     totals = data;
   tl_assert(profile_routine(ending->table)->number < totals->count);
   RoutineSum* sum    = &totals->sums[profile_routine(ending->table)->number];
   sum->routine = profile_routine(ending->table);   /* it may have got its number only now */
   sum->calls++;
   sum->cost += ending->outermost ? ending->cost : 0;
   sum->self += ending->self;
}

static void add_profile(Profile* profile, void* data)
{
   Totals* totals = data;
   totals->cost += strand_total_cost(profile);
   for (UInt number = 0; number < profile->tables_end; number++) {
      const PointTable* table = &profile->tables[number];
      for (UInt i = 0; i < table->used; i++) {
         RoutineSum* sum = &totals->sums[profile_routine(number)->number];
         sum->calls += table->points[i].calls;
         sum->cost  += table->points[i].real_sum;
         sum->self  += table->points[i].self_sum;
         sum->points++;
         totals->points++;
      }
   }
   strand_for_each_ending(profile, add_ending, totals);
}

/* Adds up the activations that have ended and those that run.  The caller frees the sums. */
static Totals add_up(void)
{
   /* strand_for_each_ending may number two more routines: (linkage) and (beyond --cct-limit). */
   Totals totals = { .count = routine_count() + 2 };
   totals.sums = VG_(calloc)("aprof.requests", totals.count, sizeof *totals.sums);
   for (UInt number = 0; number < routine_count(); number++) {
      totals.sums[number].routine = routine_numbered(number);
   }
   profile_for_each(add_profile, &totals);
   return totals;
}

/*--- Commands from vgdb and GDB ---*/

static void print_help(void)
{
   VG_(gdb_printf)(
"aprof monitor commands:\n"
"  status                     what was measured so far\n"
"  top [<n>]                  the n routines that cost most so far  [10]\n"
"  dump [<label>]             write a report of what has ended since the last one\n"
"  zero                       forget what was measured so far\n"
"  instrumentation [on|off]   switch profiling; without on or off, tell which\n"
   );
}

static void print_status(void)
{
   Totals totals = add_up();
   VG_(gdb_printf)("cost            %'llu %s\n", totals.cost, cost_unit());
   VG_(gdb_printf)("routines        %'u\n", routine_count());
   VG_(gdb_printf)("points          %'llu\n", totals.points);
   if (options.collect_cct) {
      VG_(gdb_printf)("contexts        %'u\n", context_count());
   }
   VG_(gdb_printf)("shadow memory   %'lu MB\n", shadow_used_bytes() >> 20);
   VG_(gdb_printf)("instrumentation %s\n", switching_is_instrumenting() ? "on" : "off");
   VG_(free)(totals.sums);
}

static Int compare_costs(const void* left, const void* right)
{
   ULong a = ((const RoutineSum*)left)->cost;
   ULong b = ((const RoutineSum*)right)->cost;
   return a > b ? -1 : a < b;
}

static void print_top(UInt rows)
{
   Totals totals = add_up();
   VG_(ssort)(totals.sums, totals.count, sizeof *totals.sums, compare_costs);
   VG_(gdb_printf)("%20s %20s %14s %8s  %s\n", "inclusive cost", "self cost", "calls", "inputs", "routine");
   for (UInt i = 0; i < totals.count && i < rows && totals.sums[i].calls > 0; i++) {
      const RoutineSum* sum = &totals.sums[i];
      VG_(gdb_printf)("%20llu %20llu %14llu %8llu  %s (%s)\n",
                      sum->cost, sum->self, sum->calls, sum->points, characters_visible(sum->routine->name),
                      characters_visible(sum->routine->image));
   }
   VG_(free)(totals.sums);
}

static void command_top(const HChar* number)
{
   HChar* end;
   Long   rows = number == NULL ? 10 : VG_(strtoll10)(number, &end);
   if (number != NULL && (end == number || *end != '\0' || rows < 1 || rows > 1000000)) {
      VG_(gdb_printf)("top: '%s' is not a number of routines\n", number);
   } else {
      print_top((UInt)rows);
   }
}

static void command_instrumentation(const HChar* which)
{
   if (which == NULL) {
      VG_(gdb_printf)("instrumentation is %s\n", switching_is_instrumenting() ? "on" : "off");
   } else if (VG_STREQ(which, "on") || VG_STREQ(which, "off")) {
      switching_set_instrumenting(VG_STREQ(which, "on"));
   } else {
      VG_(gdb_printf)("instrumentation: '%s' is neither on nor off\n", which);
   }
}

/* False if it is not a command of aprof. */
static Bool carry_out(const HChar* command)
{
   static const HChar names[] = "help status top dump zero instrumentation";
   HChar* words = VG_(strdup)("aprof.requests", command);
   HChar* rest;
   HChar* name  = VG_(strtok_r)(words, " ", &rest);
   Int    which = name == NULL ? -1 : VG_(keyword_id)(names, name, kwd_report_duplicated_matches);
   switching_stands_still();
   switch (which) {
      case 0: print_help();                                             break;
      case 1: print_status();                                           break;
      case 2: command_top(VG_(strtok_r)(NULL, " ", &rest));             break;
      case 3: report_dump(command);                                     break;
      case 4: switching_zero();                                         break;
      case 5: command_instrumentation(VG_(strtok_r)(NULL, " ", &rest)); break;
      default:                                                          break;
   }
   switching_goes_on();
   VG_(free)(words);
   return which != -1 && which != 0;   /* Valgrind's own commands have a help, too */
}

/*--- Progress ---*/

void requests_progress(UInt milliseconds)
{
   Totals totals = add_up();
   VG_(umsg)("After %'u s: cost %'llu %s, %'u routines, %'llu points", milliseconds / 1000, totals.cost,
             cost_unit(), routine_count(), totals.points);
   if (options.collect_cct) {
      VG_(umsg)(", %'u contexts", context_count());
   }
   VG_(umsg)(", %'lu MB of shadow memory\n", shadow_used_bytes() >> 20);
   VG_(free)(totals.sums);
}

/*--- Warnings ---*/

/* Longest text that a program may pass. */
#define MAX_TEXT  1000

/* A warning is printed at most so often, because a wrong request may be in a loop. */
#define MAX_WARNINGS  10

typedef struct {
   const HChar* what;
   UInt         given;   /* how often it was printed */
} Warning;

static Warning no_text        = { .what = "the text is empty, or no text: ignored" };
static Warning bad_text       = { .what = "the text is too long, or has no end: ignored" };
static Warning no_region      = { .what = "no such region is open in this activation: ignored" };
static Warning many_regions   = { .what = "too many regions are open in this activation: ignored" };
static Warning large_size     = { .what = "more than 2^32 - 1, or negative: counted as 2^32 - 1" };
static Warning no_request     = { .what = "unknown to this version of aprof: ignored" };
static Warning long_limit     = { .what = "the limit has more than 100 bytes: ignored" };
static Warning long_routine   = { .what = "the name of the routine has more than 500 bytes: ignored" };
static Warning many_expected  = { .what = "there are 1,000 already: ignored" };
static Warning no_buffer      = { .what = "the buffer is no memory of the program: ignored" };
static Warning region_is_open = { .what = "the routine that began it was left before APROF_REGION_END" };

static Bool is_to_be_given(Warning* warning)
{
   return warning->given < MAX_WARNINGS && ++warning->given > 0;
}

static void say_if_last(const Warning* warning)
{
   if (warning->given == MAX_WARNINGS) {
      VG_(umsg)("further instances of this warning will not be shown\n");
   }
}

static void warn(ThreadId thread, const HChar* request, Warning* warning, const HChar* name)
{
   if (is_to_be_given(warning)) {
      Bool named = *name != '\0';
      VG_(umsg)("Warning: %s%s%s%s: %s\n", request, named ? "(\"" : "", characters_visible(name),
                named ? "\")" : "", warning->what);
      VG_(get_and_pp_StackTrace)(thread, VG_(clo_backtrace_size));
      say_if_last(warning);
   }
}

/*--- Texts, regions and parts ---*/

/* Copies a text of the program.  If there is none, warns and returns False. */
static Bool copy_text(ThreadId thread, const HChar* request, Addr text, HChar* copy)
{
   SizeT size   = memory_text_size(text, MAX_TEXT);
   Bool  is_all = size > 0 && ((const HChar*)text)[size - 1] == '\0';
   if (is_all && size > 1) {
      VG_(memcpy)(copy, (const HChar*)text, size);
      return True;
   }
   warn(thread, request, is_all || size == 0 ? &no_text : &bad_text, "");
   return False;
}

static void region_begins(ThreadId thread, Addr text)
{
   HChar name[MAX_TEXT + 1];
   if (copy_text(thread, "APROF_REGION_BEGIN", text, name)) {
      Routine* region = routine_of_region(name, VG_(get_IP)(thread));
      if (region->begun_at == NULL) {
         region->begun_at = VG_(record_ExeContext)(thread, 0);
      }
      if (!stack_region_begins(region)) {
         warn(thread, "APROF_REGION_BEGIN", &many_regions, name);
      }
   }
}

static void region_ends(ThreadId thread, Addr text)
{
   HChar name[MAX_TEXT + 1];
   if (copy_text(thread, "APROF_REGION_END", text, name)
       && !stack_region_ends(routine_of_region(name, VG_(get_IP)(thread)))) {
      warn(thread, "APROF_REGION_END", &no_region, name);
   }
}

static void input_size(ThreadId thread, UWord size)
{
   if (size > 0xffffffffUL) {
      warn(thread, "APROF_INPUT_SIZE", &large_size, "");
      size = 0xffffffffUL;
   }
   stack_declare_input((UInt)size);
}

static void dump(ThreadId thread, Addr text)
{
   HChar label[MAX_TEXT + 1] = "";
   if (text == 0 || copy_text(thread, "APROF_DUMP", text, label)) {
      HChar trigger[sizeof label + 20];
      VG_(sprintf)(trigger, *label == '\0' ? "APROF_DUMP" : "APROF_DUMP: %s", label);
      report_dump(trigger);
   }
}

/*--- Expectations, and what a test needs to know ---*/

/* `place` has the routine, the limit, the file and the line.  Without a file, or with one that is no text,
   the place is unknown. */
static void expect(ThreadId thread, const UWord* place)
{
   HChar routine[MAX_TEXT + 1];
   HChar limit[MAX_TEXT + 1];
   HChar file[MAX_TEXT + 1] = "";
   if (!copy_text(thread, "APROF_EXPECT", place[0], routine)
       || !copy_text(thread, "APROF_EXPECT", place[1], limit)
       || (place[2] != 0 && !copy_text(thread, "APROF_EXPECT", place[2], file))) {
      return;
   }
   switch (expected_add(routine, limit, file, place[3])) {
      case ExpectedKept:        break;
      case ExpectedLongRoutine: warn(thread, "APROF_EXPECT", &long_routine, "");       break;
      case ExpectedLongLimit:   warn(thread, "APROF_EXPECT", &long_limit, routine);    break;
      case ExpectedMany:        warn(thread, "APROF_EXPECT", &many_expected, routine); break;
   }
}

/* Copies the name of the last report that was written, with its end, if there is room.  Returns its
   length; 0: there is none. */
static UWord copy_report_name(ThreadId thread, Addr buffer, SizeT size)
{
   const HChar* name   = report_last_name();
   SizeT        length = name == NULL ? 0 : VG_(strlen)(name);
   if (size > 0 && !memory_is_writable(buffer, size)) {
      warn(thread, "APROF_REPORT_NAME", &no_buffer, "");
      return 0;
   }
   if (length > 0 && length < size) {
      VG_(memcpy)((HChar*)buffer, name, length + 1);
   }
   return length;
}

static void region_left(Routine* region)
{
   if (!region->warned && is_to_be_given(&region_is_open)) {
      region->warned = True;
      VG_(umsg)("Warning: region \"%s\": %s\n"
                "(this is said once for each region); first begun:\n", characters_visible(region->name),
                region_is_open.what);
      VG_(pp_ExeContext)(region->begun_at);
      say_if_last(&region_is_open);
   }
}

/*--- Switching collecting ---*/

static Listener listener;

static Bool* switched;   /* by thread id: the program has switched collecting an odd number of times */

static void thread_begins(ThreadId thread)
{
   switched[thread] = False;
}

/* A strand keeps NULL, or an address if the last value of its thread's `switched` that it has seen is
   True. */
static void strand_begins(Strand* strand, const Strand* parent)
{
   strand->kept[listener.index] = parent == NULL ? NULL : parent->kept[listener.index];
}

/* The program may have switched collecting while another strand of the thread ran, or none. */
static void strand_runs(Strand* strand)
{
   void* seen = switched[strand->thread] ? switched : NULL;
   if (strand->kept[listener.index] != seen) {
      strand->kept[listener.index] = seen;
      stack_set_collecting(hot.paused);
   }
}

static void toggle_collecting(ThreadId thread)
{
   switched[thread] = !switched[thread];
   if (switching_is_measured(thread)) {
      strand_runs(running);
   }
}

/*--- All requests ---*/

/* Carries out a request about the running activation; ignores it if the thread is not measured now. */
static void handle_in_activation(ThreadId thread, UWord request, UWord argument)
{
   if (!switching_is_measured(thread)) {
      return;
   }
   switch (request) {
      case VG_USERREQ__APROF_INPUT_SIZE:   input_size(thread, argument);    break;
      case VG_USERREQ__APROF_REGION_BEGIN: region_begins(thread, argument); break;
      default:                             region_ends(thread, argument);   break;
   }
}

Bool requests_handle(ThreadId thread, UWord* arguments, UWord* result)
{
   *result = 0;
   if (arguments[0] == VG_USERREQ__GDB_MONITOR_COMMAND) {
      *result = carry_out((const HChar*)arguments[1]);
      return *result;
   }
   if (!VG_IS_TOOL_USERREQ('A', 'P', arguments[0])) {
      return False;
   }
   switch (arguments[0]) {
      case VG_USERREQ__APROF_START_INSTRUMENTATION: switching_set_instrumenting(True);   break;
      case VG_USERREQ__APROF_STOP_INSTRUMENTATION:  switching_set_instrumenting(False);  break;
      case VG_USERREQ__APROF_ZERO:                  switching_zero();                    break;
      case VG_USERREQ__APROF_DUMP:                  dump(thread, arguments[1]);          break;
      case VG_USERREQ__APROF_TOGGLE_COLLECT:        toggle_collecting(thread);           break;
      case VG_USERREQ__APROF_EXPECT:                expect(thread, &arguments[1]);       break;
      case VG_USERREQ__APROF_NO_REPORT:             report_forgo();                      break;
      case VG_USERREQ__APROF_RUNNING:               *result = 1;                         break;
      case VG_USERREQ__APROF_NEXT_SIZE:             *result = sizes_next(arguments[1]);  break;
      case VG_USERREQ__APROF_REPORT_NAME:
         *result = copy_report_name(thread, arguments[1], arguments[2]);
         break;
      case VG_USERREQ__APROF_INPUT_SIZE:
      case VG_USERREQ__APROF_REGION_BEGIN:
      case VG_USERREQ__APROF_REGION_END:
         handle_in_activation(thread, arguments[0], arguments[1]);
         break;
      default:
         warn(thread, "Client request", &no_request, "");
         break;
   }
   return True;
}

static Listener listener = {
   .thread_begins = thread_begins,
   .strand_begins = strand_begins,
   .strand_runs   = strand_runs,
   .region_left   = region_left,
};

void requests_init(void)
{
   switched = VG_(calloc)("aprof.requests.switched", VG_N_THREADS, sizeof *switched);
   listener_register(&listener);
}
