/* One screen: the answer in the first line, what changed in a table, the rest in a few
   lines. */

#include <stdio.h>
#include <string.h>

#include "render/diff/outputs.h"
#include "util/problem.h"
#include "util/text.h"

#define MOST_RENAMES  3

typedef struct {
   FILE*         out;
   const Answer* diff;
   const Answer* routines;
   bool          all;
   int           width;
   int           line;
} Screen;

/* How many rows of each state are on the screen. */
static const struct { PairState state; size_t rows; } shown_states[] = {
   { STATE_WORSE, 8 }, { STATE_MAYBE, 4 }, { STATE_BETTER, 4 },
};

#define SHOWN_STATES  (sizeof shown_states / sizeof *shown_states)

/* Returns SHOWN_STATES for another state. */
static size_t index_of_state(const char* state)
{
   size_t i = 0;
   while (i < SHOWN_STATES && strcmp(state_names[shown_states[i].state], state) != 0) {
      i++;
   }
   return i;
}

/*--- Lists in one line ---*/

static void add_routine(const Screen* screen, NameLine* line, size_t position)
{
   g_autoptr(Answer) routine = tree_item(screen->routines, position);
   name_line_add(line, tree_get_text(routine, "name"));
}

/* There may be thousands, of which no more than a line is read. */
static void list_state(const Screen* screen, const char* label, PairState state)
{
   g_autofree char* begin = g_strdup_printf("%-*s", LABEL_WIDTH, label);
   NameLine         line = { .out = screen->out, .begin = begin, .width = screen->width };
   size_t           first = diff_first_of_state(screen->diff, state);
   size_t           count = tree_get_count(tree_get(screen->diff, "counts"), state_names[state]);
   size_t           added = 0;
   while (added < count && line.left_out == 0) {
      add_routine(screen, &line, first + added++);
   }
   line.left_out += count - added;
   name_line_end(&line);
}

/* "          with it: report, main". */
static void list_followers(const Screen* screen, const Answer* routine)
{
   NameLine      line = { .out = screen->out, .begin = "          with it: ", .width = screen->width };
   const Answer* positions = tree_get(routine, "with_it");
   fputs(terminal_style(screen->out, STYLE_FAINT), screen->out);
   for (size_t i = 0; i < tree_length(positions); i++) {
      add_routine(screen, &line, tree_position(positions, i));
   }
   name_line_end(&line);
   fputs(terminal_style(screen->out, STYLE_PLAIN), screen->out);
}

/*--- The table ---*/

/* Prints routines that introduced a change, with those that inherit it below.  Returns how many the screen
   has no room for. */
static size_t print_first_rows(const Screen* screen, const Table* table)
{
   const Answer* introduced = tree_get(screen->diff, "introduced");
   size_t        shown[SHOWN_STATES] = { 0 };
   size_t        left_out = 0;
   for (size_t i = 0; i < tree_length(introduced); i++) {
      g_autoptr(Answer) routine = tree_item(screen->routines, tree_position(introduced, i));
      size_t  state = index_of_state(tree_get_text(routine, "state"));
      g_assert(state < SHOWN_STATES);   /* the others are no change */
      if (shown[state] < shown_states[state].rows) {
         shown[state]++;
         table_print_row(screen->out, table, routine);
         list_followers(screen, routine);
      } else {
         left_out++;
      }
   }
   return left_out;
}

static bool has_rows(const Screen* screen)
{
   return tree_length(screen->all ? screen->routines : tree_get(screen->diff, "introduced")) > 0;
}

static void print_table(const Screen* screen)
{
   Table  table = diff_table(screen->diff);
   size_t left_out = 0;
   if (screen->all) {
      table_print(screen->out, table, screen->routines, screen->width, screen->line);
   } else {
      table_choose(&table, screen->width, screen->line);
      table_print_head(screen->out, &table);
      left_out = print_first_rows(screen, &table);
   }
   if (left_out > 0) {
      fprintf(screen->out, "%zu more rows; --all prints them.\n", left_out);
   }
   putc('\n', screen->out);
}

/*--- Labelled lines ---*/

/* Each with the label before the first one, and at most so many. */
static void print_lines(const Screen* screen, const char* label, const char* name, size_t most)
{
   const Answer* lines = tree_get(screen->diff, name);
   size_t        count = tree_length(lines);
   for (size_t i = 0; i < count && i < most; i++) {
      label_print_wrapped(screen->out, i == 0 ? label : "", tree_text_at(lines, i), screen->width);
   }
   if (count > most) {
      fprintf(screen->out, "%-*s%zu more\n", LABEL_WIDTH, "", count - most);
   }
}

static void print_side(const Screen* screen, const char* label, const char* name)
{
   const Answer* side = tree_get(screen->diff, name);
   const Answer* reports = tree_get(side, "reports");
   const Answer* experiment = tree_get(side, "experiment");
   const char*   date = tree_get_text(side, "date");
   g_autofree char* text = experiment != NULL
                ? g_strdup_printf("%s (%s)", tree_get_text(experiment, "directory"),
                                  tree_get_text(experiment, "range"))
                : tree_length(reports) == 1
                ? g_strdup_printf("%s%s%s", problem_file_name(tree_text_at(reports, 0)),
                                  date == NULL ? "" : ", ", date == NULL ? "" : date)
                : g_strdup_printf("%zu reports, added up", tree_length(reports));
   label_print(screen->out, label, text, screen->line);
}

static void print_sides(const Screen* screen)
{
   print_side(screen, "Before", "before");
   print_side(screen, "Now", "now");
   label_print(screen->out, "Total cost", tree_get_text(screen->diff, "total.words"), TERMINAL_BOUNDLESS);
   label_print_wrapped(screen->out, "Routines", tree_get_text(screen->diff, "summary"), screen->width);
}

static void print_explanation(const Screen* screen)
{
   const char* size = tree_get_text(screen->diff, "size.words");
   putc('\n', screen->out);
   if (size != NULL) {
      g_autofree char* text =
         g_strdup_printf("cost = cost of all calls now / before, at %s; at x10 = forecast for ten times "
                         "that; growth = with the size of the run; curves = how sure both are; added = cost "
                         "now, less that before; calls = number of calls, now / before.", size);
      text_print_wrapped(screen->out, text, 0, screen->width);
      return;
   }
   text_print_wrapped(screen->out, "cost = cost of a call now / before, at the largest input n of both, with "
                      "its interval; at x10 = predicted for ten times that n; added = cost now, less what "
                      "the same calls cost before; calls = number of calls, now / before.", 0, screen->width);
}

void render_diff_text(FILE* out, const Answer* diff, bool all, int width, int line)
{
   const Screen screen = { out, diff, tree_get(diff, "routines"), all, width, line };
   text_print(out, tree_get_text(diff, "verdict"));
   putc('\n', out);
   putc('\n', out);
   if (has_rows(&screen)) {
      print_table(&screen);
   }
   print_sides(&screen);
   if (!all) {
      list_state(&screen, "New", STATE_NEW);
      list_state(&screen, "Gone", STATE_GONE);
      list_state(&screen, "Unknown", STATE_UNKNOWN);
   }
   print_lines(&screen, "Renamed?", "renames", all ? SIZE_MAX : MOST_RENAMES);
   print_lines(&screen, "Called", "loads", SIZE_MAX);
   print_lines(&screen, "Not counted", "notes", SIZE_MAX);
   if (has_rows(&screen)) {
      print_explanation(&screen);
   }
}
