/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Routines, in the order of the report, so that contexts can refer to them by
   their index. */

#include "render/page/sections.h"

#include <glib.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "render/page/law.h"
#include "render/page/values.h"
#include "util/memory.h"

/* If there are more points than this, the plots of routines with a small share get few bins. */
#define MANY_POINTS  200000
#define SMALL_SHARE  0.001

const char section_routine_columns[] =
   "\"routine\":\"name object mangled calls cost self pointCount smallest largest section own cases "
   "projection unit notKnown points isBound why callee cause\",\n"
   "\"projection\":\"known factor low high share shareLow shareHigh\"";

/* From a routine's index to its row; NULL: it has none. */
static const RoutineFacts** rows_by_routine(const Subject* subject)
{
   uint32_t count = report_routine_count(subject->report);
   const RoutineFacts** rows = memory_checked(calloc((size_t)count + 1, sizeof *rows));
   for (size_t i = 0; i < subject->ranking.count; i++) {
      const RoutineFacts* row = &subject->ranking.rows[i];
      rows[report_routine_index(subject->report, row->routine)] = row;
   }
   return rows;
}

/*------------------------------------------------------------------*/
/*--- Names of objects, each once                                ---*/
/*------------------------------------------------------------------*/

/* The number of each routine's object. */
static uint32_t* print_objects(FILE* out, const Report* report)
{
   uint32_t    count = report_routine_count(report);
   uint32_t*   numbers = memory_resize(NULL, (size_t)count + 1, sizeof *numbers);
   GHashTable* known = g_hash_table_new(g_str_hash, g_str_equal);
   fputs("\"objects\":[", out);
   for (uint32_t i = 0; i < count; i++) {
      const char* image = report_routine(report, i)->image;
      gpointer    number;
      if (!g_hash_table_lookup_extended(known, image, NULL, &number)) {
         number = GUINT_TO_POINTER(g_hash_table_size(known));
         value_separate(out, g_hash_table_size(known));
         value_text(out, image);
         g_hash_table_insert(known, (gpointer)image, number);
      }
      numbers[i] = GPOINTER_TO_UINT(number);
   }
   fputs("]", out);
   g_hash_table_destroy(known);
   return numbers;
}

/*------------------------------------------------------------------*/
/*--- A routine                                                  ---*/
/*------------------------------------------------------------------*/

static void print_projection(FILE* out, const Subject* subject, const RoutineFacts* row)
{
   GrowthProjection projection = ranking_projection(&subject->ranking, row);
   Share            share = ranking_projected_share(&subject->ranking, row);
   const double numbers[] = {
      projection.known, projection.factor, projection.low, projection.high, share.value, share.low, share.high
   };
   putc('[', out);
   value_numbers(out, numbers, sizeof numbers / sizeof *numbers);
   putc(']', out);
}

void section_routine_index(FILE* out, const Report* report, const Routine* routine)
{
   fprintf(out, "%" PRId64, routine == NULL ? -1 : (int64_t)report_routine_index(report, routine));
}

/* Why no class is known, and what to do about it. */
static void print_not_known(FILE* out, SharedTexts* shared, const RoutineFacts* facts)
{
   const char* reason = answer_not_known(facts);
   char*       text = reason == NULL ? NULL : g_strconcat(reason, ": ", answer_advice(facts), NULL);
   value_shared(out, shared, text);
   g_free(text);
}

/* Returns the routine that introduces an inherited growth, or the nearest one to it that is known. */
static const Routine* cause_of(const Origin* origin)
{
   return origin == NULL || origin->kind != ORIGIN_INHERITED ? NULL
        : origin->root != NULL ? origin->root : origin->callee;
}

/* Prints why its cost grows faster than its input, the routine that this names, and who causes it.  Most
   routines have nothing of that. */
static void print_end(FILE* out, const Subject* subject, const RoutineFacts* facts)
{
   const Routine* callee = NULL;
   size_t         rank = (size_t)(facts - subject->ranking.rows);
   bool           is_told = facts->growth != NULL && rank < SECTION_ROUTINES_WITH_LAWS;
   char*          why = is_told ? answer_why(subject, facts->routine, &callee) : NULL;
   const Routine* cause = cause_of(routine_origin(facts));
   if (facts->routine->cost_is_bound || why != NULL || cause != NULL) {
      fprintf(out, ",%d,", facts->routine->cost_is_bound);
      value_text(out, why);
      putc(',', out);
      section_routine_index(out, subject->report, callee);
      putc(',', out);
      section_routine_index(out, subject->report, cause);
   }
   g_free(why);
}

static void print_names(FILE* out, const Routine* routine, uint32_t object)
{
   value_text(out, routine->name);
   fprintf(out, ",%" PRIu32 ",", object);
   bool has_other = routine->mangled != NULL && strcmp(routine->mangled, routine->name) != 0;
   value_text(out, has_other ? routine->mangled : NULL);
}

static void print_routine(FILE* out, const Subject* subject, SharedTexts* shared, const RoutineFacts* row,
                          uint32_t object)
{
   const Routine* routine = row->routine;
   const Totals*  totals = &routine->totals;
   size_t         count;
   const Point*   points = report_routine_points(subject->report, routine, &count);
   bool is_small = report_point_count(subject->report) > MANY_POINTS
                   && ranking_share(totals->real_sum, subject->ranking.total) < SMALL_SHARE;

   putc('[', out);
   print_names(out, routine, object);
   fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%d,%d,",
           totals->calls, totals->real_sum, totals->self_sum, row->points, row->smallest, row->largest,
           row->section, row->is_own);
   if (row->growth == NULL) {
      putc('0', out);
   } else {
      law_print(out, subject, shared, row, points, count);
   }
   putc(',', out);
   print_projection(out, subject, row);
   putc(',', out);
   value_shared(out, shared, answer_input_unit(subject, routine));
   putc(',', out);
   print_not_known(out, shared, row);
   putc(',', out);
   section_points(out, points, count, is_small ? SMALL_PLOT_POINTS : PLOT_POINTS);
   print_end(out, subject, row);
   putc(']', out);
}

void section_routines(FILE* out, const Subject* subject)
{
   uint32_t*             objects = print_objects(out, subject->report);
   const RoutineFacts** rows = rows_by_routine(subject);
   SharedTexts*          shared = shared_texts_new();
   uint32_t              count = report_routine_count(subject->report);
   fputs(",\n\"sections\":[", out);
   for (Section section = 0; section < SECTIONS; section++) {
      value_separate(out, section);
      value_text(out, section_title(section, header_has_input(report_header(subject->report))));
   }
   fputs("],\n\"routines\":[\n", out);
   for (uint32_t i = 0; i < count; i++) {
      fputs(i == 0 ? "" : ",\n", out);
      if (rows[i] == NULL) {
         putc('0', out);
      } else {
         print_routine(out, subject, shared, rows[i], objects[i]);
      }
   }
   fputs("],\n\"order\":[", out);
   for (size_t i = 0; i < subject->ranking.count; i++) {
      value_separate(out, i);
      fprintf(out, "%" PRIu32, report_routine_index(subject->report, subject->ranking.rows[i].routine));
   }
   fputs("],\n\"texts\":", out);
   value_shared_texts(out, shared);
   shared_texts_free(shared);
   free(objects);
   free(rows);
}
