/* aprof show: the list of routines.

   The first screen is for somebody who has never heard of read memory sizes:
   routines whose cost grows faster than their input come first, and what every
   program has (its start, the dynamic linker) is left out.  A narrow output has
   fewer columns, a wide one more. */

#include <glib.h>
#include <inttypes.h>
#include <string.h>

#include "render/show/outputs.h"
#include "util/problem.h"
#include "util/caller.h"
#include "util/text.h"

#define DEFAULT_ROWS       15
#define LEAST_ROWS          4
#define MOST_MEASURED     100
#define OTHER_LINES        20    /* on a screen, beside the rows */
#define RESERVED_ROWS       3    /* for sections that others would crowd out */
#define RESERVED_LIBRARY_ROWS  1
#define MOST_FOLDS          5    /* lines of routines that inherit their growth */

/*--- Above the table ---*/

static void print_input_arguments(FILE* out, const Answer* answer, int width)
{
   const Answer* arguments = tree_get(answer, "input_arguments");
   g_autoptr(GString) text = g_string_new(NULL);
   for (size_t i = 0; i < tree_length(arguments); i++) {
      g_string_append_printf(text, "%s%s", i == 0 ? "" : ", ", tree_text_at(arguments, i));
   }
   if (tree_length(arguments) > 0) {
      int used = fprintf(out, "%-*s%s", LABEL_WIDTH, "Input", "by --input-arg, not in cells: ");
      text_print_cut(out, text->str, width - used);
      putc('\n', out);
   }
}

static void print_part_of_run(FILE* out, const Answer* answer, int width)
{
   const char* part = tree_get_text(answer, "part");
   if (part != NULL) {
      char line[100];
      snprintf(line, sizeof line, "%.20s of a run: costs include earlier parts, the total does not", part);
      label_print(out, "Part", line, width);
   }
}

static void print_ends(FILE* out, const Answer* answer, int width)
{
   const char* ends = tree_get_text(answer, "list.failed");
   if (ends != NULL) {
      label_print(out, "Run ended", ends, width);
   }
}

static void print_incomplete(FILE* out, const Answer* answer, int width)
{
   const Answer* lacks = tree_get(answer, "incomplete");
   for (size_t i = 0; i < tree_length(lacks); i++) {
      label_print(out, "Incomplete", tree_text_at(lacks, i), width);
   }
}

/* Adds "; geo.report, 2026-11-24T20:25:19Z": the reader has named the file, and knows where it is. */
static void add_reports(GString* text, const Answer* answer)
{
   const Answer* reports = tree_get(answer, "reports");
   const char*   date = tree_get_text(answer, "date");
   if (tree_length(reports) == 1) {
      const char* path = problem_file_name(tree_text_at(reports, 0));
      g_string_append_printf(text, "; %s", text_file_name(path));
   } else {
      g_string_append_printf(text, "; %zu reports, added up", tree_length(reports));
   }
   if (date != NULL) {
      g_string_append_printf(text, ", %s", date);
   }
}

static void print_head(FILE* out, const Answer* answer, const Look* look)
{
   const char* command = tree_get_text(answer, "command");
   const char* program = tree_get_text(answer, "program");
   int         width = look->line;
   g_autoptr(GString) line = g_string_new(tree_get_text(answer, "list.total"));
   label_print(out, "Program",
                   command != NULL ? command : program != NULL ? program : "not named", width);
   add_reports(line, answer);
   label_print(out, "Total cost", line->str, width);
   print_part_of_run(out, answer, width);
   print_input_arguments(out, answer, width);
   print_ends(out, answer, width);
   print_incomplete(out, answer, width);
}

/* "n: input in cells of 4 bytes". */
static void add_input(GString* text, const Answer* answer)
{
   uint64_t resolution = tree_get_count(answer, "memory_resolution");
   bool     is_dynamic = strcmp(tree_get_text(answer, "input"), "drms") == 0;
   if (!tree_get_flag(answer, "input_measured")) {
      return;
   }
   g_string_append(text, "growth: of a call with its input n, ");
   if (resolution > 1) {
      g_string_append_printf(text, "%" PRIu64 "-byte cells", resolution);
   } else {
      g_string_append(text, resolution == 1 ? "bytes" : "cells");
   }
   g_string_append_printf(text, "%s; ", is_dynamic ? ", also what others write" : "");
}

