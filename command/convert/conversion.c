/* Names, totals and notes for the writers of all formats. */

#define _GNU_SOURCE   /* qsort_r */

#include "convert/conversion.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "model/metric.h"
#include "util/problem.h"
#include "util/text.h"

CostName convert_cost_name(Conversion* conversion)
{
   Metric      metric = metric_find(report_header(conversion->report)->metric);
   const char* noun = metric.noun;
   const char* unit = metric.unit;
   if (metric.kind == METRIC_OTHER) {
      noun = unit = convert_text(conversion, metric.name);
   }
   g_autofree char* capitals = g_ascii_strup(metric.event, -1);
   GString* description = g_string_new(unit);
   if (metric.kind != METRIC_OTHER) {
      description->str[0] = g_ascii_toupper(description->str[0]);
   }
   return (CostName){
      metric.name, metric.event, g_string_chunk_insert(conversion->texts, capitals), noun,
      convert_keep(conversion, description)
   };
}

const char* convert_text(Conversion* conversion, const char* text)
{
   if (text == NULL) {
      return "???";
   }
   text += strspn(text, " ");
   size_t length = strlen(text);
   if (length > 0 && text[length - 1] == ' ') {
      do {
         length--;
      } while (length > 0 && text[length - 1] == ' ');
      text = g_string_chunk_insert_len(conversion->texts, text, (gssize)length);
   }
   return length == 0 ? "???" : text_printable(text, conversion->texts);
}

const char* convert_keep(Conversion* conversion, GString* text)
{
   const char* kept = g_string_chunk_insert_len(conversion->texts, text->str, (gssize)text->len);
   g_string_free(text, TRUE);
   return kept;
}

static void append_open_boxes(GString* text, size_t count)
{
   while (count-- > 0) {
      g_string_append(text, OPEN_BOX);
   }
}

const char* convert_name(Conversion* conversion, const char* name)
{
   if (name == NULL || name[0] == '\0') {
      return "???";
   }
   name = text_printable(name, conversion->texts);
   size_t end = strlen(name);
   size_t leading = strspn(name, " ");
   size_t trailing = 0;
   while (leading + trailing < end && name[end - 1 - trailing] == ' ') {
      trailing++;
   }
   if (leading + trailing == 0) {
      return name;
   }
   GString* copy = g_string_new(NULL);
   append_open_boxes(copy, leading);
   g_string_append_len(copy, name + leading, (gssize)(end - leading - trailing));
   append_open_boxes(copy, trailing);
   return convert_keep(conversion, copy);
}

const char* convert_function_name(Conversion* conversion, const char* name, uint32_t level)
{
   assert(level > 0);
   name = convert_name(conversion, name);
   size_t length = strlen(name);
   size_t digits = length - text_trailing_digits(name, length);
   bool   has_level = digits < length && digits > 0 && name[digits - 1] == '\'';
   if (level == 1 && !has_level) {
      return name;
   }
   GString* copy = g_string_new(name);
   if (has_level) {
      g_string_insert_c(copy, (gssize)digits, '\'');
   }
   if (level > 1) {
      bool ends_in_apostrophe = copy->len > 0 && copy->str[copy->len - 1] == '\'';
      g_string_append_printf(copy, "%s'%" PRIu32, ends_in_apostrophe ? " " : "", level);
   }
   return convert_keep(conversion, copy);
}

const char* convert_command_line(Conversion* conversion)
{
   const Header* header = report_header(conversion->report);
   return convert_text(conversion, header->command_line != NULL ? header->command_line : header->application);
}

void convert_note(const Conversion* conversion, const char* format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   g_autofree char* text = g_strdup_vprintf(format, arguments);
   va_end(arguments);
   message_print("%s: note: %s", conversion->command, text);
}

/* A folded recursion is in a context that has calls inside others of the same context.  Calls
   that cost nothing are in `sum` with a cost of 1, if there are such calls. */
bool convert_has_folded_recursion(const Conversion* conversion)
{
   const Report* report = conversion->report;
   bool          may_cost_nothing = header_calls_may_cost_nothing(report_header(report));
   for (uint32_t i = 0; i < report_context_count(report); i++) {
      const Totals* totals = &report_context(report, i)->totals;
      if (totals->real_sum > 0 && totals->sum - totals->real_sum > (may_cost_nothing ? totals->calls : 0)) {
         return true;
      }
   }
   return false;
}

void convert_note_recursion(const Conversion* conversion, const char* numbers)
{
   if (convert_has_folded_recursion(conversion)) {
      convert_note(conversion, "in this report recursive calls are part of the call that began the "
                   "recursion: so are %s", numbers);
   }
}

/* JavaScript's numbers are doubles: larger ones lose their last digits. */
#define LARGEST_EXACT  (UINT64_C(1) << 53)

void convert_note_inexact(const Conversion* conversion, uint64_t total, const char* viewer)
{
   if (total > LARGEST_EXACT) {
      convert_note(conversion, "costs are larger than 2^53: %s will round them", viewer);
   }
}

uint64_t convert_scaled(uint64_t cost, uint64_t scale)
{
   assert(scale > 0);
   return cost / scale + (cost % scale >= scale - scale / 2);
}

/*--- Object files ---*/

/* Routines grouped by their object file. */

static int compare_objects(const void* left, const void* right, void* report)
{
   uint32_t a = *(const uint32_t*)left;
   uint32_t b = *(const uint32_t*)right;
   const char* image_a = report_routine(report, a)->image;
   const char* image_b = report_routine(report, b)->image;
   /* Many routines share the very text. */
   int order = image_a == image_b ? 0 : strcmp(image_a, image_b);
   return order != 0 ? order : a < b ? -1 : a > b;
}

Objects objects_find(const Report* report)
{
   uint32_t routines = report_routine_count(report);
   Objects objects = {
      .routine_objects = g_new(uint32_t, (size_t)routines + 1),
      .routines = g_new(uint32_t, (size_t)routines + 1),
      .first = g_new(uint32_t, (size_t)routines + 1),
   };
   for (uint32_t i = 0; i < routines; i++) {
      objects.routines[i] = i;
   }
   qsort_r(objects.routines, routines, sizeof *objects.routines, compare_objects, (void*)report);

   const char* image = NULL;
   for (uint32_t i = 0; i < routines; i++) {
      const Routine* routine = report_routine(report, objects.routines[i]);
      if (image == NULL || strcmp(image, routine->image) != 0) {
         image = routine->image;
         objects.first[objects.count++] = i;
      }
      objects.routine_objects[objects.routines[i]] = objects.count - 1;
   }
   assert(objects.count <= routines);
   objects.first[objects.count] = routines;
   return objects;
}

const char* objects_path(const Objects* objects, const Report* report, uint32_t object)
{
   assert(object < objects->count);
   return report_routine(report, objects->routines[objects->first[object]])->image;
}

void objects_free(Objects* objects)
{
   g_free(objects->routine_objects);
   g_free(objects->routines);
   g_free(objects->first);
   *objects = (Objects){ 0 };
}
