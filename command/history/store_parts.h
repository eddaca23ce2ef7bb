/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The parts of a store, for store*.c.

   A record's items are changes of those of the newest record of its series that was there, at most
   STORE_LONGEST_CHAIN of them in a row.

   If the store is a branch, the database is a copy of it.  Whoever writes the branch holds the lock of the
   database; only other repositories do not ask for that. */

#pragma once

#include "history/branch.h"
#include "history/database.h"
#include "history/store.h"

#define STORE_LONGEST_CHAIN  64

struct Store {
   Database*   database;
   GHashTable* rows;         /* those that were looked for: ItemRow by Item */
   GHashTable* names;        /* those that were read: texts of names by id */
   GHashTable* bytes;        /* those that were read: GBytes of rows by id */

   Branch*     branch;       /* NULL: the database is the store */
   const Branch* other;      /* that the next commit merges; NULL: none */
   bool        is_copying;   /* what is added comes from the branch */
   unsigned    waiting;      /* how many files are to be written there */
   char*       hash;         /* of the commit that the last one is of */
};

/* An empty table of rows. */
extern GHashTable* known_rows_new(void);

/* Forgets what was looked for and read: numbers may be others now. */
extern void store_forget(Store* store);

/* Removes a result. */
extern void store_remove(Store* store, const Entry* entry);

/*--- Of a branch ---*/

/* Notes that an entry is to be written there; `removes`: that it is to be removed. */
extern void copy_note(Store* store, const Entry* entry, bool removes);

/* Brings the database to what the branch is. False, with the problem set. */
extern bool copy_update(Store* store, Problem* problem);

/* Does that in a transaction. */
extern bool copy_follow(Store* store, Problem* problem);

/* Writes what was noted. False: others have written in between, or the problem is set. */
extern bool copy_write(Store* store, bool* has_moved, Problem* problem);