/* Explains the columns. */
static void print_legend(FILE* out, const Answer* answer, int width)
{
   double   times = tree_get_number(answer, "list.times");
   g_autoptr(GString) text = g_string_new(NULL);
   add_input(text, answer);
   g_string_append_printf(text, "at x%g: if all n were x%g%s", times, times,
                          tree_get_flag(answer, "list.has_readers")
                          ? "; read: so many times all calls together read the program's input" : "");
   fputs(terminal_style(out, STYLE_FAINT), out);
   text_print_wrapped(out, text->str, 0, width);
   fputs(terminal_style(out, STYLE_PLAIN), out);
   if (!tree_get_flag(answer, "has_real_costs")) {
      text_print_wrapped(out, "This report counts recursive calls again in each of their callers: "
                         "totals may be too high.", 0, width);
   }
}

static void print_summary(FILE* out, const Answer* answer, int width)
{
   text_print_wrapped(out, tree_get_text(answer, "headline.sentence"), 0, width);
}

/*--- Sections ---*/

/* The list while it is printed. */
typedef struct {
   FILE*         out;
   const Answer* answer;
   const Answer* routines;
   const Look*   look;
   Table         table;
   char          times[24];         /* the title of projected shares */
   size_t        rows[SECTIONS];
   size_t        shown[SECTIONS];   /* of a section: all, or if there are too many the first ones */
   bool          shows_all;
   bool          hides_start_up;
} List;

/* Leaves out routines that every program has, unless they are asked for, or there are no others. */
static void list_init(List* list, FILE* out, const Answer* answer, const Look* look)
{
   *list = (List){
      .out = out, .answer = answer, .routines = tree_get(answer, "routines"), .look = look,
      .shows_all = look->has_limit && look->limit == 0,
   };
   const Answer* sections = tree_get(answer, "list.sections");
   for (Section section = 0; section < SECTIONS; section++) {
      list->rows[section] = tree_get_count(tree_at(sections, section), "routines");
   }
   list->hides_start_up = !list->shows_all && !tree_get_flag(answer, "list.filtered")
                         && list->rows[SECTION_START_UP] < tree_length(list->routines);
   list->table = list_table(look);
   snprintf(list->times, sizeof list->times, "at x%g", tree_get_number(answer, "list.times"));
   table_set_title(&list->table, "projected", list->times);
}

/* Rows that are printed together in one line, unless all are asked for. */
static bool is_folded(Section section)
{
   return section == SECTION_INHERITED || section == SECTION_LIBRARY_INHERITED;
}

static size_t reserved_rows(Section section)
{
   return is_folded(section) ? 0 : section < SECTION_LIBRARY_FASTER ? RESERVED_ROWS : RESERVED_LIBRARY_ROWS;
}

static void share_rows(List* list, size_t limit)
{
   size_t left = limit;
   for (Section section = SECTION_FASTER; section < SECTION_SMALL; section++) {
      list->shown[section] = MIN(MIN(list->rows[section], reserved_rows(section)), left);
      left -= list->shown[section];
   }
   Section last = list->hides_start_up ? SECTION_SMALL : SECTION_START_UP;
   for (Section section = SECTION_FASTER; section <= last; section++) {
      size_t more = is_folded(section) ? 0 : MIN(list->rows[section] - list->shown[section], left);
      list->shown[section] += more;
      g_assert(list->shown[section] <= list->rows[section]);
      left -= more;
   }
}

