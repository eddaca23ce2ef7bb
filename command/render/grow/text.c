/* The text of aprof grow: the answer, a table on one screen, what is open, and the answer again. */

#include <glib.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/names.h"
#include "render/grow/outputs.h"
#include "render/show/outputs.h"
#include "util/memory.h"
#include "util/caller.h"
#include "util/text.h"

/* Rows of the table, without --all: as many as the terminal has room for, within these bounds. */
#define MOST_ROUTINES  12
#define LEAST_ROUTINES 4

#define LEAST_NAME     16

/* The width of the columns behind the name, and of the last one if there is room for it. */
#define NUMBERS_WIDTH  45
#define STATE_WIDTH    9
#define WHY_WIDTH      22

/* The lines of the table that are no rows, and the one of the prompt. */
#define TABLE_LINES    7

/* Names share a narrow terminal with the last column if this is left of it; without limits, longer ones than
   this have a line of their own. */
#define MOST_NAME      35
#define WIDEST_NAME    60

typedef struct {
   FILE* out;
   int   width;
   int   name_width;
   int   why_width;    /* 0: the column is left out */
   bool  is_cut;
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
   const Answer* runs = tree_get(grow, "runs");
   const Answer* last = NULL;
   if (check == NULL) {
      return;
   }
   for (size_t i = 0; i < tree_length(runs); i++) {
      const Answer* run = tree_at(runs, i);
      last = tree_get_flag(run, "counts") ? run : last;
   }
   bool is_last = last != NULL && tree_get_number(last, "cost") == tree_get_number(check, "measured");
   g_string_append_printf(line, "; %s", tree_get_text(check, "words"));
   if (is_last) {
      g_string_append_printf(line, " (%.1f s under Valgrind)", tree_get_number(last, "seconds"));
   }
   g_string_append_c(line, '.');
}

