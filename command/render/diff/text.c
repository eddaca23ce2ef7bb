/* One screen: the answer in the first line, what changed in a table, the rest in a few
   lines. */

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "render/diff/outputs.h"
#include "render/show/terminal.h"
#include "util/problem.h"
#include "util/text.h"

#define LEAST_NAME_WIDTH   32
#define LEAST_LISTED_NAME  12
#define MOST_RENAMES        3
#define LABEL_WIDTH        13

typedef struct {
   FILE*         out;
   const Answer* diff;
   const Answer* routines;
   bool          all;
   int           width;
   bool          is_boundless;   /* names at the end of a line are never cut */
} Screen;

#define BOUNDLESS  (INT_MAX / 2)

/* How states are coloured, and how many rows of each are on the screen. */
static const struct {
   PairState state;
   Style     style;
   size_t    rows;
} shown_states[] = {
   { STATE_WORSE, STYLE_ALARM, 8 },
   { STATE_MAYBE, STYLE_WARNING, 4 },
   { STATE_BETTER, STYLE_GOOD, 4 },
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

/*--- Columns ---*/

static const struct {
   int  width;
   int  rank;      /* the larger, the sooner it is left out for lack of room */
   bool is_left;
} columns[COLUMNS] = {
   [COLUMN_STATE]    = {  9, 0, true },
   [COLUMN_GROWTH]   = { 16, 1, true },
   [COLUMN_FACTOR]   = {  6, 0, false },
   [COLUMN_INTERVAL] = { 10, 4, false },
   [COLUMN_BEYOND]   = {  6, 3, false },
   [COLUMN_ADDED]    = {  6, 2, false },
   [COLUMN_CALLS]    = {  6, 5, false },
   [COLUMN_N]        = {  6, 6, false },
};

typedef struct {
   bool is_shown[COLUMNS];
   int  name_width;
} Layout;

static Layout make_layout(int width)
{
   Layout layout = { .name_width = width };
   for (int rank = 0; rank <= 6; rank++) {
      for (int i = 0; i < COLUMNS; i++) {
         bool fits = layout.name_width - columns[i].width - 1 >= LEAST_NAME_WIDTH;
         if (columns[i].rank == rank && fits) {
            layout.is_shown[i] = true;
            layout.name_width -= columns[i].width + 1;
         }
      }
   }
   return layout;
}

static void print_cell(FILE* out, ColumnId id, const char* text, const char* style)
{
   int blanks = columns[id].width - (int)strlen(text);
   blanks = blanks < 0 ? 0 : blanks;
   fprintf(out, "%*s%s%s%s%*s ", columns[id].is_left ? 0 : blanks, "", style, text,
           style[0] == '\0' ? "" : terminal_style(out, STYLE_PLAIN), columns[id].is_left ? blanks : 0, "");
}

static void print_head_of_table(FILE* out, const Answer* diff, const Layout* layout)
{
   fputs(terminal_style(out, STYLE_HEADING), out);
   for (ColumnId id = 0; id < COLUMNS; id++) {
      if (layout->is_shown[id]) {
         print_cell(out, id, column_title(id, diff), "");
      }
   }
   fprintf(out, "routine%s\n", terminal_style(out, STYLE_PLAIN));
}

/*--- Lists in one line ---*/

typedef struct {
   FILE*       out;
   const char* label;
   int         used;
   int         width;
   size_t      listed;
   size_t      left_out;
} List;

/* "label  a, b, c and 4 more". */
static void list_add(List* list, const char* name)
{
   if (list->listed == 0) {
      list->used = fprintf(list->out, "%-*s", LABEL_WIDTH, list->label);
   }
   if (list->left_out > 0 || list->used + LEAST_LISTED_NAME + 16 > list->width) {
      list->left_out++;
      return;
   }
   list->used += fprintf(list->out, "%s", list->listed++ == 0 ? "" : ", ");
   list->used += text_print_cut(list->out, name, list->width - list->used - 14);
}

static void list_end(const List* list)
{
   if (list->left_out > 0) {
      fprintf(list->out, " and %zu more", list->left_out);
   }
   if (list->listed > 0) {
      putc('\n', list->out);
   }
}

static void list_add_routine(const Screen* screen, List* list, size_t position)
{
   Answer* routine = tree_item(screen->routines, position);
   list_add(list, tree_get_text(routine, "name"));
   tree_free(routine);
}

/* There may be thousands, of which no more than a line is read. */
static void list_state(const Screen* screen, const char* label, PairState state)
{
   List   list = { .out = screen->out, .label = label, .width = screen->width };
   size_t first = column_first_of_state(screen->diff, state);
   size_t count = tree_get_count(tree_get(screen->diff, "counts"), state_names[state]);
   size_t added = 0;
   while (added < count && list.left_out == 0) {
      list_add_routine(screen, &list, first + added++);
   }
   list.left_out += count - added;
   list_end(&list);
}

/* "          with it: report, main". */
static void list_followers(const Screen* screen, const Answer* routine)
{
   List          list = { .out = screen->out, .label = "          with it: ", .width = screen->width };
   const Answer* positions = tree_get(routine, "with_it");
   fputs(terminal_style(screen->out, STYLE_FAINT), screen->out);
   for (size_t i = 0; i < tree_length(positions); i++) {
      list_add_routine(screen, &list, tree_position(positions, i));
   }
   list_end(&list);
   fputs(terminal_style(screen->out, STYLE_PLAIN), screen->out);
}

/*--- Rows ---*/

/* The name, and why. */
static void print_name(FILE* out, const Answer* routine, int width)
{
   const char* why = tree_get_text(routine, "why");
   int         why_width = why == NULL ? 0 : (int)strlen(why) + 2;
   int         room = width - why_width < width / 2 ? width / 2 : width - why_width;
   int         used = text_print_cut(out, tree_get_text(routine, "name"), room);
   if (why != NULL && width - used > 6) {
      fprintf(out, "%s, ", terminal_style(out, STYLE_FAINT));
      text_print_cut(out, why, width - used - 2);
      fputs(terminal_style(out, STYLE_PLAIN), out);
   }
   putc('\n', out);
}

static void print_row(const Screen* screen, const Layout* layout, const Answer* routine)
{
   size_t      state = index_of_state(tree_get_text(routine, "state"));
   const char* style = state < SHOWN_STATES ? terminal_style(screen->out, shown_states[state].style) : "";
   for (ColumnId id = 0; id < COLUMNS; id++) {
      if (layout->is_shown[id]) {
         CellText text;
         print_cell(screen->out, id, column_cell(id, routine, text), id == COLUMN_STATE ? style : "");
      }
   }
   print_name(screen->out, routine, layout->name_width);
}

static void print_all_rows(const Screen* screen, const Layout* layout)
{
   for (size_t i = 0; i < tree_length(screen->routines); i++) {
      Answer* routine = tree_item(screen->routines, i);
      print_row(screen, layout, routine);
      tree_free(routine);
   }
}

/* Prints routines that introduced a change, with those that inherit it below.  Returns how many the screen
   has no room for. */
static size_t print_first_rows(const Screen* screen, const Layout* layout)
{
   const Answer* introduced = tree_get(screen->diff, "introduced");
   size_t        shown[SHOWN_STATES] = { 0 };
   size_t        left_out = 0;
   for (size_t i = 0; i < tree_length(introduced); i++) {
      Answer* routine = tree_item(screen->routines, tree_position(introduced, i));
      size_t  state = index_of_state(tree_get_text(routine, "state"));
      if (shown[state] < shown_states[state].rows) {
         shown[state]++;
         print_row(screen, layout, routine);
         list_followers(screen, routine);
      } else {
         left_out++;
      }
      tree_free(routine);
   }
   return left_out;
}

static bool has_rows(const Screen* screen)
{
   return tree_length(screen->all ? screen->routines : tree_get(screen->diff, "introduced")) > 0;
}

static void print_table(const Screen* screen)
{
   Layout layout = make_layout(screen->width);
   layout.name_width = screen->is_boundless ? BOUNDLESS : layout.name_width;
   size_t left_out = 0;
   print_head_of_table(screen->out, screen->diff, &layout);
   if (screen->all) {
      print_all_rows(screen, &layout);
   } else {
      left_out = print_first_rows(screen, &layout);
   }
   if (left_out > 0) {
      fprintf(screen->out, "%zu more rows; --all prints them.\n", left_out);
   }
   putc('\n', screen->out);
}

/*--- Labelled lines ---*/

static void print_wrapped(const Screen* screen, const char* label, const char* text)
{
   fprintf(screen->out, "%-*s", LABEL_WIDTH, label);
   text_print_wrapped(screen->out, text, LABEL_WIDTH, screen->width - LABEL_WIDTH);
}

/* Each with the label before the first one, and at most so many. */
static void print_lines(const Screen* screen, const char* label, const char* name, size_t most)
{
   const Answer* lines = tree_get(screen->diff, name);
   size_t        count = tree_length(lines);
   for (size_t i = 0; i < count && i < most; i++) {
      print_wrapped(screen, i == 0 ? label : "", tree_text_at(lines, i));
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
   char* text = experiment != NULL
                ? g_strdup_printf("%s (%s)", tree_get_text(experiment, "directory"),
                                  tree_get_text(experiment, "range"))
                : tree_length(reports) == 1
                ? g_strdup_printf("%s%s%s", problem_file_name(tree_text_at(reports, 0)),
                                  date == NULL ? "" : ", ", date == NULL ? "" : date)
                : g_strdup_printf("%zu reports, added up", tree_length(reports));
   fprintf(screen->out, "%-*s", LABEL_WIDTH, label);
   text_print_cut(screen->out, text, screen->is_boundless ? BOUNDLESS : screen->width - LABEL_WIDTH);
   putc('\n', screen->out);
   g_free(text);
}

static void print_sides(const Screen* screen)
{
   print_side(screen, "Before", "before");
   print_side(screen, "Now", "now");
   fprintf(screen->out, "%-*s", LABEL_WIDTH, "Total cost");
   text_print(screen->out, tree_get_text(screen->diff, "total.words"));
   putc('\n', screen->out);
   print_wrapped(screen, "Routines", tree_get_text(screen->diff, "summary"));
}

static void print_explanation(const Screen* screen)
{
   const char* size = tree_get_text(screen->diff, "size.words");
   putc('\n', screen->out);
   if (size != NULL) {
      char* text = g_strdup_printf("cost = cost of all calls now / before, at %s; at x10 = forecast for ten "
                                   "times that; growth = with the size of the run; curves = how sure both "
                                   "are; added = cost now, less that before; calls = number of calls, now / "
                                   "before.", size);
      text_print_wrapped(screen->out, text, 0, screen->width);
      g_free(text);
      return;
   }
   text_print_wrapped(screen->out, "cost = cost of a call now / before, at the largest input n of both, with "
                      "its interval; at x10 = predicted for ten times that n; added = cost now, less what "
                      "the same calls cost before; calls = number of calls, now / before.", 0, screen->width);
}

void render_diff_text(FILE* out, const Answer* diff, bool all, int width)
{
   const Screen screen = { out, diff, tree_get(diff, "routines"), all, width, terminal_is_boundless(out) };
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
