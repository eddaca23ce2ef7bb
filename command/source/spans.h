/* The tokens of a source file, and parts of them. */

#pragma once

#include "source/tokens.h"

typedef struct {
   char*          text;
   SourceLanguage language;
   GArray*        tokens;        /* SourceToken */
   GHashTable*    definitions;   /* by name: GArray of SourceSpan */
} SourceFile;

/* Tokens from `first` up to `end`. */
typedef struct {
   guint first;
   guint end;
} SourceSpan;

static inline const SourceToken* source_token(const SourceFile* file, guint index)
{
   return &g_array_index(file->tokens, SourceToken, index);
}

/* 1: the token opens a bracket; -1: it closes one; 0: it does neither, or is in a line of the
   preprocessor. */
extern int source_bracket(const SourceToken* token);

/* Returns which token closes the bracket that this one opens; the number of tokens: none does. */
extern guint source_closing(const SourceFile* file, guint open);

/* Finds what a file defines outside of its routines: fills in the table of a text whose tokens are known. */
extern void definitions_find(SourceFile* file);
