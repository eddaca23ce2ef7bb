/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The lines of the report.

   Readers have no escaping, and read lines into buffers of 1,024 bytes, so names are adjusted
   (text.h): quotes become two single quotes, control characters spaces, and what would make a line too
   long is cut. */

#include "report/line.h"

#include "pub_tool_libcbase.h"

#include "options.h"
#include "report/output.h"
#include "report/text.h"

/* Of a line, without the newline. */
#define MAX_LINE    1023

/* What the longest image leaves to the name beside it. */
#define NAME_BESIDE_IMAGE  64

void line_field(const HChar* tag, ULong value)
{
   output_text(tag);
   output_number(value);
   output_char('\n');
}

/* How long a text may be between these two parts of its line. */
SizeT line_room_between(const HChar* before, const HChar* after)
{
   return MAX_LINE - VG_(strlen)(before) - VG_(strlen)(after);
}

void line_text(const HChar* before, const HChar* text, Bool quoted, const HChar* after)
{
   output_text(before);
   text_write_head(text, line_room_between(before, after), quoted);
   output_text(after);
   output_char('\n');
}

void line_add_number(ULong value)
{
   output_char(' ');
   output_number(value);
}

/* Readers refuse costs of 0, and some activations take less than a microsecond. */
static void write_cost_field(ULong cost)
{
   line_add_number(cost == 0 && options.cost == CostTime ? 1 : cost);
}

/* `id` is a routine's, or under --collect-cct a context's. */
static void write_point(UInt id, const Point* point)
{
   output_text(options.collect_cct ? "q " : "p ");
   output_number(id);
   line_add_number(point->rms);
   write_cost_field(point->min);
   write_cost_field(point->max);
   write_cost_field(point->sum);
   write_cost_field(point->squares);
   line_add_number(point->calls);
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
#define LONGEST_ID  "4294967295"

/* The image leaves the name some bytes, if it needs them; of what is left the name may have all. */
static void write_name_and_image(const HChar* comment, UInt id, const HChar* name, const HChar* image)
{
   SizeT room         = line_room_between(LINE_COMMENT "r \"\" \"", "\" " LONGEST_ID);
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
   text_write_head(symbol, line_room_between(LINE_COMMENT "u " LONGEST_ID " \"", "\""), True);
   output_text("\"\n");
}

/* As lines of the report, or as comments: then `comment` is LINE_COMMENT, else empty. */
void line_routine(const HChar* comment, UInt id, const Routine* routine)
{
   write_name_and_image(comment, id, or_none(routine->name), or_none(routine->image));
   write_symbol(comment, id, or_none(routine->mangled));
}

void line_points(UInt id, PointTable* points)
{
   points_sort(points);
   for (UInt i = 0; i < points->used; i++) {
      write_point(id, &points->points[i]);
   }
}
