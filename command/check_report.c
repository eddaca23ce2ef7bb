/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof check-report: every rule of the report format, version 1.4, and of
   what its readers rely on.

   The rules stand in four places, by what they look at:
      one line as it is written     reader.c: without that it is no record
      the numbers of one point      point_rules.c
      one record and those above    here, the tables for each tag
      the whole file                here, file_rules

   The checker is a stream: it keeps a few words for each routine and context,
   and nothing of a point.  One mistake should be one message, so a rule that
   cannot be judged, as the line it needs is itself broken, is not applied. */

#include "subcommands.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/point_rules.h"
#include "model/reader.h"
#include "util/id_map.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/progress.h"
#include "util/text.h"
#include "util/usage.h"
#include "util/wide.h"

/* Bytes in a line, without the newline: readers have buffers of 1,024, for both and a NUL. */
#define LONGEST_LINE  1023

#define NONE  UINT32_MAX

typedef struct {
   uint32_t id;
   uint64_t line;        /* its r line */
   Wide     real_sum;    /* over its points, as the next four */
   Wide     real_rounded;   /* the most of that which may have been rounded up from 0 */
   Wide     self_sum;
   Wide     self_rounded;
   uint64_t max;
   uint32_t open_contexts;   /* of the contexts that are open, those of this routine */
   bool     has_context;
} CheckedRoutine;

typedef struct {
   uint32_t id;
   uint64_t line;             /* its x line, 0 as long as there is none */
   uint64_t first_point;      /* line of its first point, 0 without one */
   uint32_t points_routine;   /* index of the routine whose r line they stand under, or NONE */
   uint32_t last_rms;         /* of its points so far */
   bool     has_real_sum;     /* one of its points has one above 0, not rounded up */
   uint32_t routine;          /* index, by its x line; or NONE */
   uint32_t parent;           /* index, or NONE */
   bool     is_open;          /* the newest x line's context, or an ancestor of it */
   bool     is_misplaced;     /* by its own fault or an ancestor's, and that has been said */
} CheckedContext;

typedef struct {
   const char*     file;
   uint64_t        violations;
   Record          record;               /* the current one */
   uint64_t        last_line;            /* the number of the newest; 1 in an empty file */

   uint64_t        first_lines[128];     /* by tag, 0 if there is none so far */
   Tag             place_tag;            /* of the line above */
   int             place;                /* of that line in the order of lines */

   CheckedRoutine* routines;
   size_t          routine_capacity;
   IdMap           routine_ids;
   uint32_t        current;              /* index: the newest r line's routine, or NONE */
   bool            current_has_points;
   bool            current_has_mangled;
   uint32_t        current_last_rms;     /* of its p lines */

   CheckedContext* contexts;
   size_t          context_capacity;
   IdMap           context_ids;
   uint32_t        newest_context;       /* index: of the newest x line in preorder, or NONE */

   IdMap           commented_routines;   /* those with lines in comments */
   IdMap           commented_contexts;

   uint64_t        points;
   bool            kinds_mixed;          /* that has been said */
   bool            metric_is_time;       /* so costs are coarse, and what would be 0 is written as 1 */
   uint64_t        reports;              /* that were added up, as far as the header says */
   uint64_t        total;                /* the k line */
   Wide            self_sum;             /* over all points, as the next one */
   Wide            self_rounded;

   /* Whether all lines of a kind could be read. */
   bool            total_is_known;
   bool            points_are_known;
   bool            is_part;              /* of several of one run */
   bool            routines_are_known;
   bool            contexts_are_known;
} Checker;

static void __attribute__((format(printf, 3, 4)))
violation(Checker* checker, uint64_t line, const char* format, ...)
{
   checker->violations++;
   progress_hide();
   printf("%s:%" PRIu64 ": ", checker->file, line);
   va_list arguments;
   va_start(arguments, format);
   vprintf(format, arguments);
   va_end(arguments);
   putchar('\n');
}

/* The usual case: a violation in the current line. */
#define here(checker, ...)  violation(checker, (checker)->record.line, __VA_ARGS__)

/*------------------------------------------------------------------*/
/*--- Rules of every line                                        ---*/
/*------------------------------------------------------------------*/

static void line_fits_readers_buffer(Checker* checker)
{
   if (checker->record.text.length > LONGEST_LINE) {
      here(checker, "a line has at most %d bytes and its newline: this one has %zu",
           LONGEST_LINE, checker->record.text.length);
   }
}

static void line_ends_with_newline(Checker* checker)
{
   if (!checker->record.has_newline) {
      here(checker, "the last line does not end with a newline: the file may be cut off");
   }
}

/* Lines of numbers have been read byte by byte, and contain nothing else. */
static void text_is_printable(Checker* checker)
{
   const Record* record = &checker->record;
   if (record->tag == TAG_POINT || record->tag == TAG_CONTEXT_POINT || record->tag == TAG_CONTEXT) {
      return;
   }
   for (size_t at = 0; at < record->text.length;) {
      unsigned char byte = (unsigned char)record->text.bytes[at];
      size_t length = text_character_length(record->text.bytes + at, record->text.length - at);
      if (length == 0) {
         here(checker, "byte %zu, \\x%02x, starts no valid UTF-8 character", at + 1, byte);
         return;
      }
      if (byte < 0x20 || byte == 0x7f) {
         here(checker, "byte %zu is the control character \\x%02x", at + 1, byte);
         return;
      }
      at += length;
   }
}

