/* Symbols of functions: which name one says, without what compilers, linkers and demanglers add to it, and
   whether a runtime system works for itself there. */

#pragma once

#include "pub_tool.h"

/* Whether the text begins with one of these; NULL is behind the last. */
extern Bool symbols_begin_with(const HChar* text, const HChar* const* beginnings);

/* Returns where the suffixes begin by which a compiler names parts and copies of a function (foo.part.0), or
   the end of the symbol.  `file` is the source file: some languages separate names by dots. */
extern const HChar* symbols_suffixes_of(const HChar* symbol, const HChar* file);

/* Cuts off a demangled name what it says of the suffixes that were cut off the symbol: the demangler writes
   each as " [clone .suffix]". */
extern void symbols_cut_clone_notes(HChar* name, const HChar* cut_off);

/* Cuts off a version, which some symbol tables have in their names: memcpy@@GLIBC_2.14. */
extern void symbols_cut_version(HChar* name);

/* Whether a demangled name is the symbol itself, also in angle brackets.  If a program is partly in Ada,
   Valgrind demangles all symbols as Ada's, and this puts other symbols into brackets. */
extern Bool symbols_is_itself(const HChar* name, const HChar* symbol);

/*--- Languages ---*/

/* Names of functions in languages whose symbols Valgrind does not demangle in all of its versions:

      symbol                    name                     language
      __sky_MOD_count_pairs     sky::count_pairs         Fortran, a procedure of a module
      smooth_                   smooth                   Fortran, outside modules
      queens__try_row           queens.try_row           Ada
      _D4list4findFiZi          list.find(int)           D

   C++ and Rust are Valgrind's business, and Go's symbols are the names.

   The name of a function, or NULL if it is the symbol itself.  `file` is its source file, or "" if that is
   not known; `image` the path of its object file.  The text is kept as long as the process. */
extern const HChar* symbols_demangle(const HChar* symbol, const HChar* file, const HChar* image);

/*--- Runtime systems ---*/

/* Whether the routine with this symbol, with all that it calls, does work of the runtime system: it compiles
   a function that is called for the first time, or has run for long, and collects garbage when memory is
   full.  The call in which that happens is not different from others, and what it costs says nothing of the
   function. */
extern Bool symbols_is_own_work(const HChar* symbol);

/* Whether the routine with this symbol moves a machine stack to another place: Go's runtime.copystack. */
extern Bool symbols_copies_stack(const HChar* symbol);

/* Whether the routine with this symbol stops what has called it, chooses what runs next, and never returns:
   Go's scheduler.  Another thread may go on with what was stopped. */
extern Bool symbols_schedules(const HChar* symbol);
