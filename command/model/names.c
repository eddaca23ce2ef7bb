/* Finds the parameters in names, and leaves the arguments out of those of generic routines. */

#include "model/names.h"

#include <ctype.h>
#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "model/readable.h"

/*--- Parameters ---*/

/* Behind the const, volatile, & and && of a method, at `text`; or `text` itself. */
static const char* skip_qualifiers(const char* text)
{
   static const char* const qualifiers[] = { " const", " volatile", " &&", " &" };
   for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++) {
      if (g_str_has_prefix(text, qualifiers[i])) {
         return skip_qualifiers(text + strlen(qualifiers[i]));
      }
   }
   return text;
}

/* `foo(int) const [clone .cold]`. */
static bool is_end(const char* text)
{
   const char* rest = skip_qualifiers(text);
   return *rest == '\0' || g_str_has_prefix(rest, " [clone ");
}

/* Returns where the parenthesis that ends at `end` was opened; NULL if it was not. */
static const char* opening_of(const char* name, const char* end)
{
   size_t depth = 0;
   for (const char* at = end; at >= name; at--) {
      depth += *at == ')';
      depth -= *at == '(';
      if (depth == 0) {
         return at;
      }
   }
   return NULL;
}

/* True if the parenthesis is of the operator whose name is `()`. */
static bool is_operator(const char* name, const char* opening)
{
   static const char word[] = "operator";
   size_t length = strlen(word);
   return (size_t)(opening - name) >= length && g_str_has_prefix(opening - length, word) && opening[1] == ')';
}

/* Parameters are the last parentheses, and nothing but qualifiers and a compiler's notes follows them. */
const char* signature_parameters(const char* name)
{
   const char* end = strrchr(name, ')');
   const char* opening = end == NULL || !is_end(end + 1) ? NULL : opening_of(name, end);
   bool        has_name = opening != NULL && opening > name && opening[-1] != ' ';
   return has_name && !is_operator(name, opening) ? opening : NULL;
}

/*--- Languages ---*/

typedef enum { CPP, RUST, OLDER_RUST, D, GO } Language;

/* Rust's older symbols look like C++'s, but end with a hash: 17h, 16 digits, and E.  What a compiler has
   added may follow, or where it was inlined. */
bool symbol_is_of_older_rust(const char* symbol)
{
   static const char digits[] = "0123456789abcdef";
   bool is_it = false;
   const char* at = g_str_has_prefix(symbol, "_ZN") ? strstr(symbol, "17h") : NULL;
   for (; at != NULL && !is_it; at = strstr(at + 1, "17h")) {
      const char* hash = at + strlen("17h");
      is_it = strspn(hash, digits) == 16 && hash[16] == 'E' && strchr(". ", hash[17]) != NULL;
   }
   return is_it;
}

static Language language_of(const char* name, const char* mangled)
{
   if (mangled == NULL) {
      return CPP;
   }
   return g_str_has_prefix(mangled, "_R")   ? RUST
          : symbol_is_of_older_rust(mangled) ? OLDER_RUST
          : g_str_has_prefix(mangled, "_D") ? D
          : strcmp(name, mangled) == 0 ? GO
                                       : CPP;
}

/*--- Brackets ---*/

static bool opens(char c)
{
   return c == '<' || c == '(' || c == '[' || c == '{';
}

static bool closes(char c)
{
   return c == '>' || c == ')' || c == ']' || c == '}';
}

/* Behind the bracket that closes the one at `text`.  The > of an arrow is none. */
static const char* behind_bracket(const char* text)
{
   int depth = 0;
   for (; *text != '\0'; text++) {
      if (opens(*text)) {
         depth++;
      } else if (closes(*text) && !(*text == '>' && text[-1] == '-') && --depth == 0) {
         return text + 1;
      }
   }
   return text;
}

static bool is_of_identifier(char c)
{
   return isalnum((unsigned char)c) || c == '_' || (c & 0x80) != 0;
}

/* Whether arguments begin at `text`, and not Rust's `<Type as Trait>`.  `before` is the character before
   it, or 0. */
static bool are_arguments(Language language, char before, const char* text)
{
   switch (language) {
      case CPP:
      case RUST:
      case OLDER_RUST:
         return *text == '<' && !g_str_has_prefix(text, "<impl ")
                && (is_of_identifier(before) || before == ')' || before == ']' || before == ':');
      case D:
         return *text == '(' && before == '!';
      case GO:
         return *text == '[' && is_of_identifier(before);
   }
   return false;
}

/* Whether these brackets have parameters.  `(anonymous namespace)` and the like are names. */
static bool are_parameters(Language language, const char* text)
{
   return *text == '(' && (language == CPP || language == D) && !g_str_has_prefix(text, "(anonymous ");
}

/*--- Folding ---*/

/* The length of an operator's name at `text`, if there is one: its signs are no brackets. */
static size_t length_of_operator(const char* name, const char* text)
{
   static const char* const signs[] = {
      "()", "[]", "<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">"
   };
   size_t length = strlen("operator");
   if (!g_str_has_prefix(text, "operator") || (text > name && is_of_identifier(text[-1]))
       || is_of_identifier(text[length])) {
      return 0;
   }
   for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
      if (g_str_has_prefix(text + length, signs[i])) {
         length += strlen(signs[i]);
         break;
      }
   }
   /* `operator< <int>`: only a blank tells the sign from the bracket. */
   return length + g_str_has_prefix(text + length, " <");
}

