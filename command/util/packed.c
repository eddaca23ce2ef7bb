#include "util/packed.h"

#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void packed_append(GString* text, Wide number)
{
   for (; number >= 32; number >>= 5) {
      g_string_append_c(text, digits[32 + (unsigned)(number & 31)]);
   }
   g_string_append_c(text, digits[(unsigned)number]);
}

bool packed_take(const char** text, uint64_t* number)
{
   unsigned shift = 0;
   *number = 0;
   for (const char* digit; **text != '\0' && (digit = strchr(digits, **text)) != NULL; shift += 5) {
      uint64_t value = (uint64_t)(digit - digits);
      (*text)++;
      *number |= (value & 31) << shift;
      if (value < 32) {
         return true;
      }
   }
   return false;
}

uint64_t packed_difference(uint64_t number, uint64_t before)
{
   return number >= before ? 2 * (number - before) : 2 * (before - number) - 1;
}

uint64_t packed_sum(uint64_t before, uint64_t difference)
{
   return difference % 2 == 0 ? before + difference / 2 : before - (difference / 2 + 1);
}
