/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The routine that an entry of debug information is of, and where it is defined. */

#ifndef COMMAND_DWARF_PLACES_H
#define COMMAND_DWARF_PLACES_H

#include <elfutils/libdw.h>
#include <stdbool.h>

/* The entry that an entry has its name from, or the entry itself. */
extern Dwarf_Die place_origin(Dwarf_Die* entry);

/* The entry that declares it, in its class, or the entry itself. */
extern Dwarf_Die place_declaration(Dwarf_Die* entry);

/* Whether entries with this tag are types with members. */
extern bool place_is_type(int tag);

/* The name of its symbol; NULL: the compiler has not written it. */
extern const char* place_symbol(Dwarf_Die* entry);

/* The path of the file that defines it, to be freed by g_free; NULL: not known. */
extern char* place_file(Dwarf_Die* entry);

/* Whether a file is the user's own: neither a distribution nor a package manager has put it there. */
extern bool place_is_own(const char* path);

#endif