/* Lines of contexts without points. */
static bool has_line_in_comment(const Record* record)
{
   return record->tag == TAG_COMMENT && record->in_comment != TAG_UNKNOWN;
}

/* The lines come in the order that all readers accept.  Each is compared with
   the one above, so that one line in a wrong place is one message, or two. */
static void tag_is_in_order(Checker* checker)
{
   static const char header_order[] = "cvtkemiaf";
   enum { PLACE_ROUTINES = sizeof header_order - 1, PLACE_CONTEXTS, PLACE_COMMENTED, PLACE_FAVOURITES };

   Tag tag = checker->record.tag;
   const char* in_header = strchr(header_order, tag);
   int place = has_line_in_comment(&checker->record) ? PLACE_COMMENTED
             : in_header != NULL     ? (int)(in_header - header_order)
             : tag == TAG_CONTEXT    ? PLACE_CONTEXTS
             : tag == TAG_FAVOURITES ? PLACE_FAVOURITES
             : PLACE_ROUTINES;
   if (place < checker->place) {
      TagText text, before;
      here(checker, "line %s after line %s: the order is c... v t k e m i a f, "
           "routines (r u p... or q...), x...", tag_text(tag, text), tag_text(checker->place_tag, before));
   }
   checker->place = place;
   checker->place_tag = tag;
}

/* aprof-plot writes the favourites as one last line. */
static void header_line_is_single(Checker* checker)
{
   Tag tag = checker->record.tag;
   if (strchr("vtkemiafF", tag) != NULL && checker->first_lines[tag] != 0) {
      TagText text;
      here(checker, "a second %s line: the first is line %" PRIu64,
           tag_text(tag, text), checker->first_lines[tag]);
   }
}

/*------------------------------------------------------------------*/
/*--- Rules of header lines                                      ---*/
/*------------------------------------------------------------------*/

static bool value_is(const Record* record, const char* text)
{
   Slice value = record->value;
   return value.length == strlen(text) && memcmp(value.bytes, text, value.length) == 0;
}

static void refuse_value(Checker* checker, const char* rule)
{
   Slice      value = checker->record.value;
   QuotedText quoted;
   here(checker, "%s: %s", rule, text_quote(value.bytes, value.length, quoted));
}

static void version_is_4(Checker* checker)
{
   if (checker->record.number != REPORT_NEWEST_VERSION) {
      here(checker, "the version is %d, for 1.4: %" PRIu64, REPORT_NEWEST_VERSION, checker->record.number);
   }
}

/* A number of `digits` digits from low to high. */
static bool is_number_between(const char* text, int digits, int low, int high)
{
   int number = 0;
   for (int i = 0; i < digits; i++) {
      if (text[i] < '0' || text[i] > '9') {
         return false;
      }
      number = number * 10 + (text[i] - '0');
   }
   return low <= number && number <= high;
}

static bool has_days(const char* date)
{
   static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
   int year = atoi(date);
   int month = atoi(date + 5);
   bool leap = month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
   return is_number_between(date + 8, 2, 1, days[month - 1] + leap);
}

/* Z, +HH:MM or -HH:MM */
static bool is_zone(const char* text)
{
   if (strcmp(text, "Z") == 0) {
      return true;
   }
   return strlen(text) == 6 && (text[0] == '+' || text[0] == '-') && is_number_between(text + 1, 2, 0, 23)
          && text[3] == ':' && is_number_between(text + 4, 2, 0, 59);
}

/* A date and time as in 2026-11-21T03:40:00Z. */
static bool is_date(Slice value)
{
   static const char form[] = "2026-11-21T03:40:00";
   char date[sizeof form + 6] = "";
   if (value.length < sizeof date) {
      memcpy(date, value.bytes, value.length);
   }
   return strlen(date) >= sizeof form
      && is_number_between(date, 4, 0, 9999) && date[4] == '-'
      && is_number_between(date + 5, 2, 1, 12) && date[7] == '-' && has_days(date) && date[10] == 'T'
      && is_number_between(date + 11, 2, 0, 23) && date[13] == ':'
      && is_number_between(date + 14, 2, 0, 59) && date[16] == ':'
      && is_number_between(date + 17, 2, 0, 60)
      && is_zone(date + sizeof form - 1);
}

/* Up to 19 digits, without leading zeros. */
static bool is_whole_number(Slice value)
{
   for (size_t i = 0; i < value.length; i++) {
      if (value.bytes[i] < '0' || value.bytes[i] > '9') {
         return false;
      }
   }
   return value.length >= 1 && value.length <= 19 && (value.bytes[0] != '0' || value.length == 1);
}

static void date_is_date(Checker* checker)
{
   if (!is_date(checker->record.value)) {
      refuse_value(checker, "t is the date and time of creation, as in 2026-11-21T03:40:00Z");
   }
}

static void modified_is_date(Checker* checker)
{
   if (!is_whole_number(checker->record.value) && !is_date(checker->record.value)) {
      refuse_value(checker, "e is the date of the executable, in seconds since 1970 or as in "
                   "2026-11-21T03:40:00Z");
   }
}

