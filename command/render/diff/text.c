/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   One screen: the answer in the first line, what changed in a table, the rest in a few
   lines. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "answer/compare/words.h"
#include "answer/units.h"
#include "render/diff/outputs.h"
#include "render/show/common.h"
#include "render/show/terminal.h"
#include "util/problem.h"
#include "util/text.h"

#define LEAST_NAME_WIDTH   32
#define LEAST_LISTED_NAME  12
#define MOST_RENAMES        3
#define LABEL_WIDTH        SHOW_LABEL_WIDTH

/* How many rows of a state are on the screen. */
static const size_t rows_on_screen[STATES] = {
   [STATE_WORSE] = 8, [STATE_MAYBE] = 4, [STATE_BETTER] = 4,
};

/*------------------------------------------------------------------*/
/*--- Columns                                                    ---*/
/*------------------------------------------------------------------*/

typedef enum {
   COLUMN_STATE, COLUMN_GROWTH, COLUMN_FACTOR, COLUMN_INTERVAL, COLUMN_BEYOND, COLUMN_ADDED, COLUMN_CALLS,
   COLUMN_N, COLUMNS,
} ColumnId;

static const struct {
   const char* title;
   int         width;
   int         rank;      /* the larger, the sooner it is left out for lack of room */
   bool        is_left;
} columns[COLUMNS] = {
   [COLUMN_STATE]    = { "state",     9, 0, true },
   [COLUMN_GROWTH]   = { "growth",   16, 1, true },
   [COLUMN_FACTOR]   = { "cost",      6, 0, false },
   [COLUMN_INTERVAL] = { "95% sure", 10, 4, false },
   [COLUMN_BEYOND]   = { "at x10",    6, 3, false },
   [COLUMN_ADDED]    = { "added",     6, 2, false },
   [COLUMN_CALLS]    = { "calls",     6, 5, false },
   [COLUMN_N]        = { "at n",      6, 6, false },
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

static void print_cell(ColumnId id, const char* text, const char* style)
{
   int blanks = columns[id].width - (int)strlen(text);
   blanks = blanks < 0 ? 0 : blanks;
   printf("%*s%s%s%s%*s ", columns[id].is_left ? 0 : blanks, "", style, text,
          style[0] == '\0' ? "" : terminal_style(STYLE_PLAIN), columns[id].is_left ? blanks : 0, "");
}

static void print_head_of_table(const Layout* layout)
{
   fputs(terminal_style(STYLE_HEADING), stdout);
   for (ColumnId id = 0; id < COLUMNS; id++) {
      if (layout->is_shown[id]) {
         print_cell(id, columns[id].title, "");
      }
   }
   printf("routine%s\n", terminal_style(STYLE_PLAIN));
}

/*------------------------------------------------------------------*/
/*--- Rows                                                       ---*/
/*------------------------------------------------------------------*/

static const char* style_of(PairState state)
{
   return state == STATE_WORSE ? terminal_style(STYLE_ALARM)
        : state == STATE_MAYBE ? terminal_style(STYLE_WARNING)
        : state == STATE_BETTER ? terminal_style(STYLE_GOOD) : "";
}

/* Calls now / before. */
static const char* calls_text(const Pair* pair, DiffText text)
{
   if (pair->before == NULL || pair->now == NULL) {
      return "-";
   }
   double factor = (double)pair->now->totals.calls / (double)pair->before->totals.calls;
   return words_factor(&(Factor){ .known = true, .value = factor }, text);
}

static const char* cell_of(ColumnId id, const Pair* pair, DiffText text)
{
   const CasePair* shown = &pair->cases[words_case(pair)];
   ShortText       number;
   switch (id) {
      case COLUMN_STATE:    return state_name(pair->state);
      case COLUMN_GROWTH:   return words_growth(pair, text);
      case COLUMN_FACTOR:   return words_factor(&shown->at_largest, text);
      case COLUMN_INTERVAL: return words_interval(&shown->at_largest, text);
      case COLUMN_BEYOND:   return words_factor(&shown->beyond, text);
      case COLUMN_ADDED:    return words_added(pair, text);
      case COLUMN_CALLS:    return calls_text(pair, text);
      case COLUMN_N:
         strcpy(text, pair->largest == 0 ? "-" : text_short_number(pair->largest, number));
         return text;
      case COLUMNS: break;
   }
   return "";
}

/* The name, and why. */
static void print_name(const Comparison* comparison, const Pair* pair, int width)
{
   const char* name = pair_routine(pair)->name;
   const char* reason = words_cause_or_reason(comparison, pair);
   int         reason_width = reason == NULL ? 0 : (int)strlen(reason) + 2;
   int         room = width - reason_width < width / 2 ? width / 2 : width - reason_width;
   int         used = text_print_cut(stdout, name, room);
   if (reason != NULL && width - used > 6) {
      printf("%s, ", terminal_style(STYLE_FAINT));
      text_print_cut(stdout, reason, width - used - 2);
      fputs(terminal_style(STYLE_PLAIN), stdout);
   }
   putchar('\n');
}

static void print_row(const Comparison* comparison, const Layout* layout, const Pair* pair)
{
   for (ColumnId id = 0; id < COLUMNS; id++) {
      if (layout->is_shown[id]) {
         DiffText text;
         print_cell(id, cell_of(id, pair, text), id == COLUMN_STATE ? style_of(pair->state) : "");
      }
   }
   print_name(comparison, pair, layout->name_width);
}

/* It is named below the routine that introduced its change. */
static bool is_folded(const Comparison* comparison, const Pair* pair)
{
   uint32_t root = pair->blame.root;
   return pair->blame.kind == BLAME_INHERITED && root != NO_PAIR && pair->state != STATE_MAYBE
          && comparison->pairs[root].state == pair->state;
}

/*------------------------------------------------------------------*/
/*--- Lists in one line                                          ---*/
/*------------------------------------------------------------------*/

typedef struct {
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
      list->used = printf("%-*s", LABEL_WIDTH, list->label);
   }
   if (list->left_out > 0 || list->used + LEAST_LISTED_NAME + 16 > list->width) {
      list->left_out++;
      return;
   }
   list->used += printf("%s", list->listed++ == 0 ? "" : ", ");
   list->used += text_print_cut(stdout, name, list->width - list->used - 14);
}

