/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Prints what `aprof diff` answers of the report and its baseline, in its order. */

#include "render/page/sections.h"

#include "render/page/values.h"

const char section_comparison_columns[] = "\"change\":\"now before state growth added why factor beyond\"";

static void print_side(FILE* out, const Side* side, const SideRoutine* routine)
{
   section_routine_index(out, side->report, routine == NULL ? NULL : routine->facts.routine);
   putc(',', out);
}

/* Routines of one name need not be one routine, so the page knows them by their index in the report. */
static void print_change(FILE* out, const Comparison* comparison, const Pair* pair, const Answer* routine)
{
   static const char* const values[] = { "state", "growth", "added_cost", "why" };
   const Answer* shown = tree_get(routine, tree_get_text(routine, "case"));
   putc('[', out);
   print_side(out, comparison->sides[1], pair->now);
   print_side(out, comparison->sides[0], pair->before);
   for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
      value_answer(out, tree_get(routine, values[i]));
      putc(',', out);
   }
   value_answer(out, tree_get(shown, "at_largest"));
   putc(',', out);
   value_answer(out, tree_get(shown, "at_ten_times"));
   putc(']', out);
}

void section_comparison(FILE* out, const Comparison* comparison, const Answer* diff)
{
   static const char* const sentences[] = { "verdict", "summary", "renames", "loads", "notes" };
   const Answer* routines = tree_get(diff, "routines");
   putc('{', out);
   for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
      fprintf(out, "\"%s\":", sentences[i]);
      value_answer(out, tree_get(diff, sentences[i]));
      putc(',', out);
   }
   fputs("\"changes\":[\n", out);
   for (size_t i = 0; i < tree_length(routines); i++) {
      Answer* routine = tree_item(routines, i);
      fputs(i == 0 ? "" : ",\n", out);
      print_change(out, comparison, &comparison->pairs[comparison->order[i]], routine);
      tree_free(routine);
   }
   fputs("]}", out);
}
