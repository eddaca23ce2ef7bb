/* Finds what a file defines outside of its routines. */

#pragma once

#include "source/spans.h"

/* Fills in the table of a text whose tokens are known. */
extern void definitions_find(SourceFile* file);

/* 1: the token opens a bracket; -1: it closes one; 0: it does neither, or is in a line of the
   preprocessor. */
extern int source_bracket(const SourceToken* token);

/* Returns which token closes the bracket that this one opens; the number of tokens: none does. */
extern guint source_closing(const SourceFile* file, guint open);