static void metric_is_known(Checker* checker)
{
   checker->metric_is_time = value_is(&checker->record, "time-usec");
   if (!checker->metric_is_time && !value_is(&checker->record, "bb-count")
       && !value_is(&checker->record, "instr")) {
      refuse_value(checker, "the metric is bb-count, instr or time-usec");
   }
}

static void input_is_known(Checker* checker)
{
   if (!value_is(&checker->record, "rms") && !value_is(&checker->record, "drms")) {
      refuse_value(checker, "the input metric is rms or drms");
   }
}

static bool begins_with(Slice value, const char* key)
{
   size_t length = strlen(key);
   return value.length >= length && memcmp(value.bytes, key, length) == 0;
}

/* "part: N": one of several reports of a run, each with the activations that ended
   since the one before.  What an activation called may be in an earlier part, and
   what it is recursive in, in a later one. */
static void note_part(Checker* checker)
{
   checker->is_part |= begins_with(checker->record.value, "part: ");
}

/* The result of a merge says how many reports are in it. */
static void note_reports(Checker* checker)
{
   static const char key[] = HEADER_REPORTS ": ";
   Slice    value = checker->record.value;
   uint64_t reports;
   char     number[20] = "";
   if (begins_with(value, key) && value.length < sizeof key + sizeof number - 1) {
      memcpy(number, value.bytes + sizeof key - 1, value.length - (sizeof key - 1));
      if (number_parse(number, &reports) && reports > 0) {
         checker->reports = reports;
      }
   }
}

static void memory_resolution_is_known(Checker* checker)
{
   static const char key[] = "memory-resolution:";
   if (!begins_with(checker->record.value, key)) {
      return;
   }
   static const char* const known[] = { "1", "2", "4", "8", "16" };
   for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
      char text[sizeof key + 4];
      snprintf(text, sizeof text, "%s %s", key, known[i]);
      if (value_is(&checker->record, text)) {
         return;
      }
   }
   refuse_value(checker, "the memory resolution is 1, 2, 4, 8 or 16");
}

/* The routine's name may have colons, too. */
static void input_argument_has_number(Checker* checker)
{
   static const char key[] = HEADER_INPUT_ARGUMENT ":";
   Slice value = checker->record.value;
   if (!begins_with(value, key)) {
      return;
   }
   size_t colon = value.length - 1;
   while (value.bytes[colon] != ':') {
      colon--;
   }
   Slice number = { value.bytes + colon + 1, value.length - colon - 1 };
   bool  has_name = colon > sizeof key && value.bytes[sizeof key - 1] == ' ';
   if (!has_name || !is_whole_number(number) || number.bytes[0] == '0') {
      refuse_value(checker, "an input size is an argument's value in the form ROUTINE:NUMBER, from 1");
   }
}

static void note_total(Checker* checker)
{
   checker->total = checker->record.number;
}

/*------------------------------------------------------------------*/
/*--- Rules of routines                                          ---*/
/*------------------------------------------------------------------*/

static void full_name_is_no_tag(Checker* checker)
{
   here(checker, "d is no tag of version 1.4");
}

/* Readers keep only what follows the last slash. */
static void image_has_last_component(Checker* checker)
{
   Slice image = checker->record.image;
   if (image.bytes[image.length - 1] == '/') {
      QuotedText quoted;
      here(checker, "the image has no name after its last slash: %s",
           text_quote(image.bytes, image.length, quoted));
   }
}

static void routine_is_new(Checker* checker)
{
   uint32_t id = checker->record.id;
   bool     is_new;
   uint32_t index = id_map_find_or_add(&checker->routine_ids, id, &is_new);
   checker->current = index;
   checker->current_has_points = false;
   checker->current_has_mangled = false;
   if (!is_new) {
      here(checker, "routine ids are distinct: the r line of %" PRIu32 " is line %" PRIu64,
           id, checker->routines[index].line);
      return;
   }
   checker->routines = memory_grow(checker->routines, index, &checker->routine_capacity,
                                   sizeof *checker->routines);
   checker->routines[index] = (CheckedRoutine){ .id = id, .line = checker->record.line };
}

static void mangled_name_follows_routine(Checker* checker)
{
   if (checker->current == NONE) {
      if (checker->routines_are_known) {
         here(checker, "a u line above all r lines");
      }
   } else if (checker->record.id != checker->routines[checker->current].id) {
      here(checker, "a u line of routine %" PRIu32 " under the r line of routine %" PRIu32,
           checker->record.id, checker->routines[checker->current].id);
   } else if (checker->current_has_points) {
      here(checker, "the u line of routine %" PRIu32 " comes after its points", checker->record.id);
   } else if (checker->current_has_mangled) {
      here(checker, "a second u line of routine %" PRIu32, checker->record.id);
   }
   checker->current_has_mangled = true;
}

/*------------------------------------------------------------------*/
/*--- Rules of points                                            ---*/
/*------------------------------------------------------------------*/

/* The number of reports in each of which a cost of 0 may have been written as 1. */
static uint64_t rounding_reports(const Checker* checker)
{
   return checker->metric_is_time ? checker->reports : 0;
}

