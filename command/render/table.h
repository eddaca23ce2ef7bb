/* The table that all lists on a terminal are: as many columns as there is room for, each of a value in the
   rows, which are objects of an answer. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "render/names.h"
#include "render/terminal.h"
#include "util/tree.h"

typedef char TableCell[128];

/* Writes what a cell says of the row's value of this name: "-" if it is not known. */
typedef void (*WriteCell)(const Answer* row, const char* field, TableCell cell);

/* Prints the cell in at most so many columns, and returns how many it has used. */
typedef int (*PrintCell)(FILE* out, const Answer* row, const char* field, int width);

/* The style of a cell, of the row's value of this name. */
typedef Style (*CellStyle)(const Answer* row, const char* field);

typedef struct {
   const char* title;
   const char* field;      /* of the row, as for tree_get; or whatever `write` or `print` wants */
   WriteCell   write;      /* NULL: the column has the room that others leave, and `print` */
   PrintCell   print;
   int         width;      /* at least; its title may be wider */
   int         gap;        /* blanks before it */
   int         rank;       /* the larger, the sooner it is left out for lack of room; 0: never */
   bool        is_left;    /* aligned */
   bool        is_fitted;  /* to the rows that are measured, however narrow; without any text, left out */
   CellStyle   style;      /* NULL: plain */
   const char* styled_by;  /* the field of the style */
   const char* above;      /* a title above those of the columns from here on; NULL: none */
   int         wanted;     /* of one that has room behind others: columns that are left to long texts */
} Column;

/* More than there are. */
#define TABLE_COLUMNS  14

typedef struct {
   Column columns[TABLE_COLUMNS];
   size_t count;
   int    widths[TABLE_COLUMNS]; /* of those that are chosen */
   int    used[TABLE_COLUMNS];   /* the widest cell of the rows that were measured */
   bool   is_measured;
   bool   is_boundless;          /* nothing is cut */
   size_t left_out;              /* columns, for lack of room */
} Table;

extern Table table_of(const Column* columns, size_t count);

/* Changes the title of the column of this value; the title must stay. */
extern void table_set_title(Table* table, const char* field, const char* title);

/* Looks how wide the cells of a row are. */
extern void table_measure(Table* table, const Answer* row);

/* Chooses as many columns as have room in `width`.  The last one has what they leave of the line, of
   `line` columns (terminal_line). */
extern void table_choose(Table* table, int width, int line);

extern void table_print_head(FILE* out, const Table* table);
extern void table_print_row(FILE* out, const Table* table, const Answer* row);

/* Prints the head and all rows of a list. */
extern void table_print(FILE* out, Table table, const Answer* rows, int width, int line);

/*--- Cells ---*/

extern void cell_text(const Answer* row, const char* field, TableCell cell);

/* Numbers: in few digits; whole, with commas; a share, in percent; a factor. */
extern void cell_short(const Answer* row, const char* field, TableCell cell);
extern void cell_grouped(const Answer* row, const char* field, TableCell cell);
extern void cell_percent(const Answer* row, const char* field, TableCell cell);
extern void cell_times(const Answer* row, const char* field, TableCell cell);

/* Prints a routine's name as it fits (name_print), by the row's `field` and, if it has one, its "mangled". */
extern int cell_name(FILE* out, const Answer* row, const char* field, int width);

/* The style of an object with a "level"; faint if that is not known. */
extern Style style_of_level(const Answer* row, const char* field);