/* Returns the limit that is wanted, or as many rows as a terminal has room for beside all else. */
static size_t limit_of(const List* list)
{
   size_t height = (size_t)terminal_height(list->out);
   size_t rows = height == 0 || height > OTHER_LINES + DEFAULT_ROWS ? DEFAULT_ROWS
               : height > OTHER_LINES + LEAST_ROWS ? height - OTHER_LINES : LEAST_ROWS;
   return list->look->has_limit ? list->look->limit : rows;
}

static void choose_rows(List* list)
{
   if (list->shows_all) {
      memcpy(list->shown, list->rows, sizeof list->shown);
   } else {
      share_rows(list, limit_of(list));
   }
}

/* Returns the class that is inherited, or what the table shows if it is one of several. */
static const char* inherited_class(const Answer* routine)
{
   const char* class = tree_get_text(routine, "origin.class");
   return class != NULL ? class : tree_get_text(routine, "growth.mean.shown");
}

static bool have_same_root(const Answer* a, const Answer* b)
{
   return strcmp(tree_get_text(a, "origin.introduced_by.name"),
                 tree_get_text(b, "origin.introduced_by.name")) == 0
          && strcmp(tree_get_text(a, "origin.introduced_by.object"),
                    tree_get_text(b, "origin.introduced_by.object")) == 0
          && tree_get_flag(a, "origin.certain") == tree_get_flag(b, "origin.certain")
          && strcmp(inherited_class(a), inherited_class(b)) == 0;
}

/* Prints one line: "   n^2, from count_words: report, run". */
static void print_fold(const List* list, const GPtrArray* rows, guint first)
{
   FILE*         out = list->out;
   const Answer* routine = g_ptr_array_index(rows, first);
   const Answer* origin = tree_get(routine, "origin");
   NameLine      line = { .out = out, .begin = ": ", .width = list->look->width };
   fputs(terminal_style(out, STYLE_FAINT), out);
   line.used = fprintf(out, "   %s, %sfrom ", inherited_class(routine),
                       tree_get_flag(origin, "certain") ? "" : "probably ");
   line.used += name_print(out, tree_get_text(origin, "introduced_by.name"), NULL, line.width / 3);
   for (guint i = first; i < rows->len; i++) {
      if (have_same_root(g_ptr_array_index(rows, first), g_ptr_array_index(rows, i))) {
         name_line_add(&line, tree_get_text(g_ptr_array_index(rows, i), "name"));
      }
   }
   name_line_end(&line);
   fputs(terminal_style(out, STYLE_PLAIN), out);
}

static bool is_folded_before(const GPtrArray* rows, guint index)
{
   for (guint i = 0; i < index; i++) {
      if (have_same_root(g_ptr_array_index(rows, i), g_ptr_array_index(rows, index))) {
         return true;
      }
   }
   return false;
}

/* Prints each origin once. */
static void print_folds(const List* list, size_t first, size_t count)
{
   g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)tree_free);
   size_t               folds = 0;
   for (size_t i = 0; i < count; i++) {
      g_ptr_array_add(rows, tree_item(list->routines, first + i));
   }
   for (guint i = 0; i < rows->len && folds < MOST_FOLDS; i++) {
      if (!is_folded_before(rows, i)) {
         print_fold(list, rows, i);
         folds++;
      }
   }
}

static void print_rows(const List* list, size_t first, size_t count)
{
   for (size_t i = 0; i < count; i++) {
      g_autoptr(Answer) routine = tree_item(list->routines, first + i);
      table_print_row(list->out, &list->table, routine);
   }
}

/* The heading stands above what introduces a growth, and is not repeated for what inherits it. */
static void print_heading(const List* list, Section section)
{
   if (!is_folded(section) || list->shown[section - 1] == 0) {
      const Answer* titled = tree_at(tree_get(list->answer, "list.sections"),
                                     is_folded(section) ? section - 1 : section);
      fprintf(list->out, "%s%s%s\n", terminal_style(list->out, STYLE_FAINT), tree_get_text(titled, "title"),
              terminal_style(list->out, STYLE_PLAIN));
   }
}

static void measure(List* list, size_t first, size_t count)
{
   for (size_t i = 0; i < count; i++) {
      g_autoptr(Answer) routine = tree_item(list->routines, first + i);
      table_measure(&list->table, routine);
   }
}

