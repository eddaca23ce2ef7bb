/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The names that an option was given: patterns in which * stands for any text, ?
   for any character, and \ takes from the next one its meaning. */

#ifndef APROF_SELECTION_H
#define APROF_SELECTION_H

#include "pub_tool_basics.h"

/* NULL is the empty one. */
typedef struct Selection Selection;

extern void selection_add(Selection** selection, const HChar* pattern);

/* Adds the patterns of a list that is separated by commas.  False if one is empty. */
extern Bool selection_add_list(Selection** selection, const HChar* list);

extern Bool selection_has(const Selection* selection, const HChar* name);

/* Whether a path is meant, by all of it or by its last component. */
extern Bool selection_has_path(const Selection* selection, const HChar* path);

#endif
