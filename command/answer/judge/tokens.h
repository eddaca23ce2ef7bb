/* A line of a rules file as tokens.  Blanks end a token; double quotes hold a token with
   blanks together, and \" and \\ are characters in them; # at the beginning of a token
   begins a comment. */

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct {
   const char* at;          /* what is not read yet */
   const char* begin;       /* of the line */
   GString*    text;        /* of the token */
   const char* first;       /* byte of the token */
   unsigned    column;      /* of the token, in characters from 1; at the end of the line, behind it */
   bool        is_quoted;
} Tokens;

typedef enum {
   TOKEN_THERE,
   TOKEN_END,                /* of the line */
   TOKEN_UNENDED,            /* the quotes that begin here do not end */
} TokenResult;

/* The line ends with a newline or a NUL. */
extern void tokens_begin(Tokens* tokens, const char* line);

extern void tokens_end(Tokens* tokens);

/* The next token. */
extern TokenResult tokens_next(Tokens* tokens);

/* Reads the next token; <= and >= are tokens of their own, even without blanks around them. */
extern TokenResult tokens_next_or_operator(Tokens* tokens);

/* Appends a word, in quotes if it would be read as something else without. */
extern void tokens_append_word(GString* line, const char* word);

/* Appends it in quotes. */
extern void tokens_append_quoted(GString* line, const char* word);

/* To read a token again: keep what tokens_mark returned before it. */
static inline const char* tokens_mark(const Tokens* tokens)
{
   return tokens->at;
}

static inline void tokens_return(Tokens* tokens, const char* mark)
{
   tokens->at = mark;
}
