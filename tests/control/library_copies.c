/* Copies and fills memory by the C library, which changes its method with the size: single moves, loops of
   vectors, and `rep movsb` or `rep stosb`. A size is the argument, so that --input-arg makes it the input;
   each is 5 % larger than the one before.

   The calls go through pointers that the dynamic linker has set: no call binds a function. */
// build: $(plain)
#include "../common/expect.h"

#define LEAST 16
#define MOST  (1 << 20)

static char from[MOST] OWN_PAGE, to[MOST] OWN_PAGE;

static void* (*volatile library_copy)(void*, const void*, size_t) = memcpy;
static void* (*volatile library_fill)(void*, int, size_t) = memset;

ROUTINE void copy(long size)
{
   library_copy(to, from, size);
}

ROUTINE void fill(long size)
{
   library_fill(to, 1, size);
}

int main(void)
{
   for (long size = LEAST; size <= MOST; size += size / 20 + 1) {
      copy(size);
      fill(size);
   }
   copy(MOST);
   fill(MOST);
   return 0;
}