static void point_has_all_fields(Checker* checker)
{
   if (checker->record.fields != POINT_FIELDS) {
      here(checker, "a %c line has %d numbers: %u", checker->record.tag, POINT_FIELDS,
           checker->record.fields);
   }
}

static void points_are_of_one_kind(Checker* checker)
{
   Tag tag = checker->record.tag;
   Tag other = tag == TAG_POINT ? TAG_CONTEXT_POINT : TAG_POINT;
   if (checker->first_lines[other] != 0 && !checker->kinds_mixed) {
      here(checker, "p and q lines are not mixed: a %c line, and line %" PRIu64 " is a %c line",
           tag, checker->first_lines[other], other);
      checker->kinds_mixed = true;
   }
}

static void point_is_under_its_routine(Checker* checker)
{
   const Record* record = &checker->record;
   if (checker->current == NONE) {
      if (checker->routines_are_known) {
         here(checker, "a %c line above all r lines", record->tag);
      }
      return;
   }
   const CheckedRoutine* current = &checker->routines[checker->current];
   if (record->tag == TAG_POINT && record->point.owner != current->id) {
      here(checker, "a point of routine %" PRIu32 " under the r line of routine %" PRIu32,
           record->point.owner, current->id);
   }
}

/* Ascending means too: only one of each rms. */
static void refuse_rms_order(Checker* checker, uint32_t last)
{
   uint32_t rms = checker->record.point.rms;
   uint32_t owner = checker->record.point.owner;
   const char* whose = checker->record.tag == TAG_POINT ? "routine" : "context";
   if (rms == last) {
      here(checker, "a second point of %s %" PRIu32 " with rms %" PRIu32, whose, owner, rms);
   } else {
      here(checker, "points have ascending rms: in %s %" PRIu32 ", rms %" PRIu32 " follows %" PRIu32,
           whose, owner, rms, last);
   }
}

static void routine_points_ascend(Checker* checker)
{
   const Point* point = &checker->record.point;
   if (checker->current == NONE || point->owner != checker->routines[checker->current].id) {
      return;
   }
   if (checker->current_has_points && point->rms <= checker->current_last_rms) {
      refuse_rms_order(checker, checker->current_last_rms);
   }
   checker->current_last_rms = point->rms;
}

/* The context's own place among the contexts; its x line comes later. */
static CheckedContext* find_or_add_context(Checker* checker, uint32_t id)
{
   bool     is_new;
   uint32_t index = id_map_find_or_add(&checker->context_ids, id, &is_new);
   if (is_new) {
      checker->contexts = memory_grow(checker->contexts, index, &checker->context_capacity,
                                      sizeof *checker->contexts);
      checker->contexts[index] = (CheckedContext){ .id = id, .points_routine = NONE, .routine = NONE,
                                                       .parent = NONE };
   }
   return &checker->contexts[index];
}

static void context_points_ascend(Checker* checker)
{
   const Point*    point = &checker->record.point;
   CheckedContext* context = find_or_add_context(checker, point->owner);
   if (context->first_point == 0) {
      context->first_point = checker->record.line;
      context->points_routine = checker->current;
   } else if (point->rms <= context->last_rms) {
      refuse_rms_order(checker, context->last_rms);
   }
   context->last_rms = point->rms;
   context->has_real_sum |= point->real_sum > rounding_reports(checker);
}

/* All points of a context stand under one r line: that of the routine which
   its x line will name. */
static void context_has_one_routine(Checker* checker)
{
   const CheckedContext* context = find_or_add_context(checker, checker->record.point.owner);
   if (context->points_routine != checker->current && context->points_routine != NONE
       && checker->current != NONE) {
      here(checker, "a point of context %" PRIu32 " under the r line of routine %" PRIu32
           ", and another, line %" PRIu64 ", under that of %" PRIu32, context->id,
           checker->routines[checker->current].id, context->first_point,
           checker->routines[context->points_routine].id);
   }
}

static void print_point_violation(void* checker, const char* reason)
{
   here((Checker*)checker, "%s", reason);
}

static void numbers_of_point_agree(Checker* checker)
{
   if (checker->record.fields == POINT_FIELDS) {
      point_rules_check(&checker->record.point, rounding_reports(checker), print_point_violation, checker);
   }
}

/* The most that a sum over the reports can be too large by: if it were 0 in all of them, it
   would be at most their number. */
static uint64_t most_rounded(const Checker* checker, uint64_t sum)
{
   uint64_t reports = rounding_reports(checker);
   return sum <= reports ? sum : reports == 0 ? 0 : reports - 1;
}

static void note_point(Checker* checker)
{
   const Point* point = &checker->record.point;
   checker->points++;
   checker->current_has_points = true;
   uint64_t self_rounded = point->self_min > 1 ? 0 : most_rounded(checker, point->self_sum);
   checker->self_sum += point->self_sum;
   checker->self_rounded += self_rounded;
   if (checker->current != NONE) {
      CheckedRoutine* routine = &checker->routines[checker->current];
      routine->real_sum += point->real_sum;
      routine->real_rounded += most_rounded(checker, point->real_sum);
      routine->self_sum += point->self_sum;
      routine->self_rounded += self_rounded;
      routine->max = point->max > routine->max ? point->max : routine->max;
   }
}

