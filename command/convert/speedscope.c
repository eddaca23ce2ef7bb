/* The JSON format of speedscope: the tree of calling contexts as one sequence of
   events, in which each context is opened and closed once.

      {"type":"O","frame":0,"at":0},
      {"type":"O","frame":1,"at":10},      main's own 10 come first
      {"type":"C","frame":1,"at":50}, ...

   What looks like time in speedscope is cost.  The width of a context is its inclusive
   cost.  Its own cost comes before its callees, which are in the report's order.

   The file is written while the tree is walked, so only one context of it is in memory. */

#include "convert/conversion.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "model/metric.h"
#include "util/json.h"
#include "util/number.h"

#define SCHEMA  "https://www.speedscope.app/file-format-schema.json"

typedef struct {
   Conversion* conversion;
   uint64_t    at;           /* the cost of everything that has been written */
   bool        has_events;
} Writer;

/* One for each routine, at the routine's index. */
static void write_frames(Conversion* conversion)
{
   FILE* out = conversion->out;
   fputs("\"shared\":{\"frames\":[", out);
   for (uint32_t i = 0; i < report_routine_count(conversion->report); i++) {
      const Routine* routine = report_routine(conversion->report, i);
      fputs(i == 0 ? "\n{\"name\":" : ",\n{\"name\":", out);
      json_print_text(out, convert_name(conversion, routine->name));
      fputs(",\"file\":", out);
      json_print_text(out, convert_name(conversion, routine->image));
      fputc('}', out);
   }
   fputs("\n]},\n", out);
}

static void write_event(Writer* writer, char type, uint32_t context)
{
   uint32_t frame = report_context(writer->conversion->report, context)->routine;
   fprintf(writer->conversion->out, "%s{\"type\":\"%c\",\"frame\":%" PRIu32 ",\"at\":%" PRIu64 "}",
           writer->has_events ? ",\n" : "\n", type, frame, writer->at);
   writer->has_events = true;
}

/* Closes the contexts from `from` upwards, up to but not including `to`. */
static void close_contexts(Writer* writer, uint32_t from, uint32_t to)
{
   for (; from != to; from = report_context(writer->conversion->report, from)->parent) {
      write_event(writer, 'C', from);
   }
}

static void write_events(Writer* writer)
{
   const Report* report = writer->conversion->report;
   uint32_t      open = NO_CONTEXT;
   for (uint32_t i = 0; i < report_context_count(report); i++) {
      const Context* context = report_context(report, i);
      assert(context->parent == NO_CONTEXT || context->parent < i);
      close_contexts(writer, open, context->parent);
      write_event(writer, 'O', i);
      writer->at = add_saturating(writer->at, context->totals.self_sum);
      open = i;
   }
   close_contexts(writer, open, NO_CONTEXT);
}

/* The end stands before the events. */
static uint64_t sum_of_self(const Report* report)
{
   uint64_t sum = 0;
   for (uint32_t i = 0; i < report_context_count(report); i++) {
      sum = add_saturating(sum, report_context(report, i)->totals.self_sum);
   }
   return sum;
}

bool convert_speedscope(Conversion* conversion)
{
   Metric      metric = metric_find(report_header(conversion->report)->metric);
   const char* program = convert_command_line(conversion);
   uint64_t    end = sum_of_self(conversion->report);
   Writer      writer = { .conversion = conversion };
   FILE*       out = conversion->out;

   fputs("{\"$schema\":\"" SCHEMA "\",\n\"exporter\":\"aprof " PACKAGE_VERSION "\",\n\"name\":", out);
   json_print_text(out, program);
   fputs(",\n\"activeProfileIndex\":0,\n", out);
   write_frames(conversion);
   fputs("\"profiles\":[{\"type\":\"evented\",\"name\":", out);
   json_print_text(out, program);
   fprintf(out, ",\"unit\":\"%s\",\"startValue\":0,\"endValue\":%" PRIu64 ",\"events\":[",
           metric.kind == METRIC_TIME || metric.kind == METRIC_BYTES ? metric.noun : "none", end);
   write_events(&writer);
   assert(writer.at == end);
   fputs("\n]}]}\n", out);
   convert_note_inexact(conversion, end, "speedscope");
   convert_note_recursion(conversion, CONVERT_WIDTHS);
   return true;
}
