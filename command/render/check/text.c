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

static void print_result(FILE* out, const Gate* gate, const Result* result, int width)
{
   char* message = message_of_result(result);
   char* text = g_strdup_printf("     %s (%s:%u:%u)", message, gate->rules->file, result->limit->line,
                                result->limit->column);
   text_print_wrapped(out, text, 7, width);
   g_free(text);
   g_free(message);
}

/* Those of one routine are together. */
static void print_verdict(FILE* out, const Gate* gate, Verdict verdict, const char* title, int width)
{
   size_t        shown = 0;
   size_t        limit = gate->shows_all ? gate->counts[verdict] : SHOWN_RESULTS;
   const Result* last = NULL;
   if (gate->counts[verdict] == 0) {
      return;
   }
   fprintf(out, "%s\n", title);
   for (guint i = 0; i < gate->results->len && shown < limit; i++) {
      const Result* result = &g_array_index(gate->results, Result, i);
      if (result->verdict == verdict) {
         if (last == NULL || last->index != result->index) {
            print_routine(out, result);
         }
         print_result(out, gate, result, width);
         last = result;
         shown++;
      }
   }
   if (shown < gate->counts[verdict]) {
      fprintf(out, "  and %zu more; --all shows them\n", gate->counts[verdict] - shown);
   }
}

static void print_undecided(FILE* out, const Gate* gate, int width)
{
   GArray* list = undecided_limits(gate);
   fputs(list->len > 0 ? "Not decided (--all says why)\n" : "", out);
   for (guint i = 0; i < list->len && i < SHOWN_LIMITS; i++) {
      const UndecidedLimit* undecided = &g_array_index(list, UndecidedLimit, i);
      char* text = g_strdup_printf("  %s (%s:%u:%u): %s", undecided->limit->text, gate->rules->file,
                                   undecided->limit->line, undecided->limit->column, undecided->names->str);
      text_print_wrapped(out, text, 5, width);
      g_free(text);
   }
   if (list->len > SHOWN_LIMITS) {
      fprintf(out, "  and %u limits more\n", list->len - SHOWN_LIMITS);
   }
   g_array_unref(list);
}

static void print_findings(FILE* out, const Gate* gate, int width)
{
   bool has_title = false;
   for (guint i = 0; i < gate->findings->list->len; i++) {
      const Finding* finding = &g_array_index(gate->findings->list, Finding, i);
      if (gate_level_of_finding(gate, finding->kind) != LEVEL_NONE) {
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

void output_text(FILE* out, const Gate* gate)
{
   int   width = terminal_width();
   char* counts = message_of_counts(gate);
   print_verdict(out, gate, VERDICT_VIOLATED, "Violated", width);
   print_verdict(out, gate, VERDICT_MAYBE, "May be violated", width);
   if (gate->shows_all) {
      print_verdict(out, gate, VERDICT_UNDECIDED, "Not decided", width);
      print_verdict(out, gate, VERDICT_IGNORED, "Ignored", width);
      print_verdict(out, gate, VERDICT_PASSED, "Kept", width);
   } else if (gate->undecided != UNDECIDED_PASS) {
      print_undecided(out, gate, width);
   }
   print_findings(out, gate, width);
   fprintf(out, "%s: %s.\n", message_of_outcome(gate), counts);
   g_free(counts);
}
