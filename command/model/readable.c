/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "model/readable.h"

#include <glib.h>
#include <string.h>

/*------------------------------------------------------------------*/
/*--- OCaml                                                      ---*/
/*------------------------------------------------------------------*/

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

/*------------------------------------------------------------------*/
/*--- Free Pascal                                                ---*/
/*------------------------------------------------------------------*/

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
   char** parts = g_strsplit(g_str_has_prefix(scope, "P$") ? scope + 2 : scope, BEFORE_INNER, -1);
   for (char** part = parts; *part != NULL; part++) {
      if (g_str_has_suffix(*part, AFTER_CLASS)) {
         (*part)[strlen(*part) - strlen(AFTER_CLASS)] = '\0';
      }
      char* own = up_to(*part, "$");
      g_string_append_printf(text, "%s.", own);
      g_free(own);
   }
   g_strfreev(parts);
}

/* Behind the name are $ and the type for each parameter, and $$ and that of the result. */
static char* readable_pascal(const char* name, const char* own)
{
   GString* text = g_string_new(NULL);
   char*    scope = g_strndup(name, (gsize)(own - name));
   char*    signature = up_to(own + strlen(BEFORE_OWN), "$$");
   char**   words = g_strsplit(signature, "$", -1);
   add_scope(text, scope);
   g_string_append(text, words[0] == NULL ? "" : words[0]);
   if (words[0] != NULL && words[1] != NULL) {
      char* parameters = g_strjoinv(",", words + 1);
      g_string_append_printf(text, "(%s)", parameters);
      g_free(parameters);
   }
   g_strfreev(words);
   g_free(signature);
   g_free(scope);
   return g_string_free(text, FALSE);
}

char* name_readable(const char* name)
{
   const char* own = g_strrstr(name, BEFORE_OWN);
   return own != NULL && own > name && own[strlen(BEFORE_OWN)] != '\0' ? readable_pascal(name, own)
        : g_str_has_prefix(name, "caml") && g_ascii_isupper(name[4])   ? readable_ocaml(name) : NULL;
}
