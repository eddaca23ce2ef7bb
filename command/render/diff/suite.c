/* The programs of a suite, one a line: those that are the same only if all are wanted. */

#include <math.h>
#include <string.h>

#include "render/csv.h"
#include "render/diff/outputs.h"
#include "util/markdown.h"
#include "util/text.h"

static bool is_shown(const Answer* program, bool all)
{
   return all || strcmp(tree_get_text(program, "state"), "same") != 0;
}

void render_suite_diff_text(FILE* out, const Answer* diff, bool all)
{
   const Answer* programs = tree_get(diff, "programs");
   text_print(out, tree_get_text(diff, "verdict"));
   fputs("\n\n", out);
   for (size_t i = 0; i < tree_length(programs); i++) {
      const Answer* program = tree_at(programs, i);
      if (is_shown(program, all)) {
         fprintf(out, "%-15s  ", tree_get_text(program, "state"));
         text_print(out, tree_get_text(program, "name"));
         fputs(": ", out);
         text_print(out, tree_get_text(program, "verdict"));
         putc('\n', out);
      }
   }
   fprintf(out, "Programs         %s\n", tree_get_text(diff, "summary"));
}

void render_suite_diff_markdown(FILE* out, const Answer* diff, bool all)
{
   const Answer* programs = tree_get(diff, "programs");
   bool          has_table = false;
   fputs("### ", out);
   markdown_print_text(out, tree_get_text(diff, "verdict"));
   fprintf(out, "\n\nPrograms: %s.\n", tree_get_text(diff, "summary"));
   for (size_t i = 0; i < tree_length(programs); i++) {
      const Answer* program = tree_at(programs, i);
      ShortText     times;
      double        factor = tree_get_number(program, "factor");
      if (!is_shown(program, all)) {
         continue;
      }
      fputs(has_table ? "" : "\n| state | program | cost | what |\n|---|---|--:|---|\n", out);
      has_table = true;
      fprintf(out, "| %s | ", tree_get_text(program, "state"));
      markdown_print_code(out, tree_get_text(program, "name"));
      fprintf(out, " | %s%s | ", isnan(factor) ? "" : "x", isnan(factor) ? "-" : text_times(factor, times));
      markdown_print_text(out, tree_get_text(program, "verdict"));
      fputs(" |\n", out);
   }
}

void render_suite_diff_csv(FILE* out, const Answer* diff)
{
   static const CsvColumn columns[] = {
      CSV("program", "name"), CSV_SAME("state"), CSV_SAME("factor"),
      CSV_SAME("before"), CSV_SAME("now"), CSV_SAME("verdict"),
   };
   render_csv(out, tree_get(diff, "programs"), columns, sizeof columns / sizeof *columns);
}