/*------------------------------------------------------------------*/
/*--- Rules of contexts                                          ---*/
/*------------------------------------------------------------------*/

static void contexts_come_with_q_lines(Checker* checker)
{
   if (checker->first_lines[TAG_POINT] != 0 && checker->first_lines[TAG_CONTEXT] == 0) {
      here(checker, "with contexts, every point is a q line: an x line, and line %" PRIu64 " is a p line",
           checker->first_lines[TAG_POINT]);
   }
}

static void context_id_is_positive(Checker* checker)
{
   if (checker->record.id == 0) {
      here(checker, "context ids start at 1: context 0");
   }
}

static void context_names_its_routine(Checker* checker)
{
   const Record* record = &checker->record;
   uint32_t routine;
   if (!id_map_find(&checker->routine_ids, record->routine, &routine)) {
      if (checker->routines_are_known) {
         here(checker, "context %" PRIu32 " is one of routine %" PRIu32
              ", which has no r line above this line", record->id, record->routine);
      }
      return;
   }
   checker->routines[routine].has_context = true;
   CheckedContext* context = find_or_add_context(checker, record->id);
   if (context->line == 0) {
      context->routine = routine;
   }
   if (context->points_routine != NONE && context->points_routine != routine) {
      here(checker, "context %" PRIu32 " is one of routine %" PRIu32 ", but its points, line %" PRIu64
           ", stand under the r line of routine %" PRIu32, record->id, record->routine, context->first_point,
           checker->routines[context->points_routine].id);
   }
}

/* Closes the path down to the given context, or all of it. */
static void close_path(Checker* checker, uint32_t down_to)
{
   while (checker->newest_context != down_to && checker->newest_context != NONE) {
      CheckedContext* context = &checker->contexts[checker->newest_context];
      context->is_open = false;
      if (context->routine != NONE) {
         checker->routines[context->routine].open_contexts--;
      }
      checker->newest_context = context->parent;
   }
}

/* Preorder: the parent is the context of the line above, or an ancestor of it.
   False, if that cannot be said of this context. */
static bool parent_is_open(Checker* checker, CheckedContext* context, uint32_t parent, bool found)
{
   const Record* record = &checker->record;
   if (!found || checker->contexts[parent].line == 0) {
      if (checker->contexts_are_known) {
         here(checker, "parents come first: the parent of context %" PRIu32 ", %" PRIu32
              ", has no x line above this line", record->id, record->parent);
      }
      return false;
   }
   if (checker->contexts[parent].is_misplaced) {
      return false;
   }
   if (!checker->contexts[parent].is_open) {
      here(checker, "x lines are in preorder: context %" PRIu32 " does not follow its parent %" PRIu32
           ", line %" PRIu64 ", or a descendant of it", context->id, record->parent,
           checker->contexts[parent].line);
      return false;
   }
   return true;
}

/* Below another context of its routine, all its activations are recursive.  The
   open contexts are its ancestors. */
static void recursive_context_has_no_real_sum(Checker* checker, const CheckedContext* context)
{
   if (context->routine != NONE && checker->routines[context->routine].open_contexts > 0
       && context->has_real_sum) {
      here(checker, "context %" PRIu32 " is below another one of routine %" PRIu32
           ", so its points, line %" PRIu64 ", have real-sum %d", context->id,
           checker->routines[context->routine].id, context->first_point, checker->metric_is_time);
   }
}

/* A context out of order does not become part of the path. */
static void context_is_in_preorder(Checker* checker, CheckedContext* context)
{
   const Record* record = &checker->record;
   uint32_t parent = NONE;
   if (record->has_parent) {
      bool found = id_map_find(&checker->context_ids, record->parent, &parent);
      if (!parent_is_open(checker, context, parent, found)) {
         context->is_misplaced = true;
         return;
      }
   }
   close_path(checker, parent);
   recursive_context_has_no_real_sum(checker, context);
   context->parent = parent;
   context->is_open = true;
   if (context->routine != NONE) {
      checker->routines[context->routine].open_contexts++;
   }
   checker->newest_context = (uint32_t)(context - checker->contexts);
}

static void context_is_new(Checker* checker)
{
   CheckedContext* context = find_or_add_context(checker, checker->record.id);
   if (context->line != 0) {
      here(checker, "context ids are distinct: the x line of %" PRIu32 " is line %" PRIu64,
           context->id, context->line);
      return;
   }
   context_is_in_preorder(checker, context);
   context->line = checker->record.line;
}

/*------------------------------------------------------------------*/
/*--- Rules of contexts without points, which stand in comments  ---*/
/*------------------------------------------------------------------*/

static bool is_in(const IdMap* map, uint32_t id)
{
   uint32_t index;
   return id_map_find(map, id, &index);
}

static void commented_routine_is_new(Checker* checker)
{
   const Record* record = &checker->record;
   bool is_new;
   if (record->in_comment == TAG_ROUTINE) {
      id_map_find_or_add(&checker->commented_routines, record->id, &is_new);
      if (!is_new || is_in(&checker->routine_ids, record->id)) {
         here(checker, "routine ids are distinct, also in comments: a second r line of %" PRIu32, record->id);
      }
   } else if (record->in_comment == TAG_MANGLED && !is_in(&checker->commented_routines, record->id)) {
      here(checker, "a u line in a comment follows the r line of its routine: there is none of %" PRIu32, record->id);
   }
}

