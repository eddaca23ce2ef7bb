/* Writes the aprof report, version 1.4, in the order that all readers accept.

   Reports of other writers may have names that version 1.4 does not allow: with bytes
   that are no characters, with control characters, or too long for the readers'
   buffers.  This file changes such names. */

#include "model/writer.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "model/metric.h"
#include "util/number.h"
#include "util/output.h"
#include "util/text.h"

/* Longest line, its newline not counted; and what is left of a name in any case. */
#define MAX_LINE    1023
#define LEAST_NAME    64

#define LONGEST_ID  "4294967295"

#define CUT_MARK   "..."

/*--- Texts ---*/

static void write_unit(FILE* out, const char* text, size_t length)
{
   size_t character = text_character_length(text, length);
   if (character == 0 || text_is_control(text, character)) {
      putc('?', out);
   } else {
      fwrite(text, character, 1, out);
   }
}

static void write_units(FILE* out, const char* text, size_t length)
{
   for (size_t at = 0; at < length; at += text_unit_length(text + at, length - at)) {
      write_unit(out, text + at, length - at);
   }
}

/* The text, with its end cut off if it is longer than `max` bytes. */
static void write_head(FILE* out, const char* text, size_t max)
{
   size_t length = strlen(text);
   if (length <= max) {
      write_units(out, text, length);
      return;
   }
   size_t room = max - strlen(CUT_MARK);
   size_t end  = 0;
   while (end + text_unit_length(text + end, length - end) <= room) {
      end += text_unit_length(text + end, length - end);
   }
   write_units(out, text, end);
   fputs(CUT_MARK, out);
}

/* Writes at most `max` bytes of the text, with its beginning cut off: the end of a path tells more. */
static void write_tail(FILE* out, const char* text, size_t max)
{
   size_t length = strlen(text);
   size_t start = 0;
   if (length > max) {
      fputs(CUT_MARK, out);
      while (length - start > max - strlen(CUT_MARK)) {
         start += text_unit_length(text + start, length - start);
      }
   }
   write_units(out, text + start, length - start);
}

/*--- Numbers ---*/

static char* put_field(char* to, uint64_t number)
{
   NumberText text;
   *to = ' ';
   return stpcpy(to + 1, number_text(number, 10, text));
}

static void write_point(FILE* out, char tag, uint32_t id, const Point* point)
{
   char  line[12 * 21 + 3];
   char* at = line;
   *at++ = tag;
   at = put_field(at, id);
   at = put_field(at, point->rms);
   at = put_field(at, point->min);
   at = put_field(at, point->max);
   at = put_field(at, point->sum);
   at = put_field(at, point->squares);
   at = put_field(at, point->calls);
   at = put_field(at, point->real_sum);
   at = put_field(at, point->self_sum);
   at = put_field(at, point->self_min);
   at = put_field(at, point->self_max);
   at = put_field(at, point->self_squares);
   *at++ = '\n';
   fwrite(line, (size_t)(at - line), 1, out);
}

/*--- The parts of a report ---*/

static bool is_blank(const char* text)
{
   return text == NULL || text[strspn(text, " ")] == '\0';
}

static void write_text_line(FILE* out, const char* tag, const char* text, const char* missing)
{
   fputs(tag, out);
   write_head(out, is_blank(text) ? missing : text, MAX_LINE - strlen(tag));
   putc('\n', out);
}

/* A blank one is the tag alone. */
static void write_comment(gpointer comment, gpointer out)
{
   write_text_line(out, is_blank(comment) ? "c" : "c ", comment, "");
}

static void write_header(FILE* out, const Report* report)
{
   const Header* header = report_header(report);
   g_ptr_array_foreach(header->comments, write_comment, out);
   if (header->memory_resolution != 0 && header_comment(header, "memory-resolution") == NULL) {
      fprintf(out, "c memory-resolution: %u\n", header->memory_resolution);
   }
   if (header->reports > 1) {
      fprintf(out, "c reports: %" PRIu64 "\n", header->reports);
   }
   if (header->received > 0) {
      fprintf(out, "c " HEADER_RECEIVED ": %" PRIu64 "\n", header->received);
   }
   if (header->begun > 0) {
      fprintf(out, "c " HEADER_SAMPLE ": %" PRIu64 " of %" PRIu64 " processes\n", header->measured,
              header->begun);
   }
   fputs("v 4\n", out);
   write_text_line(out, "t ", header->date, "1970-01-01T00:00:00Z");
   fprintf(out, "k %" PRIu64 "\n", report_total_cost(report));
   write_text_line(out, "e ", header->modified, "0");
   write_text_line(out, "m ", header->metric, METRIC_BASIC_BLOCKS);
   write_text_line(out, "i ", header->input, "rms");
   fputs("a ", out);
   write_tail(out, header->application == NULL ? "NONE" : header->application, MAX_LINE - strlen("a "));
   putc('\n', out);
   write_text_line(out, "f ", header->command_line, "NONE");
}

