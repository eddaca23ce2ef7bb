/* A step as text is a line: KIND DIRECTION CLASS FACTOR NAME OBJECT TEXT, with tabs between. */

#include "history/step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char* const step_names[] = {
   [STEP_PROGRAM] = "program", [STEP_ROUTINE] = "routine", [STEP_ENDED] = "ended", [STEP_WORK] = "work",
   [STEP_MARK] = "mark", [STEP_RENAMED] = "renamed",
};

static void clear_step(gpointer data)
{
   Step* step = data;
   g_free(step->name);
   g_free(step->object);
   g_free(step->text);
}

GArray* steps_new(void)
{
   GArray* steps = g_array_new(FALSE, FALSE, sizeof(Step));
   g_array_set_clear_func(steps, clear_step);
   return steps;
}

/*--- As text ---*/

static void append_field(GString* line, const char* text)
{
   g_string_append_c(line, '\t');
   for (const char* at = text; *at != '\0'; at++) {
      g_string_append_c(line, *at == '\t' || *at == '\n' ? ' ' : *at);
   }
}

char* steps_write(const GArray* steps)
{
   GString* text = g_string_new(NULL);
   for (guint i = 0; i < steps->len; i++) {
      const Step* step = &g_array_index(steps, Step, i);
      char        factor[G_ASCII_DTOSTR_BUF_SIZE];
      g_ascii_formatd(factor, sizeof factor, "%.6g", isnan(step->factor) ? 0 : step->factor);
      g_string_append_printf(text, "%s\t%d\t%d\t%s", step_names[step->kind], step->direction,
                             (int)step->is_class, factor);
      append_field(text, step->name);
      append_field(text, step->object);
      append_field(text, step->text);
      g_string_append_c(text, '\n');
   }
   return g_string_free(text, FALSE);
}

static StepKind kind_of(const char* name)
{
   StepKind kind = STEP_PROGRAM;
   while (kind < STEP_RENAMED && strcmp(step_names[kind], name) != 0) {
      kind++;
   }
   return kind;
}

GArray* steps_read(const char* text)
{
   GArray* steps = steps_new();
   g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
   for (size_t i = 0; lines[i] != NULL; i++) {
      g_auto(GStrv) fields = g_strsplit(lines[i], "\t", 7);
      if (g_strv_length(fields) == 7) {
         double factor = g_ascii_strtod(fields[3], NULL);
         Step   step = {
            .kind = kind_of(fields[0]), .direction = atoi(fields[1]), .is_class = strcmp(fields[2], "1") == 0,
            .factor = factor == 0 ? NAN : factor, .name = g_strdup(fields[4]), .object = g_strdup(fields[5]),
            .text = g_strdup(fields[6]),
         };
         g_array_append_val(steps, step);
      }
   }
   return steps;
}
