/* Reads the debug information of an object: the code that the compiler has inlined into a routine, and which
   compiler it was.  Two files implement this: with elfutils' libdw, and without. */

#pragma once

#include <glib.h>

#include "dwarf/debug_files.h"

/* A routine that was inlined, in one place or in several. */
typedef struct {
   const char* name;          /* with its namespaces and classes */
   GArray*     lines;         /* int: of the calls that stand in the routine itself, ascending */
} Inlined;

typedef struct {
   const char*   problem;     /* why nothing is known; NULL: it is known */
   const char*   file;        /* the path of where the routine is defined; NULL: not known.  Relative if the
                                 compiler's directory is not known, or -ffile-prefix-map makes it so */
   int           line;
   int           last_line;   /* of its code in this file, without what was inlined from others */
   GArray*       inlined;     /* Inlined, in the order of their appearance */
   GStringChunk* texts;
} InlinedCode;

/* Finds the code inlined into the symbol in this object; several symbols of one name are taken together. */
extern InlinedCode inlined_find(const DebugWanted* object, const char* symbol);

extern void inlined_free(InlinedCode* code);

/* The compilers that made an object, and their options, as far as its debug information says so.  GCC writes
   its options there, Clang and rustc only their version.  The different ones of all its units, sorted, with
   "; " between; to be freed by g_free.  NULL: not known. */
extern char* debug_producer(const char* object);
