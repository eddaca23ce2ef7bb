/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The tables of a history. */

#pragma once

#include "history/database.h"

/* Makes the tables of a new file. False, with the problem set, if the file is no history, or one of a newer
   aprof. */
extern bool schema_prepare(Database* database, Problem* problem);

/* Adds the table that only a copy of a branch has, if it is not there. */
extern void schema_add_copied(Database* database);

/* Says that a history is of a newer aprof than this one, which knows another version. Returns false. */
extern bool schema_refuse(Problem* problem, const char* path, int64_t version, int known);
