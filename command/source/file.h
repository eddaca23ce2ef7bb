/* A source file: the tokens of its routines, and its definitions.  What stands outside of routines, with a
   name, is a definition: a constant, a variable, a macro, a member of a class.  A routine that mentions the
   name depends on it.

   This is no parser.  Brackets and a few words tell where a routine and a definition end.  What that gets
   wrong are tokens too many or too few, on both sides of a comparison alike. */

#pragma once

#include <assert.h>
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/*--- Tokens ---*/

/* Words, numbers, texts and signs, without comments and blanks.  Two texts with the same tokens are the same
   program. */
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

/*--- Parts ---*/

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
   assert(index < file->tokens->len);
   return &g_array_index(file->tokens, SourceToken, index);
}

/* 1: the token opens a bracket; -1: it closes one; 0: it does neither, or is in a line of the
   preprocessor. */
extern int source_bracket(const SourceToken* token);

/* Returns which token closes the bracket that this one opens; the number of tokens: none does. */
extern guint source_closing(const SourceFile* file, guint open);

/* Finds what a file defines outside of its routines: fills in the table of a text whose tokens are known. */
extern void definitions_find(SourceFile* file);

/*--- Files ---*/

/* NULL: it cannot be read, was changed after that time, or is in no language that is known. */
extern SourceFile* source_file_read(const char* path, time_t latest);

extern void source_file_free(SourceFile* file);

/* Finds the tokens of the routine that is defined at this line and column (0: not known).  A routine without
   a name of its own stands in another one.  False: there is none that is understood. */
extern bool source_file_routine(const SourceFile* file, int line, int column, bool is_unnamed,
                                SourceSpan* span);

/* Returns whether lines of the preprocessor choose what is in a routine, or in another block, or cfg of Rust
   chooses anything: by names that options of the compiler may define, so that one text is several
   programs. */
extern bool source_file_is_several(const SourceFile* file);

/* Returns a number for the tokens. */
extern uint64_t source_file_print(const SourceFile* file, const SourceSpan* span);
