/* Lists of functions, as the readers of symbol tables make them. */

#pragma once

#include <glib.h>
#include <libelf.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
   uint64_t    address;
   uint64_t    size;      /* 0: not known, and then only its first address is in it */
   const char* symbol;    /* in the file, which stays in memory */
   bool        is_label;  /* not marked as a function: code in assembly language */
} Function;

/* Adds those that Go's linker has put into a program, also into a stripped one (.gopclntab). */
extern void go_functions_add(Elf* object, GArray* functions);

/* Returns the name as people write it, to be freed by g_free; NULL: it is the symbol itself. */
extern char* demangled(const char* symbol);
