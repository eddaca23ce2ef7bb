/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Allocation for the whole command.

   Invariant of an arena: its newest block is the first of the list, and only
   that one has free bytes, the last `left` of its `size`. */

#include "util/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/exit_status.h"

#define ARENA_BLOCK_SIZE  (64 * 1024)

struct ArenaBlock {
   ArenaBlock* next;
   size_t      size;
   char        bytes[];
};

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

const char* arena_copy(Arena* arena, const char* bytes, size_t length)
{
   size_t size = length + 1;
   if (arena->left < size) {
      size_t block_size = size > ARENA_BLOCK_SIZE ? size : ARENA_BLOCK_SIZE;
      ArenaBlock* block = memory_resize(NULL, sizeof *block + block_size, 1);
      block->next = arena->blocks;
      block->size = block_size;
      arena->blocks = block;
      arena->left = block_size;
   }
   char* copy = arena->blocks->bytes + arena->blocks->size - arena->left;
   memcpy(copy, bytes, length);
   copy[length] = '\0';
   arena->left -= size;
   return copy;
}

/* The newest block stays first, or becomes so. */
void arena_take(Arena* to, Arena* from)
{
   ArenaBlock** last = &to->blocks;
   while (*last != NULL) {
      last = &(*last)->next;
   }
   *last = from->blocks;
   to->left = to->blocks == from->blocks ? from->left : to->left;
   *from = (Arena){ 0 };
}

void arena_free(Arena* arena)
{
   while (arena->blocks != NULL) {
      ArenaBlock* next = arena->blocks->next;
      free(arena->blocks);
      arena->blocks = next;
   }
   arena->left = 0;
}
