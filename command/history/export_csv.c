/* A history as a table (RFC 4180), line by line: the program over the commits, then its routines.

      commit,date,subject,name,program,machine,measure,routine,object,cost,size
      ddb4525c...,2023-11-14T23:13:20Z,Begins,,words,m,"bb-count of rms, cells of 4 bytes",,,3210,
      ddb4525c...,2023-11-14T23:13:20Z,Begins,,words,m,"bb-count of rms, cells of 4 bytes",find,,2790,

   The size is that of the runs of experiments. */

#include <glib.h>
#include <inttypes.h>

#include "history/answers.h"
#include "history/exports.h"
#include "model/csv.h"

/* Writes a line; `routine` and `object` are NULL: of the program. */
static void write_cost(FILE* out, const Answer* commit, const Answer* series, const char* routine,
                       const char* object, uint64_t cost)
{
   static const char* const members[] = { "name", "program", "machine", "measure" };
   g_autofree char* date = history_date((int64_t)tree_position(commit, 1));
   csv_text(out, tree_text_at(commit, 0));
   fprintf(out, ",%s,", date == NULL ? "" : date);
   csv_text(out, tree_text_at(commit, 2));
   for (size_t i = 0; i < G_N_ELEMENTS(members); i++) {
      putc(',', out);
      csv_text(out, tree_get_text(series, members[i]));
   }
   putc(',', out);
   csv_text(out, routine == NULL ? "" : routine);
   putc(',', out);
   csv_text(out, object == NULL ? "" : object);
   fprintf(out, ",%" PRIu64 ",", cost);
   if (tree_get(series, "size") != NULL) {
      fprintf(out, "%" PRIu64, tree_get_count(series, "size"));
   }
   fputs("\r\n", out);
}

static void write_routine(FILE* out, const Answer* commits, const CurveLine* line, const Answer* routine,
                          bool wants_all)
{
   g_autofree uint64_t* costs = curve_costs(tree_text_at(routine, 2), line->count);
   uint64_t before = 0;
   for (guint i = 0; i < line->count; i++) {
      if (wants_all || costs[i] != before) {
         write_cost(out, tree_at(commits, line->commits[i]), line->series, tree_text_at(routine, 0),
                    tree_text_at(routine, 1), costs[i]);
      }
      before = costs[i];
   }
}

void history_write_csv(const Answer* curves, bool wants_all, FILE* out)
{
   const Answer* commits = tree_get(curves, "commits");
   const Answer* lines = tree_get(curves, "lines");
   fputs("commit,date,subject,name,program,machine,measure,routine,object,cost,size\r\n", out);
   for (size_t i = 0; i < tree_length(lines); i++) {
      CurveLine line = curve_line(tree_at(lines, i));
      for (guint j = 0; j < line.count; j++) {
         write_cost(out, tree_at(commits, line.commits[j]), line.series, NULL, NULL, line.totals[j]);
      }
      for (size_t j = 0; j < tree_length(line.routines); j++) {
         write_routine(out, commits, &line, tree_at(line.routines, j), wants_all);
      }
      curve_line_clear(&line);
   }
}
