/* Statements that are not in routines end with a semicolon; in Go, with the line; in lists, with a comma.
   Classes, namespaces and the like have statements in their brackets, and routines are left out. */

#include "source/file.h"

#include <string.h>

int source_bracket(const SourceToken* token)
{
   if (token->kind != TOKEN_SIGN || token->is_directive) {
      return 0;
   }
   return strchr("([{", *token->at) != NULL ? 1 : strchr(")]}", *token->at) != NULL ? -1 : 0;
}

guint source_closing(const SourceFile* file, guint open)
{
   int   depth = 0;
   guint i = open;
   for (; i < file->tokens->len; i++) {
      depth += source_bracket(source_token(file, i));
      if (depth == 0) {
         break;
      }
   }
   return i;
}

/* A statement while it is read. */
typedef struct {
   guint first;
   bool  has_value;        /* "=" outside of brackets */
   bool  has_parameters;   /* round brackets before that */
   bool  is_container;     /* its curly brackets have statements */
   bool  is_list;          /* of values with names, or of Rust's members: commas end them */
   bool  is_operator;      /* of C++: its signs mean nothing */
   guint name;             /* the last word before a value, a type or a size, from 1; 0: none */
   bool  is_named;         /* the name is known; other words follow it */
} Statement;

static void add_definition(SourceFile* file, guint name, guint first, guint end)
{
   const SourceToken* token = source_token(file, name);
   const SourceSpan   span = { first, end };
   g_autofree char*   key = g_strndup(token->at, token->length);
   GArray*            spans = g_hash_table_lookup(file->definitions, key);
   if (spans == NULL) {
      spans = g_array_new(FALSE, FALSE, sizeof span);
      g_hash_table_insert(file->definitions, g_steal_pointer(&key), spans);
   }
   g_array_append_val(spans, span);
}

static bool is_one_of(const SourceToken* token, const char* const* words)
{
   for (size_t i = 0; words[i] != NULL; i++) {
      if (source_token_is(token, words[i])) {
         return true;
      }
   }
   return false;
}

/*--- Statements ---*/

static const char* const containers[] = {
   "class", "struct", "union", "enum", "namespace", "extern", "impl", "trait", "mod", "interface", NULL
};

static const char* const lists[] = { "enum", "struct", NULL };

/* "const NAME: TYPE = ..." of Rust and "const NAME TYPE = ..." of Go; the type is of words, too. */
static const char* const introductions[] = { "const", "static", "var", "type", "mut", "pub", NULL };

static void take_word(const SourceFile* file, Statement* statement, guint index)
{
   const SourceToken* token = source_token(file, index);
   bool               is_new = file->language == SOURCE_RUST || file->language == SOURCE_GO;
   statement->is_container |= is_one_of(token, containers);
   statement->is_list |= is_one_of(token, lists) && (file->language == SOURCE_RUST
                                                     || source_token_is(token, "enum"));
   statement->is_operator |= source_token_is(token, "operator") || source_token_is(token, "template");
   if (!statement->is_named && !g_ascii_isdigit(*token->at)) {
      statement->name = index + 1;
      statement->is_named = is_new && !is_one_of(token, introductions);
   }
}

static void end_statement(SourceFile* file, Statement* statement, guint end)
{
   bool is_definition = statement->name > 0 && end > statement->first
                        && (statement->has_value || !statement->has_parameters);
   if (is_definition) {
      add_definition(file, statement->name - 1, statement->first, end);
   }
   *statement = (Statement){ .first = end + 1 };
}

static guint read_statements(SourceFile* file, guint first, bool is_list);

/* Returns what follows the brackets of a routine, and of what stands between its head and its body. */
static guint skip_body(const SourceFile* file, guint open)
{
   guint next = source_closing(file, open) + 1;
   while (next < file->tokens->len && (source_token_is(source_token(file, next), ",")
                                       || source_token_is(source_token(file, next), "{"))) {
      guint at = next;
      while (at < file->tokens->len && !source_token_is(source_token(file, at), "{")
             && source_bracket(source_token(file, at)) >= 0) {
         at = source_bracket(source_token(file, at)) > 0 ? source_closing(file, at) + 1 : at + 1;
      }
      next = source_closing(file, at) + 1;
   }
   return next;
}

/* Returns the index of the next token. */
static guint pass_curly(SourceFile* file, Statement* statement, guint open)
{
   if (statement->has_value) {
      return source_closing(file, open) + 1;
   }
   if (statement->has_parameters) {
      guint next = skip_body(file, open);
      *statement = (Statement){ .first = next };
      return next;
   }
   if (statement->is_container) {
      guint next = read_statements(file, open + 1, statement->is_list);
      *statement = (Statement){ .first = next };
      return next;
   }
   statement->has_value = true;
   return source_closing(file, open) + 1;
}

/* "const (" and "var (" of Go have statements. */
static bool is_group(const SourceFile* file, guint open)
{
   const SourceToken* before = source_token(file, open > 0 ? open - 1 : 0);
   return file->language == SOURCE_GO && source_token_is(source_token(file, open), "(")
          && (source_token_is(before, "const") || source_token_is(before, "var"));
}

