/* The Firefox Profiler's processed format, version 60, which later versions of it read, too: JSON, in which
   a table is an object with an array for each column.

      functions   a routine: its name, and its object file as its "resource"
      frames      one for each routine
      stacks      one for each calling context: its frame, and the stack of its caller
      samples     those stacks that cost something, with the cost as their weight

   So the number of samples does not depend on the costs.  What looks like time is cost: a microsecond is
   one, of other costs a millisecond is a million.  There are two threads with the same stacks: their samples
   have costs, and numbers of calls. */

#include "convert/conversion.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "model/metric.h"
#include "model/own.h"
#include "util/json.h"
#include "util/number.h"

#define FORMAT_VERSION  60

/* The columns are written one after the other, row by row. */
typedef struct {
   Conversion* conversion;
   Objects     objects;
   uint64_t    per_millisecond;
   bool        is_time;
   bool        is_bytes;
} Writer;

/* A thread: what its samples weigh. */
typedef struct {
   const char* name;
   uint64_t    (*weight)(const Context* context);
} Thread;

static uint64_t cost_of(const Context* context)  { return context->totals.self_sum; }
static uint64_t calls_of(const Context* context) { return context->totals.calls; }

static const Thread threads[] = { { "Cost", cost_of }, { "Calls", calls_of } };

/*--- Columns ---*/

/* Writes what stands in a row of a column. */
typedef void (*Cell)(const Writer* writer, uint32_t row);

typedef struct {
   const char* name;
   Cell        cell;
   const char* all;    /* what stands in all rows; NULL: what the cell writes */
} Column;

static void write_column(const Writer* writer, const Column* column, uint32_t rows)
{
   FILE* out = writer->conversion->out;
   fprintf(out, "\"%s\":[", column->name);
   for (uint32_t i = 0; i < rows; i++) {
      fputs(i == 0 ? "" : ",", out);
      if (column->all != NULL) {
         fputs(column->all, out);
      } else {
         column->cell(writer, i);
      }
   }
   fputs("],\n", out);
}

static void write_length(const Writer* writer, uint64_t rows)
{
   fprintf(writer->conversion->out, "\"length\":%" PRIu64 "}", rows);
}

static void row_cell(const Writer* writer, uint32_t row)
{
   fprintf(writer->conversion->out, "%" PRIu32, row);
}

/* The names of objects are behind those of routines. */
static void object_name_cell(const Writer* writer, uint32_t row)
{
   row_cell(writer, report_routine_count(writer->conversion->report) + row);
}

static void object_cell(const Writer* writer, uint32_t row)
{
   row_cell(writer, writer->objects.routine_objects[row]);
}

static void category_cell(const Writer* writer, uint32_t row)
{
   const Report* report = writer->conversion->report;
   const OwnCode own = { .application = report_header(report)->application };
   row_cell(writer, own_has(&own, report_routine(report, row)) ? 1 : 0);
}

static void frame_cell(const Writer* writer, uint32_t row)
{
   row_cell(writer, report_context(writer->conversion->report, row)->routine);
}

static void prefix_cell(const Writer* writer, uint32_t row)
{
   uint32_t parent = report_context(writer->conversion->report, row)->parent;
   if (parent == NO_CONTEXT) {
      fputs("null", writer->conversion->out);
   } else {
      row_cell(writer, parent);
   }
}

static void text_cell(const Writer* writer, uint32_t row)
{
   const Report* report = writer->conversion->report;
   uint32_t      routines = report_routine_count(report);
   const char*   text = row < routines ? report_routine(report, row)->name
                                       : objects_path(&writer->objects, report, row - routines);
   json_print_text(writer->conversion->out, convert_name(writer->conversion, text));
}

/*--- Tables ---*/

/* Each list ends without a name. */
static const Column stack_columns[] = {
   { "frame", .cell = frame_cell }, { "prefix", .cell = prefix_cell }, { 0 }
};

static const Column frame_columns[] = {
   { "address", .all = "-1" }, { "inlineDepth", .all = "0" }, { "category", .cell = category_cell },
   { "subcategory", .all = "0" }, { "func", .cell = row_cell }, { "nativeSymbol", .all = "null" },
   { "innerWindowID", .all = "null" }, { "line", .all = "null" }, { "column", .all = "null" }, { 0 }
};

