/* The entries of a unit, in the order in which they stand there.  libdw's way to the next entry beside one
   passes over all that is inside of it, unless the compiler has written where that ends, which LLVM never
   does: a walk through nested entries takes their number times their depth.  This one passes over each entry
   once. */

#pragma once

#include <elfutils/libdw.h>
#include <stdbool.h>

/* A place in the unit.  A copy of it is a place to come back to. */
typedef struct {
   Dwarf_CU*            unit;
   const unsigned char* at;
   const unsigned char* end;   /* of the unit */
} Entries;

typedef struct {
   Dwarf_Die die;
   int       tag;
   bool      has_children;   /* they follow: whoever has read the entry reads or skips them */
} Entry;

/* Returns the place of the unit's own entry. */
extern Entries entries_of(Dwarf_Die* unit);

/* Reads the next entry that has the same parent as those before; false: there is none, and what follows is
   behind the parent. */
extern bool entries_next(Entries* entries, Entry* entry);

/* Passes over what is inside of the entry, which was read last. */
extern void entries_skip(Entries* entries, Entry* entry);

/* Whether the entry says where code is. */
extern bool entries_has_code(Entry* entry);
