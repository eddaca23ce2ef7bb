/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Words of a line. */

#include "answer/judge/tokens.h"

#include <string.h>

void words_begin(Words* words, const char* line)
{
   *words = (Words){ .at = line, .begin = line, .first = line, .column = 1, .text = g_string_new(NULL) };
}

void words_end(Words* words)
{
   g_string_free(words->text, TRUE);
   words->text = NULL;
}

static bool is_line_end(char c)
{
   return c == '\0' || c == '\n';
}

static bool is_blank(char c)
{
   return c == ' ' || c == '\t' || c == '\r';
}

static bool is_operator(const char* at)
{
   return (at[0] == '<' || at[0] == '>') && at[1] == '=';
}

static WordResult read_quoted(Words* words)
{
   words->is_quoted = true;
   words->at++;
   while (*words->at != '"') {
      if (is_line_end(*words->at)) {
         return WORD_UNENDED;
      }
      if (*words->at == '\\' && (words->at[1] == '"' || words->at[1] == '\\')) {
         words->at++;
      }
      g_string_append_c(words->text, *words->at++);
   }
   words->at++;
   return WORD_THERE;
}

/* Counts in characters, so bytes that go on with one do not count; from the word before, because a line may
   have many words. */
static void find_column(Words* words)
{
   bool        goes_on = words->at >= words->first;
   const char* at = goes_on ? words->first : words->begin;
   words->column = goes_on ? words->column : 1;
   for (; at < words->at; at++) {
      words->column += ((unsigned char)*at & 0xc0) != 0x80;
   }
   words->first = words->at;
}

static WordResult next(Words* words, bool with_operators)
{
   g_string_truncate(words->text, 0);
   words->is_quoted = false;
   while (is_blank(*words->at)) {
      words->at++;
   }
   find_column(words);
   if (is_line_end(*words->at) || *words->at == '#') {
      return WORD_END;
   }
   if (*words->at == '"') {
      return read_quoted(words);
   }
   if (with_operators && is_operator(words->at)) {
      g_string_append_len(words->text, words->at, 2);
      words->at += 2;
      return WORD_THERE;
   }
   while (!is_line_end(*words->at) && !is_blank(*words->at) && !(with_operators && is_operator(words->at))) {
      g_string_append_c(words->text, *words->at++);
   }
   return WORD_THERE;
}

WordResult words_next(Words* words)
{
   return next(words, false);
}

WordResult words_next_or_operator(Words* words)
{
   return next(words, true);
}
