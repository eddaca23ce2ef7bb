/* All points of a report as one table, for spreadsheets and statistics: RFC 4180,
   in UTF-8, with a line of titles.

   With contexts, each line is a point of a context, and a routine's points are the sums
   over its contexts.  A context without points is not in the table; the parent of what it
   calls is the nearest context that is.  If the report does not have a number, its field is
   empty. */

#include "convert/conversion.h"

#include <inttypes.h>

#include "model/csv.h"
#include "util/text.h"

#define END_OF_LINE  "\r\n"

static void write_text(Conversion* conversion, const char* text)
{
   csv_text(conversion->out, text_printable(text, conversion->texts));
   /* Lines are many, and no text is needed again. */
   g_string_chunk_clear(conversion->texts);
}

static uint32_t nearest_with_points(const Report* report, uint32_t context)
{
   while (context != NO_CONTEXT && report_context(report, context)->points == 0) {
      context = report_context(report, context)->parent;
   }
   return context;
}

/* The beginning of all lines of a routine or context. */
static void write_owner(Conversion* conversion, uint32_t routine_index, const Context* context,
                        uint32_t number)
{
   const Routine* routine = report_routine(conversion->report, routine_index);
   FILE* out = conversion->out;
   write_text(conversion, routine->name);
   fputc(',', out);
   write_text(conversion, routine->image);
   fputc(',', out);
   write_text(conversion, routine->mangled == NULL ? "" : routine->mangled);
   if (context == NULL) {
      fputs(",,", out);
      return;
   }
   fprintf(out, ",%" PRIu32 ",", number + 1);
   uint32_t parent = nearest_with_points(conversion->report, context->parent);
   if (parent != NO_CONTEXT) {
      fprintf(out, "%" PRIu32, parent + 1);
   }
}

/* Writes the points of a routine or context, a line for each. */
static void write_points(Conversion* conversion, const Point* points, size_t count, uint32_t routine,
                         const Context* context, uint32_t number)
{
   const Header* header = report_header(conversion->report);
   for (size_t i = 0; i < count; i++) {
      write_owner(conversion, routine, context, number);
      csv_point(conversion->out, &points[i], header->has_real_sums, header->has_self_costs);
      fputs(END_OF_LINE, conversion->out);
   }
}

bool convert_csv(Conversion* conversion)
{
   const Report* report = conversion->report;
   const Point*  points;
   size_t        count;
   fputs("name,object,mangled,context,parent," CSV_POINT_TITLES END_OF_LINE, conversion->out);
   if (report_context_count(report) > 0) {
      for (uint32_t i = 0; i < report_context_count(report); i++) {
         const Context* context = report_context(report, i);
         points = report_context_points(report, context, &count);
         write_points(conversion, points, count, context->routine, context, i);
      }
   } else {
      for (uint32_t i = 0; i < report_routine_count(report); i++) {
         points = report_stored_points(report, report_routine(report, i), &count);
         write_points(conversion, points, count, i, NULL, 0);
      }
   }
   return true;
}
