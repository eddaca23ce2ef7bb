/* The lines of the report.

   Readers know no escape sequences, and read lines into buffers of 1,024 bytes.  So names are
   changed (text.h): a double quote becomes two single quotes, control characters become spaces,
   and long names are cut. */

#include "report/line.h"

#include "files/output.h"
#include "files/text.h"
#include "options.h"

/* The longest line, without its newline. */
#define MAX_LINE    1023

/* The bytes that even the longest image leaves to the name in its line. */
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
   tl_assert(VG_(strlen)(before) + VG_(strlen)(after) <= MAX_LINE);
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

/* `id` is the id of a routine or, with --collect-cct, of a context. */
static void write_point(UInt id, const Point* point)
{
   output_text(options.collect_cct ? "q " : "p ");
   output_number(id);
   line_add_number(point->rms);
   line_add_number(point->min);
   line_add_number(point->max);
   line_add_number(point->sum);
   line_add_number(point->squares);
   line_add_number(point->calls);
   line_add_number(point->real_sum);
   line_add_number(point->self_sum);
   line_add_number(point->self_min);
   line_add_number(point->self_max);
   line_add_number(point->self_squares);
   output_char('\n');
}

static const HChar* or_none(const HChar* name)
{
   return *name == '\0' ? "NONE" : name;
}

/* A name must be cut alike in all reports, so that they can be added up.  So the limit assumes a long id, and
   a line in a comment. */
#define LONGEST_ID  "4294967295"

/* The image leaves the name some bytes, if the name needs them.  The name may use all that the image does not
   use. */
static void write_name_and_image(const HChar* comment, UInt id, const HChar* name, const HChar* image)
{
   SizeT room         = line_room_between(LINE_COMMENT "r \"\" \"", "\" " LONGEST_ID);
   SizeT image_length = text_tail_length(image, room - text_tail_length(name, NAME_BESIDE_IMAGE, True), True);
   output_text(comment);
   output_text("r \"");
   text_write_inlined(name, ROUTINE_INLINED_IN, room - image_length, True);
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
   text_write_inlined(symbol, ROUTINE_INLINED_IN, line_room_between(LINE_COMMENT "u " LONGEST_ID " \"", "\""),
                      True);
   output_text("\"\n");
}

/* `comment` is LINE_COMMENT for comments, and empty for lines of the report. */
void line_routine(const HChar* comment, UInt id, const Routine* routine)
{
   write_name_and_image(comment, id, or_none(routine->name), or_none(routine->image));
   write_symbol(comment, id, or_none(routine->mangled));
}

void line_points(UInt id, PointTable* points)
{
   points_sort(points);
   for (UInt i = 0; i < points->used; i++) {
      tl_assert(i == 0 || points->points[i - 1].rms < points->points[i].rms);
      write_point(id, &points->points[i]);
   }
}
