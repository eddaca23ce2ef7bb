/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Parameters are the last parentheses, and nothing but qualifiers and a compiler's notes follows them. */

#include "model/signature.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static bool begins_with(const char* text, const char* beginning)
{
   return strncmp(text, beginning, strlen(beginning)) == 0;
}

const char* signature_skip_qualifiers(const char* text)
{
   static const char* const qualifiers[] = { " const", " volatile", " &&", " &" };
   for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++) {
      if (begins_with(text, qualifiers[i])) {
         return signature_skip_qualifiers(text + strlen(qualifiers[i]));
      }
   }
   return text;
}

/* `foo(int) const [clone .cold]`. */
static bool is_end(const char* text)
{
   const char* rest = signature_skip_qualifiers(text);
   return *rest == '\0' || begins_with(rest, " [clone ");
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
   return (size_t)(opening - name) >= length && begins_with(opening - length, word) && opening[1] == ')';
}

const char* signature_parameters(const char* name)
{
   const char* end = strrchr(name, ')');
   const char* opening = end == NULL || !is_end(end + 1) ? NULL : opening_of(name, end);
   bool        has_name = opening != NULL && opening > name && opening[-1] != ' ';
   return has_name && !is_operator(name, opening) ? opening : NULL;
}
