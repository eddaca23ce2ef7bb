/* A dot in the middle of a name is Go's. */

#include "dwarf/copies.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

size_t copies_plain_length(const char* symbol)
{
   static const char* const copies[] = { ".constprop.", ".isra.", ".part.", ".cold", ".lto_priv.", ".llvm." };
   size_t      length = strlen(symbol);
   const char* dot = strchr(symbol, '.');
   for (size_t i = 0; dot != NULL && i < G_N_ELEMENTS(copies); i++) {
      const char* copy = strstr(dot, copies[i]);
      if (copy != NULL && copy > symbol) {
         length = MIN(length, (size_t)(copy - symbol));
      }
   }
   return length;
}

/* Rust ends a symbol with "17h", a hash of 16 digits, and "E". */
#define RUST_HASH  20

static bool ends_with_hash(const char* symbol, size_t length)
{
   const char* hash = symbol + length - RUST_HASH;
   return length > RUST_HASH && strncmp(hash, "17h", 3) == 0 && symbol[length - 1] == 'E'
          && strspn(hash + 3, "0123456789abcdef") == RUST_HASH - 4;
}

char* copies_key(const char* symbol)
{
   size_t length = copies_plain_length(symbol);
   length -= ends_with_hash(symbol, length) ? RUST_HASH : 0;
   const char* version = memchr(symbol, '@', length);
   return g_strndup(symbol, version != NULL && version > symbol ? (size_t)(version - symbol) : length);
}
