/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Results for people.  What is not decided is put together by limit, because of most
   routines nothing is known but that they were called once. */

#include "answer/judge/sentences.h"
#include "answer/judge/undecided.h"
#include "render/check/outputs.h"
#include "render/show/terminal.h"
#include "util/text.h"

#define SHOWN_RESULTS    8    /* of each verdict */
#define SHOWN_LIMITS     4    /* not decided */

static void print_routine(FILE* out, const Result* result)
{
   fputs("  ", out);
   text_print(out, result->name);
   if (result->file != NULL) {
      fputs(" (", out);
      text_print(out, result->file);
      fprintf(out, ":%d)", result->line);
   }
   putc('\n', out);
}

static void print_result(FILE* out, const Check* check, const Result* result, int width)
{
   char* message = sentence_of_result(result);
   char* text = g_strdup_printf("     %s (%s:%u:%u)", message, check->rules->file, result->limit->line,
                                result->limit->column);
   text_print_wrapped(out, text, 7, width);
   g_free(text);
   g_free(message);
}

/* Those of one routine are together. */
static void print_verdict(FILE* out, const Check* check, Verdict verdict, const char* title, int width)
{
   size_t        shown = 0;
   size_t        limit = check->shows_all ? check->counts[verdict] : SHOWN_RESULTS;
   const Result* last = NULL;
   if (check->counts[verdict] == 0) {
      return;
   }
   fprintf(out, "%s\n", title);
   for (guint i = 0; i < check->results->len && shown < limit; i++) {
      const Result* result = &g_array_index(check->results, Result, i);
      if (result->verdict == verdict) {
         if (last == NULL || last->index != result->index) {
            print_routine(out, result);
         }
         print_result(out, check, result, width);
         last = result;
         shown++;
      }
   }
   if (shown < check->counts[verdict]) {
      fprintf(out, "  and %zu more; --all shows them\n", check->counts[verdict] - shown);
   }
}

static void print_undecided(FILE* out, const Check* check, int width)
{
   GArray* list = undecided_limits(check);
   fputs(list->len > 0 ? "Not decided (--all says why)\n" : "", out);
   for (guint i = 0; i < list->len && i < SHOWN_LIMITS; i++) {
      const UndecidedLimit* undecided = &g_array_index(list, UndecidedLimit, i);
      char* text = g_strdup_printf("  %s (%s:%u:%u): %s", undecided->limit->text, check->rules->file,
                                   undecided->limit->line, undecided->limit->column, undecided->names->str);
      text_print_wrapped(out, text, 5, width);
      g_free(text);
   }
   if (list->len > SHOWN_LIMITS) {
      fprintf(out, "  and %u limits more\n", list->len - SHOWN_LIMITS);
   }
   g_array_unref(list);
}

static void print_findings(FILE* out, const Check* check, int width)
{
   bool has_title = false;
   for (guint i = 0; i < check->findings->list->len; i++) {
      const Finding* finding = &g_array_index(check->findings->list, Finding, i);
      if (check_level_of_finding(check, finding->kind) != LEVEL_NONE) {
         GString* text = g_string_new(NULL);
         g_string_printf(text, "  %s:", finding->file);
         if (finding->line > 0) {
            g_string_append_printf(text, "%u:", finding->line);
         }
         if (finding->column > 0) {
            g_string_append_printf(text, "%u:", finding->column);
         }
         g_string_append_printf(text, " %s", finding->text);
         fputs(has_title ? "" : "Rules and baseline\n", out);
         text_print_wrapped(out, text->str, 5, width);
         g_string_free(text, TRUE);
         has_title = true;
      }
   }
}

void output_text(FILE* out, const Check* check)
{
   int   width = terminal_width();
   char* counts = sentence_of_counts(check);
   print_verdict(out, check, VERDICT_VIOLATED, "Violated", width);
   print_verdict(out, check, VERDICT_MAYBE, "May be violated", width);
   if (check->shows_all) {
      print_verdict(out, check, VERDICT_UNDECIDED, "Not decided", width);
      print_verdict(out, check, VERDICT_IGNORED, "Ignored", width);
      print_verdict(out, check, VERDICT_PASSED, "Kept", width);
   } else if (check->undecided != UNDECIDED_PASS) {
      print_undecided(out, check, width);
   }
   print_findings(out, check, width);
   fprintf(out, "%s: %s.\n", sentence_of_outcome(check), counts);
   g_free(counts);
}
