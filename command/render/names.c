#include "render/names.h"

#include <glib.h>

#include "model/names.h"
#include "util/text.h"

#define LEAST_NAME  14    /* columns for one more name, with what stands before it */
#define END_WIDTH   15    /* of " and 12345 more" */

int name_print(FILE* out, const char* name, const char* mangled, int width)
{
   g_autofree char* shown = name_shorten(name, mangled, (size_t)MAX(width, 0));
   return text_print_cut(out, shown, width);
}

void label_print(FILE* out, const char* label, const char* text, int width)
{
   fprintf(out, "%-*s", LABEL_WIDTH, label);
   text_print_cut(out, text, width - LABEL_WIDTH);
   putc('\n', out);
}

void label_print_wrapped(FILE* out, const char* label, const char* text, int width)
{
   fprintf(out, "%-*s", LABEL_WIDTH, label);
   text_print_wrapped(out, text, LABEL_WIDTH, width - LABEL_WIDTH);
}

void name_line_add(NameLine* line, const char* name)
{
   if (line->left_out > 0 || line->used + LEAST_NAME + END_WIDTH > line->width) {
      line->left_out++;
      return;
   }
   line->used += fprintf(line->out, "%s", line->listed++ == 0 ? line->begin : ", ");
   line->used += name_print(line->out, name, NULL, line->width - line->used - END_WIDTH);
   g_assert(line->used + END_WIDTH <= line->width);
}

void name_line_end(const NameLine* line)
{
   if (line->left_out > 0) {
      fprintf(line->out, " and %zu more", line->left_out);
   }
   if (line->listed > 0) {
      putc('\n', line->out);
   }
}
