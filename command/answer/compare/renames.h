/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Names that have changed, as the user says: s/old/new/, as sed has it. `old` is a POSIX
   extended regular expression; in `new`, & is what it matched, and \1 to \9 are its
   groups. Any character may stand for the slash. g at the end replaces all matches and
   not only the first. Renames apply to the canonical names of the old side, each to
   what the ones before it have made. */

#ifndef COMMAND_ANSWER_COMPARE_RENAMES_H
#define COMMAND_ANSWER_COMPARE_RENAMES_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Renames Renames;

extern Renames* renames_new(void);

extern void renames_free(Renames* renames);

/* False if it is no s/old/new/: `why` says what is wrong. */
extern bool renames_add(Renames* renames, const char* text, char* why, size_t size);

/* The name, or a new one in `texts`. */
extern const char* renames_apply(Renames* renames, const char* name, GStringChunk* texts);

/* The next one, from this index on, that has matched no name yet; NULL: there is none.  The index moves
   behind it. */
extern const char* renames_next_unused(const Renames* renames, size_t* index);

/* The s/old/new/ that renames this name and no other, in `texts`. */
extern const char* renames_text(const char* before, const char* now, GStringChunk* texts);

#endif