/* A context that has an x line gets its real parent here. */
static void commented_context_is_known(Checker* checker)
{
   const Record* record = &checker->record;
   if (record->in_comment != TAG_CONTEXT || !checker->contexts_are_known || !checker->routines_are_known) {
      return;
   }
   if (record->has_parent && !is_in(&checker->context_ids, record->parent)
       && !is_in(&checker->commented_contexts, record->parent)) {
      here(checker, "parents come first, also in comments: the parent of context %" PRIu32 ", %" PRIu32
           ", has no x line above", record->id, record->parent);
   }
   if (!is_in(&checker->routine_ids, record->routine) && !is_in(&checker->commented_routines, record->routine)) {
      here(checker, "context %" PRIu32 " is one of routine %" PRIu32 ", which has no r line above",
           record->id, record->routine);
   }
   bool is_new = true;
   if (!is_in(&checker->context_ids, record->id)) {
      id_map_find_or_add(&checker->commented_contexts, record->id, &is_new);
   }
   if (!is_new) {
      here(checker, "context ids are distinct, also in comments: a second x line of %" PRIu32, record->id);
   }
}

/*------------------------------------------------------------------*/
/*--- Rules of the whole file                                    ---*/
/*------------------------------------------------------------------*/

static void header_is_complete(Checker* checker)
{
   static const struct {
      Tag         tag;
      const char* what;
   } needed[] = {
      { TAG_VERSION,      "report version number" },
      { TAG_DATE,         "report creation date" },
      { TAG_TOTAL,        "total program cost" },
      { TAG_MODIFIED,     "executable file modification date" },
      { TAG_METRIC,       "performance metric" },
      { TAG_APPLICATION,  "executable file name" },
      { TAG_COMMAND_LINE, "command line" },
   };
   for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
      if (checker->first_lines[needed[i].tag] == 0) {
         violation(checker, checker->last_line, "there is no %c line: %s", needed[i].tag, needed[i].what);
      }
   }
}

static void routine_ids_are_dense(Checker* checker)
{
   uint32_t count = checker->routine_ids.used;
   for (uint32_t i = 0; i < count && checker->routines_are_known; i++) {
      if (checker->routines[i].id >= count) {
         violation(checker, checker->routines[i].line, "routine ids are dense from 0: %" PRIu32
                   ", but there are only %" PRIu32 " routines", checker->routines[i].id, count);
      }
   }
}

static bool totals_can_be_judged(const Checker* checker)
{
   return checker->first_lines[TAG_TOTAL] != 0 && checker->total_is_known && checker->points_are_known;
}

static bool self_sums_agree(const Checker* checker)
{
   return checker->self_sum >= checker->total && checker->self_sum - checker->self_rounded <= checker->total;
}

static void self_sums_add_up_to_total(Checker* checker)
{
   if (totals_can_be_judged(checker) && !self_sums_agree(checker)) {
      WideText text;
      violation(checker, checker->first_lines[TAG_TOTAL],
                "the self-sums of all points add up to k: %s, k %" PRIu64,
                wide_text(checker->self_sum, text), checker->total);
   }
}

/* If the self-sums do not agree with k, then k is no measure for others. */
static void real_sums_are_at_most_total(Checker* checker)
{
   if (!totals_can_be_judged(checker) || !self_sums_agree(checker) || checker->is_part) {
      return;
   }
   for (uint32_t i = 0; i < checker->routine_ids.used; i++) {
      const CheckedRoutine* routine = &checker->routines[i];
      if (routine->real_sum - routine->real_rounded > checker->total) {
         WideText text;
         violation(checker, routine->line, "the real-sums of a routine add up to at most k: routine %" PRIu32
                   " %s, k %" PRIu64, routine->id, wide_text(routine->real_sum, text), checker->total);
      }
   }
}

/* The costliest activation of a routine is no recursive one; and the self costs
   of all are part of what the others cost. */
static void real_sums_are_large_enough(Checker* checker)
{
   if (!checker->points_are_known || checker->is_part) {
      return;
   }
   for (uint32_t i = 0; i < checker->routine_ids.used; i++) {
      const CheckedRoutine* routine = &checker->routines[i];
      WideText real, self;
      if (routine->real_sum < routine->max) {
         violation(checker, routine->line, "the real-sums of a routine add up to at least its largest max: "
                   "routine %" PRIu32 " %s, max %" PRIu64, routine->id, wide_text(routine->real_sum, real),
                   routine->max);
      } else if (routine->real_sum < routine->self_sum - routine->self_rounded) {
         violation(checker, routine->line, "the real-sums of a routine add up to at least its self-sums: "
                   "routine %" PRIu32 " %s, self-sums %s", routine->id, wide_text(routine->real_sum, real),
                   wide_text(routine->self_sum, self));
      }
   }
}

static bool has_contexts(const Checker* checker)
{
   return checker->context_ids.used > 0 || checker->first_lines[TAG_CONTEXT] != 0;
}

