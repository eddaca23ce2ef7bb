/* Rules make names canonical: each is a regular expression and what replaces its match.
   They are applied in their order; and so are the renames of the user, as in a sed script. */

#include "subject/names.h"

#include <regex.h>
#include <stdio.h>
#include <string.h>

#include "model/names.h"
#include "subject/limits.h"

/*--- Canonical names ---*/

typedef struct {
   const char* pattern;
   const char* replacement;
   const char* hint;     /* a name without this text does not match */
   GRegex*     regex;    /* compiled when it is needed first */
} Rule;

/* Names that the C library gives its variants: by instructions and what is special about them, one after the
   other. */
#define VARIANT  "(?:sse[0-9_]+|ssse3|avx(?:2|512)?|evex(?:512)?|fma4?|erms|xsavec?|fxsave|x86_64|" \
                 "sve|mops|generic)"
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
   const char* hint = strchr(text, *rule->hint);   /* which is faster, and most names have none */
   if (hint == NULL || strstr(hint, rule->hint) == NULL || !g_utf8_validate(text, -1, NULL)) {
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
         g_autofree char* replaced = g_regex_replace(rules[i].regex, text, -1, 0, rules[i].replacement, 0,
                                                     NULL);
         text = replaced[0] == '\0' ? text : g_string_chunk_insert(texts, replaced);
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

const char* name_in_sentence(const char* name, const char* mangled, GStringChunk* texts)
{
   if (compare_is_variant(name)) {
      return compare_name(name, texts);
   }
   g_autofree char* shorter = name_shorten(name, mangled, SENTENCE_NAME);
   return g_string_chunk_insert_const(texts, shorter);
}

/*--- Renames of the user ---*/

#define GROUPS  10   /* the match, and \1 to \9 */

typedef struct {
   char*   text;          /* as the user gave it */
   regex_t regex;
   char*   replacement;
   bool    replaces_all;
   bool    is_used;
} Rename;

struct Renames {
   GPtrArray* list;
};

static void free_rename(gpointer data)
{
   Rename* rename = data;
   regfree(&rename->regex);
   g_free(rename->text);
   g_free(rename->replacement);
   g_free(rename);
}

Renames* renames_new(void)
{
   Renames* renames = g_new(Renames, 1);
   renames->list = g_ptr_array_new_with_free_func(free_rename);
   return renames;
}

void renames_free(Renames* renames)
{
   g_ptr_array_free(renames->list, TRUE);
   g_free(renames);
}

/*--- Reading ---*/

/* The text up to the delimiter, and behind it `*at`.  A delimiter after a backslash is an ordinary character.
   NULL: there is no delimiter. */
static char* take_part(const char** at, char delimiter)
{
   g_autoptr(GString) part = g_string_new(NULL);
   for (const char* c = *at; *c != '\0'; c++) {
      if (*c == delimiter) {
         *at = c + 1;
         return g_string_free(g_steal_pointer(&part), FALSE);
      }
      if (*c == '\\' && c[1] != '\0') {
         if (c[1] != delimiter) {
            g_string_append_c(part, *c);
         }
         c++;
      }
      g_string_append_c(part, *c);
   }
   return NULL;
}

/* The largest group that the replacement refers to. */
static size_t largest_group(const char* replacement)
{
   size_t largest = 0;
   for (const char* c = replacement; *c != '\0'; c++) {
      if (*c == '\\' && c[1] != '\0') {
         c++;
         size_t group = *c >= '1' && *c <= '9' ? (size_t)(*c - '0') : 0;
         largest = group > largest ? group : largest;
      }
   }
   return largest;
}

static bool compile(Rename* rename, const char* old, char* why, size_t size)
{
   int error = regcomp(&rename->regex, old, REG_EXTENDED);
   if (error != 0) {
      char reason[200];
      regerror(error, &rename->regex, reason, sizeof reason);
      snprintf(why, size, "\"%s\" is not a regular expression: %s", old, reason);
      return false;
   }
   if (largest_group(rename->replacement) > rename->regex.re_nsub) {
      snprintf(why, size, "\"%s\" names a group that \"%s\" does not have", rename->replacement, old);
      regfree(&rename->regex);
      return false;
   }
   return true;
}

bool renames_add(Renames* renames, const char* text, char* why, size_t size)
{
   snprintf(why, size, "s/old/new/ is needed, with g at the end for all matches");
   if (text[0] != 's' || text[1] == '\0' || text[1] == '\\' || text[1] == '\n') {
      return false;
   }
   const char* at = text + 2;
   g_autofree char* old = take_part(&at, text[1]);
   char*       replacement = old == NULL ? NULL : take_part(&at, text[1]);
   bool        has_form = replacement != NULL && old[0] != '\0'
                          && (at[0] == '\0' || strcmp(at, "g") == 0);
   Rename      rename = { .replacement = replacement, .replaces_all = at[0] == 'g' };
   bool        added = has_form && compile(&rename, old, why, size);
   if (added) {
      rename.text = g_strdup(text);
      g_ptr_array_add(renames->list, g_memdup2(&rename, sizeof rename));
   } else {
      g_free(replacement);
   }
   return added;
}

/*--- Renaming ---*/

static void add_group(GString* to, const char* text, const regmatch_t* group)
{
   if (group->rm_so >= 0) {
      g_string_append_len(to, text + group->rm_so, group->rm_eo - group->rm_so);
   }
}

static void add_replacement(GString* to, const Rename* rename, const char* text, const regmatch_t* groups)
{
   for (const char* c = rename->replacement; *c != '\0'; c++) {
      if (*c == '&') {
         add_group(to, text, &groups[0]);
      } else if (*c == '\\' && c[1] != '\0') {
         c++;
         if (*c >= '1' && *c <= '9') {
            add_group(to, text, &groups[*c - '0']);
         } else {
            g_string_append_c(to, *c);
         }
      } else {
         g_string_append_c(to, *c);
      }
   }
}

/* False if it does not match. */
static bool replace(Rename* rename, const char* text, GString* result)
{
   regmatch_t groups[GROUPS];
   bool       found = false;
   int        flags = 0;
   while (regexec(&rename->regex, text, GROUPS, groups, flags) == 0) {
      found = true;
      flags = REG_NOTBOL;
      g_string_append_len(result, text, groups[0].rm_so);
      add_replacement(result, rename, text, groups);
      text += groups[0].rm_eo;
      if (groups[0].rm_eo == groups[0].rm_so && *text != '\0') {
         g_string_append_c(result, *text++);
      }
      if (!rename->replaces_all || *text == '\0') {
         break;
      }
   }
   g_string_append(result, text);
   return found;
}

const char* renames_apply(Renames* renames, const char* name, GStringChunk* texts)
{
   for (guint i = 0; i < renames->list->len; i++) {
      Rename* rename = g_ptr_array_index(renames->list, i);
      g_autoptr(GString) result = g_string_new(NULL);
      if (replace(rename, name, result)) {
         rename->is_used = true;
         name = g_string_chunk_insert(texts, result->str);
      }
   }
   return name;
}

const char* renames_next_unused(const Renames* renames, size_t* index)
{
   while (*index < renames->list->len) {
      const Rename* rename = g_ptr_array_index(renames->list, (*index)++);
      if (!rename->is_used) {
         return rename->text;
      }
   }
   return NULL;
}

/*--- Writing ---*/

static void add_escaped(GString* to, const char* text, const char* special)
{
   for (const char* c = text; *c != '\0'; c++) {
      if (strchr(special, *c) != NULL) {
         g_string_append_c(to, '\\');
      }
      g_string_append_c(to, *c);
   }
}

const char* renames_text(const char* before, const char* now, GStringChunk* texts)
{
   g_autoptr(GString) text = g_string_new("s/^");
   add_escaped(text, before, "/\\^$.[]|()*+?{}");
   g_string_append(text, "$/");
   add_escaped(text, now, "/\\&");
   g_string_append_c(text, '/');
   return g_string_chunk_insert(texts, text->str);
}
