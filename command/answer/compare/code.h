/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Whether the code of routines changed, and how it was compiled: by what aprof run has recorded in the
   reports, else by the object files, if they are still there as they ran. */

#ifndef COMMAND_ANSWER_COMPARE_CODE_H
#define COMMAND_ANSWER_COMPARE_CODE_H

#include "answer/compare/pair.h"

/* The code of a side, which must stay, as far as it is known. */
typedef struct SideCode SideCode;
extern SideCode* side_code_open(const Side* side);
extern void side_code_close(SideCode* code);

/* Returns the print of a routine as a text, to be freed; NULL: not known. */
extern char* side_code_print(SideCode* code, const SideRoutine* routine);

/* Sets `code` of all pairs, and what the comparison says of the whole code. */
extern void code_find(Comparison* comparison);

/* True if so much of the own code changed that the compiler did it, and no edit; or nothing is known. */
extern bool code_is_rebuilt(const Comparison* comparison);

#endif
