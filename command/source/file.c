#include "source/file.h"

#include <string.h>

#include "input/file.h"
#include "util/number.h"

/*--- The file ---*/

SourceFile* source_file_read(const char* path, time_t latest)
{
   Problem        ignored;
   SourceLanguage language = source_language(path);
   File*          opened = language == SOURCE_UNKNOWN ? NULL : file_open(path, FILE_SOURCE, &ignored);
   bool           is_old = opened != NULL && file_modified(opened) <= latest;
   size_t         length;
   char*          bytes = is_old ? file_read_all(opened, &length, &ignored) : NULL;
   g_clear_pointer(&opened, file_close);
   if (bytes == NULL) {
      return NULL;
   }
   SourceFile* file = g_new(SourceFile, 1);
   *file = (SourceFile){
      .text = bytes, .language = language, .tokens = source_tokens(bytes, language),
      .definitions = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                           (GDestroyNotify)g_array_unref),
   };
   definitions_find(file);
   return file;
}

void source_file_free(SourceFile* file)
{
   g_hash_table_unref(file->definitions);
   g_array_unref(file->tokens);
   g_free(file->text);
   g_free(file);
}

/*--- Routines ---*/

/* The first token of the line, from the column on; the number of tokens: the line has none. */
static guint find_line(const SourceFile* file, uint32_t line, uint32_t column)
{
   guint low = 0, high = file->tokens->len;
   while (low < high) {
      guint              middle = low + (high - low) / 2;
      const SourceToken* token = source_token(file, middle);
      if (token->line < line || (token->line == line && token->column < column)) {
         low = middle + 1;
      } else {
         high = middle;
      }
   }
   return low < file->tokens->len && source_token(file, low)->line == line ? low : file->tokens->len;
}

/* The first token of what the token belongs to: types and attributes stand before names. */
static guint find_beginning(const SourceFile* file, guint index)
{
   for (; index > 0; index--) {
      const SourceToken* token = source_token(file, index);
      const SourceToken* before = source_token(file, index - 1);
      bool is_colon = source_token_is(before, ":") && !source_token_is(token, ":")
                      && !(index > 1 && source_token_is(source_token(file, index - 2), ":"));
      if (is_colon || before->is_directive || source_token_is(before, ";") || source_token_is(before, "{")
          || source_token_is(before, "}") || (file->language == SOURCE_GO && token->begins_line)) {
         break;
      }
   }
   return index;
}

/* Up to what ends it, or what is contained in it. */
static bool find_end_fortran(const SourceFile* file, SourceSpan* span)
{
   for (guint i = span->first + 1; i < file->tokens->len; i++) {
      const SourceToken* token = source_token(file, i);
      const SourceToken* next = source_token(file, MIN(i + 1, file->tokens->len - 1));
      bool is_end = token->begins_line && source_token_is(token, "end")
                    && (i + 1 == file->tokens->len || next->begins_line || source_token_is(next, "subroutine")
                        || source_token_is(next, "function") || source_token_is(next, "program"));
      bool is_one_word = token->begins_line
                         && (source_token_is(token, "endsubroutine") || source_token_is(token, "endfunction")
                             || source_token_is(token, "endprogram") || source_token_is(token, "contains"));
      if (is_end || is_one_word) {
         span->end = i;
         return true;
      }
   }
   return false;
}

/* The body ends where its bracket is closed.  "name(int x) : a{x} {}" has brackets before it.  Without a
   body, "= default;" is one. */
static bool find_end(const SourceFile* file, SourceSpan* span)
{
   bool has_value = false;
   for (guint i = span->first; i < file->tokens->len; i++) {
      const SourceToken* token = source_token(file, i);
      if (source_bracket(token) > 0) {
         bool is_body = source_token_is(token, "{");
         i = source_closing(file, i);
         if (i >= file->tokens->len) {
            return false;
         }
         const SourceToken* next = source_token(file, MIN(i + 1, file->tokens->len - 1));
         if (is_body && !source_token_is(next, ",") && !source_token_is(next, "{")) {
            span->end = i + 1;
            return true;
         }
      } else if (source_bracket(token) < 0) {
         return false;
      } else if (source_token_is(token, ";") && !token->is_directive) {
         span->end = i;
         return has_value;
      }
      has_value |= source_token_is(token, "=");
   }
   return false;
}

