/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The parts of a store, for store_read.c and store_add.c.

   A record's items are changes of those of the newest record of its series that was there, at most
   STORE_LONGEST_CHAIN of them in a row. */

#ifndef COMMAND_HISTORY_STORE_PARTS_H
#define COMMAND_HISTORY_STORE_PARTS_H

#include "history/database.h"
#include "history/store.h"

#define STORE_LONGEST_CHAIN  64

struct Store {
   Database* database;
   bool      is_damaged;
};

#endif
