/* The routine that an entry of debug information is of, and where it is defined. */

#pragma once

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

/* The path of a file that the unit has by this name, to be freed by g_free. */
extern char* place_path(const char* name, Dwarf_Die* unit);

/* The path of the file that defines it, to be freed by g_free; NULL: not known. */
extern char* place_file(Dwarf_Die* entry);

/* The name of that file as the debug information has it, relative to the directory of the unit, which is set;
   NULL: not known. */
extern const char* place_file_name(Dwarf_Die* entry, Dwarf_Die* unit);

/* The directory in which the unit was compiled, also if it was split off; NULL: not known. */
extern const char* place_directory(Dwarf_Die* unit);

/* Whether a file is the user's own: neither a distribution nor a package manager has put it there. */
extern bool place_is_own(const char* path);
