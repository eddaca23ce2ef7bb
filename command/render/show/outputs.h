/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What aprof show can print: each output has a file of its own. */

#ifndef COMMAND_SHOW_OUTPUTS_H
#define COMMAND_SHOW_OUTPUTS_H

#include "render/show/common.h"

/* Text. */
extern void show_list(const Show* show);
extern void show_routine(const Show* show, const Routine* routine);
extern void show_contexts(const Show* show, const Routine* routine);   /* NULL: of all */

/* A part of show_routine: where the routine is defined, and what was inlined into it. */
extern void show_code(const Show* show, const Routine* routine);

/* A part of show_list: a sentence on what was inlined into the routine, if that is known. */
extern void show_hidden_code(const Show* show, const Routine* routine);

/* JSON and CSV: these routines with their points, or without routines the list; with the option, contexts. */
extern void show_json(const Show* show, const Routine* const* routines, size_t count);
extern void show_csv(const Show* show, const Routine* const* routines, size_t count);

/* All routines and contexts, with all their points, as JSON. */
extern void show_json_whole(const Show* show);

#endif
