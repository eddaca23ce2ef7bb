/* The text of aprof grow: the answer, a table on one screen, what is open, and the answer again. */

#include <glib.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "render/grow/outputs.h"
#include "render/table.h"
#include "util/memory.h"
#include "util/caller.h"
#include "util/text.h"

/* Rows of the table, without --all: as many as the terminal has room for, within these bounds. */
#define MOST_ROUTINES  12
#define LEAST_ROUTINES 4

/* The lines of the table that are no rows, and the one of the prompt. */
#define TABLE_LINES    7

typedef struct {
   FILE* out;
   int   width;
} Screen;

/* Rows of the answer that are on the screen. */
typedef struct {
   GArray* rows;       /* of size_t: positions among all routines */
   size_t  left_out;
} Choice;

static void print_paragraph(const Screen* screen, const char* text)
{
   text_print_wrapped(screen->out, text, 0, screen->width);
}

/*--- The runs ---*/

/* Adds how the program's cost, the sum of its routines' own, was predicted, and how long that took. */
static void add_check(GString* line, const Answer* grow)
{
   const Answer* cost = tree_get(grow, "program_cost");
   const Answer* check = cost == NULL ? NULL : tree_get(cost, "check");
   if (check != NULL) {
      g_string_append_printf(line, "; %s (%.1f s under Valgrind).", tree_get_text(check, "words"),
                             tree_get_number(cost, "seconds"));
   }
}

/* "./prog {}: 8 runs, 800 to 8,000 lines; the runs up to 4,000 lines predicted ...". */
static void print_runs(const Screen* screen, const Answer* grow)
{
   const Answer* command = tree_get(grow, "command");
   size_t        count = tree_length(tree_get(grow, "sizes"));
   g_autoptr(GString) line = g_string_new(NULL);
   for (size_t i = 0; i < tree_length(command); i++) {
      g_string_append(line, i == 0 ? "" : " ");
      text_append_shell_word(line, tree_text_at(command, i));
   }
   if (count > 0) {
      g_string_append_printf(line, ": %zu run%s, %s", count, count == 1 ? "" : "s",
                             tree_get_text(grow, "range"));
   }
   add_check(line, grow);
   const char* memory = tree_get(grow, "memory") == NULL ? NULL : tree_get_text(grow, "memory.words");
   if (memory != NULL) {
      g_string_append_printf(line, "%s %s", line->str[line->len - 1] == '.' ? "" : ".", memory);
   }
   print_paragraph(screen, line->str);
}

void render_grow_run(FILE* out, const Answer* run)
{
   double    cost = tree_get_number(run, "cost");
   ShortText number;
   json_object_object_foreach(tree_get(run, "sizes"), parameter, size) {
      (void)parameter;
      fprintf(out, "%12.0f", json_object_get_double(size));
   }
   fprintf(out, "  %10s  %7.1f s", isnan(cost) ? "-" : text_short_number(cost, number),
           tree_get_number(run, "seconds"));
   if (!tree_get_flag(run, "counts")) {
      fputs("  ", out);
      text_print(out, tree_get_text(run, "failure"));
      if (tree_get_text(run, "said") != NULL) {
         fputs(": ", out);
         text_print(out, tree_get_text(run, "said"));
      }
   }
   putc('\n', out);
}

/* Prints all runs, or those that do not count. */
static void print_run_list(const Screen* screen, const Answer* grow, bool all)
{
   const Answer* parameters = tree_get(grow, "parameters");
   const Answer* runs = tree_get(grow, "runs");
   bool          has_head = false;
   for (size_t i = 0; i < tree_length(runs); i++) {
      const Answer* run = tree_at(runs, i);
      if (!all && tree_get_flag(run, "counts")) {
         continue;
      }
      if (!has_head) {
         putc('\n', screen->out);
         for (size_t k = 0; k < tree_length(parameters); k++) {
            fprintf(screen->out, "%12s", tree_text_at(parameters, k));
         }
         fprintf(screen->out, "  %10s  %9s\n", "cost", "time");
         has_head = true;
      }
      render_grow_run(screen->out, run);
   }
}

/*--- The table ---*/

/* "52 %", "0.4 %", "0 %", "-". */
static void write_share(const Answer* routine, const char* field, TableCell cell)
{
   double share = tree_get_number(routine, field);
   bool   is_short = share >= 0.0995 || share < 0.0005;
   snprintf(cell, sizeof(TableCell), isnan(share) ? "-" : is_short ? "%.0f %%" : "%.1f %%",
            100 * fmin(share, 1));
}

static bool is_open(const Answer* routine)
{
   return strcmp(tree_get_text(routine, "total.state"), "open") == 0;
}

