/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Writing the aprof report, version 1.4.

   Its readers have no escaping, and read lines into buffers of 1,024 bytes, so
   names are adjusted (text.h): quotes become two single quotes,
   control characters spaces, and what would make a line too long is cut. */

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
#include "options.h"
#include "profile/context.h"
#include "profile/profile.h"
#include "report/output.h"
#include "report/text.h"
#include "track/cost.h"
#include "track/strand.h"
#include "translate/routine.h"
#include "valgrind_version.h"

#define OUT_FILE_OPTION  "--aprof-out-file"

/* Of a line, without the newline. */
#define MAX_LINE    1023

/* What the longest image leaves to the name beside it. */
#define NAME_BESIDE_IMAGE  64

/* Of this process. */
static UInt  parts_written;
static ULong calls_beyond;   /* --cct-limit, in all reports so far */

/* By this process, for --stats=yes. */
static ULong points_written;
static ULong milliseconds;

void report_prepare(void)
{
   output_check(OUT_FILE_OPTION, options.out_file);
   if (options.callgrind_file != NULL) {
      callgrind_prepare();
   }
}

/*------------------------------------------------------------*/
/*--- What a report holds                                  ---*/
/*------------------------------------------------------------*/

/* The profile's own tables, but for those of places where activations still run. */
typedef struct {
   Profile*     profile;
   PointTable** tables;   /* by place; NULL where there is no point */
   UInt         end;
   UInt         part;     /* from 1; 0: all in one */
   ULong        cost;     /* that the self costs of all points add up to */
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

static Bool is_copy(const Content* content, UInt place)
{
   return place >= content->profile->tables_end
          || content->tables[place] != &content->profile->tables[place];
}

static void add_ending(const Ending* ending, void* data)
{
   Content* content = data;
   UInt     place   = ending->place;
   make_room(content, place + 1);
   if (content->tables[place] == NULL || !is_copy(content, place)) {
      PointTable* copy = VG_(calloc)("aprof.report.table", 1, sizeof *copy);
      if (content->tables[place] != NULL) {
         points_copy(copy, content->tables[place]);
      }
      content->tables[place] = copy;
   }
   points_add(content->tables[place], ending->rms, ending->cost, ending->self, ending->outermost);
}

static void leave_out_ending(const Ending* ending, void* data)
{
   Content* content = data;
   content->cost -= ending->self;
}

static void count_beyond(Content* content)
{
   for (UInt place = 0; place < content->end; place++) {
      const PointTable* table = content->tables[place];
      if (table != NULL && context_is_marked(place)) {
         for (UInt i = 0; i < table->used; i++) {
            content->beyond += table->points[i].calls;
         }
      }
   }
}

/* What is `running` is written as if it ended now, or left for a later part. */
static void collect(Content* content, Profile* profile, UInt part, Bool with_running)
{
   strand_settle();
   *content = (Content){
      .profile = profile,
      .part    = part,
      .cost    = strand_total_cost(profile) - profile->taken_cost,
   };
   make_room(content, profile->tables_end);
   for (UInt place = 0; place < profile->tables_end; place++) {
      if (profile->tables[place].used > 0) {
         content->tables[place] = &profile->tables[place];
      }
   }
   strand_for_each_ending(profile, with_running ? add_ending : leave_out_ending, content);
   points_settle();
   if (options.collect_cct) {
      count_beyond(content);
   }
}

static void free_content(Content* content)
{
   for (UInt place = 0; place < content->end; place++) {
      if (content->tables[place] != NULL && is_copy(content, place)) {
         points_clear(content->tables[place]);
         VG_(free)(content->tables[place]);
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

static void write_field(const HChar* tag, ULong value)
{
   output_text(tag);
   output_number(value);
   output_char('\n');
}

/* How long a text may be between these two parts of its line. */
static SizeT room_between(const HChar* before, const HChar* after)
{
   return MAX_LINE - VG_(strlen)(before) - VG_(strlen)(after);
}

static void write_text_line(const HChar* before, const HChar* text, Bool quoted, const HChar* after)
{
   output_text(before);
   text_write_head(text, room_between(before, after), quoted);
   output_text(after);
   output_char('\n');
}

static ULong modification_time(const HChar* path)
{
   struct vg_stat status;
   return sr_isError(VG_(stat)(path, &status)) ? 0 : status.mtime;
}

/* The number of a part, as in its file's name. */
static UInt part_number(UInt part)
{
   return output_numbers_taken(OUT_FILE_OPTION) + part;
}

static UInt* new_numbers(UInt count, UInt value)
{
   UInt* numbers = VG_(malloc)("aprof.report.numbers", (count + 1) * sizeof *numbers);
   for (UInt i = 0; i < count; i++) {
      numbers[i] = value;
   }
   return numbers;
}

/* Which routines have input sizes that share points, by --max-points; with contexts,
   it may be in some of them only. */
static void write_rounded_routines(const Content* content)
{
   UInt  count = routine_count();
   UInt* lost  = new_numbers(count, 0);
   for (UInt place = 0; place < content->end; place++) {
      const PointTable* table = content->tables[place];
      if (table != NULL && table->lost_digits > lost[profile_routine(place)->number]) {
         lost[profile_routine(place)->number] = table->lost_digits;
      }
   }
   for (UInt number = 0; number < count; number++) {
      if (lost[number] > 0) {
         HChar before[64];
         VG_(sprintf)(before, "c input sizes rounded down to %u binary digits: ",
                      POINTS_ALL_DIGITS - lost[number]);
         write_text_line(before, routine_numbered(number)->name, False, "");
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
      write_text_line("c input-arg: ", last->pattern, False, after);
   }
}

static void write_header(const Content* content, const HChar* trigger)
{
   const HChar* path    = text_of_client_path();
   HChar*       command = text_of_command_line();

   output_text("c tool: aprof " PACKAGE_VERSION "\n");
   output_text("c valgrind: " VERSION_TEXT "\n");
   write_field("c pid: ", VG_(getpid)());
   write_field("c memory-resolution: ", options.memory_resolution);
   write_input_arguments(options.input_arguments);
   if (content->part > 0) {
      write_field("c part: ", part_number(content->part));
   }
   if (content->profile->thread > 0) {
      write_field("c thread: ", content->profile->thread);
   }
   if (trigger != NULL) {
      write_text_line("c trigger: ", trigger, False, "");
   }
   if (options.collect_cct) {
      output_text(options.cct_recursion == CctFold ? "c cct-recursion: fold\n" : "c cct-recursion: full\n");
   }
   if (content->beyond > 0) {
      write_field("c cct-limit: ", options.cct_limit);
      write_field("c calls beyond cct-limit: ", content->beyond);
   }
   if (options.max_points > 0) {
      write_field("c max-points: ", options.max_points);
      write_rounded_routines(content);
   }
   if (options.drms) {
      write_field("c input-cells: ", content->profile->input.all);
      write_field("c input-cells-from-threads: ", content->profile->input.from_threads);
      write_field("c input-cells-from-kernel: ", content->profile->input.from_kernel);
   }
   output_text("v 4\n");
   output_text("t ");
   write_date();
   output_char('\n');
   write_field("k ", content->cost);
   write_field("e ", modification_time(path));
   output_text("m ");
   output_text(cost_name());
   output_text(options.drms ? "\ni drms\n" : "\ni rms\n");
   output_text("a ");
   text_write_tail(path, room_between("a ", ""), False);
   output_char('\n');
   write_text_line("f ", command, False, "");
   VG_(free)(command);
}

/*------------------------------------------------------------*/
/*--- Routines                                             ---*/
/*------------------------------------------------------------*/

static void write_number_field(ULong value)
{
   output_char(' ');
   output_number(value);
}

/* Readers refuse costs of 0, and some activations take less than a microsecond. */
static void write_cost_field(ULong cost)
{
   write_number_field(cost == 0 && options.cost == CostTime ? 1 : cost);
}

/* `id` is a routine's, or under --collect-cct a context's. */
static void write_point(UInt id, const Point* point)
{
   output_text(options.collect_cct ? "q " : "p ");
   output_number(id);
   write_number_field(point->rms);
   write_cost_field(point->min);
   write_cost_field(point->max);
   write_cost_field(point->sum);
   write_cost_field(point->squares);
   write_number_field(point->calls);
   write_cost_field(point->real_sum);
   write_cost_field(point->self_sum);
   write_cost_field(point->self_min);
   write_cost_field(point->self_max);
   write_cost_field(point->self_squares);
   output_char('\n');
}

static const HChar* or_none(const HChar* name)
{
   return *name == '\0' ? "NONE" : name;
}

/* Names are cut alike in all reports, so that these can be added up: as if all ids were long, and all lines
   comments. */
#define COMMENT     "c "
#define LONGEST_ID  "4294967295"

/* The image leaves the name some bytes, if it needs them; of what is left the name may have all. */
static void write_name_and_image(const HChar* comment, UInt id, const HChar* name, const HChar* image)
{
   SizeT room         = room_between(COMMENT "r \"\" \"", "\" " LONGEST_ID);
   SizeT image_length = text_tail_length(image, room - text_tail_length(name, NAME_BESIDE_IMAGE, True), True);
   output_text(comment);
   output_text("r \"");
   text_write_head(name, room - image_length, True);
   output_text("\" \"");
   text_write_tail(image, image_length, True);
   output_text("\" ");
   output_number(id);
   output_char('\n');
}

static void write_symbol(const HChar* comment, UInt id, const HChar* symbol)
{
   output_text(comment);
   output_text("u ");
   output_number(id);
   output_text(" \"");
   text_write_head(symbol, room_between(COMMENT "u " LONGEST_ID " \"", "\""), True);
   output_text("\"\n");
}

/* As lines of the report, or as comments: then `comment` is COMMENT, else empty. */
static void write_routine(const HChar* comment, UInt id, const Routine* routine)
{
   write_name_and_image(comment, id, or_none(routine->name), or_none(routine->image));
   write_symbol(comment, id, or_none(routine->mangled));
}

static void write_points(UInt id, PointTable* points)
{
   points_sort(points);
   for (UInt i = 0; i < points->used; i++) {
      write_point(id, &points->points[i]);
   }
   points_written += points->used;
}

/* In order of their first call; ids count those that have points. */
static void write_routines(const Content* content)
{
   UInt id = 0;
   for (UInt number = 0; number < content->end; number++) {
      if (content->tables[number] != NULL) {
         write_routine("", id, routine_numbered(number));
         write_points(id++, content->tables[number]);
      }
   }
}

/*------------------------------------------------------------*/
/*--- Routines with contexts                               ---*/
/*------------------------------------------------------------*/

/* The contexts that have points, and those on the way to them from the roots: what has only begun has none
   in a part.  Readers want a point of each context that has an x line, so these others stand in comments. */
typedef struct {
   const Content* content;
   UInt  count;
   UInt* id;            /* by context: from 1, in preorder, those with points first; 0: not in the report */
   UInt* child;         /* by context: its first one, or CONTEXT_NONE */
   UInt* sibling;       /* by context: the next child of its parent, or the next root */
   UInt  root;          /* the first */
   UInt* ancestor;      /* by context: the nearest one with points that it was called in, or CONTEXT_NONE */
   UInt* of_routine;    /* by routine number: its first context with points */
   UInt* next;          /* by context: the next one of its routine */
   UInt* routine_id;    /* by routine number; NO_ID as long as it is not in the report */
   UInt  routines;      /* that have an id */
} Tree;

#define NO_ID  (~0u)

static void put_first(UInt* list, UInt* next, UInt context)
{
   next[context] = *list;
   *list         = context;
}

static Bool has_points(const Tree* tree, UInt context)
{
   return context < tree->content->end && tree->content->tables[context] != NULL;
}

/* Parents have smaller numbers than their children: from the end, each context is
   known to be on a way before its parent is looked at. */
static void link_contexts(Tree* tree)
{
   for (UInt context = tree->count; context-- > 0; ) {
      const Context* c = context_numbered(context);
      if (has_points(tree, context) || tree->child[context] != CONTEXT_NONE) {
         put_first(c->parent == CONTEXT_NONE ? &tree->root : &tree->child[c->parent], tree->sibling, context);
      }
      if (has_points(tree, context)) {
         put_first(&tree->of_routine[c->routine->number], tree->next, context);
      }
   }
}

/* Preorder, without recursion: a path may be long. */
static UInt next_in_preorder(const Tree* tree, UInt context)
{
   if (tree->child[context] != CONTEXT_NONE) {
      return tree->child[context];
   }
   while (context != CONTEXT_NONE && tree->sibling[context] == CONTEXT_NONE) {
      context = context_numbered(context)->parent;
   }
   return context == CONTEXT_NONE ? CONTEXT_NONE : tree->sibling[context];
}

/* Numbers those that have points, or the others, from `first` on; returns the next number. */
static UInt number_contexts(Tree* tree, Bool with_points, UInt first)
{
   for (UInt context = tree->root; context != CONTEXT_NONE; context = next_in_preorder(tree, context)) {
      if (has_points(tree, context) == with_points) {
         tree->id[context] = first++;
      }
   }
   return first;
}

/* Parents first. */
static void find_ancestors(Tree* tree)
{
   for (UInt context = 0; context < tree->count; context++) {
      UInt parent = context_numbered(context)->parent;
      tree->ancestor[context] = parent == CONTEXT_NONE || has_points(tree, parent) ? parent
                              : tree->ancestor[parent];
   }
}

static void for_each_in_preorder(Tree* tree, void (*visit)(Tree* tree, UInt context))
{
   for (UInt context = tree->root; context != CONTEXT_NONE; context = next_in_preorder(tree, context)) {
      visit(tree, context);
   }
}

static void make_tree(Tree* tree, const Content* content)
{
   tree->content    = content;
   tree->count      = context_count();
   tree->id         = new_numbers(tree->count, 0);
   tree->child      = new_numbers(tree->count, CONTEXT_NONE);
   tree->sibling    = new_numbers(tree->count, CONTEXT_NONE);
   tree->ancestor   = new_numbers(tree->count, CONTEXT_NONE);
   tree->root       = CONTEXT_NONE;
   tree->of_routine = new_numbers(routine_count(), CONTEXT_NONE);
   tree->next       = new_numbers(tree->count, CONTEXT_NONE);
   tree->routine_id = new_numbers(routine_count(), NO_ID);
   tree->routines   = 0;
   link_contexts(tree);
   find_ancestors(tree);
   number_contexts(tree, False, number_contexts(tree, True, 1));
}

static void free_tree(Tree* tree)
{
   VG_(free)(tree->id);
   VG_(free)(tree->child);
   VG_(free)(tree->sibling);
   VG_(free)(tree->ancestor);
   VG_(free)(tree->of_routine);
   VG_(free)(tree->next);
   VG_(free)(tree->routine_id);
}

static void write_contexts_of_routines(Tree* tree)
{
   for (UInt number = 0; number < routine_count(); number++) {
      if (tree->of_routine[number] == CONTEXT_NONE) {
         continue;
      }
      tree->routine_id[number] = tree->routines++;
      write_routine("", tree->routine_id[number], routine_numbered(number));
      for (UInt context = tree->of_routine[number]; context != CONTEXT_NONE; context = tree->next[context]) {
         write_points(tree->id[context], tree->content->tables[context]);
      }
   }
}

/* The parent of a root is CONTEXT_NONE. */
static void write_context_line(const HChar* comment, const Tree* tree, UInt context, UInt parent)
{
   output_text(comment);
   output_text("x ");
   output_number(tree->routine_id[context_numbered(context)->routine->number]);
   write_number_field(tree->id[context]);
   if (parent == CONTEXT_NONE) {
      output_text(" -1");
   } else {
      write_number_field(tree->id[parent]);
   }
   output_char('\n');
}

static void write_context(Tree* tree, UInt context)
{
   if (has_points(tree, context)) {
      write_context_line("", tree, context, tree->ancestor[context]);
   }
}

/* What readers of x lines cannot be told: which contexts there are besides, and what is called from those. */
static void write_context_in_comment(Tree* tree, UInt number)
{
   const Context* context = context_numbered(number);
   UInt*          routine = &tree->routine_id[context->routine->number];
   if (*routine == NO_ID) {
      *routine = tree->routines++;
      write_routine(COMMENT, *routine, context->routine);
   }
   if (!has_points(tree, number) || context->parent != tree->ancestor[number]) {
      write_context_line(COMMENT, tree, number, context->parent);
   }
}

/* In the comments, an x line of a context that has another one above says what has called it really. */
static void write_tree(const Content* content)
{
   Tree tree;
   make_tree(&tree, content);
   write_contexts_of_routines(&tree);
   for_each_in_preorder(&tree, write_context);
   for_each_in_preorder(&tree, write_context_in_comment);
   free_tree(&tree);
}

/*------------------------------------------------------------*/
/*--- The report                                           ---*/
/*------------------------------------------------------------*/

static void write_report(Content* content, const HChar* trigger)
{
   calls_beyond += content->beyond;
   HChar suffix[32] = "";
   if (content->part > 0) {
      VG_(sprintf)(suffix, ".%u", part_number(content->part));
   }
   if (content->profile->thread > 0) {
      VG_(sprintf)(suffix + VG_(strlen)(suffix), "-%02u", content->profile->thread);
   }
   output_open(OUT_FILE_OPTION, options.out_file, suffix);
   write_header(content, trigger);
   if (options.collect_cct) {
      write_tree(content);
   } else {
      write_routines(content);
   }
   output_close("Report");
   if (options.callgrind_file != NULL) {
      callgrind_write(content->profile, suffix, content->part, trigger);
   }
   free_content(content);
}

/* Returns the cost that is in the report. */
static ULong collect_and_write(Profile* profile, UInt part, Bool with_running, const HChar* trigger)
{
   UInt    begun = VG_(read_millisecond_timer)();
   Content content;
   collect(&content, profile, part, with_running);
   write_report(&content, trigger);
   milliseconds += VG_(read_millisecond_timer)() - begun;
   return content.cost;
}

/* Once there was a part, all is in parts. */
static void write_rest(Profile* profile)
{
   collect_and_write(profile, parts_written > 0 ? parts_written + 1 : 0, True, NULL);
}

void report_write(void)
{
   ULong beyond_before = calls_beyond;
   profile_for_each(write_rest);
   if (calls_beyond > 0) {
      VG_(umsg)("There were more contexts than --cct-limit=%u: %llu calls are in %u marked ones.\n",
                options.cct_limit, calls_beyond, context_marked);
   }
   calls_beyond = beyond_before;   /* it may go on */
}

static void write_if_complete(Profile* profile)
{
   if (profile_is_complete(profile)) {
      write_rest(profile);
      if (options.callgrind_file != NULL) {
         callgrind_forget(profile);
      }
      profile_free(profile);
   }
}

void report_ended_threads(void)
{
   profile_for_each(write_if_complete);
}

static const HChar* dump_trigger;

static void write_part(Profile* profile)
{
   profile_take_points(profile, collect_and_write(profile, parts_written, False, dump_trigger));
}

void report_dump(const HChar* trigger)
{
   parts_written++;
   dump_trigger = trigger;
   profile_for_each(write_part);
}

void report_forked(void)
{
   parts_written = 0;
   calls_beyond  = 0;
   points_written = milliseconds = 0;
}

void report_print_statistics(void)
{
   VG_(umsg)("Statistics: %llu points written in %llu ms\n", points_written, milliseconds);
}