/* Measures each row that will be shown, if they are few. */
static void measure_rows(List* list, bool in_sections)
{
   size_t first = 0, count = 0;
   for (Section section = 0; section < SECTIONS && in_sections; section++) {
      count += list->shown[section];
   }
   if (!in_sections) {
      size_t limit = limit_of(list);
      count = limit == 0 ? tree_length(list->routines) : MIN(limit, tree_length(list->routines));
   }
   for (Section section = 0; section < SECTIONS && in_sections && count <= MOST_MEASURED; section++) {
      measure(list, first, list->shown[section]);
      first += list->rows[section];
   }
   if (!in_sections && count <= MOST_MEASURED) {
      measure(list, 0, count);
   }
}

/* Returns how many rows it has printed. */
static size_t print_sections(List* list)
{
   size_t first = 0;
   size_t shown = 0;
   for (Section section = SECTION_FASTER; section < SECTIONS; section++) {
      bool folds = is_folded(section) && !list->shows_all;
      if (list->shown[section] > 0 || (folds && list->rows[section] > 0)) {
         print_heading(list, section);
      }
      if (folds) {
         print_folds(list, first, list->rows[section]);
      }
      print_rows(list, first, list->shown[section]);
      shown += list->shown[section];
      first += list->rows[section];
   }
   return shown;
}

/* Prints one list in the order of the ranking. */
static size_t print_all(const List* list)
{
   size_t limit = limit_of(list);
   size_t shown = 0;
   for (size_t i = 0; i < tree_length(list->routines) && (limit == 0 || shown < limit); i++) {
      g_autoptr(Answer) routine = tree_item(list->routines, i);
      if (!list->hides_start_up || strcmp(tree_get_text(routine, "section"), "start_up") != 0) {
         table_print_row(list->out, &list->table, routine);
         shown++;
      }
   }
   return shown;
}

/*--- Below the table ---*/

/* Explains "all" in the column of projected shares. */
static void print_exponentials(const List* list)
{
   if (tree_get_flag(list->answer, "list.has_exponential")) {
      char text[300];
      snprintf(text, sizeof text,
               "all = exponential: at x%g it would cost more than everything else together. "
               "The other shares assume that such routines grow no faster than their input.",
               tree_get_number(list->answer, "list.times"));
      text_print_wrapped(list->out, text, 6, list->look->width);
   }
}

static void print_bounds(const List* list)
{
   size_t bounds = tree_get_count(list->answer, "list.upper_bounds");
   if (bounds > 0) {
      char text[300];
      snprintf(text, sizeof text,
               "Of %zu folded routine%s, the total is an upper bound: instances may call each other. "
               "%s tells.",
               bounds, bounds == 1 ? "" : "s",
               tree_get_flag(list->answer, "has_contexts") ? "--cct-recursion=full" : "--collect-cct=yes");
      text_print_wrapped(list->out, text, 0, list->look->width);
   }
}

/* A command is never cut, because it is to be copied. */
static void print_command(FILE* out, const char* command)
{
   fputs("   ", out);
   text_print(out, command);
   putc('\n', out);
}

/* Returns the name of the routine that the summary names, or else of the one that hides most.  NULL: there is
   none. */
static const char* name_of_first(const List* list)
{
   const char* named = tree_get_text(list->answer, "headline.routine.name");
   return named != NULL ? named : tree_get_text(list->answer, "list.hiding.name");
}

/* Prints "aprof show --routine='Visits::add(Point)' geo.report", or without a routine to show, what it is. */
static void print_routine_command(const List* list)
{
   const Answer* reports = tree_get(list->answer, "reports");
   bool          has_path = tree_length(reports) == 1 && strcmp(tree_text_at(reports, 0), "-") != 0;
   const char*   name = has_path ? name_of_first(list) : NULL;
   fprintf(list->out, "A routine in depth says more (--routine=NAME)%s\n", name == NULL ? "." : ":");
   if (name != NULL) {
      g_autoptr(GString) line = caller_line("show ");
      g_string_append(line, list->look->options);
      g_autofree char* option = g_strconcat("--routine=", name, NULL);
      text_append_shell_word(line, option);
      g_string_append_c(line, ' ');
      text_append_shell_word(line, tree_text_at(reports, 0));
      print_command(list->out, line->str);
   }
}

