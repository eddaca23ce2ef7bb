/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Writing the aprof report, version 1.4, in the order that all readers accept.

   Names from reports of other writers may be what version 1.4 does not allow:
   characters that are none, control characters, and lines that are too long for
   the readers' buffers.  They are adjusted here. */

#include "writer.h"

#include <inttypes.h>
#include <string.h>

#include "text.h"

/* Longest line, its newline not counted; and what is left of a name in any case. */
#define MAX_LINE    1023
#define LEAST_NAME    64

#define CUT_MARK   "..."

/*------------------------------------------------------------------*/
/*--- Texts                                                      ---*/
/*------------------------------------------------------------------*/

/* Bytes that go together: a character, or one byte that is none. */
static size_t unit_length(const char* text, size_t length)
{
   size_t character = text_character_length(text, length);
   return character == 0 ? 1 : character;
}

static void write_unit(FILE* out, const char* text, size_t length)
{
   if (text_character_length(text, length) == 0 || (unsigned char)text[0] < ' ' || text[0] == 0x7f) {
      putc('?', out);
   } else {
      fwrite(text, unit_length(text, length), 1, out);
   }
}

static void write_units(FILE* out, const char* text, size_t length)
{
   for (size_t at = 0; at < length; at += unit_length(text + at, length - at)) {
      write_unit(out, text + at, length - at);
   }
}

/* The text from its beginning, cut where it is longer than `max` bytes. */
static void write_head(FILE* out, const char* text, size_t max)
{
   size_t length = strlen(text);
   if (length <= max) {
      write_units(out, text, length);
      return;
   }
   size_t room = max - strlen(CUT_MARK);
   size_t end  = 0;
   while (end + unit_length(text + end, length - end) <= room) {
      end += unit_length(text + end, length - end);
   }
   write_units(out, text, end);
   fputs(CUT_MARK, out);
}

/* Likewise from its end: that of a path tells more than its beginning. */
static void write_tail(FILE* out, const char* text, size_t max)
{
   size_t length = strlen(text);
   size_t start = 0;
   if (length > max) {
      fputs(CUT_MARK, out);
      while (length - start > max - strlen(CUT_MARK)) {
         start += unit_length(text + start, length - start);
      }
   }
   write_units(out, text + start, length - start);
}

/*------------------------------------------------------------------*/
/*--- Numbers                                                    ---*/
/*------------------------------------------------------------------*/

/* Millions of them are written: faster than printf. */
static char* put_number(char* to, uint64_t number)
{
   char  digits[20];
   char* digit = digits + sizeof digits;
   do {
      *--digit = (char)('0' + number % 10);
      number /= 10;
   } while (number != 0);
   size_t length = (size_t)(digits + sizeof digits - digit);
   memcpy(to, digit, length);
   return to + length;
}

static char* put_field(char* to, uint64_t number)
{
   *to = ' ';
   return put_number(to + 1, number);
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

/*------------------------------------------------------------------*/
/*--- The parts of a report                                      ---*/
/*------------------------------------------------------------------*/

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
static void write_comment(FILE* out, const char* comment)
{
   write_text_line(out, is_blank(comment) ? "c" : "c ", comment, "");
}

/* The application's path is cut at its beginning. */
static void write_application(FILE* out, const Header* header)
{
   fputs("a ", out);
   write_tail(out, header->application == NULL ? "NONE" : header->application, MAX_LINE - strlen("a "));
   putc('\n', out);
}

static void write_header(FILE* out, const Report* report)
{
   const Header* header = report_header(report);
   for (size_t i = 0; i < header->comment_count; i++) {
      write_comment(out, header->comments[i]);
   }
   if (header->memory_resolution != 0 && header_comment(header, "memory-resolution") == NULL) {
      fprintf(out, "c memory-resolution: %u\n", header->memory_resolution);
   }
   if (header->reports > 1) {
      fprintf(out, "c reports: %" PRIu64 "\n", header->reports);
   }
   fputs("v 4\n", out);
   write_text_line(out, "t ", header->date, "1970-01-01T00:00:00Z");
   fprintf(out, "k %" PRIu64 "\n", header->has_total ? header->total : report_total_cost(report));
   write_text_line(out, "e ", header->modified, "0");
   write_text_line(out, "m ", header->metric, "bb-count");
   write_text_line(out, "i ", header->input, "rms");
   write_application(out, header);
   write_text_line(out, "f ", header->command_line, "NONE");
}

static void write_points(FILE* out, const Report* report, uint32_t index)
{
   const Routine* routine = report_routine(report, index);
   size_t count;
   if (report_context_count(report) == 0) {
      const Point* points = report_stored_points(report, routine, &count);
      for (size_t i = 0; i < count; i++) {
         write_point(out, 'p', index, &points[i]);
      }
      return;
   }
   uint32_t context = routine->first_context;
   for (; context != NO_CONTEXT; context = report_context(report, context)->next_of_routine) {
      const Point* points = report_context_points(report, report_context(report, context), &count);
      for (size_t i = 0; i < count; i++) {
         write_point(out, 'q', context + 1, &points[i]);
      }
   }
}

static size_t least(size_t a, size_t b)
{
   return a < b ? a : b;
}

/* The name is cut first: the image only if it alone is too long. */
static void write_names(FILE* out, const Routine* routine, uint32_t index)
{
   char   id[11];
   size_t room = MAX_LINE - strlen("r \"\" \"\" ") - (size_t)snprintf(id, sizeof id, "%" PRIu32, index);
   size_t image = least(strlen(routine->image), room - least(strlen(routine->name), LEAST_NAME));
   fputs("r \"", out);
   write_head(out, routine->name, room - image);
   fputs("\" \"", out);
   write_tail(out, routine->image, image);
   fprintf(out, "\" %s\n", id);
   if (routine->mangled != NULL) {
      fprintf(out, "u %s \"", id);
      write_head(out, routine->mangled, MAX_LINE - strlen("u  \"\"") - strlen(id));
      fputs("\"\n", out);
   }
}

static void write_routine(FILE* out, const Report* report, uint32_t index)
{
   write_names(out, report_routine(report, index), index);
   write_points(out, report, index);
}

/* Ids are indices from 1; the model's order is the preorder that is wanted. */
static void write_context(FILE* out, const Report* report, uint32_t index)
{
   const Context* context = report_context(report, index);
   fprintf(out, "x %" PRIu32 " %" PRIu32 " ", context->routine, index + 1);
   if (context->parent == NO_CONTEXT) {
      fputs("-1\n", out);
   } else {
      fprintf(out, "%" PRIu32 "\n", context->parent + 1);
   }
}

void writer_write(FILE* out, const Report* report)
{
   write_header(out, report);
   for (uint32_t i = 0; i < report_routine_count(report); i++) {
      write_routine(out, report, i);
   }
   for (uint32_t i = 0; i < report_context_count(report); i++) {
      write_context(out, report, i);
   }
}
