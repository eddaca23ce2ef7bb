/* pprof's format (pprof.proto), compressed by gzip: a sample for each point, with its stack.

      calls/count  cost/blocks  rms/cells     values: calls, their self cost, and the sum of their inputs
      4            160          44: n = 11    of points with a label for the input of each of these calls

   pprof adds up the values of samples that have a routine in their stack, so costs are self costs.  Two
   messages of protobuf after each other are one message with the items of both; so the profile is written
   item by item, and never in memory as a whole.

   Each sample has its whole stack.  If every level of a recursion is a context, the file would grow with the
   square of the depth.  So there is a deepest level, and stacks that are deeper lack levels: those between
   the routines next to the root and the routine itself. */

#include "convert/conversion.h"

#include <assert.h>
#include <inttypes.h>

#include "convert/pprof.pb-c.h"
#include "util/gzip.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/problem.h"

#define DEEPEST_LEVEL  1000

/* All samples have at most so many levels together: readers keep 8 bytes for each. */
#define MOST_LEVELS  20000000

/* The values of a sample, in this order. */
enum { CALLS, COST, INPUT, VALUE_COUNT };

typedef struct {
   Conversion* conversion;
   Gzip*       gzip;
   uint8_t*    packed;         /* room for one item */
   size_t      room;
   int64_t     text_count;     /* texts that were written: the index of the next */
   size_t      value_count;    /* without input sizes, there is no last value */
   int64_t     label_key;
   int64_t     label_unit;
   uint32_t    deepest;        /* level from 1 */
   uint64_t    cut;            /* how many contexts are deeper */
} Writer;

/*--- Items of the profile ---*/

static void write_part(Writer* writer, const Pprof__Profile* part)
{
   size_t size = pprof__profile__get_packed_size(part);
   if (size > writer->room) {
      writer->room = size * 2;
      writer->packed = memory_resize(writer->packed, writer->room, 1);
   }
   pprof__profile__pack(part, writer->packed);
   gzip_write(writer->gzip, writer->packed, size);
}

/* Returns the text's index. */
static int64_t write_text(Writer* writer, const char* text)
{
   Pprof__Profile part = PPROF__PROFILE__INIT;
   char*          texts[] = { (char*)text };
   part.n_string_table = 1;
   part.string_table = texts;
   write_part(writer, &part);
   return writer->text_count++;
}

static int64_t write_value_type(Writer* writer, const char* type, const char* unit)
{
   Pprof__Profile    part = PPROF__PROFILE__INIT;
   Pprof__ValueType  value = PPROF__VALUE_TYPE__INIT;
   Pprof__ValueType* values[] = { &value };
   value.type = write_text(writer, type);
   value.unit = write_text(writer, unit);
   part.n_sample_type = 1;
   part.sample_type = values;
   write_part(writer, &part);
   return value.type;
}

/* The date as nanoseconds since 1970; 0 if it is not known, or cannot be one. */
static int64_t nanoseconds(const char* date)
{
   g_autoptr(GDateTime) time = date == NULL ? NULL : g_date_time_new_from_iso8601(date, NULL);
   int64_t seconds = time == NULL ? 0 : g_date_time_to_unix(time);
   int64_t result;
   return seconds < 0 || __builtin_mul_overflow(seconds, (int64_t)1000000000, &result) ? 0 : result;
}

static void write_head(Writer* writer)
{
   const Header*  header = report_header(writer->conversion->report);
   const char*    input = header->input;
   Pprof__Profile part = PPROF__PROFILE__INIT;
   int64_t        comment;
   assert(writer->text_count == 0);
   write_text(writer, "");   /* text 0 is the empty one */
   write_value_type(writer, "calls", "count");
   part.default_sample_type = write_value_type(writer, "cost", convert_cost_name(writer->conversion).unit);
   if (writer->value_count > INPUT) {
      write_value_type(writer, input, "cells");
   }
   writer->label_key = write_text(writer, "n");
   writer->label_unit = write_text(writer, header->input_arguments == NULL ? "cells" : "inputs");
   comment = write_text(writer, convert_command_line(writer->conversion));
   part.n_comment = 1;
   part.comment = &comment;
   part.time_nanos = nanoseconds(header->date);
   write_part(writer, &part);
}

