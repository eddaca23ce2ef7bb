/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Names of functions in languages whose symbols Valgrind does not demangle in all of its versions:

      symbol                    name                     language
      __sky_MOD_count_pairs     sky::count_pairs         Fortran, a procedure of a module
      smooth_                   smooth                   Fortran, outside modules
      queens__try_row           queens.try_row           Ada
      _D4list4findFiZi          list.find(int)           D

   C++ and Rust are Valgrind's business, and Go's symbols are the names. */

#ifndef APROF_LANGUAGES_H
#define APROF_LANGUAGES_H

#include "pub_tool_basics.h"

/* The name of a function, or NULL if it is the symbol itself.  `file` is its source file, or "" if that is
   not known; `image` the path of its object file.  The text is kept as long as the process. */
extern const HChar* languages_demangle(const HChar* symbol, const HChar* file, const HChar* image);

/* Whether a dot in a symbol stands before a name, as in Go's main.cold: it does not begin a suffix of the
   compiler. */
extern Bool languages_separate_by_dots(const HChar* file);

extern void languages_init(void);

#endif
