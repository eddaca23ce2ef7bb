/* Words, numbers, classes and patterns of a line. */

#include "answer/judge/parser.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "util/suggest.h"
#include "util/text.h"

bool parser_refuse(Parser* parser, const char* format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   g_autofree char* text = g_strdup_vprintf(format, arguments);
   va_end(arguments);
   findings_add(parser->findings, FINDING_SYNTAX, parser->file, parser->line, parser_column(parser), "%s",
                text);
   return false;
}

bool parser_expected_near(Parser* parser, const char* what, const char* near)
{
   bool is_other = near != NULL && strcmp(near, parser->tokens.text->str) != 0;
   g_autofree char* meant = suggestion_text("", is_other ? near : NULL);
   QuotedText quoted;
   parser_refuse(parser, "%s is wrong here; %s is needed%s",
                 text_quote(parser->tokens.text->str, parser->tokens.text->len, quoted), what, meant);
   return false;
}

bool parser_expected(Parser* parser, TokenResult result, const char* what)
{
   if (result == TOKEN_UNENDED) {
      return parser_refuse(parser, "the quotes that begin here do not end");
   }
   if (result == TOKEN_END) {
      return parser_refuse(parser, "the line ends here; %s is missing", what);
   }
   return parser_expected_near(parser, what, NULL);
}

bool parser_is_word(const Parser* parser, const char* word)
{
   return !parser->tokens.is_quoted && strcmp(parser->tokens.text->str, word) == 0;
}

const char* parser_keep(Parser* parser)
{
   return g_string_chunk_insert_len(parser->rules->texts, parser->tokens.text->str,
                                    (gssize)parser->tokens.text->len);
}

bool parser_take_word(Parser* parser, const char* word)
{
   const char* mark = tokens_mark(&parser->tokens);
   if (tokens_next_or_operator(&parser->tokens) == TOKEN_THERE && parser_is_word(parser, word)) {
      return true;
   }
   tokens_return(&parser->tokens, mark);
   return false;
}

bool parser_refuse_next(Parser* parser, const char* what)
{
   return parser_expected(parser, tokens_next_or_operator(&parser->tokens), what);
}

bool parser_need_word(Parser* parser, const char* word, const char* what)
{
   return parser_take_word(parser, word) || parser_refuse_next(parser, what);
}

bool parser_number(const char* text, const char* unit, double least, double most, double* number)
{
   char* end;
   if (text[0] < '0' || text[0] > '9' || strpbrk(text, "xX") != NULL) {
      return false;   /* no sign, nor hexadecimal digits */
   }
   *number = g_ascii_strtod(text, &end);
   return strcmp(end, unit) == 0 && isfinite(*number) && *number >= least && *number <= most;
}

/* The words of "n^2 log n". */
static bool take_class(Parser* parser, GrowthClass class)
{
   const char* mark = tokens_mark(&parser->tokens);
   g_auto(GStrv) names = g_strsplit(growth_class_name(class), " ", -1);
   bool is_there = true;
   for (size_t i = 0; names[i] != NULL && is_there; i++) {
      is_there = parser_take_word(parser, names[i]);
   }
   if (!is_there) {
      tokens_return(&parser->tokens, mark);
   }
   return is_there;
}

/* The longest name that fits. */
bool parser_class(Parser* parser, GrowthClass* class)
{
   bool found = false;
   for (GrowthClass next = 0; next < GROWTH_MODELS; next++) {
      const char* mark = tokens_mark(&parser->tokens);
      if (take_class(parser, next)) {
         bool is_longer = !found || strlen(growth_class_name(next)) > strlen(growth_class_name(*class));
         *class = is_longer ? next : *class;
         found = true;
         tokens_return(&parser->tokens, mark);
      }
   }
   return found && take_class(parser, *class);
}

#define MOST_EXPONENT  20

static bool take_power(Parser* parser, double* exponent)
{
   const char* mark = tokens_mark(&parser->tokens);
   bool is_there = tokens_next_or_operator(&parser->tokens) == TOKEN_THERE && !parser->tokens.is_quoted
      && strncmp(parser->tokens.text->str, "n^", 2) == 0
      && parser_number(parser->tokens.text->str + 2, "", 0, MOST_EXPONENT, exponent);
   if (!is_there) {
      *exponent = NAN;
      tokens_return(&parser->tokens, mark);
   }
   return is_there;
}

bool parser_growth(Parser* parser, Limit* limit)
{
   const char* mark = tokens_mark(&parser->tokens);
   limit->is_log = parser_take_word(parser, "log") && parser_take_word(parser, "n");
   if (!limit->is_log) {
      tokens_return(&parser->tokens, mark);
   }
   return limit->is_log || parser_class(parser, &limit->class) || take_power(parser, &limit->exponent);
}

unsigned parser_column(const Parser* parser)
{
   return parser->expected != NULL ? 0 : parser->tokens.column;
}

const char* parser_text_from(Parser* parser, const char* begin)
{
   g_autofree char* text = g_strndup(begin, (size_t)(parser->tokens.at - begin));
   g_auto(GStrv) words = g_strsplit_set(text, " \t\r", -1);
   g_autoptr(GString) joined = g_string_new(NULL);
   for (size_t i = 0; words[i] != NULL; i++) {
      if (words[i][0] != '\0') {
         g_string_append_printf(joined, "%s%s", joined->len > 0 ? " " : "", words[i]);
      }
   }
   return g_string_chunk_insert(parser->rules->texts, joined->str);
}

bool parser_add_rule(Parser* parser, Rule rule, Limit limit, const char* begin, const char* end)
{
   limit.text = parser_text_from(parser, begin);
   TokenResult result = tokens_next(&parser->tokens);
   if (result != TOKEN_END) {
      return parser_expected(parser, result, end);
   }
   rule.limits = g_array_new(FALSE, TRUE, sizeof(Limit));
   g_array_append_val(rule.limits, limit);
   g_array_append_val(parser->rules->rules, rule);
   return true;
}

bool parser_pattern(Parser* parser, RoutinePattern* pattern)
{
   pattern->name = parser_keep(parser);
   pattern->object = NULL;
   if (parser_take_word(parser, "in")) {
      TokenResult result = tokens_next(&parser->tokens);
      if (result != TOKEN_THERE) {
         return parser_expected(parser, result, "a pattern of object files, as in \"* in libfoo.so\",");
      }
      pattern->object = parser_keep(parser);
   }
   return true;
}
