/* All routines may grow as most algorithms on sorted data do; each routine that grows faster gets a rule of
   its own, by the fastest class that fits it. */

#include "answer/judge/sample_rules.h"

#include "answer/judge/tokens.h"
#include "growth/classes.h"

#define USUAL_LIMIT   GROWTH_N_LOG_N
#define MOST_RULES    10

/* The name as a pattern that matches it: one of *?[ would make a pattern of it. */
static char* pattern_of(const char* name)
{
   char* pattern = g_strdup(name);
   return g_strdelimit(pattern, "*?[", '?');
}

static bool grows_faster(Facts* facts, size_t index)
{
   const ClassRange* range = facts_case(facts, index, GROWTH_WORST);
   return facts_is_own(facts, index) && range_has_class(range) && range->fastest > USUAL_LIMIT;
}

/* The costliest of those that are not listed yet; facts_count: there is none. */
static size_t find_next(Facts* facts, const bool* is_listed)
{
   size_t next = facts->side->count;
   for (size_t i = 0; i < facts->side->count; i++) {
      if (!is_listed[i] && grows_faster(facts, i)
          && (next == facts->side->count || facts_share(facts, i) > facts_share(facts, next))) {
         next = i;
      }
   }
   return next;
}

static void add_rule(GPtrArray* lines, const char* pattern, GrowthClass limit)
{
   GString* line = g_string_new(NULL);
   tokens_append_word(line, pattern);
   g_string_append_printf(line, " worst <= %s", growth_class_name(limit));
   g_ptr_array_add(lines, g_string_free(line, FALSE));
}

char** sample_rules(Facts* facts)
{
   GPtrArray* lines = g_ptr_array_new();
   bool*      is_listed = g_new0(bool, facts->side->count + 1);
   size_t     index;
   add_rule(lines, "*", USUAL_LIMIT);
   while (lines->len <= MOST_RULES && (index = find_next(facts, is_listed)) < facts->side->count) {
      char* pattern = pattern_of(facts->side->routines[index].name);
      add_rule(lines, pattern, facts_case(facts, index, GROWTH_WORST)->fastest);
      is_listed[index] = true;
      g_free(pattern);
   }
   g_free(is_listed);
   g_ptr_array_add(lines, NULL);
   return (char**)g_ptr_array_free(lines, FALSE);
}
