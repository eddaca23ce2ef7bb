/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The names of symbols: what compilers, linkers and demanglers add to the name of a function. */

#ifndef APROF_SYMBOLS_H
#define APROF_SYMBOLS_H

#include "pub_tool_basics.h"

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

#endif
