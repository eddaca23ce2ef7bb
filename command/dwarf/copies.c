/* A dot in the middle of a name is Go's. */

#include "dwarf/copies.h"

#include <glib.h>
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
