/* Folded stacks, for flame graphs: a line for each calling context, with its path from
   the root and its self cost:

      main;insertion_sort(int*, int);compare 88

   A semicolon in a name becomes a colon, as in other writers of the format.  If a name
   ends in a blank and a number, the blank becomes an open box, because readers would take
   the number for a cost.

   Lines of roots come last: Perfetto takes a file for folded stacks only if its first three lines have a
   semicolon each.

   Each line repeats the line of its caller.  If every level of a recursion is a context,
   the file would grow with the square of the depth.  So there is a deepest level.
   Contexts below it are part of the context at that level above them.

   Some readers keep a sample for each unit of cost.  For them, costs are divided by a scale.
   A line has what all lines up to it have, divided and rounded, less what those before it
   have.  So no line is off by a unit, and all together are the total, divided and rounded. */

#include "convert/conversion.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "util/number.h"
#include "util/problem.h"
#include "util/text.h"

#define DEEPEST_LEVEL  1000

/* A file that some readers are slow with, and one that they are not. */
#define MANY_UNITS  10000000
#define FEW_UNITS    1000000

typedef struct {
   Conversion*  conversion;
   const char** names;       /* by level, from 0: the routines on the path to the context */
   size_t       level;       /* the number of these routines */
   uint64_t     cost;        /* the cost of the line for them */
   uint64_t     written;     /* the cost of all lines before */
   uint64_t     cut;         /* how many contexts get no line of their own */
} Writer;

static void write_name(FILE* out, const char* name)
{
   for (const char* semicolon; (semicolon = strchr(name, ';')) != NULL; name = semicolon + 1) {
      fwrite(name, 1, (size_t)(semicolon - name), out);
      fputc(':', out);
   }
   fputs(name, out);
}

static void write_line(Writer* writer)
{
   FILE*    out = writer->conversion->out;
   uint64_t scale = writer->conversion->scale;
   uint64_t end = add_saturating(writer->written, writer->cost);
   assert(writer->level <= DEEPEST_LEVEL);
   uint64_t units = convert_scaled(end, scale) - convert_scaled(writer->written, scale);
   if (units > 0) {
      for (size_t i = 0; i < writer->level; i++) {
         fputs(i == 0 ? "" : ";", out);
         write_name(out, writer->names[i]);
      }
      fprintf(out, " %" PRIu64 "\n", units);
   }
   writer->written = end;
   writer->cost = 0;
}

/* Returns where the number at the end of the name begins, with or without a fraction; its end if there is
   none. */
static size_t find_number(const char* name)
{
   size_t length = strlen(name);
   size_t integer = length - text_trailing_digits(name, length);
   if (integer > 0 && name[integer - 1] == '.') {
      size_t digits = text_trailing_digits(name, integer - 1);
      return digits > 0 ? integer - 1 - digits : integer;
   }
   return integer;
}

static const char* make_name(Conversion* conversion, const char* routine)
{
   const char* name = convert_name(conversion, routine);
   size_t      number = find_number(name);
   if (name[number] == '\0' || number == 0 || name[number - 1] != ' ') {
      return name;
   }
   GString* copy = g_string_new_len(name, (gssize)number - 1);
   g_string_append(copy, OPEN_BOX);
   g_string_append(copy, name + number);
   return convert_keep(conversion, copy);
}

/* Returns the names of all routines, in their order, as they can be written. */
static const char** make_names(Conversion* conversion)
{
   uint32_t     count = report_routine_count(conversion->report);
   const char** names = g_new(const char*, (size_t)count + 1);
   for (uint32_t i = 0; i < count; i++) {
      names[i] = make_name(conversion, report_routine(conversion->report, i)->name);
   }
   return names;
}

/* Writes the lines of contexts without a caller. */
static void write_roots(Writer* writer, const char* const* names)
{
   const Report* report = writer->conversion->report;
   for (uint32_t i = 0; i < report_context_count(report); i++) {
      const Context* context = report_context(report, i);
      if (context->parent == NO_CONTEXT) {
         writer->names[0] = names[context->routine];
         writer->level = 1;
         writer->cost = context->totals.self_sum;
         write_line(writer);
      }
   }
}

static void write_stacks(Writer* writer)
{
   const Report* report = writer->conversion->report;
   g_autofree const char** names = make_names(writer->conversion);
   size_t   depth = 0;   /* of the context before */
   uint32_t at = NO_CONTEXT;
   for (uint32_t i = 0; i < report_context_count(report); i++) {
      const Context* context = report_context(report, i);
      for (; at != context->parent; at = report_context(report, at)->parent) {
         depth--;
      }
      assert((depth == 0) == (context->parent == NO_CONTEXT));
      depth++;
      at = i;
      if (depth <= DEEPEST_LEVEL) {
         write_line(writer);
         writer->names[depth - 1] = names[context->routine];
         writer->level = depth;
      } else {
         writer->cut++;
      }
      if (context->parent != NO_CONTEXT) {
         writer->cost = add_saturating(writer->cost, context->totals.self_sum);
      }
   }
   write_line(writer);
   write_roots(writer, names);
}

/* Says what was lost, or what scale is better. */
static void note_scale(const Conversion* conversion, uint64_t total)
{
   uint64_t units = convert_scaled(total, conversion->scale);
   uint64_t better = 10;
   if (conversion->scale > 1) {
      convert_note(conversion, "all costs are divided by %" PRIu64 ", and add up to %" PRIu64 ": stacks that "
                   "cost less than %" PRIu64 " may be missing", conversion->scale, units, conversion->scale);
   }
   if (units > MANY_UNITS) {
      while (total / better > FEW_UNITS) {
         better *= 10;
      }
      convert_note(conversion, "the costs add up to %" PRIu64 "; for readers that keep a sample for each, "
                   "use --scale=%" PRIu64 "; for the Firefox Profiler, --to=firefox", units, better);
   }
}

bool convert_folded(Conversion* conversion)
{
   const char* names[DEEPEST_LEVEL];
   Writer      writer = { .conversion = conversion, .names = names };
   write_stacks(&writer);
   if (writer.written > 0 && convert_scaled(writer.written, conversion->scale) == 0) {
      message_print("%s: --scale=%" PRIu64 " leaves nothing: the costs add up to only %" PRIu64,
                    conversion->command, conversion->scale, writer.written);
      return false;
   }
   note_scale(conversion, writer.written);
   if (writer.cut > 0) {
      convert_note(conversion, "the costs of %" PRIu64 " contexts deeper than %d levels are those of the "
                   "context above them there", writer.cut, DEEPEST_LEVEL);
   }
   convert_note_recursion(conversion, CONVERT_WIDTHS);
   return true;
}
