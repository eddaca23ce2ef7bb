/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Allocation for the whole command. */

#include "util/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/exit_status.h"

void memory_exhausted(const char* what)
{
   fprintf(stderr, "aprof: out of memory: no room for %s\n", what);
   exit(EXIT_USAGE);
}

void* memory_resize(void* block, size_t count, size_t item_size)
{
   if (count == 0) {
      free(block);
      return NULL;
   }
   void* resized = count > SIZE_MAX / item_size ? NULL : realloc(block, count * item_size);
   if (resized == NULL) {
      fprintf(stderr, "aprof: out of memory: no room for %zu items of %zu bytes\n", count, item_size);
      exit(EXIT_USAGE);
   }
   return resized;
}

void* memory_grow(void* array, size_t used, size_t* capacity, size_t item_size)
{
   if (used < *capacity) {
      return array;
   }
   *capacity = *capacity + *capacity / 2 + 8;
   return memory_resize(array, *capacity, item_size);
}