static void write_mapping(Writer* writer, const Objects* objects, uint32_t object)
{
   const Report*    report = writer->conversion->report;
   Pprof__Profile   part = PPROF__PROFILE__INIT;
   Pprof__Mapping   mapping = PPROF__MAPPING__INIT;
   Pprof__Mapping*  mappings[] = { &mapping };
   mapping.id = (uint64_t)object + 1;
   mapping.filename = write_text(writer, convert_name(writer->conversion,
                                                      objects_path(objects, report, object)));
   /* Else pprof looks for them in the object file. */
   mapping.has_functions = mapping.has_filenames = true;
   mapping.has_line_numbers = mapping.has_inline_frames = true;
   part.n_mapping = 1;
   part.mapping = mappings;
   write_part(writer, &part);
}

/* The first mapping is that of the program. */
static void write_mappings(Writer* writer, const Objects* objects)
{
   const Report* report = writer->conversion->report;
   const char*   application = report_header(report)->application;
   uint32_t      main_object = 0;
   for (uint32_t i = 0; i < objects->count; i++) {
      main_object = g_strcmp0(objects_path(objects, report, i), application) == 0 ? i : main_object;
   }
   for (uint32_t i = 0; i < objects->count; i++) {
      write_mapping(writer, objects, i == 0 ? main_object : i == main_object ? 0 : i);
   }
}

/* The function of a routine, and its one location, have the routine's index, from 1.  There is no source
   file; the object file takes its place, so that namesakes of two object files can be told apart. */
static void write_routine(Writer* writer, uint32_t index, uint32_t object, int64_t file)
{
   const Routine*    routine = report_routine(writer->conversion->report, index);
   Pprof__Profile    part = PPROF__PROFILE__INIT;
   Pprof__Function   function = PPROF__FUNCTION__INIT;
   Pprof__Function*  functions[] = { &function };
   Pprof__Location   location = PPROF__LOCATION__INIT;
   Pprof__Location*  locations[] = { &location };
   Pprof__Line       line = PPROF__LINE__INIT;
   Pprof__Line*      lines[] = { &line };
   function.id = location.id = line.function_id = (uint64_t)index + 1;
   function.name = write_text(writer, convert_name(writer->conversion, routine->name));
   function.system_name = routine->mangled == NULL ? function.name
                          : write_text(writer, convert_name(writer->conversion, routine->mangled));
   function.filename = file;
   location.mapping_id = (uint64_t)object + 1;
   location.n_line = 1;
   location.line = lines;
   part.n_function = part.n_location = 1;
   part.function = functions;
   part.location = locations;
   write_part(writer, &part);
}

static void write_routines(Writer* writer)
{
   const Report* report = writer->conversion->report;
   g_auto(Objects)     objects = objects_find(report);
   g_autofree int64_t* files = g_new(int64_t, (size_t)objects.count + 1);
   write_mappings(writer, &objects);
   for (uint32_t i = 0; i < objects.count; i++) {
      const char* path = objects_path(&objects, report, i);
      g_autofree char* file = g_strdup_printf("??? in %s", convert_name(writer->conversion, path));
      files[i] = write_text(writer, file);
   }
   for (uint32_t i = 0; i < report_routine_count(report); i++) {
      write_routine(writer, i, objects.routine_objects[i], files[objects.routine_objects[i]]);
   }
}

/* Writes a sample for each of the points. */
static void write_samples(Writer* writer, const Point* points, size_t count, uint64_t* stack, uint32_t depth)
{
   for (size_t i = 0; i < count; i++) {
      const Point*    point = &points[i];
      int64_t         values[VALUE_COUNT] = {
         [CALLS] = (int64_t)point->calls,
         [COST] = (int64_t)point->self_sum,
         [INPUT] = (int64_t)(point->calls * point->rms),
      };
      Pprof__Profile  part = PPROF__PROFILE__INIT;
      Pprof__Sample   sample = PPROF__SAMPLE__INIT;
      Pprof__Sample*  samples[] = { &sample };
      Pprof__Label    label = PPROF__LABEL__INIT;
      Pprof__Label*   labels[] = { &label };
      sample.n_location_id = depth;
      sample.location_id = stack;
      sample.n_value = writer->value_count;
      sample.value = values;
      label.key = writer->label_key;
      label.num = point->rms;
      label.num_unit = writer->label_unit;
      /* Other input sizes than those that an option or the program has given may not have been measured. */
      sample.n_label = writer->value_count > INPUT || point->rms > 0 ? 1 : 0;
      sample.label = labels;
      part.n_sample = 1;
      part.sample = samples;
      write_part(writer, &part);
   }
}

/*--- Stacks ---*/

