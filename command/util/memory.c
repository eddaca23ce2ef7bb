/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Allocation for the whole command. */

#include "util/memory.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/exit_status.h"

void memory_exhausted(const char* what)
{
   fprintf(stderr, "aprof: out of memory: no room for %s\n", what);
   exit(EXIT_USAGE);
}

static void end_by_glib(const gchar* domain, GLogLevelFlags level, const gchar* message, gpointer unused)
{
   if ((level & G_LOG_LEVEL_ERROR) == 0) {
      g_log_default_handler(domain, level, message, unused);
      return;
   }
   fprintf(stderr, "aprof: %s\n", message == NULL ? "out of memory" : message);
   exit(EXIT_USAGE);
}

void memory_arrange(void)
{
   g_log_set_default_handler(end_by_glib, NULL);
}

void* memory_checked(void* block)
{
   if (block == NULL) {
      memory_exhausted("what is needed next");
   }
   return block;
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

FILE* memory_stream(char** text, size_t* length)
{
   FILE* stream = open_memstream(text, length);
   if (stream == NULL) {
      memory_exhausted("a text");
   }
   return stream;
}

/* fclose does not tell that there is no room for the text; but then it is not there. */
void memory_stream_end(FILE* stream, char* const* text)
{
   bool is_complete = !ferror(stream);
   if (fclose(stream) != 0 || *text == NULL || !is_complete) {
      memory_exhausted("a text");
   }
}
