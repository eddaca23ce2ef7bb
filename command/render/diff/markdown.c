/* GitHub's Markdown. */

#include <stdio.h>
#include <string.h>

#include "render/diff/outputs.h"
#include "util/markdown.h"

#define MOST_ROWS     20
#define MOST_RENAMES   5

static void print_row(FILE* out, const Table* table, const Answer* routine)
{
   const char* why = tree_get_text(routine, "why");
   const char* state = tree_get_text(routine, "state");
   fprintf(out, "| %s | ", strcmp(state, "worse") == 0 ? "**worse**" : state);
   markdown_print_code(out, tree_get_text(routine, "name"));
   for (size_t i = DIFF_GROWTH; i <= DIFF_ADDED; i++) {
      TableCell cell;
      table->columns[i].write(routine, table->columns[i].field, cell);
      fputs(" | ", out);
      markdown_print_text(out, cell);
   }
   fputs(" | ", out);
   markdown_print_text(out, why == NULL ? "" : why);
   fputs(" |\n", out);
}

static void print_table(FILE* out, const Answer* diff, const Answer* routines, size_t count)
{
   Table const table = diff_table(diff);
   fputs("\n| state | routine", out);
   for (size_t i = DIFF_GROWTH; i <= DIFF_ADDED; i++) {
      fprintf(out, " | %s", table.columns[i].title);
   }
   fputs(" | why |\n|---|---|---|--:|--:|--:|--:|---|\n", out);
   for (size_t i = 0; i < count; i++) {
      g_autoptr(Answer) routine = tree_item(routines, i);
      print_row(out, &table, routine);
   }
}

static void print_item(FILE* out, size_t index, const char* title, const char* text)
{
   fprintf(out, "%s- %s", index == 0 ? "\n" : "", title);
   markdown_print_text(out, text);
   putc('\n', out);
}

static void print_list(FILE* out, const char* title, const Answer* lines, size_t most)
{
   size_t count = tree_length(lines);
   for (size_t i = 0; i < count && i < most; i++) {
      print_item(out, i, title, tree_text_at(lines, i));
   }
   if (count > most) {
      fprintf(out, "- %s%zu more\n", title, count - most);
   }
}

static void print_total(FILE* out, const Answer* diff)
{
   fputs("\n\nTotal cost ", out);
   markdown_print_text(out, tree_get_text(diff, "total.words"));
   fprintf(out, ". Routines: %s.\n", tree_get_text(diff, "summary"));
}

void render_diff_markdown(FILE* out, const Answer* diff, bool all)
{
   const Answer* routines = tree_get(diff, "routines");
   size_t        wanted = all ? tree_length(routines) : diff_first_of_state(diff, STATE_UNKNOWN);
   size_t        shown = all || wanted < MOST_ROWS ? wanted : MOST_ROWS;
   fputs("### ", out);
   markdown_print_text(out, tree_get_text(diff, "verdict"));
   print_total(out, diff);
   if (shown > 0) {
      print_table(out, diff, routines, shown);
   }
   if (wanted > shown) {
      fprintf(out, "\n%zu more rows.\n", wanted - shown);
   }
   print_list(out, "Renamed? ", tree_get(diff, "renames"), all ? SIZE_MAX : MOST_RENAMES);
   print_list(out, "Called otherwise: ", tree_get(diff, "loads"), SIZE_MAX);
   print_list(out, "Not counted: ", tree_get(diff, "notes"), SIZE_MAX);
}
