/* An object file and its debug information, as libdw reads them. */

#pragma once

#include <elfutils/libdwfl.h>
#include <gelf.h>
#include <glib.h>

#include "dwarf/debug_files.h"

typedef struct {
   Dwfl*        dwfl;
   Dwfl_Module* module;
} DebugObject;

/* NULL, or why it cannot be read.  Then nothing is open. */
extern const char* debug_open(DebugObject* opened, const DebugWanted* wanted);

/* Opens whatever object is at the path, with what is here of its debug information. */
extern const char* debug_open_path(DebugObject* opened, const char* path);

/* Returns the section of this name, and sets its header; NULL: there is none. */
extern Elf_Scn* debug_section(Elf* elf, const char* wanted, GElf_Shdr* header);

/* Returns the build ID of an object in hexadecimal; NULL: it has none.  The caller frees it. */
extern char* debug_build_id(const char* object);

/* Also of one that is not open: all zero. */
extern void debug_close(DebugObject* opened);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(DebugObject, debug_close)
