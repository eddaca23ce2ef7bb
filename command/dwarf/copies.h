/* Symbols of parts and copies of a function, as compilers make them (f.constprop.0, f.cold). */

#pragma once

#include <stddef.h>

/* Returns the length of the symbol without what compilers add; of others, of all of it. */
extern size_t copies_plain_length(const char* symbol);

/* Returns the key of a symbol: without what compilers add to the names of copies, and to those of each build
   (Rust's hashes).  To be freed. */
extern char* copies_key(const char* symbol);