static void every_context_has_x_line(Checker* checker)
{
   for (uint32_t i = 0; i < checker->context_ids.used && checker->contexts_are_known; i++) {
      const CheckedContext* context = &checker->contexts[i];
      if (context->line == 0) {
         violation(checker, context->first_point, "context %" PRIu32 " has points, but no x line",
                   context->id);
      }
   }
}

/* A context that readers get no point of is missing to them, and so is all that is called from it. */
static void every_context_has_points(Checker* checker)
{
   bool is_judged = checker->points_are_known && checker->first_lines[TAG_POINT] == 0;
   for (uint32_t i = 0; i < checker->context_ids.used && is_judged; i++) {
      const CheckedContext* context = &checker->contexts[i];
      if (context->first_point == 0) {
         violation(checker, context->line, "context %" PRIu32 " has an x line, but no points: such lines stand in "
                   "comments", context->id);
      }
   }
}

static void context_ids_start_at_1(Checker* checker)
{
   uint32_t index;
   if (checker->first_lines[TAG_CONTEXT] != 0 && checker->contexts_are_known && checker->points_are_known
       && !id_map_find(&checker->context_ids, 0, &index) && !id_map_find(&checker->context_ids, 1, &index)) {
      violation(checker, checker->first_lines[TAG_CONTEXT], "context ids start at 1: there is no context 1");
   }
}

static void every_routine_has_context(Checker* checker)
{
   if (!has_contexts(checker) || !checker->contexts_are_known) {
      return;
   }
   for (uint32_t i = 0; i < checker->routine_ids.used; i++) {
      if (!checker->routines[i].has_context) {
         violation(checker, checker->routines[i].line,
                   "with contexts, every routine has an x line: routine %" PRIu32 " has none",
                   checker->routines[i].id);
      }
   }
}

/*------------------------------------------------------------------*/
/*--- All rules                                                  ---*/
/*------------------------------------------------------------------*/

/* Each looks at the current record, or at what is known of the file. */
typedef void (*Rule)(Checker*);

/* Also of lines that are no record. */
static const Rule line_rules[] = {
   line_fits_readers_buffer, line_ends_with_newline, NULL
};

/* Also of lines that have a tag, but are otherwise broken. */
static const Rule tag_rules[] = {
   tag_is_in_order, header_line_is_single, NULL
};

static const Rule text_rules[]         = { text_is_printable, NULL };
static const Rule comment_rules[]      = {
   commented_routine_is_new, commented_context_is_known, note_part, note_reports, memory_resolution_is_known,
   input_argument_has_number, NULL
};
static const Rule version_rules[]      = { version_is_4, NULL };
static const Rule date_rules[]         = { date_is_date, NULL };
static const Rule total_rules[]        = { note_total, NULL };
static const Rule modified_rules[]     = { modified_is_date, NULL };
static const Rule metric_rules[]       = { metric_is_known, NULL };
static const Rule input_rules[]        = { input_is_known, NULL };
static const Rule routine_rules[]      = { image_has_last_component, routine_is_new, NULL };
static const Rule mangled_rules[]      = { mangled_name_follows_routine, NULL };
static const Rule full_name_rules[]    = { full_name_is_no_tag, NULL };

static const Rule point_rules[] = {
   points_are_of_one_kind, point_has_all_fields, point_is_under_its_routine, routine_points_ascend,
   numbers_of_point_agree, note_point, NULL
};
static const Rule context_point_rules[] = {
   points_are_of_one_kind, point_has_all_fields, point_is_under_its_routine, context_points_ascend,
   context_has_one_routine, numbers_of_point_agree, note_point, NULL
};
static const Rule context_rules[] = {
   contexts_come_with_q_lines, context_id_is_positive, context_names_its_routine, context_is_new, NULL
};

static const Rule* const rules_by_tag[128] = {
   [TAG_COMMENT]       = comment_rules,
   [TAG_VERSION]       = version_rules,
   [TAG_DATE]          = date_rules,
   [TAG_TOTAL]         = total_rules,
   [TAG_MODIFIED]      = modified_rules,
   [TAG_METRIC]        = metric_rules,
   [TAG_INPUT]         = input_rules,
   [TAG_ROUTINE]       = routine_rules,
   [TAG_MANGLED]       = mangled_rules,
   [TAG_FULL_NAME]     = full_name_rules,
   [TAG_POINT]         = point_rules,
   [TAG_CONTEXT_POINT] = context_point_rules,
   [TAG_CONTEXT]       = context_rules,
};

static const Rule file_rules[] = {
   header_is_complete,
   routine_ids_are_dense,
   self_sums_add_up_to_total,
   real_sums_are_at_most_total,
   real_sums_are_large_enough,
   every_context_has_x_line,
   every_context_has_points,
   context_ids_start_at_1,
   every_routine_has_context,
   NULL
};

static void apply(const Rule* rules, Checker* checker)
{
   for (; rules != NULL && *rules != NULL; rules++) {
      (*rules)(checker);
   }
}

static void check_record(Checker* checker)
{
   apply(line_rules, checker);
   apply(tag_rules, checker);
   apply(text_rules, checker);
   apply(rules_by_tag[checker->record.tag], checker);
}

