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
   int64_t stream;
   GArray* list;     /* NULL: none were read */
} ReadItems;

/* A name that was read, and its bytes in the record that was read last. */
typedef struct {
   const ItemName* name;
   int64_t         row;
   GBytes*         bytes;
} ReadName;

struct Store {
   Repository  own;          /* of a store that is a directory */
   Branch*     branch;
   Database*   database;
   ItemNames*  item_names;   /* they stay as long as the store */
   GHashTable* names;        /* those that were read: ReadName by id */
   GHashTable* bytes;        /* those that were read: GBytes of rows by id */
   GHashTable* streams;      /* those that something was added to: Stream by id */
   ReadItems   items;        /* those that were read last */
   struct { int64_t id; Snapshot* snapshot; } looked_at[2];   /* the last one first */
   int64_t     version;      /* of what others have written into the cache */

   const Branch* other;      /* that the next commit merges; NULL: none */
   unsigned    waiting;      /* how many files are to be written */
   char*       hash;         /* of the commit that the last one is of */
};

/* An empty table of streams. */
extern GHashTable* streams_new(void);

/* Forgets what was looked for and read: numbers may be others now. */
extern void store_forget(Store* store);

/* Frees what store_look keeps. */
extern void store_forget_snapshots(Store* store);

/*--- The cache ---*/

/* Takes a result over, in place of the one that its commit has. False: some of its lines are no items. */
extern bool cache_put(Store* store, const Entry* entry, StoredPlace* place);
extern void cache_remove(Store* store, const Entry* entry);

/* `reason`: NULL: there is none any more. */
extern void cache_put_failure(Store* store, const char* hash, const char* name, const char* reason);

/*--- The branch ---*/

/* Notes that the text of an entry is to be written there; NULL: that it is to be removed. */
extern void follow_note(Store* store, const Entry* entry, const GString* text);

/* Brings the cache to what the branch is. False, with the problem set. */
extern bool follow_update(Store* store, Problem* problem);

/* Does that in a transaction. */
extern bool follow_branch(Store* store, Problem* problem);

/* Writes what was noted. False: others have written in between, or the problem is set. */
extern bool follow_write(Store* store, bool* has_moved, Problem* problem);

/* Reads a file of a branch. False, with the problem set, if it is no entry of this path. The entry must be
   cleared in any case. */
extern bool follow_read(const Branch* branch, const char* path, char* text, Entry* entry, Problem* problem);
