/* Files that define the routines of an object, by its debug information.  Only the units are read whose code
   is asked for. */

#pragma once

#include <elfutils/libdwfl.h>

typedef struct Definitions Definitions;

/* The module must stay as long as this. */
extern Definitions* definitions_new(Dwfl_Module* module);

extern void definitions_free(Definitions* definitions);

/* Returns the path of the file with the definition of the routine that begins at this address of the object,
   to be freed by g_free; NULL: not known. */
extern char* definitions_file(const Definitions* definitions, Dwarf_Addr address);
