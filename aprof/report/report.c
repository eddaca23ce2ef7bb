/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What is in a report, and when it is written.  line.c writes its lines, and tree.c the calling contexts. */

#include "report/report.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_xarray.h"

#include "callgrind/callgrind_file.h"
#include "code/routine.h"
#include "files/files.h"
#include "files/output.h"
#include "files/text.h"
#include "options.h"
#include "profile/context.h"
#include "profile/profile.h"
#include "report/environment.h"
#include "report/line.h"
#include "report/tree.h"
#include "stack/cost.h"
#include "strands/strand.h"
#include "valgrind_version.h"

#define OUT_FILE_OPTION  "--aprof-out-file"

/* In this process. */
static UInt  parts_written;
static ULong calls_beyond;   /* calls beyond --cct-limit in all reports so far */

/* In this process, for --stats=yes. */
static ULong points_written;
static ULong milliseconds;
static ULong checkpoints_written;
static ULong checkpoint_milliseconds;

/* The executable, as it was when the program started: it may be replaced meanwhile. */
static const HChar* program_path;
static ULong        program_date;

static ULong modification_time(const HChar* path)
{
   struct vg_stat status;
   return sr_isError(VG_(stat)(path, &status)) ? 0 : status.mtime;
}

void report_prepare(void)
{
   program_path = VG_(strdup)("aprof.report.path", text_of_client_path());
   program_date = modification_time(program_path);
   options.out_file = output_check(OUT_FILE_OPTION, options.out_file);
   if (options.callgrind_file != NULL) {
      callgrind_prepare();
   }
}

static OutputFile trial_file(void)
{
   return (OutputFile){
      .option = OUT_FILE_OPTION, .format = options.out_file, .suffix = "", .is_checkpoint = True
   };
}

Bool report_can_be_written(void)
{
   OutputFile file = trial_file();
   return output_try(&file);
}

static void for_each_output(void (*function)(const OutputFile* file))
{
   OutputFile file = trial_file();
   function(&file);
   if (options.callgrind_file != NULL) {
      callgrind_with_output(function);
   }
}

void report_keep_directories(void)
{
   for_each_output(output_keep_directory);
}

void report_reserve(void)
{
   for_each_output(output_reserve);
}

void report_remove_trial_of(Int process)
{
   OutputFile file = trial_file();
   output_remove_trial_of(&file, process);
}

/* By what; NULL: nothing of the kind. */
static HChar* given_up[GivenUpCount];

void report_give_up(GivenUp what, const HChar* text)
{
   VG_(free)(given_up[what]);
   given_up[what] = VG_(strdup)("aprof.report.given_up", text);
}

/*------------------------------------------------------------*/
/*--- What a report holds                                  ---*/
/*------------------------------------------------------------*/

/* The tables of the profile itself, except those that also get running activations: these are copies. */
typedef struct {
   Profile*     profile;
   PointTable** tables;   /* by number; NULL: no points */
   UInt         end;
   Occasion     occasion;
   UInt         part;     /* number of the part, from 1; 0: no part */
   ULong        cost;     /* the sum of the self costs of all points */
   ULong        beyond;   /* calls beyond --cct-limit */
} Content;

static void make_room(Content* content, UInt end)
{
   if (end > content->end) {
      content->tables = VG_(realloc)("aprof.report.tables", content->tables, end * sizeof *content->tables);
      VG_(memset)(content->tables + content->end, 0, (end - content->end) * sizeof *content->tables);
      content->end = end;
   }
}

static Bool is_copy(const Content* content, UInt number)
{
   return number >= content->profile->tables_end
          || content->tables[number] != &content->profile->tables[number];
}

static void add_ending(const Ending* ending, void* data)
{
   Content* content = data;
   UInt     number   = ending->table;
   make_room(content, number + 1);
   if (content->tables[number] == NULL || !is_copy(content, number)) {
      PointTable* copy = VG_(calloc)("aprof.report.table", 1, sizeof *copy);
      if (content->tables[number] != NULL) {
         points_copy(copy, content->tables[number]);
      }
      content->tables[number] = copy;
   }
   points_add_short(content->tables[number], ending->rms, ending->cost, ending->self, ending->outermost);
}

