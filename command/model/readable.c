#include "model/readable.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

/*--- OCaml ---*/

/* The names of modules are put together by "__", up to version 5.0 also with that of the function; signs are
   $ and two digits. */
static char* readable_ocaml(const char* name)
{
   GString* text = g_string_new(NULL);
   for (const char* at = name + strlen("caml"); *at != '\0'; at++) {
      if (at[0] == '_' && at[1] == '_' && g_ascii_isalnum(at[-1]) && at[2] != '\0') {
         g_string_append_c(text, '.');
         at++;
      } else if (at[0] == '$' && g_ascii_isxdigit(at[1]) && g_ascii_isxdigit(at[2])) {
         g_string_append_c(text, (char)(g_ascii_xdigit_value(at[1]) * 16 + g_ascii_xdigit_value(at[2])));
         at += 2;
      } else {
         g_string_append_c(text, *at);
      }
   }
   return g_string_free(text, FALSE);
}

/*--- Free Pascal ---*/

#define BEFORE_OWN    "_$$_"
#define BEFORE_INNER  "$_$"
#define AFTER_CLASS   "_$_"

/* Returns the text up to its end or the mark. */
static char* up_to(const char* text, const char* mark)
{
   const char* end = strstr(text, mark);
   return end == NULL ? g_strdup(text) : g_strndup(text, (gsize)(end - text));
}

/* Adds the unit, and the class or the procedures around: each without its parameters. */
static void add_scope(GString* text, const char* scope)
{
   g_auto(GStrv) parts = g_strsplit(g_str_has_prefix(scope, "P$") ? scope + 2 : scope, BEFORE_INNER, -1);
   for (char** part = parts; *part != NULL; part++) {
      if (g_str_has_suffix(*part, AFTER_CLASS)) {
         (*part)[strlen(*part) - strlen(AFTER_CLASS)] = '\0';
      }
      g_autofree char* own = up_to(*part, "$");
      g_string_append_printf(text, "%s.", own);
   }
}

/* Behind the name are $ and the type for each parameter, and $$ and that of the result. */
static char* readable_pascal(const char* name, const char* own)
{
   GString* text = g_string_new(NULL);
   g_autofree char* scope = g_strndup(name, (gsize)(own - name));
   g_autofree char* signature = up_to(own + strlen(BEFORE_OWN), "$$");
   g_auto(GStrv)    words = g_strsplit(signature, "$", -1);
   add_scope(text, scope);
   g_string_append(text, words[0] == NULL ? "" : words[0]);
   if (words[0] != NULL && words[1] != NULL) {
      g_autofree char* parameters = g_strjoinv(",", words + 1);
      g_string_append_printf(text, "(%s)", parameters);
   }
   return g_string_free(text, FALSE);
}

/*--- GHC ---*/

/* Code has this ending; before it are the module, maybe with its package, and the function. */
#define GHC_ENDING  "_info"

/* Letters behind z and Z, each with what it stands for, as in GHC's documentation of its symbol names
   ("Z-encoding"). */
static const char ghc_small[] = "a&b|c^d$e=g>h#i.l<m-n!p+q'r\\s/t*u_v%zz";
static const char ghc_large[] = "L(R)M[N]C:ZZ";

static char letter_for(const char* letters, char code)
{
   for (size_t i = 0; letters[i] != '\0'; i += 2) {
      if (letters[i] == code) {
         return letters[i + 1];
      }
   }
   return '\0';
}

/* Returns the next letter, and the place behind it; '\0' if that is no such code. */
static char decode_ghc(const char** at)
{
   const char* text = *at;
   bool        is_code = text[0] == 'z' || text[0] == 'Z';
   *at += is_code ? 2 : 1;
   return text[0] == 'z'   ? letter_for(ghc_small, text[1])
          : text[0] == 'Z' ? letter_for(ghc_large, text[1])
                           : text[0];
}

/* Whether the name has a code, or is of the module Main; names of C may look like the others. */
static bool may_be_ghc(const char* name)
{
   return g_str_has_prefix(name, "Main_") || strstr(name, "zi") != NULL || strstr(name, "zd") != NULL
          || strstr(name, "zm") != NULL;
}

/* "base_GHCziList_zdwznzn_info" is GHC.List.$w!!: package, module, function.  NULL: it is no such name. */
static char* readable_ghc(const char* name)
{
   if (!may_be_ghc(name)) {
      return NULL;
   }
   g_autofree char* whole = g_strndup(name, strlen(name) - strlen(GHC_ENDING));
   g_auto(GStrv)    parts = g_strsplit(whole, "_", -1);
   guint    count = g_strv_length(parts);
   guint    module = count > 0 && g_ascii_isupper(parts[0][0]) ? 0 : 1;
   bool     is_right = count >= module + 2 && g_ascii_isupper(parts[module][0]);
   GString* text = g_string_new(NULL);
   for (guint i = module; i < count && is_right; i++) {
      g_string_append(text, i == module ? "" : i == module + 1 ? "." : "_");
      /* Behind an incomplete code there is nothing to read. */
      for (const char* at = parts[i]; is_right && *at != '\0';) {
         char letter = decode_ghc(&at);
         is_right = letter != '\0';
         g_string_append_c(text, letter);
      }
   }
   return g_string_free(text, !is_right);
}

char* name_readable(const char* name)
{
   const char* own = g_strrstr(name, BEFORE_OWN);
   return own != NULL && own > name && own[strlen(BEFORE_OWN)] != '\0' ? readable_pascal(name, own)
        : g_str_has_prefix(name, "caml") && g_ascii_isupper(name[4])   ? readable_ocaml(name)
        : g_str_has_suffix(name, GHC_ENDING)                           ? readable_ghc(name) : NULL;
}
