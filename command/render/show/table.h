/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The table of the list: as many columns as there is room for. */

#ifndef COMMAND_SHOW_TABLE_H
#define COMMAND_SHOW_TABLE_H

#include "render/show/common.h"

typedef char TableCell[64];

typedef struct {
   const char* title;
   int         width;
   int         rank;       /* the larger, the sooner it is left out for lack of room */
   bool        is_left;    /* aligned */
   void        (*write)(const Show*, const RoutineFacts*, TableCell);
   Style       (*style)(const RoutineFacts*);
} Column;

/* More than there are. */
#define TABLE_COLUMNS  14

typedef struct {
   Column columns[TABLE_COLUMNS];
   size_t count;
   int    name_width;
} Table;

/* The columns for the width of the output. */
extern Table table_make(const Show* show);

extern void table_print_head(const Table* table);

extern void table_print_row(const Show* show, const Table* table, const RoutineFacts* row);

/* The class as the table shows it: "n^2", "-", "?". */
extern void table_write_class(const RoutineFacts* row, GrowthCase which, TableCell cell);

#endif
