/* When reports and other outputs are written, and with which measurements. */

#include "report/report.h"

#include "files/files.h"
#include "files/output.h"
#include "listener.h"
#include "options.h"
#include "profile/context.h"
#include "stack/cost.h"
#include "strands/strand.h"
#include "valgrind_version.h"

/* In this process. */
static UInt  parts_written;
static ULong calls_beyond;   /* calls beyond --cct-limit in all reports so far */

/* In this process, for --stats=yes. */
static ULong points_written;
static ULong milliseconds;
static ULong checkpoints_written;
static ULong checkpoint_milliseconds;

/* In this process: nothing is written any more; and where its last report is. */
static Bool   is_forgone;
static HChar* last_name;

static Bool nothing_is_written(void)
{
   return files_are_forbidden || is_forgone;
}

void report_forgo(void)
{
   is_forgone = True;
}

const HChar* report_last_name(void)
{
   return last_name;
}

static void keep_name(const HChar* name)
{
   VG_(free)(last_name);
   last_name = name == NULL ? NULL : VG_(strdup)("aprof.report.last_name", name);
}

/*--- Outputs ---*/

#define MAX_OUTPUTS  FILE_NAME_MAX_OPTIONS

/* The first is the report. */
static const ReportOutput* outputs[MAX_OUTPUTS];
static UInt                output_count;

static void forget(Profile* profile, void* unused)
{
   for (UInt i = 0; i < output_count; i++) {
      outputs[i]->forget(profile);
   }
}

static void forget_all(void)
{
   profile_for_each(forget, NULL);
}

static Listener listener = { .forgotten = forget_all };

void report_add_output(const ReportOutput* output)
{
   tl_assert(output_count < MAX_OUTPUTS && *output->format != NULL);
   if (output_count == 0) {
      listener_register(&listener);
   }
   *output->format = output_check(output->option, *output->format);
   outputs[output_count++] = output;
}

static OutputFile trial_file(const ReportOutput* output)
{
   return (OutputFile){
      .option = output->option, .format = *output->format, .suffix = "", .is_checkpoint = True
   };
}

Bool report_can_be_written(void)
{
   OutputFile file = trial_file(outputs[0]);
   return output_try(&file);
}

void report_for_each_file(void (*function)(const OutputFile* file))
{
   for (UInt i = 0; i < output_count; i++) {
      OutputFile file = trial_file(outputs[i]);
      function(&file);
   }
}

void report_remove_trial_of(Int process)
{
   OutputFile file = trial_file(outputs[0]);
   output_remove_trial_of(&file, process);
}

const HChar* report_given_up[GivenUpCount];

void report_give_up(GivenUp what, const HChar* text)
{
   VG_(free)((HChar*)report_given_up[what]);
   report_given_up[what] = VG_(strdup)("aprof.report.given_up", text);
}

/*--- Content ---*/

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

/* The points add up to the cost of the report. */
static void check_cost(const Content* content)
{
   ULong cost = 0;
   for (UInt number = 0; number < content->end; number++) {
      const PointTable* table = content->tables[number];
      for (UInt i = 0; table != NULL && i < table->used; i++) {
         cost += table->points[i].self_sum;
      }
   }
   tl_assert(cost == content->cost);
}

/* Collects the profile's points, for the occasion, trigger and part that are set.  A checkpoint changes
   nothing of what is measured later. */
static void collect(Content* content)
{
   Profile* profile = content->profile;
   if (content->occasion == OccasionCheckpoint) {
      strand_account_for_reads();
   } else {
      strand_bring_up_to_date();
   }
   content->cost = strand_total_cost(profile) - profile->taken_cost;
   make_room(content, profile->tables_end);
   for (UInt number = 0; number < profile->tables_end; number++) {
      if (profile->tables[number].used > 0) {
         content->tables[number] = &profile->tables[number];
      }
   }
   Bool is_part = content->occasion == OccasionPart;
   strand_for_each_ending(profile, is_part ? leave_out_ending : add_ending, content);
   if (options.collect_cct) {
      count_beyond(content);
   }
   if (VG_(clo_sanity_level) > 1) {
      check_cost(content);
   }
}

static ULong count_points(const Content* content)
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

/*--- Files ---*/

static void write_output(const ReportOutput* output, const Content* content, const HChar* suffix)
{
   OutputFile file = {
      .option = output->option,
      .format = *output->format,
      .suffix = suffix,
      .thread = content->profile->thread,
      .is_checkpoint = content->occasion == OccasionCheckpoint,
   };
   if (output_open(&file)) {
      output->write(content);
      output_close(output->title);
      if (output == outputs[0] && content->occasion != OccasionCheckpoint) {
         keep_name(output_closed_name());
      }
      if (content->occasion == OccasionPart) {
         output->forget(content->profile);
      }
   }
}

static void write_outputs(const Content* content)
{
   HChar suffix[32] = "";
   if (content->part > 0) {
      VG_(sprintf)(suffix, ".%u", content->part_in_names);
   }
   if (content->profile->thread > 0) {
      VG_(sprintf)(suffix + VG_(strlen)(suffix), "-%02u", content->profile->thread);
   }
   for (UInt i = 0; i < output_count; i++) {
      write_output(outputs[i], content, suffix);
   }
}

/* Returns the cost that is in the report. */
static ULong collect_and_write(Profile* profile, UInt part, Occasion occasion, const HChar* trigger)
{
   UInt    begun   = VG_(read_millisecond_timer)();
   Content content = {
      .profile  = profile,
      .occasion = occasion,
      .trigger  = trigger,
      .part     = part,
      .part_in_names = file_name_numbers_taken(outputs[0]->option) + part,
   };
   collect(&content);
   ULong points = count_points(&content);
   write_outputs(&content);
   free_content(&content);
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
   if (nothing_is_written() || strand_begins_in_stub()) {
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
   if (nothing_is_written()) {
      return;
   }
   profile_for_each(write_rest, NULL);
   if (calls_beyond > 0) {
      VG_(umsg)("There were more contexts than --cct-limit=%u: %llu calls are in %u marked ones.\n",
                context_limit, calls_beyond, context_marked);
   }
   calls_beyond = beyond_before;   /* it may go on */
}

static void write_if_complete(Profile* profile, void* unused)
{
   if (profile_is_complete(profile) && !nothing_is_written()) {
      write_rest(profile, NULL);
      forget(profile, NULL);
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
   if (nothing_is_written()) {
      return;
   }
   parts_written++;
   profile_for_each(write_part, (void*)trigger);
}

void report_forked(void)
{
   parts_written = 0;
   calls_beyond  = 0;
   is_forgone    = False;
   keep_name(NULL);
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