/* What depends on this line can no longer be judged. */
static void forget_what_depends_on(Checker* checker, Tag tag)
{
   switch (tag) {
      case TAG_TOTAL:
         checker->total_is_known = false;
         break;
      case TAG_ROUTINE:
         checker->routines_are_known = false;
         checker->current = NONE;
         break;
      case TAG_POINT:
      case TAG_CONTEXT_POINT:
         checker->points_are_known = false;
         break;
      case TAG_CONTEXT:
         checker->contexts_are_known = false;
         break;
      default:
         break;
   }
}

/* A file that does not even begin with a tag is something else altogether, and
   to list its lines would be no help. */
static bool is_other_file(const Checker* checker)
{
   return checker->record.line == 1 && checker->record.tag == TAG_UNKNOWN;
}

static void check_bad_line(Checker* checker, const Problem* problem)
{
   if (is_other_file(checker)) {
      here(checker, "this is no aprof report: %s", problem->reason);
      return;
   }
   here(checker, "%s", problem->reason);
   apply(line_rules, checker);
   if (checker->record.tag != TAG_UNKNOWN) {
      apply(tag_rules, checker);
      forget_what_depends_on(checker, checker->record.tag);
   }
}

static void note_tag(Checker* checker)
{
   uint64_t* first = &checker->first_lines[checker->record.tag];
   if (*first == 0) {
      *first = checker->record.line;
   }
}

/*------------------------------------------------------------------*/
/*--- The subcommand                                             ---*/
/*------------------------------------------------------------------*/

/* False if the file cannot be read to its end. */
static bool check_lines(Checker* checker, Reader* reader, Problem* problem)
{
   for (;;) {
      switch (reader_next(reader, &checker->record, problem)) {
         case READ_RECORD:   check_record(checker); break;
         case READ_BAD_LINE: check_bad_line(checker, problem); break;
         case READ_END:      apply(file_rules, checker); return true;
         case READ_FAILED:   return false;
      }
      if (is_other_file(checker)) {
         return true;
      }
      note_tag(checker);
      checker->last_line = checker->record.line;
   }
}

static void print_summary(const Checker* checker)
{
   progress_hide();
   printf("%s: ok, %" PRIu32 " routines, %" PRIu64 " points, %" PRIu32 " contexts, k = %" PRIu64 "\n",
          checker->file, checker->routine_ids.used, checker->points, checker->context_ids.used,
          checker->total);
}

static int check_file(const char* path, bool verbose)
{
   Checker checker = {
      .file = problem_file_name(path), .last_line = 1, .reports = 1,
      .current = NONE, .newest_context = NONE,
      .total_is_known = true, .points_are_known = true,
      .routines_are_known = true, .contexts_are_known = true,
   };
   Problem problem;
   Reader* reader = reader_open(path, &problem);
   bool    complete = reader != NULL && check_lines(&checker, reader, &problem);
   if (complete) {
      if (verbose && checker.violations == 0) {
         print_summary(&checker);
      }
   } else {
      progress_hide();
      problem_print(&problem, "aprof check-report");
   }

   if (reader != NULL) {
      reader_close(reader);
   }
   free(checker.routines);
   free(checker.contexts);
   id_map_free(&checker.routine_ids);
   id_map_free(&checker.context_ids);
   id_map_free(&checker.commented_routines);
   id_map_free(&checker.commented_contexts);
   return !complete ? EXIT_USAGE : checker.violations == 0 ? EXIT_OK : EXIT_FINDING;
}

static void print_help(void)
{
   puts("Usage: aprof check-report [--verbose] FILE...\n"
        "\n"
        "Checks that each FILE is a correct aprof report of version 1.4: its lines,\n"
        "their order, and that sums, minima, maxima and totals agree with each other.\n"
        "Each violation is printed as FILE:LINE: the rule, with the values at fault.\n"
        "\"-\" is standard input.\n"
        "\n"
        "  -v, --verbose   print a line for each FILE that is correct too\n"
        "  -h, --help      print this text\n"
        "  -V, --version   print the version of aprof\n"
        "\n"
        "Exit status: 0 all correct, 1 violations, 2 wrong use or an unreadable FILE.");
}

int check_report_main(int count, char** arguments)
{
   static const struct option options[] = {
      { "verbose", no_argument, NULL, 'v' },
      { "help",    no_argument, NULL, 'h' },
      { "version", no_argument, NULL, 'V' },
      { 0 },
   };
   bool verbose = false;
   int  option;
   while ((option = getopt_long(count, arguments, "vhV", options, NULL)) != -1) {
      switch (option) {
         case 'v': verbose = true; break;
         case 'h': print_help(); return EXIT_OK;
         case 'V': return print_version();
         default:  return usage_error(arguments[0], NULL);
      }
   }
   if (optind == count) {
      return usage_error(arguments[0], "no report is named: give the FILE to check, or - for standard input");
   }
   int status = EXIT_OK;
   progress_begin_reading((const char* const*)arguments + optind, (size_t)(count - optind));
   for (int i = optind; i < count; i++) {
      int result = check_file(arguments[i], verbose);
      status = result > status ? result : status;
   }
   progress_end();
   return status;
}
