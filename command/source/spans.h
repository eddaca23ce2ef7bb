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
