/* Results as a table of Markdown, for the summary of a job or a comment. */

#include <string.h>

#include "render/check/outputs.h"
#include "util/markdown.h"

#define MOST_ROWS  200    /* summaries have a limit of size */

static void print_place(FILE* out, Place place)
{
   markdown_print_text(out, place.file);
   if (place.line > 0) {
      fprintf(out, ":%u", place.line);
   }
}

static void print_result(FILE* out, const Answer* result, const Verdicts* verdict)
{
   const char* mark = strcmp(verdict->verdict, "violated") == 0 ? "**" : "";
   fprintf(out, "| %s%s%s | ", mark, verdict->title, mark);
   markdown_print_code(out, tree_get_text(result, "name"));
   if (tree_get(result, "place") != NULL) {
      fputs("<br>", out);
      print_place(out, place_of(result));
   }
   fputs(" | ", out);
   markdown_print_text(out, tree_get_text(result, "message"));
   fputs(" | ", out);
   print_place(out, place_of(tree_get(result, "limit")));
   fputs(" |\n", out);
}

static bool has_rows(const Verdicts* verdicts)
{
   return verdicts->count > 0
          && (strcmp(verdicts->verdict, "ignored") == 0
              || (!verdicts->is_grouped && !verdict_has_level(verdicts, "none")));
}

static void print_results(FILE* out, const Answer* check)
{
   const Answer* results = tree_get(check, "results");
   size_t        rows = 0;
   Verdicts      verdicts[VERDICTS];
   results_by_verdict(check, verdicts);
   for (size_t i = 0; i < VERDICTS; i++) {
      for (size_t k = 0; has_rows(&verdicts[i]) && k < verdicts[i].count; k++) {
         fputs(rows == 0 ? "\n| | routine | | rule |\n|---|---|---|---|\n" : "", out);
         if (rows++ < MOST_ROWS) {
            g_autoptr(Answer) result = tree_item(results, verdicts[i].first + k);
            print_result(out, result, &verdicts[i]);
         }
      }
   }
   if (rows > MOST_ROWS) {
      fprintf(out, "\nand %zu more\n", rows - MOST_ROWS);
   }
}

static void print_item(FILE* out, bool is_first, Place place, const char* text)
{
   fputs(is_first ? "\n- " : "- ", out);
   print_place(out, place);
   fputs(": ", out);
   markdown_print_text(out, text);
   putc('\n', out);
}

static void print_open(FILE* out, const Answer* check)
{
   const Answer* list = tree_get(check, "open");
   for (size_t i = 0; i < tree_length(list) && has_level(tree_at(list, i), "warning"); i++) {
      const Answer* open = tree_at(list, i);
      print_item(out, i == 0, place_of(tree_get(open, "limit")), tree_get_text(open, "message"));
   }
}

/* Prints those that come first, or the other ones. */
static void print_findings(FILE* out, const Answer* check, bool are_first)
{
   const Answer* findings = tree_get(check, "findings");
   bool          is_first = true;
   for (size_t i = 0; i < tree_length(findings); i++) {
      g_autoptr(Answer) finding = tree_item(findings, i);
      if (finding_comes_first(finding) == are_first && !has_level(finding, "none")) {
         print_item(out, is_first, place_of(finding), tree_get_text(finding, "message"));
         is_first = false;
      }
   }
}

void render_check_markdown(FILE* out, const Answer* check)
{
   fprintf(out, "### aprof check: %s\n\n%s.\n", tree_get_text(check, "outcome"),
           tree_get_text(check, "summary"));
   print_findings(out, check, true);
   print_results(out, check);
   print_open(out, check);
   print_findings(out, check, false);
}