static void list_end(const List* list)
{
   if (list->left_out > 0) {
      printf(" and %zu more", list->left_out);
   }
   if (list->listed > 0) {
      putchar('\n');
   }
}

static void list_state(const Diff* diff, const char* label, PairState state)
{
   const Comparison* comparison = diff->comparison;
   List list = { .label = label, .width = diff->width };
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = &comparison->pairs[comparison->order[i]];
      if (pair->state == state) {
         list_add(&list, pair_routine(pair)->name);
      }
   }
   list_end(&list);
}

/* "          so are: report, main". */
static void list_inheriting(const Diff* diff, uint32_t root)
{
   const Comparison* comparison = diff->comparison;
   List list = { .label = "          with it: ", .width = diff->width };
   fputs(terminal_style(STYLE_FAINT), stdout);
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = &comparison->pairs[comparison->order[i]];
      if (is_folded(comparison, pair) && pair->blame.root == root) {
         list_add(&list, pair_routine(pair)->name);
      }
   }
   list_end(&list);
   fputs(terminal_style(STYLE_PLAIN), stdout);
}

/* Each with the label before the first one. */
static void print_lines(const Diff* diff, const char* label, char** lines)
{
   for (size_t i = 0; lines[i] != NULL; i++) {
      printf("%-*s", LABEL_WIDTH, i == 0 ? label : "");
      text_print_wrapped(stdout, lines[i], LABEL_WIDTH, diff->width - LABEL_WIDTH);
   }
   g_strfreev(lines);
}

/*------------------------------------------------------------------*/
/*--- All of it                                                  ---*/
/*------------------------------------------------------------------*/