/*--- Routines and contexts ---*/

/* Readers expect each context with an x line to have a point.  In a report of a run that went on, contexts
   that were still running have none.  The lines of such contexts, and of routines that only they need, stand
   in comments at the end.

   What is read from a written file is written the same again.  So the order of all lines follows from what a
   reader keeps of it: the order of contexts with points, and of the children of one context. */
#define COMMENT  "c "

#define NO_ID    UINT32_MAX

typedef struct {
   FILE*         out;
   const Report* report;
   uint32_t*     routine_ids;   /* by routine: its id, from 0; NO_ID as long as it has no line */
   uint32_t      routine_lines;
   uint32_t*     context_ids;   /* by context: its id, from 1; until then 0, or NO_ID if points are below */
   uint32_t*     contexts;      /* in the order of their ids, those with points first */
   uint32_t      with_points;   /* how many contexts have points */
   uint32_t      numbered;      /* how many have an id */
   uint32_t*     ancestors;     /* by context: the nearest ancestor with points, or NO_CONTEXT */
} Writer;

static bool has_points(const Writer* writer, uint32_t context)
{
   return report_context(writer->report, context)->points > 0;
}

static void number_context(Writer* writer, uint32_t context)
{
   writer->contexts[writer->numbered++] = context;
   writer->context_ids[context] = writer->numbered;
}

static void number_those_with_points(Writer* writer)
{
   for (uint32_t i = 0; i < report_context_count(writer->report); i++) {
      if (has_points(writer, i)) {
         number_context(writer, i);
      }
   }
   writer->with_points = writer->numbered;
}

/* Numbers the contexts without points that have points below. */
static void number_ancestors(Writer* writer)
{
   for (uint32_t i = 0; i < writer->with_points; i++) {
      uint32_t above = report_context(writer->report, writer->contexts[i])->parent;
      while (above != NO_CONTEXT && writer->context_ids[above] == 0) {
         writer->context_ids[above] = NO_ID;
         above = report_context(writer->report, above)->parent;
      }
   }
   for (uint32_t i = 0; i < report_context_count(writer->report); i++) {
      if (writer->context_ids[i] == NO_ID) {
         number_context(writer, i);
      }
   }
}

/* In the order of their parents' ids; they may be parents, too. */
static void number_others(Writer* writer)
{
   for (uint32_t i = 0; i < report_context_count(writer->report); i++) {
      if (writer->context_ids[i] == 0 && report_context(writer->report, i)->parent == NO_CONTEXT) {
         number_context(writer, i);
      }
   }
   for (uint32_t i = 0; i < writer->numbered; i++) {
      uint32_t child = report_context(writer->report, writer->contexts[i])->first_child;
      for (; child != NO_CONTEXT; child = report_context(writer->report, child)->next_sibling) {
         if (writer->context_ids[child] == 0) {
            number_context(writer, child);
         }
      }
   }
}

static void find_ancestors(Writer* writer)
{
   for (uint32_t i = 0; i < report_context_count(writer->report); i++) {
      uint32_t parent = report_context(writer->report, i)->parent;
      bool     is_nearest = parent == NO_CONTEXT || has_points(writer, parent);
      writer->ancestors[i] = is_nearest ? parent : writer->ancestors[parent];
   }
}

static void begin(Writer* writer, FILE* out, const Report* report)
{
   size_t routines = report_routine_count(report);
   size_t contexts = report_context_count(report);
   *writer = (Writer){
      .out = out, .report = report,
      .routine_ids = g_new(uint32_t, routines), .context_ids = g_new0(uint32_t, contexts),
      .contexts = g_new(uint32_t, contexts), .ancestors = g_new(uint32_t, contexts),
   };
   for (size_t i = 0; i < routines; i++) {
      writer->routine_ids[i] = NO_ID;
   }
   find_ancestors(writer);
   number_those_with_points(writer);
   number_ancestors(writer);
   number_others(writer);
   assert(writer->with_points <= writer->numbered && writer->numbered == contexts);
}

static void end(Writer* writer)
{
   g_free(writer->routine_ids);
   g_free(writer->context_ids);
   g_free(writer->contexts);
   g_free(writer->ancestors);
}

