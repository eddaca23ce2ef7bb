/* Names of routines without a symbol, put together from the entries around those that declare them.  No entry
   leads to those around it, so all of a unit is read, which few units need. */

#pragma once

#include <elfutils/libdw.h>
#include <glib.h>

/* The name of a declaration that is looked for, and the place of what it is in; NULL: not found yet. */
typedef struct {
   char* name;     /* "shop::Cart::find" */
   char* file;
   int   line;     /* 0: not known */
   int   column;
} ScopedName;

/* Returns an empty table of ScopedName by the address of the entry (Dwarf_Die.addr), which owns them. */
extern GHashTable* scopes_new(void);

/* Fills in those that the unit declares. */
extern void scopes_find(GHashTable* wanted, Dwarf_Die* unit);
