/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A snapshot is what is kept of a report: a header, and items, each a name and some bytes.  An item is a
   routine with its points, or a comment that says something of a routine or an object.  From one commit to
   the next, most items are the same, byte by byte.

   Paths below the top of the working tree begin with "./", so that it does not matter where that is.
   Contexts are added up: points are of routines. */

#ifndef COMMAND_HISTORY_SNAPSHOT_H
#define COMMAND_HISTORY_SNAPSHOT_H

#include <glib.h>
#include <stdint.h>

#include "model/report.h"

typedef struct {
   const char* name;
   GBytes*     bytes;
} Item;

typedef struct {
   char*         header;     /* lines, without what differs from run to run */
   char*         date;       /* when the report was written; NULL: not known */
   char*         modified;   /* of the executable; NULL: not known */
   uint64_t      total;      /* report_total_cost */
   GArray*       items;      /* Item, by name */
   GStringChunk* texts;
} Snapshot;

/* `top`: the directory of the working tree; NULL: there is none. */
extern Snapshot* snapshot_make(Report* report, const char* top);

/* An empty one, to be filled. */
extern Snapshot* snapshot_new(void);

/* Takes the bytes over. Items are added by ascending names, or sorted afterwards. */
extern void snapshot_add(Snapshot* record, const char* name, GBytes* bytes);
extern void snapshot_sort(Snapshot* record);

extern void snapshot_free(Snapshot* record);

/* Makes the report again. With `other`, sizes that are rounded there or here are rounded in both, so that the
   two can be compared. */
extern Report* snapshot_report(const Snapshot* record, const Snapshot* other);

/* Whether header and items are equal. */
extern bool snapshot_is_equal(const Snapshot* record, const Snapshot* other);

/*--- Names of items ---*/

/* The parts of a routine's name, in `texts`; false: the item is no routine. */
typedef struct {
   const char* image;
   const char* name;
   const char* mangled;   /* NULL: there is none */
} ItemRoutine;

extern bool item_is_routine(const char* name);
extern ItemRoutine item_routine(const char* name, GStringChunk* texts);

#endif