static void leave_out_ending(const Ending* ending, void* data)
{
   Content* content = data;
   content->cost -= ending->self;
}

static void count_beyond(Content* content)
{
   for (UInt number = 0; number < content->end; number++) {
      const PointTable* table = content->tables[number];
      if (table != NULL && context_is_marked(number)) {
         for (UInt i = 0; i < table->used; i++) {
            content->beyond += table->points[i].calls;
         }
      }
   }
}

/* Running activations are written as if they ended now, or left to a later part.  A checkpoint must change
   nothing of what is measured later. */
static void collect(Content* content, Profile* profile, UInt part, Occasion occasion)
{
   if (occasion == OccasionCheckpoint) {
      strand_account_for_reads();
   } else {
      strand_bring_up_to_date();
   }
   *content = (Content){
      .profile  = profile,
      .occasion = occasion,
      .part     = part,
      .cost    = strand_total_cost(profile) - profile->taken_cost,
   };
   make_room(content, profile->tables_end);
   for (UInt number = 0; number < profile->tables_end; number++) {
      if (profile->tables[number].used > 0) {
         content->tables[number] = &profile->tables[number];
      }
   }
   strand_for_each_ending(profile, occasion == OccasionPart ? leave_out_ending : add_ending, content);
   if (options.collect_cct) {
      count_beyond(content);
   }
}

static ULong point_count(const Content* content)
{
   ULong count = 0;
   for (UInt number = 0; number < content->end; number++) {
      count += content->tables[number] != NULL ? content->tables[number]->used : 0;
   }
   return count;
}

static void free_content(Content* content)
{
   for (UInt number = 0; number < content->end; number++) {
      if (content->tables[number] != NULL && is_copy(content, number)) {
         points_clear(content->tables[number]);
         VG_(free)(content->tables[number]);
      }
   }
   VG_(free)(content->tables);
}

/*------------------------------------------------------------*/
/*--- Header                                               ---*/
/*------------------------------------------------------------*/

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

/* The number of a part, as in its file's name. */
static UInt part_number(UInt part)
{
   return file_name_numbers_taken(OUT_FILE_OPTION) + part;
}

/* Which routines have input sizes that share points, by --max-points or because memory was short; with
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

static void write_header(const Content* content, const HChar* trigger)
{
   HChar* command = text_of_command_line();

   output_text("c tool: aprof " PACKAGE_VERSION "\n");
   output_text("c valgrind: " VERSION_TEXT "\n");
   environment_write();
   line_field("c pid: ", VG_(getpid)());
   line_field("c memory-resolution: ", options.memory_resolution);
   write_input_arguments(options.input_arguments);
   if (options.cost == CostBlocks && options.rep_cost == RepCostIteration) {
      output_text("c rep-cost: iteration\n");
   }
   if (content->occasion == OccasionCheckpoint) {
      output_text("c checkpoint: the program was still running\n");
   }
   if (content->part > 0) {
      line_field("c part: ", part_number(content->part));
   }
   if (content->profile->thread > 0) {
      line_field("c thread: ", content->profile->thread);
   }
   if (content->occasion == OccasionPart) {
      line_text("c trigger: ", trigger, False, "");
   }
   if (options.collect_cct) {
      output_text(options.cct_recursion == CctFold ? "c cct-recursion: fold\n" : "c cct-recursion: full\n");
   }
   if (content->beyond > 0) {
      line_field("c cct-limit: ", context_limit());
      line_field("c calls beyond cct-limit: ", content->beyond);
   }
   for (UInt i = 0; i < GivenUpCount; i++) {
      if (given_up[i] != NULL) {
         line_text("c given-up: ", given_up[i], False, "");
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

/*------------------------------------------------------------*/
/*--- Routines                                             ---*/
/*------------------------------------------------------------*/

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

/*------------------------------------------------------------*/
/*--- The report                                           ---*/
/*------------------------------------------------------------*/

