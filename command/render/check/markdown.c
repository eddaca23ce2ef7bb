/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Results as a table of Markdown, for the summary of a job or a comment. */

#include "answer/judge/sentences.h"
#include "answer/judge/undecided.h"
#include "render/check/outputs.h"
#include "util/markdown.h"

#define MOST_ROWS  200    /* summaries have a limit of size */

static void print_place(FILE* out, const char* file, unsigned line)
{
   markdown_print_text(out, file);
   fprintf(out, ":%u", line);
}

static void print_result(FILE* out, const Check* check, const Result* result)
{
   static const char* const titles[] = {
      [VERDICT_VIOLATED] = "**violated**", [VERDICT_MAYBE] = "may be violated",
      [VERDICT_UNDECIDED] = "not decided", [VERDICT_IGNORED] = "ignored", [VERDICT_PASSED] = "kept",
   };
   char* message = sentence_of_result(result);
   fprintf(out, "| %s | ", titles[result->verdict]);
   markdown_print_code(out, result->name);
   if (result->file != NULL) {
      fputs("<br>", out);
      print_place(out, result->file, (unsigned)result->line);
   }
   fputs(" | ", out);
   markdown_print_text(out, message);
   fputs(" | ", out);
   print_place(out, check->rules->file, result->limit->line);
   fputs(" |\n", out);
   g_free(message);
}

/* What is not decided has a line of its own for each limit, unless it is an error. */
static bool has_row(const Check* check, const Result* result)
{
   Level level = check_level_of_verdict(check, result->verdict);
   return result->verdict == VERDICT_IGNORED || level == LEVEL_ERROR
          || (level == LEVEL_WARNING && result->verdict != VERDICT_UNDECIDED);
}

static void print_results(FILE* out, const Check* check)
{
   size_t rows = 0;
   for (guint i = 0; i < check->results->len; i++) {
      const Result* result = &g_array_index(check->results, Result, i);
      if (has_row(check, result)) {
         fputs(rows == 0 ? "\n| | routine | | rule |\n|---|---|---|---|\n" : "", out);
         if (rows++ < MOST_ROWS) {
            print_result(out, check, result);
         }
      }
   }
   if (rows > MOST_ROWS) {
      fprintf(out, "\nand %zu more\n", rows - MOST_ROWS);
   }
}

static void print_item(FILE* out, const char* file, unsigned line, const char* text)
{
   fputs("- ", out);
   print_place(out, file, line);
   fputs(": ", out);
   markdown_print_text(out, text);
   putc('\n', out);
}

static void print_undecided(FILE* out, const Check* check)
{
   GArray* list = undecided_limits(check);
   for (guint i = 0; i < list->len && check->undecided == UNDECIDED_WARN; i++) {
      const UndecidedLimit* undecided = &g_array_index(list, UndecidedLimit, i);
      char* message = undecided_sentence(undecided);
      fputs(i == 0 ? "\n" : "", out);
      print_item(out, check->rules->file, undecided->limit->line, message);
      g_free(message);
   }
   g_array_unref(list);
}

static void print_findings(FILE* out, const Check* check)
{
   bool has_one = false;
   for (guint i = 0; i < check->findings->list->len; i++) {
      const Finding* finding = &g_array_index(check->findings->list, Finding, i);
      if (check_level_of_finding(check, finding->kind) != LEVEL_NONE) {
         fputs(has_one ? "" : "\n", out);
         print_item(out, finding->file, finding->line, finding->text);
         has_one = true;
      }
   }
}

void output_markdown(FILE* out, const Check* check)
{
   char* counts = sentence_of_counts(check);
   fprintf(out, "### aprof check: %s\n\n%s.\n", outcome_name(check_outcome(check)), counts);
   g_free(counts);
   print_results(out, check);
   print_undecided(out, check);
   print_findings(out, check);
}
