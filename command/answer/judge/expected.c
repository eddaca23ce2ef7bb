/* An expectation becomes a line of a rules file, so both have one syntax. */

#include "answer/judge/expected.h"

#include <string.h>

#include "answer/judge/patterns.h"
#include "answer/judge/rules_file.h"
#include "util/number.h"
#include "util/text.h"

/* expect: "LIMIT" "FILE" LINE "ROUTINE", where texts have no double quote. */
typedef struct {
   char* limit;
   char* file;
   char* line;
   char* routine;
} Fields;

static bool split(const char* value, Fields* fields)
{
   GRegex*     regex = g_regex_new("^\"([^\"]+)\" \"([^\"]*)\" ([0-9]+) \"([^\"]+)\"$", 0, 0, NULL);
   GMatchInfo* match;
   bool        is_right = g_regex_match(regex, value, 0, &match);
   if (is_right) {
      *fields = (Fields){ g_match_info_fetch(match, 1), g_match_info_fetch(match, 2),
                          g_match_info_fetch(match, 3), g_match_info_fetch(match, 4) };
   }
   g_match_info_free(match);
   g_regex_unref(regex);
   return is_right;
}

static void free_fields(Fields* fields)
{
   g_free(fields->limit);
   g_free(fields->file);
   g_free(fields->line);
   g_free(fields->routine);
}

bool expected_are_in(const Header* header)
{
   return header_comment(header, HEADER_EXPECT) != NULL;
}

static const char* kept(Rules* rules, const char* text)
{
   return g_string_chunk_insert(rules->texts, text_printable(text, rules->texts));
}

/* A class alone is that of the costliest calls. */
static bool is_class(Rules* rules, const char* limit)
{
   GrowthClass class;
   Findings    findings = findings_new();
   Parser      parser = { .rules = rules, .findings = &findings };
   tokens_begin(&parser.tokens, limit);
   bool is_one = parser_class(&parser, &class) && tokens_next(&parser.tokens) == TOKEN_END;
   tokens_end(&parser.tokens);
   findings_free(&findings);
   return is_one;
}

void expected_add(Rules* rules, const char* routine, const char* limit, const char* file, unsigned line,
                  Findings* findings)
{
   g_autoptr(GString) text = g_string_new(NULL);
   Parser parser = {
      .rules = rules, .findings = findings, .file = file, .line = line,
      .expected = kept(rules, routine)
   };
   g_auto(GStrv) parts = g_strsplit(routine, "\"", -1);
   g_autofree char* name = g_strjoinv("''", parts);   /* as in a report */
   g_autofree char* pattern = pattern_of_name(name);
   tokens_append_quoted(text, pattern);
   g_string_append_printf(text, " in * %s%s", is_class(rules, limit) ? "worst <= " : "", limit);
   rules_parse_line(&parser, text->str);
}

void expected_add_all(Rules* rules, const Header* header, Findings* findings)
{
   const char* value;
   for (size_t index = 0; (value = header_next_comment(header, HEADER_EXPECT, &index)) != NULL; ) {
      Fields   fields;
      uint64_t line;
      if (split(value, &fields)) {
         bool        is_known = *fields.file != '\0' && number_parse(fields.line, &line)
            && line <= G_MAXUINT32;
         const char* file = is_known ? kept(rules, fields.file) : "APROF_EXPECT";
         expected_add(rules, fields.routine, fields.limit, file, is_known ? (unsigned)line : 0, findings);
         free_fields(&fields);
      }
   }
}
