/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The aprof report: its header, and what it has of routines.  line.c writes its lines, and tree.c the
   calling contexts. */

#include "report/aprof_file.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"

#include "code/routine.h"
#include "files/output.h"
#include "files/text.h"
#include "options.h"
#include "profile/context.h"
#include "report/environment.h"
#include "report/line.h"
#include "report/report.h"
#include "report/tree.h"
#include "stack/cost.h"
#include "valgrind_version.h"

/* The executable, as it was when the program started: it may be replaced meanwhile. */
static const HChar* program_path;
static ULong        program_date;

static ULong modification_time(const HChar* path)
{
   struct vg_stat status;
   return sr_isError(VG_(stat)(path, &status)) ? 0 : status.mtime;
}

/* UTC, as 2026-11-21T03:40:00Z.  Days to civil date: Howard Hinnant,
   "chrono-Compatible Low-Level Date Algorithms", days_from_civil's inverse. */
static void write_date(void)
{
   struct vki_timeval now;
   HChar text[64];
   VG_(gettimeofday)(&now, NULL);

   ULong days = now.tv_sec / 86400;
   UInt  secs = now.tv_sec % 86400;
   ULong z    = days + 719468;              /* days since 0000-03-01 */
   ULong era  = z / 146097;                 /* of 400 years */
   UInt  doe  = z % 146097;                 /* day of era */
   UInt  yoe  = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
   UInt  doy  = doe - (365 * yoe + yoe / 4 - yoe / 100);
   UInt  mp   = (5 * doy + 2) / 153;        /* month, from March */
   UInt  day  = doy - (153 * mp + 2) / 5 + 1;
   UInt  mon  = mp < 10 ? mp + 3 : mp - 9;
   ULong year = yoe + era * 400 + (mon <= 2);

   VG_(sprintf)(text, "%04llu-%02u-%02uT%02u:%02u:%02uZ", year, mon, day,
                secs / 3600, secs / 60 % 60, secs % 60);
   output_text(text);
}

/* Names the routines whose input sizes share points, by --max-points or because memory was short; with
   contexts, it may be in some of them only. */
static void write_rounded_routines(const Content* content)
{
   UInt  count = routine_count();
   UInt* lost  = VG_(calloc)("aprof.report.lost", count + 1, sizeof *lost);
   for (UInt number = 0; number < content->end; number++) {
      const PointTable* table = content->tables[number];
      if (table != NULL && table->lost_digits > lost[profile_routine(number)->number]) {
         lost[profile_routine(number)->number] = table->lost_digits;
      }
   }
   for (UInt number = 0; number < count; number++) {
      if (lost[number] > 0) {
         HChar before[64];
         VG_(sprintf)(before, "c input sizes rounded down to %u binary digits: ",
                      POINTS_ALL_DIGITS - lost[number]);
         line_text(before, routine_numbered(number)->name, False, "");
      }
   }
   VG_(free)(lost);
}

/* In the order in which they were given. */
static void write_input_arguments(const InputArgument* last)
{
   if (last != NULL) {
      write_input_arguments(last->next);
      HChar after[16];
      VG_(sprintf)(after, ":%u", last->number);
      line_text("c input-arg: ", last->pattern, False, after);
   }
}

static void write_header(const Content* content)
{
   HChar* command = text_of_command_line();

   output_text("c tool: aprof " PACKAGE_VERSION "\n");
   output_text("c valgrind: " VERSION_TEXT "\n");
   environment_write();
   line_field("c pid: ", VG_(getpid)());
   line_field("c memory-resolution: ", options.memory_resolution);
   if (!options.rms) {
      output_text("c rms: not measured\n");
   }
   write_input_arguments(options.input_arguments);
   if (options.cost == CostBlocks && options.rep_cost == RepCostIteration) {
      output_text("c rep-cost: iteration\n");
   }
   if (content->occasion == OccasionCheckpoint) {
      output_text("c checkpoint: the program was still running\n");
   }
   if (content->part > 0) {
      line_field("c part: ", content->part_in_names);
   }
   if (content->profile->thread > 0) {
      line_field("c thread: ", content->profile->thread);
   }
   if (content->occasion == OccasionPart) {
      line_text("c trigger: ", content->trigger, False, "");
   }
   if (options.collect_cct) {
      output_text(options.cct_recursion == CctFold ? "c cct-recursion: fold\n" : "c cct-recursion: full\n");
   }
   if (content->beyond > 0) {
      line_field("c cct-limit: ", context_limit());
      line_field("c calls beyond cct-limit: ", content->beyond);
   }
   for (UInt i = 0; i < GivenUpCount; i++) {
      if (report_given_up(i) != NULL) {
         line_text("c given-up: ", report_given_up(i), False, "");
      }
   }
   if (points_limit() > 0) {
      line_field("c max-points: ", points_limit());
   }
   write_rounded_routines(content);
   if (options.drms) {
      line_field("c input-cells: ", content->profile->input.all);
      line_field("c input-cells-from-threads: ", content->profile->input.from_threads);
      line_field("c input-cells-from-kernel: ", content->profile->input.from_kernel);
   }
   output_text("v 4\n");
   output_text("t ");
   write_date();
   output_char('\n');
   line_field("k ", content->cost);
   line_field("e ", program_date);
   output_text("m ");
   output_text(cost_name());
   output_text(options.drms ? "\ni drms\n" : "\ni rms\n");
   output_text("a ");
   text_write_tail(program_path, line_room_between("a ", ""), False);
   output_char('\n');
   line_text("f ", command, False, "");
   VG_(free)(command);
}

/* In the order of their first calls.  Ids count the routines that have points. */
static void write_routines(const Content* content)
{
   UInt id = 0;
   for (UInt number = 0; number < content->end; number++) {
      if (content->tables[number] != NULL) {
         line_routine("", id, routine_numbered(number));
         line_points(id++, content->tables[number]);
      }
   }
}

static void write_report(const Content* content)
{
   write_header(content);
   if (options.collect_cct) {
      tree_write(content->tables, content->end);
   } else {
      write_routines(content);
   }
}

/* The points of a profile are forgotten with the profile itself (report.c). */
static void forget(const Profile* profile)
{
}

static const ReportOutput report = {
   .option = "--aprof-out-file",
   .format = &options.out_file,
   .title  = "Report",
   .write  = write_report,
   .forget = forget,
};

void aprof_file_init(void)
{
   program_path = VG_(strdup)("aprof.report.path", text_of_client_path());
   program_date = modification_time(program_path);
   report_add_output(&report);
}