/* Prints the commands that tell more: what names functions of a script, then the experiment, which alone
   confirms. */
static void print_next(const List* list)
{
   static const char* const keys[] = { "interpreter", "unknown" };
   for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
      const Answer* next = tree_get(list->answer, keys[i]);
      if (next != NULL) {
         text_print_wrapped(list->out, tree_get_text(next, "words"), 0, list->look->width);
         print_command(list->out, tree_get_text(next, "command"));
      }
   }
   print_routine_command(list);
}

/* Says how routines without a name could get one. */
static void print_nameless(const List* list)
{
   const Answer* nameless = tree_get(list->answer, "nameless");
   for (size_t i = 0; i < tree_length(nameless); i++) {
      text_print_wrapped(list->out, tree_text_at(nameless, i), 0, list->look->width);
   }
}

static void print_foot(const List* list, size_t shown)
{
   FILE*         out = list->out;
   const Answer* hiding = tree_get(list->answer, "list.hiding");
   fprintf(out, "%zu of %zu routines%s", shown, (size_t)tree_get_count(list->answer, "routine_count"),
           shown < tree_length(list->routines) ? ": --limit=0 lists all" : "");
   if (list->table.left_out > 0) {
      fprintf(out, "; %zu more column%s: a wider terminal", list->table.left_out,
              list->table.left_out == 1 ? "" : "s");
   }
   putc('\n', out);
   print_legend(out, list->answer, list->look->width);
   print_exponentials(list);
   print_bounds(list);
   if (hiding != NULL) {
      render_hidden_code(out, hiding, list->look);
   }
   print_nameless(list);
   if (!tree_get_flag(list->answer, "has_contexts")
       && tree_get_flag(list->answer, "list.has_unknown_origin")) {
      text_print_wrapped(out, "Profiled with --collect-cct=yes, the list tells who introduces a growth "
                         "and who inherits it.", 0, list->look->width);
   }
   if (tree_get(list->answer, "list.growth_limit") != NULL) {
      fprintf(out, "aprof looked for growth only in the %" PRIu64 " costliest routines (?: not in this one); "
              "--limit=0 looks at all.\n", tree_get_count(list->answer, "list.growth_limit"));
   }
   if (!tree_get_flag(list->answer, "list.in_sections")) {
      fputs("--routine=NAME shows one in depth.\n", out);
      return;
   }
   print_next(list);
   putc('\n', out);
   print_summary(out, list->answer, list->look->width);
}

void render_list(FILE* out, const Answer* answer, const Look* look)
{
   bool has_summary = tree_get_flag(answer, "list.in_sections")
                      && tree_length(tree_get(answer, "routines")) > 0;
   if (has_summary) {
      print_summary(out, answer, look->width);
      putc('\n', out);
   }
   print_head(out, answer, look);
   if (tree_get_count(answer, "routine_count") == 0) {
      fputs("\nThe report has no points: no routine returned, or nothing was measured.\n", out);
      return;
   }
   if (tree_length(tree_get(answer, "routines")) == 0) {
      fprintf(out, "\nNone of the %" PRIu64 " routines matches.\n", tree_get_count(answer, "routine_count"));
      return;
   }
   List list;
   list_init(&list, out, answer, look);
   bool in_sections = tree_get_flag(answer, "list.in_sections");
   if (in_sections) {
      choose_rows(&list);
   }
   measure_rows(&list, in_sections);
   table_choose(&list.table, look->line, look->line);
   putc('\n', out);
   table_print_head(out, &list.table);
   print_foot(&list, in_sections ? print_sections(&list) : print_all(&list));
}
