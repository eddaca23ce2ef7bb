/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A single instruction, by its bytes. */

#ifndef COMMAND_DWARF_INSTRUCTION_H
#define COMMAND_DWARF_INSTRUCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns what the instruction is, as "vaddps zmm0, zmm0, zmm0 (AVX-512)", to be freed; NULL: no compiler
   uses it, or it or the processor (as Valgrind calls it) is not known.  *is_avx512: it needs a processor with
   AVX-512. */
extern char* instruction_text(const uint8_t* bytes, size_t count, const char* processor, bool* is_avx512);

#endif