static guint pass_bracket(SourceFile* file, Statement* statement, guint open)
{
   const SourceToken* token = source_token(file, open);
   if (source_token_is(token, "{")) {
      return pass_curly(file, statement, open);
   }
   if (is_group(file, open)) {
      guint next = read_statements(file, open + 1, false);
      *statement = (Statement){ .first = next };
      return next;
   }
   statement->has_parameters |= source_token_is(token, "(") && !statement->has_value;
   statement->is_named |= source_token_is(token, "[") && statement->name > 0;
   return source_closing(file, open) + 1;
}

/* A colon that is not one of two. */
static bool is_colon(const SourceFile* file, guint index)
{
   return source_token_is(source_token(file, index), ":") && index > 0
          && !source_token_is(source_token(file, index - 1), ":") && index + 1 < file->tokens->len
          && !source_token_is(source_token(file, index + 1), ":");
}

static void pass_sign(const SourceFile* file, Statement* statement, guint index)
{
   static const char* const labels[] = { "public", "private", "protected", NULL };
   bool is_value = source_token_is(source_token(file, index), "=") && !statement->is_operator;
   bool is_label = is_colon(file, index) && is_one_of(source_token(file, index - 1), labels);
   statement->has_value |= is_value && !statement->has_parameters;
   statement->is_named |= is_value || (is_colon(file, index) && statement->name > 0);
   if (is_label) {
      *statement = (Statement){ .first = index + 1 };
   }
}

static bool is_end(const SourceFile* file, const Statement* statement, guint index, bool is_list)
{
   const SourceToken* token = source_token(file, index);
   if (token->kind == TOKEN_SIGN && (*token->at == ';' || (*token->at == ',' && is_list))) {
      return true;
   }
   return file->language == SOURCE_GO && token->begins_line && index > statement->first;
}

/* Returns what follows the bracket that ends them, or all tokens. */
static guint read_statements(SourceFile* file, guint first, bool is_list)
{
   Statement statement = { .first = first };
   guint     i = first;
   while (i < file->tokens->len) {
      const SourceToken* token = source_token(file, i);
      if (token->is_directive) {
         i++;
         continue;
      }
      if (source_bracket(token) < 0) {
         end_statement(file, &statement, i);
         return i + 1;
      }
      if (is_end(file, &statement, i, is_list)) {
         bool is_newline = token->begins_line && file->language == SOURCE_GO;
         end_statement(file, &statement, i);
         statement.first = is_newline ? i : i + 1;
         i += is_newline ? 0 : 1;
         if (!is_newline) {
            continue;
         }
      }
      if (source_bracket(token) > 0) {
         i = pass_bracket(file, &statement, i);
         continue;
      }
      if (token->kind == TOKEN_SIGN) {
         pass_sign(file, &statement, i);
      } else if (token->kind == TOKEN_WORD) {
         take_word(file, &statement, i);
      }
      i++;
   }
   return i;
}

/*--- Macros and Fortran ---*/

static void find_macros(SourceFile* file)
{
   for (guint i = 0; i + 2 < file->tokens->len; i++) {
      const SourceToken* token = source_token(file, i);
      if (token->is_directive && token->begins_line && source_token_is(source_token(file, i + 1), "define")) {
         guint end = i + 1;
         while (end < file->tokens->len && source_token(file, end)->is_directive
                && !source_token(file, end)->begins_line) {
            end++;
         }
         add_definition(file, i + 2, i, end);
      }
   }
}

/* Returns the end of the line. */
static guint end_of_line(const SourceFile* file, guint index)
{
   do {
      index++;
   } while (index < file->tokens->len && !source_token(file, index)->begins_line);
   return index;
}

/* "real, parameter :: least = 1e-6, most = 1": each name of the line is one. */
static void add_line_fortran(SourceFile* file, guint first, guint end)
{
   bool is_behind = false, is_name = false;
   for (guint i = first; i < end; i++) {
      const SourceToken* token = source_token(file, i);
      if (source_token_is(token, ":") && source_token_is(source_token(file, i - (i > first)), ":")) {
         is_behind = is_name = true;
      } else if (is_behind && source_token_is(token, ",")) {
         is_name = true;
      } else if (is_name && token->kind == TOKEN_WORD) {
         add_definition(file, i, first, end);
         is_name = false;
      } else if (source_bracket(token) > 0) {
         i = source_closing(file, i);
      }
   }
}

static void find_fortran(SourceFile* file)
{
   static const char* const routines[] = { "subroutine", "function", "program", NULL };
   int   depth = 0;
   guint end;
   for (guint i = 0; i < file->tokens->len; i = end) {
      const SourceToken* token = source_token(file, i);
      bool has_routine = false, ends = source_token_is(token, "end");
      end = end_of_line(file, i);
      for (guint k = i; k < end; k++) {
         has_routine |= is_one_of(source_token(file, k), routines);
      }
      bool ends_routine = has_routine && ends;
      ends_routine |= source_token_is(token, "endsubroutine") || source_token_is(token, "endfunction");
      depth += ends_routine ? -(depth > 0) : has_routine;
      if (depth == 0 && !ends_routine) {
         add_line_fortran(file, i, end);
      }
   }
}

void definitions_find(SourceFile* file)
{
   if (file->language == SOURCE_FORTRAN) {
      find_fortran(file);
      return;
   }
   for (guint next = 0; next < file->tokens->len;) {
      next = read_statements(file, next, false);
   }
   find_macros(file);
}
