/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The names that an option was given, as patterns: * stands for any text, ? for any
   character, and \ makes the next character an ordinary one. */

#ifndef APROF_SELECTION_H
#define APROF_SELECTION_H

#include "pub_tool_basics.h"

/* NULL is the empty selection. */
typedef struct Selection Selection;

extern void selection_add(Selection** selection, const HChar* pattern);

/* Adds the patterns of a list that is separated by commas.  False if one is empty. */
extern Bool selection_add_list(Selection** selection, const HChar* list);

extern Bool selection_has(const Selection* selection, const HChar* name);

/* Whether a pattern matches the whole path or its last component. */
extern Bool selection_has_path(const Selection* selection, const HChar* path);

#endif
