/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A line of a rules file as words.  Blanks end a word; double quotes hold a word with
   blanks together, and \" and \\ are characters in them; # at the beginning of a word
   begins a comment. */

#ifndef COMMAND_GATE_WORDS_H
#define COMMAND_GATE_WORDS_H

#include <glib.h>
#include <stdbool.h>

typedef struct {
   const char* at;          /* what is not read yet */
   const char* begin;       /* of the line */
   GString*    text;        /* of the word */
   const char* first;       /* byte of the word */
   unsigned    column;      /* of the word, in characters from 1; at the end of the line, behind it */
   bool        is_quoted;
} Words;

typedef enum {
   WORD_THERE,
   WORD_END,                /* of the line */
   WORD_UNENDED,            /* the quotes that begin here do not end */
} WordResult;

/* The line ends with a newline or a NUL. */
extern void words_begin(Words* words, const char* line);

extern void words_end(Words* words);

/* The next word. */
extern WordResult words_next(Words* words);

/* The same, but <= and >= are words of their own, even without blanks around them. */
extern WordResult words_next_or_operator(Words* words);

/* To read a word again: keep what words_mark returned before it. */
static inline const char* words_mark(const Words* words)
{
   return words->at;
}

static inline void words_return(Words* words, const char* mark)
{
   words->at = mark;
}

#endif