static void write_points(const Writer* writer, const Routine* routine, uint32_t id)
{
   size_t count;
   if (report_context_count(writer->report) == 0) {
      const Point* points = report_stored_points(writer->report, routine, &count);
      for (size_t i = 0; i < count; i++) {
         write_point(writer->out, 'p', id, &points[i]);
      }
      return;
   }
   uint32_t index = routine->first_context;
   const Context* context;
   for (; index != NO_CONTEXT; index = context->next_of_routine) {
      context = report_context(writer->report, index);
      const Point* points = report_context_points(writer->report, context, &count);
      for (size_t i = 0; i < count; i++) {
         write_point(writer->out, 'q', writer->context_ids[index], &points[i]);
      }
   }
}

/* The name has all the bytes that the image leaves it: at least LEAST_NAME, if it needs them.  All reports
   cut a name in the same way, as if all ids were long and all lines comments: so they can be added up. */
static void write_names(FILE* out, const char* comment, uint32_t id, const Routine* routine)
{
   size_t room = MAX_LINE - strlen(COMMENT "r \"\" \"\" " LONGEST_ID);
   size_t image = MIN(strlen(routine->image), room - MIN(strlen(routine->name), LEAST_NAME));
   fprintf(out, "%sr \"", comment);
   write_head(out, routine->name, room - image);
   fputs("\" \"", out);
   write_tail(out, routine->image, image);
   fprintf(out, "\" %" PRIu32 "\n", id);
   if (routine->mangled != NULL) {
      fprintf(out, "%su %" PRIu32 " \"", comment, id);
      write_head(out, routine->mangled, MAX_LINE - strlen(COMMENT "u " LONGEST_ID " \"\""));
      fputs("\"\n", out);
   }
}

/* `comment` is COMMENT for a comment, and empty for a line of the report. */
static void write_routine(Writer* writer, const char* comment, uint32_t index)
{
   writer->routine_ids[index] = writer->routine_lines++;
   write_names(writer->out, comment, writer->routine_ids[index], report_routine(writer->report, index));
}

static void write_routines(Writer* writer)
{
   for (uint32_t i = 0; i < report_routine_count(writer->report); i++) {
      const Routine* routine = report_routine(writer->report, i);
      if (routine->points > 0 || report_context_count(writer->report) == 0) {
         write_routine(writer, "", i);
         write_points(writer, routine, writer->routine_ids[i]);
      }
   }
}

static void write_context(const Writer* writer, const char* comment, uint32_t index, uint32_t parent)
{
   const Context* context = report_context(writer->report, index);
   assert(writer->routine_ids[context->routine] != NO_ID && writer->context_ids[index] > 0);
   fprintf(writer->out, "%sx %" PRIu32 " %" PRIu32 " ", comment, writer->routine_ids[context->routine],
           writer->context_ids[index]);
   if (parent == NO_CONTEXT) {
      fputs("-1\n", writer->out);
   } else {
      fprintf(writer->out, "%" PRIu32 "\n", writer->context_ids[parent]);
   }
}

static void write_contexts_without(Writer* writer)
{
   for (uint32_t i = writer->with_points; i < writer->numbered; i++) {
      uint32_t       index = writer->contexts[i];
      const Context* context = report_context(writer->report, index);
      if (writer->routine_ids[context->routine] == NO_ID) {
         write_routine(writer, COMMENT, context->routine);
      }
      write_context(writer, COMMENT, index, context->parent);
   }
}

/* Writes the real parents of contexts whose x lines name another context, or none. */
static void write_parents_without_points(const Writer* writer)
{
   for (uint32_t i = 0; i < writer->with_points; i++) {
      uint32_t index = writer->contexts[i];
      uint32_t parent = report_context(writer->report, index)->parent;
      if (parent != writer->ancestors[index]) {
         write_context(writer, COMMENT, index, parent);
      }
   }
}

static void write_contexts(Writer* writer)
{
   for (uint32_t i = 0; i < writer->with_points; i++) {
      uint32_t index = writer->contexts[i];
      write_context(writer, "", index, writer->ancestors[index]);
   }
   write_contexts_without(writer);
   write_parents_without_points(writer);
}

void writer_write(FILE* out, const Report* report)
{
   Writer writer;
   begin(&writer, out, report);
   write_header(out, report);
   write_routines(&writer);
   write_contexts(&writer);
   end(&writer);
}

bool writer_write_file(const char* path, const Report* report, Problem* problem)
{
   Output output;
   if (!output_open(&output, path, stdout, problem)) {
      return false;
   }
   writer_write(output.file, report);
   return output_close(&output, problem);
}
