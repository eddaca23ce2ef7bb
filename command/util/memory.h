/* Allocation.  If there is not enough memory, the command ends with a message and the
   status of a file that cannot be read, so no caller has to handle a failed allocation.
   GLib's functions do the same after memory_arrange, except that versions before 2.76 print a message and
   call abort for small blocks.

   If GLib finds no memory for its message either, it calls itself until the stack is full;
   that ends the command in the same way, too. */

#pragma once

#include <stddef.h>
#include <stdio.h>

/* Ends the command: no memory for `what`. */
extern void memory_exhausted(const char* what) __attribute__((noreturn));

/* Leaves that to the command, instead of an abort or a signal, where GLib finds no memory.
   To be called from main: the stack is measured from there. */
extern void memory_arrange(void);

/* The block, which an allocator has returned.  If it is NULL, ends the command. */
extern void* memory_checked(void* block);

extern void* memory_resize(void* block, size_t count, size_t item_size);

/* Makes room for one more item in an array of `used` items. The array grows by half. Memory that is allocated
   and not yet used stays untouched, so it costs no physical memory. */
#define MEMORY_GROW(array, used, capacity) \
   ((array) = memory_grow((array), (used), (capacity), sizeof *(array)))
extern void* memory_grow(void* array, size_t used, size_t* capacity, size_t item_size);

/* A stream that writes a text, to be freed.  After memory_stream_end, all of it is there. */
extern FILE* memory_stream(char** text, size_t* length);
extern void memory_stream_end(FILE* stream, char* const* text);
