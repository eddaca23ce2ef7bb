/* Knows of a language only what tells comments, texts and words apart. */

#include "source/file.h"

#include <assert.h>
#include <string.h>

/* A text while it is read. */
typedef struct {
   char*          at;
   char*          line_start;
   uint32_t       line;
   SourceLanguage language;
   GArray*        tokens;
   bool           is_directive;
   bool           begins_line;
} Scanner;

SourceLanguage source_language(const char* path)
{
   static const struct {
      const char*    ending;
      SourceLanguage language;
   } endings[] = {
      { ".c", SOURCE_C }, { ".h", SOURCE_C }, { ".cc", SOURCE_C }, { ".hh", SOURCE_C }, { ".cpp", SOURCE_C },
      { ".hpp", SOURCE_C }, { ".cxx", SOURCE_C }, { ".hxx", SOURCE_C }, { ".c++", SOURCE_C },
      { ".h++", SOURCE_C }, { ".C", SOURCE_C }, { ".H", SOURCE_C }, { ".ipp", SOURCE_C },
      { ".tpp", SOURCE_C },
      { ".inl", SOURCE_C }, { ".inc", SOURCE_C }, { ".tcc", SOURCE_C }, { ".cu", SOURCE_C },
      { ".d", SOURCE_C }, { ".m", SOURCE_C }, { ".mm", SOURCE_C }, { ".rs", SOURCE_RUST },
      { ".go", SOURCE_GO },
      { ".f90", SOURCE_FORTRAN }, { ".F90", SOURCE_FORTRAN }, { ".f95", SOURCE_FORTRAN },
      { ".f03", SOURCE_FORTRAN }, { ".f08", SOURCE_FORTRAN },
   };
   for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
      if (g_str_has_suffix(path, endings[i].ending)) {
         return endings[i].language;
      }
   }
   return SOURCE_UNKNOWN;
}

bool source_token_is(const SourceToken* token, const char* text)
{
   return token->length == strlen(text) && memcmp(token->at, text, token->length) == 0;
}

/*--- Signs and lines ---*/

static bool is_word_sign(char c)
{
   return g_ascii_isalnum(c) || c == '_' || c == '$' || (c & 0x80) != 0;
}

/* Goes on by so many characters, none of which may be the end of the text. */
static void go_on(Scanner* scanner, size_t count)
{
   for (size_t i = 0; i < count; i++) {
      assert(*scanner->at != '\0');
      if (*scanner->at++ == '\n') {
         scanner->line++;
         scanner->line_start = scanner->at;
      }
   }
}

static void add_token(Scanner* scanner, char* end, SourceTokenKind kind)
{
   SourceToken token = {
      .at = scanner->at, .length = (uint32_t)(end - scanner->at), .line = scanner->line,
      .column = (uint32_t)(scanner->at - scanner->line_start) + 1, .kind = (uint8_t)kind,
      .is_directive = scanner->is_directive, .begins_line = scanner->begins_line,
   };
   g_array_append_val(scanner->tokens, token);
   scanner->begins_line = false;
   go_on(scanner, token.length);
}

/* Ends a line of the preprocessor, unless it goes on in the next one. */
static void pass_newline(Scanner* scanner)
{
   bool goes_on = scanner->at > scanner->line_start && scanner->at[-1] == '\\';
   scanner->is_directive &= goes_on;
   scanner->begins_line |= !goes_on;
   go_on(scanner, 1);
}

/*--- Comments ---*/

/* Skips what may, in Rust, contain others. */
static void skip_long_comment(Scanner* scanner)
{
   int depth = 0;
   do {
      if (strncmp(scanner->at, "/*", 2) == 0 && (depth == 0 || scanner->language == SOURCE_RUST)) {
         depth++;
         go_on(scanner, 2);
      } else if (strncmp(scanner->at, "*/", 2) == 0) {
         depth--;
         go_on(scanner, 2);
      } else {
         go_on(scanner, 1);
      }
   } while (depth > 0 && *scanner->at != '\0');
}

static bool skip_comment(Scanner* scanner)
{
   bool is_fortran = scanner->language == SOURCE_FORTRAN;
   if (is_fortran ? *scanner->at == '!' : strncmp(scanner->at, "//", 2) == 0) {
      go_on(scanner, strcspn(scanner->at, "\n"));
      return true;
   }
   if (!is_fortran && strncmp(scanner->at, "/*", 2) == 0) {
      skip_long_comment(scanner);
      return true;
   }
   return false;
}

