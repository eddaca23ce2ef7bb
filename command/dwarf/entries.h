/* The entries of a unit, in the order in which they stand there.  libdw's way to the next entry beside one
   passes over all that is inside of it, unless the compiler has written where that ends, which LLVM never
   does: a walk through nested entries takes their number times their depth.  This one passes over each entry
   once. */

#pragma once

#include <elfutils/libdw.h>
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* An abbreviation: all entries with it have this in common. */
typedef struct {
   uint64_t code;
   int      tag;
   bool     has_children;
   guint    first;        /* its attributes: from this number ... */
   guint    end;          /* ... up to this one, which is not one of them */
   int      size;         /* of all attributes, in bytes; -1: the values say it */
   bool     is_noted;     /* an Entry has values of it */
   bool     has_code;     /* it says where code is */
} Shape;

/* A unit, and its abbreviations. */
typedef struct {
   Dwarf_CU*      unit;
   const uint8_t* start;        /* of the unit; offsets count from here */
   const uint8_t* first;        /* its own entry */
   const uint8_t* end;
   uint8_t        address_size;
   uint8_t        offset_size;
   uint8_t        reference_size; /* of offsets into other units */
   GArray*        shapes;       /* Shape */
   GArray*        attributes;   /* of all shapes */
} EntryTable;

/* A place in the unit.  A copy of it is a place to come back to. */
typedef struct {
   const EntryTable* table;
   const uint8_t*    at;
} Entries;

/* Values of attributes in the entry; NULL: it has none of a usual form. */
typedef struct {
   Dwarf_Die      die;          /* for libdw */
   int            tag;
   bool           has_children; /* they follow: whoever has read the entry reads or skips them */
   bool           has_code;     /* it says where that is */
   const uint8_t* low;          /* an address */
   const uint8_t* high;         /* how far from there its code ends, in `high_size` bytes */
   uint8_t        high_size;
   const uint8_t* origin;       /* an offset in the unit, of 4 bytes */
   const uint8_t* next;         /* where its children end, as such an offset */
   uint32_t       call_line;    /* of the call that was inlined ... */
   uint32_t       call_column;  /* ... and its column; 0: not known */
} Entry;

/* Returns the table of the unit with this entry, to be freed by entries_close. */
extern EntryTable* entries_open(Dwarf_Die* unit);

extern void entries_close(EntryTable* table);

/* Returns the place of the unit's own entry. */
extern Entries entries_of(const EntryTable* table);

/* Reads the next entry that has the same parent as those before; false: there is none, and what follows is
   behind the parent. */
extern bool entries_next(Entries* entries, Entry* entry);

/* Sets where the code of the entry begins and ends; false: it is not one range that is written so. */
extern bool entries_range(const Entry* entry, uint64_t* low, uint64_t* high);

/* Returns the entry in memory that DW_AT_abstract_origin leads to; NULL: it has to be asked of libdw. */
extern const void* entries_origin(const EntryTable* table, const Entry* entry);

/* Passes over what is inside of the entry, which was read last. */
extern void entries_skip(Entries* entries, const Entry* entry);