static const Column function_columns[] = {
   { "name", .cell = row_cell }, { "isJS", .all = "false" }, { "relevantForJS", .all = "false" },
   { "resource", .cell = object_cell }, { "source", .all = "null" }, { "lineNumber", .all = "null" },
   { "columnNumber", .all = "null" }, { 0 }
};

/* A type of 1 is a library. */
static const Column resource_columns[] = {
   { "lib", .all = "null" }, { "name", .cell = object_name_cell }, { "host", .all = "null" },
   { "type", .all = "1" }, { 0 }
};

static const Column text_column = { "stringArray", .cell = text_cell };

static void write_table(const Writer* writer, const char* name, uint32_t rows, const Column* columns)
{
   fprintf(writer->conversion->out, "\"%s\":{", name);
   for (const Column* column = columns; column->name != NULL; column++) {
      write_column(writer, column, rows);
   }
   write_length(writer, rows);
   fputs(",\n", writer->conversion->out);
}

static void write_shared(const Writer* writer)
{
   FILE*    out = writer->conversion->out;
   uint32_t contexts = report_context_count(writer->conversion->report);
   uint32_t routines = report_routine_count(writer->conversion->report);
   uint32_t objects = writer->objects.count;
   fputs(",\n\"shared\":{\n", out);
   write_table(writer, "stackTable", contexts, stack_columns);
   write_table(writer, "frameTable", routines, frame_columns);
   write_table(writer, "funcTable", routines, function_columns);
   write_table(writer, "resourceTable", objects, resource_columns);
   fputs("\"nativeSymbols\":{\"libIndex\":[],\"address\":[],\"name\":[],\"functionSize\":[],"
         "\"length\":0},\n", out);
   write_column(writer, &text_column, routines + objects);
   fputs("\"sources\":{\"length\":0,\"uuid\":[],\"filename\":[]}}", out);
}

/*--- Threads ---*/

static void write_milliseconds(const Writer* writer, uint64_t cost)
{
   int digits = writer->is_time ? 3 : 6;
   fprintf(writer->conversion->out, "%" PRIu64 ".%0*" PRIu64, cost / writer->per_millisecond, digits,
           cost % writer->per_millisecond);
}

/* Writes the weights that are not 0; of time, which is in milliseconds, in these. */
static void write_weights(const Writer* writer, const Thread* thread)
{
   const Report* report = writer->conversion->report;
   FILE*         out = writer->conversion->out;
   const char*   comma = "";
   fputs("\"weight\":[", out);
   for (uint32_t i = 0; i < report_context_count(report); i++) {
      uint64_t weight = thread->weight(report_context(report, i));
      if (weight > 0) {
         fputs(comma, out);
         comma = ",";
         if (writer->is_time && thread->weight == cost_of) {
            write_milliseconds(writer, weight);
         } else {
            fprintf(out, "%" PRIu64, weight);
         }
      }
   }
   fputs("],\n", out);
}

/* Writes the stacks of samples, and how many there are. */
static uint64_t write_sample_stacks(const Writer* writer, const Thread* thread)
{
   const Report* report = writer->conversion->report;
   uint64_t      count = 0;
   fputs("\"stack\":[", writer->conversion->out);
   for (uint32_t i = 0; i < report_context_count(report); i++) {
      if (thread->weight(report_context(report, i)) > 0) {
         fprintf(writer->conversion->out, "%s%" PRIu32, count++ == 0 ? "" : ",", i);
      }
   }
   fputs("],\n", writer->conversion->out);
   return count;
}

/* A sample begins where those before it have ended, with their costs. */
static void write_times(const Writer* writer, const Thread* thread)
{
   const Report* report = writer->conversion->report;
   const char*   comma = "";
   uint64_t      at = 0;
   fputs("\"time\":[", writer->conversion->out);
   for (uint32_t i = 0; i < report_context_count(report); i++) {
      const Context* context = report_context(report, i);
      if (thread->weight(context) > 0) {
         fputs(comma, writer->conversion->out);
         comma = ",";
         write_milliseconds(writer, at);
      }
      at = add_saturating(at, context->totals.self_sum);
   }
   fputs("],\n", writer->conversion->out);
}

