/* The parts of a store, for store*.c and copying.c.

   The branch is the store: a file for each result. The database is a cache of it, from which all is read; it
   follows the branch, and may be removed at any time. Whoever writes the branch holds the lock of the
   database; only other repositories do not ask for that. */

#pragma once

#include "history/branch.h"
#include "history/database.h"
#include "history/store.h"

/* The items of a record. */
typedef struct {
   int64_t record;
   int64_t series;
   GArray* list;     /* NULL: none were read */
} ReadItems;

/* A name that was read, and its bytes in the record that was read last. */
typedef struct {
   const ItemName* name;
   int64_t         row;
   GBytes*         bytes;
} ReadName;

struct Store {
   Repository    own;          /* of a store that is a directory */
   Branch*       branch;
   Database*     database;
   ItemNames*    item_names;   /* they stay as long as the store, as the texts do */
   GStringChunk* texts;        /* of what was listed */
   GHashTable*   names;        /* those that were read: ReadName by id */
   GHashTable*   bytes;        /* those that were read: GBytes of rows by id */
   GHashTable*   streams;      /* those that something was added to: Stream by the id of the series */
   ReadItems     items;        /* those that were read last */
   struct { int64_t id; Snapshot* snapshot; } looked_at[2];   /* the last one first */
   int64_t       version;      /* of what others have written into the cache */

   const Branch* other;        /* that the next commit merges; NULL: none */
   unsigned      waiting;      /* how many files are to be written */
   char*         hash;         /* of the commit that the last one is of */
};

/* Reads a file of a branch. False, with the problem set, if it is no entry of this path. The entry must be
   cleared in any case. */
extern bool store_read_file(const Branch* branch, const char* path, char* text, Entry* entry,
                            Problem* problem);

/* Looks what the branch is now, and brings the cache to that. False, with the problem set. */
extern bool store_update(Store* store, Problem* problem);

/* The newest record of a series; 0: there is none. */
extern int64_t store_newest(Store* store, int64_t series);

/* Frees what store_look keeps. */
extern void store_forget_snapshots(Store* store);

/*--- The cache ---*/

/* Makes the tables, unless they are there. False, with the problem set. */
extern bool cache_prepare(Database* database, Problem* problem);

/* Removes all that is in them. */
extern void cache_clear(Store* store);

/* An empty table of streams. */
extern GHashTable* streams_new(void);

/* Takes an entry over, in place of the one that its commit has; `place` is set for a result. False: some of
   its lines are no items. */
extern bool cache_put(Store* store, const Entry* entry, StoredPlace* place);
extern void cache_remove(Store* store, const Entry* entry);