static void print_side(const Diff* diff, const char* label, int side)
{
   const Header* header = report_header(diff->comparison->sides[side]->report);
   char* text = g_strv_length(diff->paths[side]) == 1
                ? g_strdup_printf("%s%s%s", problem_file_name(diff->paths[side][0]),
                                  header->date == NULL ? "" : ", ", header->date == NULL ? "" : header->date)
                : g_strdup_printf("%u reports, added up", g_strv_length(diff->paths[side]));
   show_labelled(label, text, diff->width);
   g_free(text);
}

static void print_verdict(const Diff* diff)
{
   char* verdict = words_verdict(diff->comparison);
   text_print_wrapped(stdout, verdict, 3, diff->width);
   putchar('\n');
   g_free(verdict);
}

static void print_sides(const Diff* diff)
{
   const Comparison* comparison = diff->comparison;
   GroupedText before, now;
   char*       counts = words_counts(comparison);
   print_side(diff, "Before", 0);
   print_side(diff, "Now", 1);
   printf("%-*s%s -> %s ", LABEL_WIDTH, "Total cost",
          text_grouped_number(comparison->sides[0]->total, before),
          text_grouped_number(comparison->sides[1]->total, now));
   text_print(stdout, unit_of_cost(report_header(comparison->sides[1]->report)->metric));
   putchar('\n');
   printf("%-*s", LABEL_WIDTH, "Routines");
   text_print_wrapped(stdout, counts, LABEL_WIDTH, diff->width - LABEL_WIDTH);
   g_free(counts);
}

static bool has_rows(const Diff* diff)
{
   const uint32_t* counts = diff->comparison->counts;
   return diff->all ? diff->comparison->count > 0
                    : counts[STATE_WORSE] + counts[STATE_MAYBE] + counts[STATE_BETTER] > 0;
}

/* Returns how many are left out of what the screen is for. */
static size_t print_table(const Diff* diff)
{
   const Comparison* comparison = diff->comparison;
   Layout layout = make_layout(diff->width);
   size_t shown[STATES] = { 0 };
   size_t left_out = 0;
   print_head_of_table(&layout);
   for (uint32_t i = 0; i < comparison->count; i++) {
      uint32_t    index = comparison->order[i];
      const Pair* pair = &comparison->pairs[index];
      bool        is_row = diff->all || (rows_on_screen[pair->state] > 0 && !is_folded(comparison, pair));
      if (is_row && (diff->all || shown[pair->state] < rows_on_screen[pair->state])) {
         shown[pair->state]++;
         print_row(comparison, &layout, pair);
         if (!diff->all) {
            list_inheriting(diff, index);
         }
      } else {
         left_out += is_row;
      }
   }
   return left_out;
}

static void print_explanation(const Diff* diff)
{
   text_print_wrapped(stdout, "cost = cost of a call now / before, at the largest input n of both, with its "
                      "interval; at x10 = predicted for ten times that n; added = cost now, less what the "
                      "same calls cost before; calls = number of calls, now / before.", 0, diff->width);
}

void diff_text(const Diff* diff)
{
   print_verdict(diff);
   if (has_rows(diff)) {
      size_t left_out = print_table(diff);
      if (left_out > 0) {
         printf("%zu more rows; --all prints them.\n", left_out);
      }
      putchar('\n');
   }
   print_sides(diff);
   if (!diff->all) {
      list_state(diff, "New", STATE_NEW);
      list_state(diff, "Gone", STATE_GONE);
      list_state(diff, "Unknown", STATE_UNKNOWN);
   }
   print_lines(diff, "Renamed?", words_renames(diff->comparison, diff->all ? SIZE_MAX : MOST_RENAMES));
   print_lines(diff, "Called", words_loads(diff->comparison));
   print_lines(diff, "Not counted", words_notes(diff->comparison));
   if (has_rows(diff)) {
      putchar('\n');
      print_explanation(diff);
   }
}