/* "n^2"; "n^2?" if it only looks so; "-". */
static void write_class(const Answer* routine, const char* field, TableCell cell)
{
   const char* class = tree_get_text(routine, field);
   snprintf(cell, sizeof(TableCell), "%s%s", class == NULL ? "-" : class,
            class != NULL && is_open(routine) ? "?" : "");
}

/* Prints as many of the clauses as fit. */
static int print_why(FILE* out, const Answer* routine, const char* field, int width)
{
   const char* why = tree_get_text(routine, field);
   size_t      length = strlen(why);
   while (length > (size_t)width) {
      const char* before = g_strrstr_len(why, (gssize)length, "; ");
      if (before == NULL) {
         break;
      }
      length = (size_t)(before - why);
   }
   g_autofree char* shown = g_strndup(why, length);
   return text_print_cut(out, shown, width);
}

/* Names leave room for the reasons, if they are not too long; or if all is wanted. */
static Table table_for(const Answer* grow, bool all, char above[60])
{
   snprintf(above, 60, "at %s", tree_get_text(grow, "far"));
   const Column columns[] = {
      { .title = "routine", .field = "name", .print = cell_name, .width = 16, .wanted = 35 },
      { .title = "cost", .field = "share", .write = write_share, .width = 6, .gap = 2, .above = "now" },
      { .title = "cost", .field = "far_share", .write = write_share, .width = 6, .gap = 2, .above = above },
      { .title = "own", .field = "far_self_share", .write = write_share, .width = 6, .gap = 1 },
      { .title = "growth", .field = "total.class", .write = write_class, .width = 10, .gap = 2,
        .is_left = true, .style = style_of_level, .styled_by = "total" },
      { .title = "state", .field = "total.state", .write = cell_text, .width = 9, .gap = 1, .is_left = true,
        .style = style_of_level, .styled_by = "total" },
      { .title = "calls, cost of each", .field = "why", .print = print_why, .width = 20, .gap = 2,
        .rank = all ? 0 : 1 },
   };
   return table_of(columns, G_N_ELEMENTS(columns));
}

/* A routine that only calls others is left out without --all. */
static bool is_shown(const Answer* routine)
{
   return tree_get_flag(routine, "named") || !tree_get_flag(routine, "small");
}

/* Chooses the rows: the routine of the first sentence, and then those whose own code will cost most. */
static Choice choose_rows(const Answer* routines, bool all, size_t most)
{
   size_t count = tree_length(routines);
   Choice choice = { .rows = g_array_new(FALSE, FALSE, sizeof(size_t)) };
   for (int turn = 0; turn < 2; turn++) {
      for (size_t i = 0; i < count; i++) {
         bool comes_first = !all && tree_get_flag(tree_at(routines, i), "named");
         if (comes_first == (turn == 0) && (all || is_shown(tree_at(routines, i)))
             && choice.rows->len < most) {
            g_array_append_val(choice.rows, i);
         }
      }
   }
   choice.left_out = count - choice.rows->len;
   return choice;
}

/* "13 more routines, and how often each is called: aprof grow --all aprof.grow", and what the columns are. */
static void print_foot(const Screen* screen, const Answer* grow, const Choice* choice, bool has_why)
{
   const char* begin = terminal_style(screen->out, STYLE_FAINT);
   const char* end = terminal_style(screen->out, STYLE_PLAIN);
   g_autoptr(GString) command = caller_line("grow --all ");
   text_append_shell_word(command, tree_get_text(grow, "directory"));
   if (choice->left_out > 0) {
      fprintf(screen->out, "%s%zu more routine%s%s: ", begin, choice->left_out,
              choice->left_out == 1 ? "" : "s",
              !has_why ? ", and how often each is called" : "");
   } else if (!has_why) {
      fprintf(screen->out, "%show often each is called: ", begin);
   }
   if (choice->left_out > 0 || !has_why) {
      text_print(screen->out, command->str);
      fprintf(screen->out, "%s\n", end);
   }
   fprintf(screen->out, "%sown: without what it calls; confirmed: smaller runs predicted the largest%s\n",
           begin, end);
}

/* Writes a class that is open among the rows, as it is shown; "": there is none. */
static void write_open_class(const Answer* routines, const Choice* choice, TableCell class)
{
   *class = '\0';
   for (guint i = 0; i < choice->rows->len && *class == '\0'; i++) {
      const Answer* routine = tree_at(routines, g_array_index(choice->rows, size_t, i));
      if (is_open(routine) && tree_get_text(routine, "total.class") != NULL) {
         write_class(routine, "total.class", class);
      }
   }
}