static void write_thread(const Writer* writer, unsigned number)
{
   assert(number < G_N_ELEMENTS(threads));
   const Thread* thread = &threads[number];
   FILE*         out = writer->conversion->out;
   const char*   type = number > 0          ? "samples"
                        : writer->is_time  ? "tracing-ms"
                        : writer->is_bytes ? "bytes" : "samples";
   fprintf(out, "%s{\"processType\":\"default\",\"processStartupTime\":0,\"processShutdownTime\":null,"
           "\"registerTime\":0,\"unregisterTime\":null,\"pausedRanges\":[],\"name\":\"%s\","
           "\"isMainThread\":%s,\"pid\":\"0\",\"tid\":%u,\n\"samples\":{", number == 0 ? "" : ",\n",
           thread->name, number == 0 ? "true" : "false", number);
   uint64_t count = write_sample_stacks(writer, thread);
   write_times(writer, thread);
   write_weights(writer, thread);
   fprintf(out, "\"weightType\":\"%s\",", type);
   write_length(writer, count);
   fputs(",\n\"markers\":{\"data\":[],\"name\":[],\"startTime\":[],\"endTime\":[],\"phase\":[],"
         "\"category\":[],\"length\":0}}", out);
}

/*--- The whole ---*/

static void write_meta(const Writer* writer, uint64_t total, uint64_t samples)
{
   Conversion*   conversion = writer->conversion;
   const Header* header = report_header(conversion->report);
   g_autoptr(GDateTime) time = header->date == NULL ? NULL : g_date_time_new_from_iso8601(header->date, NULL);
   FILE* out = conversion->out;
   fprintf(out, "{\"meta\":{\"version\":34,\"preprocessedProfileVersion\":%d,\"importedFrom\":\"aprof "
           PACKAGE_VERSION "\",\n\"startTime\":%" PRId64 ",\"interval\":", FORMAT_VERSION,
           time == NULL ? 0 : g_date_time_to_unix(time) * 1000);
   write_milliseconds(writer, MAX(1, total / MAX(1, samples)));
   fputs(",\n\"product\":", out);
   json_print_text(out, convert_command_line(conversion));
   fputs(",\n\"processType\":0,\"stackwalk\":1,\"symbolicated\":true,\"symbolicationNotSupported\":true,"
         "\"usesOnlyOneStackType\":true,\"sourceCodeIsNotOnSearchfox\":true,"
         "\"keepProfileThreadOrder\":true,\n\"initialVisibleThreads\":[0],\"initialSelectedThreads\":[0],"
         "\"markerSchema\":[],\n"
         "\"categories\":[{\"name\":\"Libraries\",\"color\":\"grey\",\"subcategories\":[\"Other\"]},"
         "{\"name\":\"Program\",\"color\":\"blue\",\"subcategories\":[\"Other\"]}]},\n\"libs\":[]", out);
}

bool convert_firefox(Conversion* conversion)
{
   const Report*   report = conversion->report;
   Metric          metric = metric_find(report_header(report)->metric);
   g_auto(Objects) objects = objects_find(report);
   Writer          writer = {
      .conversion = conversion, .objects = objects,
      .is_time = metric.kind == METRIC_TIME, .is_bytes = metric.kind == METRIC_BYTES,
   };
   uint64_t total = 0, samples = 0;
   writer.per_millisecond = writer.is_time ? 1000 : 1000000;
   for (uint32_t i = 0; i < report_context_count(report); i++) {
      total = add_saturating(total, report_context(report, i)->totals.self_sum);
      samples += report_context(report, i)->totals.self_sum > 0;
   }
   write_meta(&writer, total, samples);
   write_shared(&writer);
   fputs(",\n\"threads\":[\n", conversion->out);
   for (unsigned i = 0; i < G_N_ELEMENTS(threads); i++) {
      write_thread(&writer, i);
   }
   fputs("]}\n", conversion->out);
   convert_note_inexact(conversion, total, "the Firefox Profiler");
   convert_note_recursion(conversion, CONVERT_WIDTHS);
   return true;
}