/* The signs behind `operator` are a part of the name. */
const char* name_behind_result(const char* name)
{
   const char* begin = name;
   for (const char* at = name; *at != '\0' && length_of_operator(name, at) == 0; at++) {
      if (g_str_has_prefix(at, " [")) {
         break;
      }
      if (opens(*at)) {
         at = behind_bracket(at) - 1;
      } else if (skip_qualifiers(at) != at) {
         at = skip_qualifiers(at) - 1;
      } else if (*at == ' ') {
         begin = at + 1;
      }
   }
   return begin;
}

char* generics_fold(const char* name, const char* mangled)
{
   Language    language = language_of(name, mangled);
   GString*    folded = g_string_new(NULL);
   bool        is_generic = language == OLDER_RUST;   /* only the hash tells the instances apart */
   char        before = '\0';
   const char* text = name;
   while (*text != '\0') {
      size_t length = language == CPP ? length_of_operator(name, text) : 0;
      if (length > 0) {
         g_string_append_len(folded, text, (gssize)length);
         text += length;
         before = ')';   /* arguments may follow */
      } else if (are_arguments(language, before, text)) {
         const char* end = behind_bracket(text);
         g_string_append_c(folded, *text);
         bool is_whole = closes(end[-1]);   /* a report cuts long names off */
         before = end[-1];
         g_string_append_len(folded, is_whole ? end - 1 : "...", is_whole ? 1 : 3);
         text = end;
         is_generic = true;
      } else if (are_parameters(language, text)) {
         text = skip_qualifiers(behind_bracket(text));
         before = ')';
      } else {
         before = *text++;
         g_string_append_c(folded, before);
      }
   }
   if (is_generic && language == CPP) {
      g_string_erase(folded, 0, name_behind_result(folded->str) - folded->str);
   }
   return g_string_free(folded, !is_generic);
}

/*--- Shortening ---*/

/* Returns where the last component of the name begins: behind the last `::` that is in no brackets. */
static const char* own_part(const char* name)
{
   const char* part = name;
   for (const char* at = name; *at != '\0'; at++) {
      size_t length = length_of_operator(name, at);
      if (length > 0) {
         break;
      }
      if (opens(*at)) {
         at = behind_bracket(at) - 1;
      } else if (g_str_has_prefix(at, "::")) {
         part = at + 2;
      }
   }
   return part;
}

/* Returns what follows the first `::` that is in no brackets; NULL: there is none before the routine's own
   name. */
static const char* next_part(const char* name)
{
   for (const char* at = name; *at != '\0' && length_of_operator(name, at) == 0; at++) {
      if (opens(*at)) {
         at = behind_bracket(at) - 1;
      } else if (g_str_has_prefix(at, "::")) {
         return at + 2;
      }
   }
   return NULL;
}

/* Leaves the paths out of Rust's `<path::Type as path::Trait>::function`. */
static void remove_paths(GString* name)
{
   gsize end = (gsize)(behind_bracket(name->str) - name->str);
   for (gsize i = 0; i + 1 < end; i++) {
      if (g_str_has_prefix(name->str + i, "::")) {
         gsize begin = i;
         while (begin > 0 && is_of_identifier(name->str[begin - 1])) {
            begin--;
         }
         g_string_erase(name, (gssize)begin, (gssize)(i + 2 - begin));
         end -= i + 2 - begin;
         i = begin;
      }
   }
}

/* Leaves out what encloses the routine, the outermost first: `...::Table::find`, `.../json.Unmarshal`. */
static void remove_enclosing(GString* name, size_t length)
{
   static const char dots[] = "...::", go_dots[] = ".../";
   const char* rest = name->str;
   const char* next = next_part(rest);
   while (next != NULL && (rest == name->str || strlen(rest) + strlen(dots) > length)) {
      rest = next;
      next = next_part(rest);
   }
   const char* own = strpbrk(name->str, "<([{ ");
   const char* slash = rest == name->str ? g_strrstr_len(name->str, own == NULL ? -1 : own - name->str, "/")
                                         : NULL;
   const char* shorter = slash != NULL ? slash + 1 : rest;
   if (shorter != name->str) {
      g_string_erase(name, 0, (gssize)(shorter - name->str));
      g_string_prepend(name, slash != NULL ? go_dots : dots);
   }
}

char* name_shorten(const char* symbol, const char* mangled, size_t length)
{
   g_autofree char* readable = name_readable(symbol);
   const char*      name = readable == NULL ? symbol : readable;
   if (strlen(name) <= length) {
      return g_strdup(name);
   }
   g_autofree char* folded = generics_fold(name, readable == NULL ? mangled : NULL);
   GString*    text = g_string_new(folded == NULL ? name : folded);
   const char* parameters = signature_parameters(text->str);
   if (parameters != NULL) {
      g_string_truncate(text, (gsize)(parameters - text->str));
   }
   if (text->len > length && text->str[0] == '<') {
      remove_paths(text);
   }
   if (text->len > length) {
      remove_enclosing(text, length);
   }
   return g_string_free(text, FALSE);
}

char* name_own(const char* name)
{
   const char* parameters = signature_parameters(name);
   g_autofree char* text = parameters == NULL ? g_strdup(name) : g_strndup(name, (gsize)(parameters - name));
   return g_strdup(own_part(text));
}
