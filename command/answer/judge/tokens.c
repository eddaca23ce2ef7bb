/* Tokens of a line. */

#include "answer/judge/tokens.h"

#include <string.h>


void tokens_begin(Tokens* tokens, const char* line)
{
   *tokens = (Tokens){ .at = line, .begin = line, .first = line, .column = 1, .text = g_string_new(NULL) };
}

void tokens_end(Tokens* tokens)
{
   g_string_free(tokens->text, TRUE);
   tokens->text = NULL;
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

static TokenResult read_quoted(Tokens* tokens)
{
   tokens->is_quoted = true;
   tokens->at++;
   while (*tokens->at != '"') {
      if (is_line_end(*tokens->at)) {
         return TOKEN_UNENDED;
      }
      if (*tokens->at == '\\' && (tokens->at[1] == '"' || tokens->at[1] == '\\')) {
         tokens->at++;
      }
      g_string_append_c(tokens->text, *tokens->at++);
   }
   tokens->at++;
   return TOKEN_THERE;
}

/* Counts in characters, so bytes that go on with one do not count; from the token before, because a line may
   have many tokens. */
static void find_column(Tokens* tokens)
{
   bool        goes_on = tokens->at >= tokens->first;
   const char* at = goes_on ? tokens->first : tokens->begin;
   tokens->column = goes_on ? tokens->column : 1;
   for (; at < tokens->at; at++) {
      tokens->column += ((unsigned char)*at & 0xc0) != 0x80;
   }
   tokens->first = tokens->at;
}

static TokenResult next(Tokens* tokens, bool with_operators)
{
   g_string_truncate(tokens->text, 0);
   tokens->is_quoted = false;
   while (is_blank(*tokens->at)) {
      tokens->at++;
   }
   find_column(tokens);
   if (is_line_end(*tokens->at) || *tokens->at == '#') {
      return TOKEN_END;
   }
   if (*tokens->at == '"') {
      return read_quoted(tokens);
   }
   if (with_operators && is_operator(tokens->at)) {
      g_string_append_len(tokens->text, tokens->at, 2);
      tokens->at += 2;
      return TOKEN_THERE;
   }
   while (!is_line_end(*tokens->at) && !is_blank(*tokens->at)
          && !(with_operators && is_operator(tokens->at))) {
      g_string_append_c(tokens->text, *tokens->at++);
   }
   return TOKEN_THERE;
}

TokenResult tokens_next(Tokens* tokens)
{
   return next(tokens, false);
}

TokenResult tokens_next_or_operator(Tokens* tokens)
{
   return next(tokens, true);
}

void tokens_append_word(GString* line, const char* word)
{
   bool is_plain = *word != '\0' && strpbrk(word, " \t\"") == NULL && *word != '#';
   if (is_plain) {
      g_string_append(line, word);
   } else {
      tokens_append_quoted(line, word);
   }
}

void tokens_append_quoted(GString* line, const char* word)
{
   g_string_append_c(line, '"');
   for (; *word != '\0'; word++) {
      g_string_append(line, *word == '"' || *word == '\\' ? "\\" : "");
      g_string_append_c(line, *word);
   }
   g_string_append_c(line, '"');
}
