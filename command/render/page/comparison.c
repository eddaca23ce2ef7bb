/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Prints the comparison of the report with its baseline, in the order of `aprof diff`. */

#include "render/page/sections.h"

#include <glib.h>
#include <inttypes.h>

#include "answer/compare/words.h"
#include "render/page/values.h"

const char section_comparison_columns[] =
   "\"change\":\"now before state cause growth largest factor beyond added reason\",\n"
   "\"factor\":\"value low high\"";

static void print_side(FILE* out, const Side* side, const SideRoutine* routine)
{
   section_routine_index(out, side->report, routine == NULL ? NULL : routine->facts.routine);
   putc(',', out);
}

/* Prints 0 if the factor is not known. */
static void print_factor(FILE* out, const Factor* factor)
{
   const double numbers[] = { factor->value, factor->low, factor->high };
   fputs(factor->known ? ",[" : ",0", out);
   if (factor->known) {
      value_numbers(out, numbers, sizeof numbers / sizeof *numbers);
      putc(']', out);
   }
}

static void print_pair(FILE* out, const Comparison* comparison, const Pair* pair)
{
   const CasePair* shown = &pair->cases[words_case(pair)];
   GrowthWords     growth;
   putc('[', out);
   print_side(out, comparison->sides[1], pair->now);
   print_side(out, comparison->sides[0], pair->before);
   value_text(out, state_name(pair->state));
   putc(',', out);
   value_text(out, cause_name(pair->cause));
   putc(',', out);
   value_text(out, words_growth(pair, growth));
   fprintf(out, ",%" PRIu32, pair->largest);
   print_factor(out, &shown->at_largest);
   print_factor(out, &shown->beyond);
   putc(',', out);
   value_number(out, pair->added);
   putc(',', out);
   value_text(out, words_reason(comparison, pair));
   putc(']', out);
}

static void print_texts(FILE* out, const char* name, char** texts)
{
   fprintf(out, ",\"%s\":[", name);
   for (size_t i = 0; texts[i] != NULL; i++) {
      value_separate(out, i);
      value_text(out, texts[i]);
   }
   putc(']', out);
   g_strfreev(texts);
}

void section_comparison(FILE* out, const Comparison* comparison)
{
   char* verdict = words_verdict(comparison);
   char* counts = words_counts(comparison);
   fputs("{\"verdict\":", out);
   value_text(out, verdict);
   fputs(",\"counts\":", out);
   value_text(out, counts);
   print_texts(out, "renames", words_renames(comparison));
   print_texts(out, "loads", words_loads(comparison));
   print_texts(out, "notes", words_notes(comparison));
   fputs(",\"changes\":[\n", out);
   for (uint32_t i = 0; i < comparison->count; i++) {
      fputs(i == 0 ? "" : ",\n", out);
      print_pair(out, comparison, &comparison->pairs[comparison->order[i]]);
   }
   fputs("]}", out);
   g_free(verdict);
   g_free(counts);
}
