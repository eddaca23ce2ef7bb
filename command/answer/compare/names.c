/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Each rule is a regular expression and what replaces its match.  They are applied in
   their order. */

#include "answer/compare/names.h"

#include <string.h>

#include "model/names.h"

typedef struct {
   const char* pattern;
   const char* replacement;
   const char* hint;     /* a name without this text does not match */
   GRegex*     regex;    /* compiled when it is needed first */
} Rule;

/* Names that the C library gives its variants: by instructions and what is special about them, one after the
   other. */
#define VARIANT  "(?:sse[0-9_]+|ssse3|avx(?:2|512)?|evex(?:512)?|fma4?|erms|xsavec?|fxsave|x86_64)"
#define SPECIAL  "(?:unaligned|aligned|erms|rtm|no_vzeroupper|movbe|bsf|no_bsf|back|slow|fast|opt|v[234])"

/* Names that compilers give parts and copies of a function.  A number follows some: main.clone is a name of
   Go, and main.clone.0 a copy. */
#define NUMBERED    "(?:constprop|isra|part|lto_priv|llvm|clone|simdclone|specialized|__uniq)"
#define UNNUMBERED  "(?:cold|localalias|extracted|warm|hot|unlikely)"

static Rule routine_rules[] = {
   { "@+GLIBC[A-Z]*_[0-9.]+$",                                                    "",      "@",     NULL },
   { " \\[clone (\\.[^\\]]+)\\]",                                                 "\\1",   " [",    NULL },
   { "(?:\\.(?:" NUMBERED "(?:\\.[0-9a-f]+)+|" UNNUMBERED "(?:\\.[0-9a-f]+)*))+$",
                                                                                  "",      ".",     NULL },
   { "::h[0-9a-f]{16}$",                                                          "",      "::h",   NULL },
   { "^_dl_((?:runtime|tlsdesc)_[a-z]+)(?:_" VARIANT ")$",                        "_dl_\\1", "_dl_", NULL },
   { "^__(\\w+?)_" VARIANT "(?:_" SPECIAL "|_" VARIANT ")*$",                     "\\1",   "__",    NULL },
};

/* The rules from this one on are those of variants. */
#define FIRST_VARIANT  4

static Rule object_rules[] = {
   { "\\.so(?:\\.[0-9]+)*$",                                                      ".so",   ".so",   NULL },
   { "-(?:[0-9]+(?:\\.[0-9]+)*|[0-9a-f]{16})\\.so$",                              ".so",   "-",     NULL },
};

#define COUNT(rules)  (sizeof(rules) / sizeof *(rules))

static bool rule_matches(Rule* rule, const char* text)
{
   if (strstr(text, rule->hint) == NULL || !g_utf8_validate(text, -1, NULL)) {
      return false;
   }
   if (rule->regex == NULL) {
      rule->regex = g_regex_new(rule->pattern, G_REGEX_OPTIMIZE, 0, NULL);
   }
   return g_regex_match(rule->regex, text, 0, NULL);
}

/* The text itself if no rule matches. */
static const char* apply(Rule* rules, size_t count, const char* text, GStringChunk* texts)
{
   for (size_t i = 0; i < count; i++) {
      if (rule_matches(&rules[i], text)) {
         char* replaced = g_regex_replace(rules[i].regex, text, -1, 0, rules[i].replacement, 0, NULL);
         text = replaced[0] == '\0' ? text : g_string_chunk_insert(texts, replaced);
         g_free(replaced);
      }
   }
   return text;
}

const char* compare_name(const char* name, GStringChunk* texts)
{
   return apply(routine_rules, COUNT(routine_rules), name, texts);
}

const char* compare_name_without_parameters(const char* name, GStringChunk* texts)
{
   const char* parameters = signature_parameters(name);
   return parameters == NULL ? name : g_string_chunk_insert_len(texts, name, parameters - name);
}

const char* compare_object(const char* path, GStringChunk* texts)
{
   const char* slash = strrchr(path, '/');
   return apply(object_rules, COUNT(object_rules), slash == NULL ? path : slash + 1, texts);
}

bool compare_is_variant(const char* name)
{
   bool is_variant = false;
   for (size_t i = FIRST_VARIANT; i < COUNT(routine_rules) && !is_variant; i++) {
      is_variant = rule_matches(&routine_rules[i], name);
   }
   return is_variant;
}
