/* The tokens of a source file: words, numbers, texts and signs, without comments and blanks.  Two texts with
   the same tokens are the same program. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum { TOKEN_WORD, TOKEN_TEXT, TOKEN_SIGN } SourceTokenKind;

typedef struct {
   const char* at;              /* in the text */
   uint32_t    length;
   uint32_t    line;            /* from 1 */
   uint32_t    column;          /* from 1, in bytes */
   uint8_t     kind;            /* SourceTokenKind; numbers are words */
   bool        is_directive;    /* in a line of C's preprocessor */
   bool        begins_line;
} SourceToken;

/* A language decides what the ends of lines, brackets and case mean. */
typedef enum { SOURCE_UNKNOWN, SOURCE_C, SOURCE_RUST, SOURCE_GO, SOURCE_FORTRAN } SourceLanguage;

/* Returns the language by the end of the file's name. */
extern SourceLanguage source_language(const char* path);

/* Returns the tokens (SourceToken) of a text, which ends with 0 and must stay.  Fortran's words get lower
   case in the text. */
extern GArray* source_tokens(char* text, SourceLanguage language);

extern bool source_token_is(const SourceToken* token, const char* text);
