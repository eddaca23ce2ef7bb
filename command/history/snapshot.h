/* A snapshot is what is kept of a report: a header, and items, each a name and some bytes.  An item is a
   routine with its points, or a comment that says something of a routine or an object.  From one commit to
   the next, most items are the same, byte by byte.

   That of an experiment has no items, but runs, each with the snapshot of its report.

   Paths below the top of the working tree begin with "./", so that it does not matter where that is.
   Contexts are added up: points are of routines. */

#pragma once

#include <glib.h>
#include <stdint.h>

#include "history/items.h"
#include "model/report.h"
#include "util/problem.h"

typedef struct {
   const char*     name;
   GBytes*         bytes;
   const ItemName* known;   /* NULL: it was not read from a store, in which equal names are one */
} Item;

typedef struct Snapshot Snapshot;

/* A run of an experiment. */
typedef struct {
   char*     name;       /* as "n=100" */
   double    size;
   bool      counts;
   char*     ending;     /* run_record_text, without what differs from time to time */
   Snapshot* report;     /* NULL: nothing was measured, or it does not count */
} SnapshotRun;

struct Snapshot {
   char*         header;     /* lines, without what differs from run to run */
   char*         date;       /* when the report was written; NULL: not known */
   char*         modified;   /* of the executable; NULL: not known */
   uint64_t      total;      /* report_total_cost; of an experiment, of its largest run that counts */
   GArray*       items;      /* Item, by name */
   const char*   lines;      /* the items as they stand in a file that must stay, if entry_read has made it */
   size_t        size;       /* of the lines */
   GArray*       runs;       /* of an experiment: SnapshotRun, by size; else NULL */
   GStringChunk* texts;
};

/* `top`: the directory of the working tree; NULL: there is none. */
extern Snapshot* snapshot_make(Report* report, const char* top);

/* An empty one, to be filled. */
extern Snapshot* snapshot_new(void);

/* Takes the bytes over. Items are added by ascending names, or sorted afterwards. */
extern void snapshot_add(Snapshot* record, const char* name, GBytes* bytes);
extern void snapshot_add_known(Snapshot* record, const ItemName* name, GBytes* bytes);
extern void snapshot_sort(Snapshot* record);

extern void snapshot_free(Snapshot* record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Snapshot, snapshot_free)

/* Whether an experiment may have a run of this name, which becomes that of a directory, and size as its
   `number`-th one. */
extern bool snapshot_may_have_run(const char* name, double size, guint number);

/* Adds a run, and takes all of it over. */
extern void snapshot_add_run(Snapshot* experiment, const SnapshotRun* run);

/* The run of this name; NULL: there is none. */
extern const SnapshotRun* snapshot_run(const Snapshot* experiment, const char* name);

/* Returns the text with "./" for the directory of the working tree, wherever a path in it begins there; to be
   freed.  `top`: NULL: there is none. */
extern char* snapshot_without_top(const char* text, const char* top);

/* Makes the report again. With `other`, sizes that are rounded there or here are rounded in both, so that the
   two can be compared. `is_left_out`: by item; NULL: all are in it. */
extern Report* snapshot_report(const Snapshot* record, const Snapshot* other, const bool* is_left_out);

/* Writes that report into a file. False, with the problem set. */
extern bool snapshot_write(const Snapshot* record, const char* path, Problem* problem);

/* The value of the header's line with this key, to be freed; NULL: there is none. */
extern char* snapshot_header_value(const char* header, char key);

/* Whether the header, or those of the runs, have what each report says of itself. */
extern bool snapshot_has_header(const Snapshot* record);

/* Whether headers, items and runs are equal. */
extern bool snapshot_is_equal(const Snapshot* record, const Snapshot* other);
