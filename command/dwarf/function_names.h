/* Names of functions by their addresses in an object, for routines that had no symbol where they ran: from
   the symbol table of the object or its debug file, and from what Go's linker keeps in a stripped program.
   Addresses are those of symbol tables: the tool names such routines by them. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The functions of an object.  They are kept as long as the process, since the next report may have the same
   object. */
typedef struct FunctionNames FunctionNames;

/* Returns the functions of the object with this build id.  An object without one must be that at the path:
   the caller knows whether it is the one that ran.  NULL: nobody knows them here, or libdw is missing. */
extern const FunctionNames* function_names_of(const char* path, const char* build_id);

/* Sets the symbol, and the name as people write it, both to be freed by g_free; false: there is none.

   A part or copy that the compiler has made (f.part.0) has the name of f if it is the only code of f.  If f
   itself is there, it keeps its own name, and so does code that is called in the middle of a function
   (f+0x34): the run has counted their calls apart, and if these were added to those of f, some activations
   would count twice. */
extern bool function_names_find(const FunctionNames* names, uint64_t address, char** symbol, char** name);