/* "./prog {}: 8 runs, 800 to 8,000 lines; the runs up to 4,000 lines predicted ...". */
static void print_runs(const Screen* screen, const Answer* grow)
{
   const Answer* command = tree_get(grow, "command");
   size_t        count = tree_length(tree_get(grow, "sizes"));
   GString*      line = g_string_new(NULL);
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
   g_string_free(line, TRUE);
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

typedef char Cell[24];

/* "52 %", "0.4 %", "0 %", "-". */
static const char* percent(double share, Cell cell)
{
   if (isnan(share)) {
      return "-";
   }
   bool is_short = share >= 0.0995 || share < 0.0005;
   snprintf(cell, sizeof(Cell), is_short ? "%.0f %%" : "%.1f %%", 100 * fmin(share, 1));
   return cell;
}

static void print_head(const Screen* screen, const Answer* grow)
{
   const char* begin = terminal_style(screen->out, STYLE_HEADING);
   const char* end = terminal_style(screen->out, STYLE_PLAIN);
   fprintf(screen->out, "\n%s%*s  %6s  at %s%s\n", begin, screen->name_width, "", "now",
           tree_get_text(grow, "far"), end);
   fprintf(screen->out, "%s%-*s  %6s  %6s %6s  %-10s %s", begin, screen->name_width, "routine", "cost",
           "cost", "own", "growth", "state");
   if (screen->why_width > 0) {
      fprintf(screen->out, "%*s  calls, cost of each", STATE_WIDTH - (int)strlen("state"), "");
   }
   fprintf(screen->out, "%s\n", end);
}

static bool is_open(const Answer* routine)
{
   return strcmp(tree_get_text(routine, "total.state"), "open") == 0;
}

/* "n^2"; "n^2?" if it only looks so; "-".  To be freed. */
static char* class_of(const Answer* routine)
{
   const char* class = tree_get_text(routine, "total.class");
   return class == NULL ? g_strdup("-") : g_strconcat(class, is_open(routine) ? "?" : "", NULL);
}

/* Returns the name as it fits: without the arguments of templates, and without what encloses the routine. */
static char* name_of(const Screen* screen, const Answer* routine)
{
   const char* name = tree_get_text(routine, "name");
   return name_shorten(name, tree_get_text(routine, "mangled"),
                       screen->is_cut ? (size_t)screen->name_width : SIZE_MAX);
}

/* Prints as many of the clauses as fit. */
static void print_why(const Screen* screen, const char* why)
{
   size_t length = strlen(why);
   while (screen->is_cut && length > (size_t)screen->why_width) {
      const char* before = g_strrstr_len(why, (gssize)length, "; ");
      if (before == NULL) {
         break;
      }
      length = (size_t)(before - why);
   }
   char* shown = g_strndup(why, length);
   text_print_cut(screen->out, shown, screen->is_cut ? screen->why_width : (int)length);
   g_free(shown);
}

static void print_routine(const Screen* screen, const Answer* routine)
{
   FILE*       out = screen->out;
   Cell        now, far, own;
   char*       class = class_of(routine);
   const char* state = tree_get_text(routine, "total.state");
   char*       name = name_of(screen, routine);
   int         used = text_print_cut(out, name, screen->is_cut ? screen->name_width : (int)strlen(name));
   if (used > screen->name_width) {
      putc('\n', out);   /* what stands behind it stays below its heads */
      used = 0;
   }
   fprintf(out, "%*s  %6s  %6s %6s  %s%-10s %s%s", screen->name_width - used, "",
           percent(tree_get_number(routine, "share"), now),
           percent(tree_get_number(routine, "far_share"), far),
           percent(tree_get_number(routine, "far_self_share"), own),
           terminal_style(out, render_level_style(tree_get(routine, "total"))),
           class, state, terminal_style(out, STYLE_PLAIN));
   if (screen->why_width > 0) {
      fprintf(out, "%*s  ", STATE_WIDTH - (int)strlen(state), "");
      print_why(screen, tree_get_text(routine, "why"));
   }
   putc('\n', out);
   g_free(name);
   g_free(class);
}

static bool is_culprit(const Answer* grow, const Answer* routine)
{
   const Answer* culprit = tree_get(grow, "culprit");
   return culprit != NULL && strcmp(tree_get_text(culprit, "name"), tree_get_text(routine, "name")) == 0
          && strcmp(tree_get_text(culprit, "object"), tree_get_text(routine, "object")) == 0;
}

/* A routine that only calls others is left out without --all. */
static bool is_shown(const Answer* grow, const Answer* routine)
{
   return is_culprit(grow, routine) || !tree_get_flag(routine, "small");
}

/* Chooses the rows: the routine of the first sentence, and then those whose own code will cost most. */
static Choice choose_rows(const Answer* grow, bool all, size_t most)
{
   const Answer* routines = tree_get(grow, "routines");
   size_t        count = tree_length(routines);
   Choice        choice = { .rows = g_array_new(FALSE, FALSE, sizeof(size_t)) };
   for (int turn = 0; turn < 2; turn++) {
      for (size_t i = 0; i < count; i++) {
         bool comes_first = !all && is_culprit(grow, tree_at(routines, i));
         if (comes_first == (turn == 0) && (all || is_shown(grow, tree_at(routines, i)))
             && choice.rows->len < most) {
            g_array_append_val(choice.rows, i);
         }
      }
   }
   choice.left_out = count - choice.rows->len;
   return choice;
}

static size_t longest_name(const Answer* routines, const Choice* choice)
{
   size_t longest = LEAST_NAME;
   for (guint i = 0; i < choice->rows->len; i++) {
      const Answer* routine = tree_at(routines, g_array_index(choice->rows, size_t, i));
      char*         name = name_shorten(tree_get_text(routine, "name"), NULL, SIZE_MAX);
      size_t        length = strlen(name);
      g_free(name);
      longest = length > longest ? length : longest;
   }
   return longest;
}

/* The names have the room that the numbers leave, and the last column what they leave, if that is enough. */
static void lay_out(Screen* screen, const Answer* routines, const Choice* choice, bool all)
{
   int longest = (int)longest_name(routines, choice);
   int room = screen->width - NUMBERS_WIDTH;
   int with_why = room - WHY_WIDTH;
   if (!screen->is_cut) {
      screen->name_width = longest < WIDEST_NAME ? longest : WIDEST_NAME;
      screen->why_width = WHY_WIDTH;
      return;
   }
   bool has_why = all || with_why >= MOST_NAME || with_why >= longest;
   int  names = has_why && with_why >= LEAST_NAME ? with_why : room;
   screen->name_width = names < LEAST_NAME ? LEAST_NAME : names < longest ? names : longest;
   screen->why_width = has_why ? (room - screen->name_width > WHY_WIDTH ? room - screen->name_width
                                                                         : WHY_WIDTH) - 2 : 0;
}

/* "13 more routines, and how often each is called: aprof grow --all aprof.grow", and what the columns are. */
static void print_foot(const Screen* screen, const Answer* grow, const Choice* choice)
{
   const char* begin = terminal_style(screen->out, STYLE_FAINT);
   const char* end = terminal_style(screen->out, STYLE_PLAIN);
   GString*    command = caller_line("grow --all ");
   text_append_shell_word(command, tree_get_text(grow, "directory"));
   if (choice->left_out > 0) {
      fprintf(screen->out, "%s%zu more routine%s%s: ", begin, choice->left_out,
              choice->left_out == 1 ? "" : "s",
              screen->why_width == 0 ? ", and how often each is called" : "");
   } else if (screen->why_width == 0) {
      fprintf(screen->out, "%show often each is called: ", begin);
   }
   if (choice->left_out > 0 || screen->why_width == 0) {
      text_print(screen->out, command->str);
      fprintf(screen->out, "%s\n", end);
   }
   g_string_free(command, TRUE);
   fprintf(screen->out, "%sown: without what it calls; confirmed: smaller runs predicted the largest%s\n",
           begin, end);
}

/* Returns a class that is open among the rows, as it is shown; NULL: there is none.  To be freed. */
static char* open_class(const Answer* routines, const Choice* choice)
{
   for (guint i = 0; i < choice->rows->len; i++) {
      const Answer* routine = tree_at(routines, g_array_index(choice->rows, size_t, i));
      if (is_open(routine) && tree_get_text(routine, "total.class") != NULL) {
         return class_of(routine);
      }
   }
   return NULL;
}

/* Explains "n^2?" and "(42 to 150)" where they are there: in one line. */
static void print_doubts(const Screen* screen, const Answer* grow, const Choice* choice)
{
   char* class = open_class(tree_get(grow, "routines"), choice);
   bool  has = tree_get_flag(grow, "program_cost.wide");   /* the first sentence has "(42 to 150)" */
   if (class != NULL || has) {
      fprintf(screen->out, "%s%s%s%s%s%s\n", terminal_style(screen->out, STYLE_FAINT),
              class == NULL ? "" : class, class == NULL ? "" : ": looks like it, not confirmed",
              class != NULL && has ? "; " : "",
              !has ? "" : class != NULL ? "(a to b): 9 of 10 such came true"
                   : "(a to b): 9 of 10 such forecasts came true within their range",
              terminal_style(screen->out, STYLE_PLAIN));
   }
   g_free(class);
}

static void print_table(Screen* screen, const Answer* grow, bool all, size_t most)
{
   const Answer* routines = tree_get(grow, "routines");
   if (tree_length(routines) == 0) {
      return;
   }
   Choice choice = choose_rows(grow, all, all ? SIZE_MAX : most);
   lay_out(screen, routines, &choice, all);
   print_head(screen, grow);
   for (guint i = 0; i < choice.rows->len; i++) {
      print_routine(screen, tree_at(routines, g_array_index(choice.rows, size_t, i)));
   }
   print_foot(screen, grow, &choice);
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
   Screen screen = { .out = out, .width = width, .is_cut = !terminal_is_boundless(out) };
   Screen parts[2] = { screen, screen };
   char*  texts[2] = { NULL, NULL };
   size_t sizes[2];
   for (int i = 0; i < 2; i++) {
      parts[i].out = memory_stream(&texts[i], &sizes[i]);
   }
   print_top(&parts[0], grow, all);
   print_bottom(&parts[1], grow);
   for (int i = 0; i < 2; i++) {
      memory_stream_end(parts[i].out, &texts[i]);
   }
   fputs(texts[0], out);
   size_t others = count_lines(texts[0], width) + count_lines(texts[1], width);
   print_table(&screen, grow, all, rows_that_fit(out, others));
   fputs(texts[1], out);
   free(texts[0]);
   free(texts[1]);
}
