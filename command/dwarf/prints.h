/* Prints of the code of an object: a number for each routine that is the same as long as its instructions
   are, wherever these are, and whatever else the object has.  They tell a routine that was changed from one
   that is only called more, or given more. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct Prints Prints;

/* NULL: the object cannot be read, or aprof was built without libdw or capstone. */
extern Prints* prints_open(const char* object);

extern void prints_close(Prints* prints);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Prints, prints_close)

/* Finds the print of all symbols with this key (copies_key) together; false: there are none. */
extern bool prints_find(const Prints* prints, const char* key, uint64_t* print);

/* Returns the print of the constants and the variables that the object begins with. */
extern uint64_t prints_data(const Prints* prints);

/* Returns the print of all code as it is, with its addresses. */
extern uint64_t prints_text(const Prints* prints);

/* Finds whether the routine with this key is defined in a file of the user's own; false: debug information
   does not say. */
extern bool prints_definition(const Prints* prints, const char* key, bool* is_own);
