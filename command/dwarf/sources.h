/* Prints of the source text of an object's routines, as far as their sources are where the compiler found
   them, and as they were then.  Prints of code (prints.h) tell what a compiler made of a routine and of all
   that was inlined into it; these tell which of them somebody has edited. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct Sources Sources;

/* Numbers that change with the text, but not with its comments and blanks. */
typedef struct {
   uint64_t text;          /* of the routine */
   uint64_t definitions;   /* of the constants, variables, macros and members that it mentions */
} SourcePrint;

/* NULL: the object cannot be read, or aprof was built without libdw or capstone. */
extern Sources* sources_open(const char* object);

extern void sources_close(Sources* sources);

/* Finds the prints of the routine with this key (copies_key); false: its source is not known. */
extern bool sources_find(Sources* sources, const char* key, SourcePrint* print);

/* Finds the print of all text in the source files that were read; false: there are none, or one of them is
   several programs (source_file_is_several). */
extern bool sources_print(const Sources* sources, uint64_t* print);
