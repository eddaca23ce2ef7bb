/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Commands from vgdb and GDB, and the progress line: they tell the user about a program
   that still runs. */

#include "requests/monitor.h"

#include "pub_tool_gdbserver.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

#include "cells/shadow.h"
#include "code/routine.h"
#include "files/characters.h"
#include "options.h"
#include "profile/context.h"
#include "profile/profile.h"
#include "report/report.h"
#include "stack/cost.h"
#include "stack/stack.h"
#include "strands/strand.h"
#include "strands/switching.h"

/*------------------------------------------------------------*/
/*--- Sums over all profiles                               ---*/
/*------------------------------------------------------------*/

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
   totals.sums = VG_(calloc)("aprof.monitor", totals.count, sizeof *totals.sums);
   for (UInt number = 0; number < routine_count(); number++) {
      totals.sums[number].routine = routine_numbered(number);
   }
   profile_for_each(add_profile, &totals);
   return totals;
}

/*------------------------------------------------------------*/
/*--- Commands                                             ---*/
/*------------------------------------------------------------*/

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
      HChar* name  = characters_visible(sum->routine->name);
      HChar* image = characters_visible(sum->routine->image);
      VG_(gdb_printf)("%20llu %20llu %14llu %8llu  %s (%s)\n",
                      sum->cost, sum->self, sum->calls, sum->points, name, image);
      VG_(free)(name);
      VG_(free)(image);
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

Bool monitor_command(ThreadId thread, const HChar* command)
{
   static const HChar names[] = "help status top dump zero instrumentation";
   HChar* words = VG_(strdup)("aprof.monitor", command);
   HChar* rest;
   HChar* name    = VG_(strtok_r)(words, " ", &rest);
   Int    which   = name == NULL ? -1 : VG_(keyword_id)(names, name, kwd_report_duplicated_matches);
   Bool   is_ours = which != -1;
   switching_stands_still();
   switch (which) {
      case 0: print_help();                                           break;
      case 1: print_status();                                         break;
      case 2: command_top(VG_(strtok_r)(NULL, " ", &rest));             break;
      case 3: report_dump(command);                                   break;
      case 4: switching_zero();                                          break;
      case 5: command_instrumentation(VG_(strtok_r)(NULL, " ", &rest)); break;
      default:                                                        break;
   }
   switching_goes_on();
   is_ours = is_ours && which != 0;   /* Valgrind's own commands have a help, too */
   VG_(free)(words);
   return is_ours;
}

/*------------------------------------------------------------*/
/*--- Progress                                             ---*/
/*------------------------------------------------------------*/

void monitor_progress(UInt milliseconds)
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
