/* The table of the list: as many columns as there is room for. */

#pragma once

#include "render/show/outputs.h"

typedef char TableCell[64];

typedef struct {
   const char* title;
   int         width;
   int         rank;       /* the larger, the sooner it is left out for lack of room */
   bool        is_left;    /* aligned */
   void        (*write)(const Answer* routine, const char* name, TableCell);
   const char* name;       /* of what it shows, as for tree_get */
   const char* level;      /* what the colour is that of: the column has a class; NULL: none */
} Column;

/* More than there are. */
#define TABLE_COLUMNS  14

typedef struct {
   Column columns[TABLE_COLUMNS];
   size_t count;
   int    used[TABLE_COLUMNS];   /* the widest cell of the rows that were measured */
   bool   is_needed[TABLE_COLUMNS];
   bool   is_measured;
   size_t left_out;        /* columns, for lack of room */
   int    name_width;
   char   times[24];       /* the title of projected shares */
} Table;

/* `times`: how many times as large inputs are projected to be.  Then table_choose() must follow. */
extern void table_init(Table* table, double times, const Look* look);

/* Looks how wide the cells of a row are. */
extern void table_measure(Table* table, const Answer* routine);

/* Chooses the columns for the width of the output. */
extern void table_choose(Table* table, const Look* look);

extern void table_print_head(FILE* out, const Table* table);

extern void table_print_row(FILE* out, const Table* table, const Answer* routine);