/*--- Texts ---*/

/* Behind the quote that ends a text; `escape`: what takes its meaning from a quote, or 0. */
static char* end_of_text(char* at, char quote, char escape)
{
   for (at++; *at != '\0' && *at != quote; at++) {
      at += *at == escape && escape != '\0' && at[1] != '\0';
   }
   return *at == '\0' ? at : at + 1;
}

/* Behind r"...", r#"..."# and the like; NULL: there is none here. */
static char* end_of_raw_rust(char* at)
{
   char*  quote = at + 1 + strspn(at + 1, "#");
   size_t signs = (size_t)(quote - at) - 1;
   if (*at != 'r' || *quote != '"') {
      return NULL;
   }
   g_autofree char* mark = g_strndup("\"################################", signs + 1);
   char*            end = signs > 32 ? NULL : strstr(quote + 1, mark);
   return end == NULL ? quote + strlen(quote) : end + signs + 1;
}

/* Behind R"mark(...)mark"; NULL: there is none here. */
static char* end_of_raw_c(char* at)
{
   if (strncmp(at, "R\"", 2) != 0 || strchr(at, '(') == NULL) {
      return NULL;
   }
   char* open = strchr(at, '(');
   g_autofree char* mark = g_strdup_printf(")%.*s\"", (int)(open - at - 2), at + 2);
   char*            end = strstr(open, mark);
   return end == NULL ? open + strlen(open) : end + strlen(mark);
}

/* An apostrophe begins a character, or a lifetime of Rust. */
static char* end_of_character(const Scanner* scanner)
{
   char* at = scanner->at;
   if (scanner->language == SOURCE_FORTRAN) {
      return end_of_text(at, '\'', '\0');
   }
   bool is_lifetime = scanner->language == SOURCE_RUST && at[1] != '\\' && (at[1] & 0x80) == 0
                      && at[1] != '\0' && at[2] != '\'';
   return is_lifetime ? at + 1 : end_of_text(at, '\'', '\\');
}

/* Behind the text that begins here; NULL: none does. */
static char* end_of_any_text(const Scanner* scanner)
{
   switch (*scanner->at) {
      case '"':  return end_of_text(scanner->at, '"', scanner->language == SOURCE_FORTRAN ? '\0' : '\\');
      case '\'': return end_of_character(scanner);
      case '`':  return scanner->language == SOURCE_GO ? end_of_text(scanner->at, '`', '\0') : NULL;
      case 'r':  return scanner->language == SOURCE_RUST ? end_of_raw_rust(scanner->at) : NULL;
      case 'R':  return scanner->language == SOURCE_C ? end_of_raw_c(scanner->at) : NULL;
      default:   return NULL;
   }
}

/*--- Tokens ---*/

/* C++ divides the digits of a number by apostrophes. */
static bool divides_digits(const Scanner* scanner, const char* at)
{
   return *at == '\'' && scanner->language == SOURCE_C && g_ascii_isdigit(*scanner->at)
          && is_word_sign(at[1]);
}

static void scan_word(Scanner* scanner)
{
   char* end = scanner->at;
   while (is_word_sign(*end) || divides_digits(scanner, end)) {
      if (scanner->language == SOURCE_FORTRAN) {
         *end = g_ascii_tolower(*end);
      }
      end++;
   }
   add_token(scanner, end, TOKEN_WORD);
}

static void scan(Scanner* scanner)
{
   char* end;
   if (*scanner->at == '\n') {
      pass_newline(scanner);
   } else if (g_ascii_isspace(*scanner->at) || (*scanner->at == '\\' && scanner->at[1] == '\n')) {
      go_on(scanner, 1);
   } else if (skip_comment(scanner)) {
      return;
   } else if ((end = end_of_any_text(scanner)) != NULL) {
      add_token(scanner, end, TOKEN_TEXT);
   } else if (is_word_sign(*scanner->at)) {
      scan_word(scanner);
   } else {
      scanner->is_directive |= *scanner->at == '#' && scanner->begins_line && scanner->language == SOURCE_C;
      add_token(scanner, scanner->at + 1, TOKEN_SIGN);
   }
}

GArray* source_tokens(char* text, SourceLanguage language)
{
   Scanner scanner = {
      .at = text, .line_start = text, .line = 1, .language = language, .begins_line = true,
      .tokens = g_array_new(FALSE, FALSE, sizeof(SourceToken)),
   };
   while (*scanner.at != '\0') {
      scan(&scanner);
   }
   return scanner.tokens;
}