/* Explains "n^2?" and "(42 to 150)" where they are there: in one line. */
static void print_doubts(const Screen* screen, const Answer* grow, const Choice* choice)
{
   TableCell class;
   write_open_class(tree_get(grow, "routines"), choice, class);
   bool has_class = *class != '\0';
   bool has_wide = tree_get_flag(grow, "program_cost.wide");   /* the first sentence has "(42 to 150)" */
   if (has_class || has_wide) {
      fprintf(screen->out, "%s%s%s%s%s%s\n", terminal_style(screen->out, STYLE_FAINT), class,
              has_class ? ": looks like it, not confirmed" : "", has_class && has_wide ? "; " : "",
              !has_wide ? "" : has_class ? "(a to b): 9 of 10 such came true"
                        : "(a to b): 9 of 10 such forecasts came true within their range",
              terminal_style(screen->out, STYLE_PLAIN));
   }
}

static void print_table(const Screen* screen, const Answer* grow, bool all, size_t most)
{
   const Answer* routines = tree_get(grow, "routines");
   if (tree_length(routines) == 0) {
      return;
   }
   char   above[60];
   Choice choice = choose_rows(routines, all, all ? SIZE_MAX : most);
   Table  table = table_for(grow, all, above);
   for (guint i = 0; i < choice.rows->len; i++) {
      table_measure(&table, tree_at(routines, g_array_index(choice.rows, size_t, i)));
   }
   int line = terminal_line(screen->out);
   table_choose(&table, line, line);
   putc('\n', screen->out);
   table_print_head(screen->out, &table);
   for (guint i = 0; i < choice.rows->len; i++) {
      table_print_row(screen->out, &table, tree_at(routines, g_array_index(choice.rows, size_t, i)));
   }
   print_foot(screen, grow, &choice, table.left_out == 0);
   print_doubts(screen, grow, &choice);
   g_array_free(choice.rows, TRUE);
}

/*--- All ---*/

/* A command is not wrapped, so that it can be copied. */
static void print_next(const Screen* screen, const char* command)
{
   if (command != NULL) {
      fputs("   ", screen->out);
      text_print(screen->out, command);
      putc('\n', screen->out);
   }
}

static void print_top(const Screen* screen, const Answer* grow, bool all)
{
   const char* lacking = tree_get_text(grow, "lacking");
   print_paragraph(screen, tree_get_text(grow, "headline"));
   if (lacking != NULL) {
      print_paragraph(screen, lacking);
      print_next(screen, tree_get_text(grow, "lacking_command"));
   }
   putc('\n', screen->out);
   print_runs(screen, grow);
   print_run_list(screen, grow, all || tree_length(tree_get(grow, "routines")) == 0);
}

/* Prints what is open, and the answer again, where the eye is. */
static void print_bottom(const Screen* screen, const Answer* grow)
{
   const char* open = tree_get_text(grow, "open");
   if (open != NULL) {
      putc('\n', screen->out);
      print_paragraph(screen, open);
      print_next(screen, tree_get_text(grow, "next"));
   }
   putc('\n', screen->out);
   print_paragraph(screen, tree_get_text(grow, "headline"));
}

/* A line that is too long, as that of a command, is several. */
static size_t count_lines(const char* text, int width)
{
   size_t lines = 0;
   for (const char* end = strchr(text, '\n'); end != NULL; text = end + 1, end = strchr(text, '\n')) {
      size_t length = (size_t)(end - text);
      lines += 1 + (length > 0 ? (length - 1) / (size_t)width : 0);
   }
   return lines;
}

/* Returns how many rows there is room for beside the rest. */
static size_t rows_that_fit(FILE* out, size_t other_lines)
{
   size_t height = (size_t)terminal_height(out);
   if (height == 0) {
      return MOST_ROUTINES;
   }
   size_t room = height > other_lines + TABLE_LINES ? height - other_lines - TABLE_LINES : 0;
   return room < LEAST_ROUTINES ? LEAST_ROUTINES : room < MOST_ROUTINES ? room : MOST_ROUTINES;
}

void render_grow_text(FILE* out, const Answer* grow, bool all, int width)
{
   g_autofree char* top = NULL;
   g_autofree char* bottom = NULL;
   size_t           size;
   Screen           screen = { .out = memory_stream(&top, &size), .width = width };
   print_top(&screen, grow, all);
   memory_stream_end(screen.out, &top);
   screen.out = memory_stream(&bottom, &size);
   print_bottom(&screen, grow);
   memory_stream_end(screen.out, &bottom);
   screen.out = out;
   fputs(top, out);
   print_table(&screen, grow, all, rows_that_fit(out, count_lines(top, width) + count_lines(bottom, width)));
   fputs(bottom, out);
}