/* The bracket of a lambda's captures, which GCC's columns are behind. */
static guint find_captures(const SourceFile* file, guint index)
{
   guint i = index;
   while (i > 0 && !source_token_is(source_token(file, i), "[")) {
      const SourceToken* before = source_token(file, i - 1);
      if (before->line != source_token(file, index)->line || before->is_directive
          || (before->kind == TOKEN_SIGN && strchr("(){};]", *before->at) != NULL)) {
         return index;
      }
      i--;
   }
   return i;
}

/* Up to the end of the expression. */
static bool find_end_unnamed(const SourceFile* file, SourceSpan* span)
{
   for (guint i = span->first; i < file->tokens->len; i++) {
      const SourceToken* token = source_token(file, i);
      if (source_bracket(token) > 0) {
         i = source_closing(file, i);
      } else if (source_bracket(token) < 0 || source_token_is(token, ";")
                 || (source_token_is(token, ",") && i > span->first)) {
         span->end = i;
         return i > span->first;
      }
   }
   return false;
}

/* True for cfg(NAME), #[cfg(NAME)] and cfg!(NAME) of Rust, but not for cfg(test). */
static bool is_cfg(const SourceFile* file, guint index)
{
   guint next = index + 1;
   if (file->language != SOURCE_RUST || !source_token_is(source_token(file, index), "cfg")) {
      return false;
   }
   next += next < file->tokens->len && source_token_is(source_token(file, next), "!");
   return next + 1 < file->tokens->len && source_token_is(source_token(file, next), "(")
          && !source_token_is(source_token(file, next + 1), "test");
}

/* Lines of the preprocessor, and cfg of Rust, choose what is there: by names that options of the compiler may
   define. */
static bool has_choice(const SourceFile* file, const SourceSpan* span)
{
   for (guint i = span->first; i < span->end; i++) {
      if (source_token(file, i)->is_directive || is_cfg(file, i)) {
         return true;
      }
   }
   return false;
}

bool source_file_is_several(const SourceFile* file)
{
   int depth = 0;
   for (guint i = 0; i < file->tokens->len; i++) {
      const SourceToken* token = source_token(file, i);
      bool is_choice = token->is_directive
                       && (source_token_is(token, "if") || source_token_is(token, "ifdef")
                           || source_token_is(token, "ifndef"));
      depth += token->is_directive ? 0 : source_bracket(token);
      if (is_cfg(file, i) || (is_choice && depth > 0)) {
         return true;
      }
   }
   return false;
}

bool source_file_routine(const SourceFile* file, int line, int column, bool is_unnamed, SourceSpan* span)
{
   span->first = line <= 0 ? file->tokens->len : find_line(file, (uint32_t)line, (uint32_t)MAX(column, 0));
   if (span->first >= file->tokens->len) {
      return false;
   }
   if (file->language == SOURCE_FORTRAN) {
      return find_end_fortran(file, span);
   }
   if (is_unnamed) {
      span->first = find_captures(file, span->first);
      return find_end_unnamed(file, span);
   }
   guint name = span->first;
   bool  is_found = find_end(file, span);
   span->first = find_beginning(file, name);
   return is_found && !has_choice(file, span);
}

uint64_t source_file_print(const SourceFile* file, const SourceSpan* span)
{
   uint64_t print = HASH_START;
   assert(span->first <= span->end && span->end <= file->tokens->len);
   for (guint i = span->first; i < span->end; i++) {
      const SourceToken* token = source_token(file, i);
      hash_add(&print, token->at, token->length);
      hash_add(&print, "", 1);   /* between two tokens */
   }
   return print;
}
