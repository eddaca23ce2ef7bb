/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Results as workflow commands of GitHub: lines on standard output, which become
   annotations of the changed files.  Only the first ten of a step are shown, so the worst
   come first, and the last one counts the rest. */

#include "answer/judge/sentences.h"
#include "answer/judge/undecided.h"
#include "render/check/outputs.h"
#include "util/text.h"

#define MOST_ANNOTATIONS  10

typedef struct {
   FILE*  out;
   size_t wanted;
   size_t printed;
} Annotations;

/* As the runner of workflows reads it: in a property, colons and commas end it. */
static void print_escaped(FILE* out, const char* text, bool is_property)
{
   while (*text != '\0') {
      bool is_special = *text == '%' || *text == '\n' || *text == '\r'
         || (is_property && (*text == ':' || *text == ','));
      if (is_special) {
         fprintf(out, "%%%02X", (unsigned char)*text++);
      } else {
         text += text_print_character(out, text);
      }
   }
}

static void annotate(Annotations* annotations, Level level, const Place* place, const char* title,
                     const char* message)
{
   FILE* out = annotations->out;
   annotations->wanted++;
   if (annotations->printed == MOST_ANNOTATIONS) {
      return;
   }
   annotations->printed++;
   fprintf(out, "::%s file=", level == LEVEL_ERROR ? "error" : "warning");
   print_escaped(out, place->file, true);
   if (place->line > 0) {
      fprintf(out, ",line=%u", place->line);
   }
   if (place->column > 0) {
      fprintf(out, ",col=%u", place->column);
   }
   fputs(",title=", out);
   print_escaped(out, title, true);
   fputs("::", out);
   print_escaped(out, message, false);
   putc('\n', out);
}

static void annotate_all(Annotations* annotations, const Check* check, Level level)
{
   for (guint i = 0; i < check->findings->list->len; i++) {
      const Finding* finding = &g_array_index(check->findings->list, Finding, i);
      const Place    place = { finding->file, finding->line, finding->column };
      if (check_level_of_finding(check, finding->kind) == level) {
         annotate(annotations, level, &place, "aprof check", finding->text);
      }
   }
   for (guint i = 0; i < check->results->len; i++) {
      const Result* result = &g_array_index(check->results, Result, i);
      const Place   place = check_place(check, result);
      bool          is_grouped = result->verdict == VERDICT_UNDECIDED && level == LEVEL_WARNING;
      if (check_level_of_verdict(check, result->verdict) == level && !is_grouped) {
         char* message = sentence_of_result(result);
         annotate(annotations, level, &place, result->name, message);
         g_free(message);
      }
   }
}

/* One for each limit. */
static void annotate_undecided(Annotations* annotations, const Check* check)
{
   GArray* list = undecided_limits(check);
   for (guint i = 0; i < list->len && check->undecided == UNDECIDED_WARN; i++) {
      const UndecidedLimit* undecided = &g_array_index(list, UndecidedLimit, i);
      const Place place = { check->rules->file, undecided->limit->line, undecided->limit->column };
      char*       message = undecided_sentence(undecided);
      annotate(annotations, LEVEL_WARNING, &place, "aprof check", message);
      g_free(message);
   }
   g_array_unref(list);
}

void output_annotations(FILE* out, const Check* check)
{
   Annotations annotations = { .out = out };
   annotate_all(&annotations, check, LEVEL_ERROR);
   annotate_all(&annotations, check, LEVEL_WARNING);
   annotate_undecided(&annotations, check);
   if (annotations.wanted > annotations.printed) {
      fprintf(out, "%zu annotations more are left out.\n", annotations.wanted - annotations.printed);
   }
}