/* Sets `deepest`, so that all stacks together have no more than MOST_LEVELS. */
static void choose_deepest(Writer* writer, const uint32_t* depths)
{
   const Report* report = writer->conversion->report;
   uint64_t      points[DEEPEST_LEVEL + 1] = { 0 };   /* by level; the last: so deep or deeper */
   uint64_t      levels = 0;
   uint64_t      deeper = 0;
   for (uint32_t i = 0; i < report_context_count(report); i++) {
      uint32_t depth = MIN(depths[i], DEEPEST_LEVEL);
      points[depth] += report_context(report, i)->points;
      levels += (uint64_t)depth * report_context(report, i)->points;
   }
   writer->deepest = DEEPEST_LEVEL;
   while (levels > MOST_LEVELS && writer->deepest > 2) {
      deeper += points[writer->deepest--];
      assert(deeper <= levels);
      levels -= deeper;
   }
}

/* Returns the level of each context, from 1. */
static uint32_t* find_depths(const Report* report)
{
   uint32_t  count = report_context_count(report);
   uint32_t* depths = g_new(uint32_t, (size_t)count + 1);
   for (uint32_t i = 0; i < count; i++) {
      uint32_t parent = report_context(report, i)->parent;
      assert(parent == NO_CONTEXT || parent < i);
      depths[i] = parent == NO_CONTEXT ? 1 : depths[parent] + 1;
   }
   return depths;
}

static void write_contexts(Writer* writer)
{
   const Report* report = writer->conversion->report;
   g_autofree uint32_t* depths = find_depths(report);
   choose_deepest(writer, depths);
   /* The locations from the running routine, in the middle, to the root, at the end. */
   g_autofree uint64_t* stack = g_new(uint64_t, writer->deepest);
   for (uint32_t i = 0; i < report_context_count(report); i++) {
      const Context* context = report_context(report, i);
      uint32_t       depth = MIN(depths[i], writer->deepest);
      assert(depth > 0);
      uint64_t*      top = stack + writer->deepest - depth;
      size_t         count;
      const Point*   points = report_context_points(report, context, &count);
      *top = (uint64_t)context->routine + 1;
      writer->cut += depths[i] > depth;
      write_samples(writer, points, count, top, depth);
   }
}

static void write_without_contexts(Writer* writer)
{
   const Report* report = writer->conversion->report;
   for (uint32_t i = 0; i < report_routine_count(report); i++) {
      size_t       count;
      const Point* points = report_stored_points(report, report_routine(report, i), &count);
      uint64_t     location = (uint64_t)i + 1;
      write_samples(writer, points, count, &location, 1);
   }
}

/*--- The whole ---*/

/* Returns the name of what adds up to more than pprof can add up, or NULL. */
static const char* find_too_large(const Report* report)
{
   Wide calls = 0, cost = 0, input = 0;
   for (uint32_t i = 0; i < report_routine_count(report); i++) {
      size_t       count;
      const Point* points = report_stored_points(report, report_routine(report, i), &count);
      for (size_t j = 0; j < count; j++) {
         calls += points[j].calls;
         cost += points[j].self_sum;
         input += (Wide)points[j].calls * points[j].rms;
      }
   }
   return calls > INT64_MAX ? "calls" : cost > INT64_MAX ? "costs" : input > INT64_MAX ? "input sizes" : NULL;
}

static void note_limits(const Writer* writer)
{
   if (report_context_count(writer->conversion->report) == 0) {
      convert_note(writer->conversion, "the report has no contexts, so each stack is one routine: profile "
                   "with --collect-cct=yes to have calls");
   }
   if (writer->cut > 0) {
      convert_note(writer->conversion, "the stacks of %" PRIu64 " contexts deeper than %" PRIu32 " levels "
                   "lack those between the first %" PRIu32 " and the routine itself", writer->cut,
                   writer->deepest, writer->deepest - 1);
   }
   convert_note_recursion(writer->conversion, CONVERT_WIDTHS);
}

bool convert_pprof(Conversion* conversion)
{
   const Report* report = conversion->report;
   const char*   too_large = find_too_large(report);
   Writer        writer = { .conversion = conversion };
   if (too_large != NULL) {
      message_print("%s: --to=pprof cannot hold the report: its %s add up to more than 2^63-1",
                    conversion->command, too_large);
      return false;
   }
   writer.value_count = header_has_input(report_header(report)) ? VALUE_COUNT : INPUT;
   writer.gzip = gzip_begin(conversion->out);
   write_head(&writer);
   write_routines(&writer);
   if (report_context_count(report) > 0) {
      write_contexts(&writer);
   } else {
      write_without_contexts(&writer);
   }
   gzip_end(writer.gzip);
   g_free(writer.packed);
   note_limits(&writer);
   return true;
}
