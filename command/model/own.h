/* Tells routines of the program's own code from those of libraries, and of what runs before main.

   Own code is in the executable, and in libraries that are not in directories of
   the system.  Of an installed program, which is itself in such a directory, own
   libraries are those that its name or its place shows to be its own, as
   /usr/lib/PROGRAM/any.so and libPROGRAM.so.  The standard libraries of C++, Rust, Go,
   D, Pascal and OCaml are in the executable, wholly or partly; names tell these routines,
   by what they belong to: not by the types of results, parameters and arguments.  Where
   debug information told aprof run otherwise, that counts.

   Of an installed interpreter, scripts and libraries of the user are own code. */

#pragma once

#include <stdbool.h>

#include "model/report.h"

typedef struct {
   const char* application;   /* path of the executable; NULL: not known */
   const char* patterns;      /* separated by commas: objects with own code, and no others; NULL: as above */
   bool        interprets;    /* the executable is an interpreter, and what it runs is own code, not itself */
} OwnCode;

/* Returns the own code of the executable at this path, which must stay, as the patterns must.  Both may be
   NULL. */
extern OwnCode own_code_of(const char* application, const char* patterns);

/* Code that runs before main is nobody's own. */
extern bool own_has(const OwnCode* own, const Routine* routine);

/* Whether own code is in this object, beside that of the standard library of a language. */
extern bool own_has_object(const OwnCode* own, const char* path);

/* Whether the executable at this path is an interpreter (interpreters.h) that is installed, and not one that
   is being built: it is in a directory of programs. */
extern bool own_interprets(const char* application);

/* Whether a file is in a directory of the system, such as /usr. */
extern bool own_is_of_system(const char* path);

/* Whether it belongs to the standard library of a language, by its name.  `mangled` is its symbol or NULL. */
extern bool own_is_standard_library(const char* name, const char* mangled);

/* Returns the comment of a report that says where a routine is defined, in a file of the user's own or not,
   to be freed; NULL: its name says that.  The key is that of its symbol (copies_key). */
extern char* own_definition_comment(const Routine* routine, const char* key, bool is_own_file);

/* Sets where the routines are defined, by such comments. */
extern void own_read_definitions(Routine* routines, uint32_t count, const Header* header);

/* Whether it is part of a garbage collector, by its name: it works for whoever has made garbage. */
extern bool own_is_collector(const char* name);

/* Whether the routine belongs to the dynamic linker, or runs between the kernel and main, or after main.
   Every program has such routines, and its author cannot change them. */
extern bool routine_is_start_up(const Routine* routine);

/* Whether it is main: what the dynamic linker does below it, as in dlopen, is no start-up. */
extern bool routine_is_main(const Routine* routine);

/* Whether the name of a routine is an address, because its object file has no symbol for it. */
extern bool own_is_address(const char* name);

/* Whether a routine has no name: an address, or code that was generated while the program ran, and that
   nobody named. */
extern bool own_is_nameless(const char* name);

/* Returns whether the name is an address and no more, and the address, as the object file has it. */
extern bool own_parse_address(const char* name, uint64_t* address);