static void write_file(const Content* content, const HChar* suffix, const HChar* trigger)
{
   OutputFile file = {
      .option = OUT_FILE_OPTION,
      .format = options.out_file,
      .suffix = suffix,
      .thread = content->profile->thread,
      .is_checkpoint = content->occasion == OccasionCheckpoint,
   };
   if (!output_open(&file)) {
      return;
   }
   write_header(content, trigger);
   if (options.collect_cct) {
      tree_write(content->tables, content->end);
   } else {
      write_routines(content);
   }
   output_close("Report");
}

static void write_report(Content* content, const HChar* trigger)
{
   HChar suffix[32] = "";
   if (content->part > 0) {
      VG_(sprintf)(suffix, ".%u", part_number(content->part));
   }
   if (content->profile->thread > 0) {
      VG_(sprintf)(suffix + VG_(strlen)(suffix), "-%02u", content->profile->thread);
   }
   write_file(content, suffix, trigger);
   if (options.callgrind_file != NULL) {
      callgrind_write(content->profile, suffix, content->part, content->occasion, trigger);
   }
   free_content(content);
}

/* Returns the cost that is in the report. */
static ULong collect_and_write(Profile* profile, UInt part, Occasion occasion, const HChar* trigger)
{
   UInt    begun = VG_(read_millisecond_timer)();
   Content content;
   collect(&content, profile, part, occasion);
   ULong points = point_count(&content);
   write_report(&content, trigger);
   if (occasion != OccasionCheckpoint) {
      points_written += points;
      calls_beyond   += content.beyond;
      milliseconds   += VG_(read_millisecond_timer)() - begun;
   }
   return content.cost;
}

/* If there were parts, what is written at the end is one, too. */
static UInt last_part(void)
{
   return parts_written > 0 ? parts_written + 1 : 0;
}

static void write_rest(Profile* profile, void* unused)
{
   collect_and_write(profile, last_part(), OccasionEnd, NULL);
}

static void write_checkpoint(Profile* profile, void* unused)
{
   collect_and_write(profile, last_part(), OccasionCheckpoint, "Checkpoint");
}

Bool report_checkpoint(void)
{
   if (files_are_forbidden || strand_begins_in_stub()) {
      return False;
   }
   UInt begun = VG_(read_millisecond_timer)();
   cost_stop_clock();
   profile_for_each(write_checkpoint, NULL);
   cost_start_clock();
   checkpoints_written++;
   checkpoint_milliseconds += VG_(read_millisecond_timer)() - begun;
   return True;
}

void report_write(void)
{
   ULong beyond_before = calls_beyond;
   if (files_are_forbidden) {
      return;
   }
   profile_for_each(write_rest, NULL);
   if (calls_beyond > 0) {
      VG_(umsg)("There were more contexts than --cct-limit=%u: %llu calls are in %u marked ones.\n",
                context_limit(), calls_beyond, context_marked);
   }
   calls_beyond = beyond_before;   /* it may go on */
}

static void write_if_complete(Profile* profile, void* unused)
{
   if (profile_is_complete(profile) && !files_are_forbidden) {
      write_rest(profile, NULL);
      if (options.callgrind_file != NULL) {
         callgrind_forget(profile);
      }
      profile_free(profile);
   }
}

void report_ended_threads(void)
{
   profile_for_each(write_if_complete, NULL);
}

static void write_part(Profile* profile, void* trigger)
{
   profile_take_points(profile, collect_and_write(profile, parts_written, OccasionPart, trigger));
}

void report_dump(const HChar* trigger)
{
   if (files_are_forbidden) {
      return;
   }
   parts_written++;
   profile_for_each(write_part, (void*)trigger);
}

void report_forked(void)
{
   parts_written = 0;
   calls_beyond  = 0;
   points_written = milliseconds = checkpoints_written = checkpoint_milliseconds = 0;
   file_name_forked();
}

void report_print_statistics(void)
{
   VG_(umsg)("Statistics: %llu points written in %llu ms\n", points_written, milliseconds);
   if (checkpoints_written > 0) {
      VG_(umsg)("Statistics: %llu checkpoints written in %llu ms\n", checkpoints_written,
                checkpoint_milliseconds);
   }
}
