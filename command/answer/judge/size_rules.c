/* In other rules, no limit is called "of" or "at", nor begins with "<="; so the second word tells which rule
   it is. */

#include "answer/judge/size_rules.h"

#include <math.h>
#include <string.h>

#define MOST_COST      1e30
#define MOST_SIZE      1e18

static bool find_quantity(const Parser* parser, Quantity* quantity)
{
   for (Quantity i = QUANTITY_TOTAL; i <= QUANTITY_PROGRAM; i++) {
      if (parser_is_word(parser, quantity_names[i])) {
         *quantity = i;
         return true;
      }
   }
   return false;
}

/* Whether this word comes next; it stays unread. */
static bool comes(Parser* parser, const char* word)
{
   const char* mark = tokens_mark(&parser->tokens);
   bool        does = parser_take_word(parser, word);
   tokens_return(&parser->tokens, mark);
   return does;
}

bool size_rule_begins(Parser* parser)
{
   Quantity quantity;
   if (!find_quantity(parser, &quantity)) {
      return false;
   }
   const Tokens before = parser->tokens;   /* which looking ahead changes */
   bool does =
      quantity == QUANTITY_PROGRAM ? comes(parser, "<=") || comes(parser, "at") : comes(parser, "of");
   parser->tokens = before;
   g_string_assign(parser->tokens.text, quantity_names[quantity]);
   return does;
}

/*--- Values ---*/

/* "10,000", "2G", "1.5M": commas are between groups of three digits. */
static bool grouped_number(const char* text, double most, double* number)
{
   static const struct { const char* letter; double factor; } units[] = {
      { "", 1 }, { "k", 1e3 }, { "M", 1e6 }, { "G", 1e9 }, { "T", 1e12 },
   };
   bool is_grouped = g_regex_match_simple("^[0-9]{1,3}(,[0-9]{3})+$", text, G_REGEX_DOLLAR_ENDONLY, 0);
   g_auto(GStrv) parts = g_strsplit(text, ",", is_grouped ? -1 : 1);
   g_autofree char* digits = g_strjoinv("", parts);
   bool found = false;
   for (size_t i = 0; i < G_N_ELEMENTS(units) && !found; i++) {
      double digits_number;
      found = parser_number(digits, units[i].letter, 0, most / units[i].factor, &digits_number);
      *number = found ? digits_number * units[i].factor : 0;
   }
   return found;
}

static bool read_number(Parser* parser, double most, const char* what, double* number)
{
   TokenResult result = tokens_next_or_operator(&parser->tokens);
   return (result == TOKEN_THERE && grouped_number(parser->tokens.text->str, most, number))
          || parser_expected(parser, result, what);
}

/* "10,000 lines", or without the unit. */
static bool read_size(Parser* parser, Limit* limit)
{
   static const char* const units[] = { "bytes", "lines", "records", "elements" };
   if (!read_number(parser, MOST_SIZE, "a size of runs, as 10,000 or 2M,", &limit->at)) {
      return false;
   }
   if (limit->at < 1) {
      return parser_refuse(parser, "a size is at least 1");
   }
   for (size_t i = 0; i < G_N_ELEMENTS(units) && limit->unit == NULL; i++) {
      limit->unit = parser_take_word(parser, units[i]) ? units[i] : NULL;
   }
   return true;
}

static bool read_growth(Parser* parser, Limit* limit)
{
   limit->is_lifted = parser_take_word(parser, PARSER_LIFTED);
   if (!limit->is_lifted && !parser_growth(parser, limit)) {
      return parser_refuse_next(parser, "a class (" PARSER_GROWTHS ") or a power, as n^1.1,");
   }
   return !parser_take_word(parser, "up")
          || (parser_need_word(parser, "to", "to, as in \"up to 10,000 lines\",")
              && read_size(parser, limit));
}

static bool read_cost(Parser* parser, Limit* limit)
{
   limit->is_lifted = parser_take_word(parser, PARSER_LIFTED);
   return limit->is_lifted || read_number(parser, MOST_COST, "a cost, as 5,000 or 2G,", &limit->number);
}

/*--- The rule ---*/

static bool read_limit(Parser* parser, Limit* limit)
{
   bool is_at = parser_take_word(parser, "at");
   limit->kind = is_at ? LIMIT_AT : LIMIT_GROWTH;
   if (is_at && !read_size(parser, limit)) {
      return false;
   }
   return parser_need_word(parser, "<=", is_at ? "<= and a cost" : "<= and a class, or at and a size,")
          && (is_at ? read_cost(parser, limit) : read_growth(parser, limit));
}

/* "total of PATTERN in OBJECT". */
static bool read_subject(Parser* parser, const Limit* limit, RoutinePattern* pattern)
{
   if (limit->quantity == QUANTITY_PROGRAM) {
      return true;
   }
   parser_take_word(parser, "of");
   TokenResult result = tokens_next(&parser->tokens);
   bool is_there = result == TOKEN_THERE && !parser_is_word(parser, "<=") && !parser_is_word(parser, "at");
   return is_there ? parser_pattern(parser, pattern)
                   : parser_expected(parser, result, "a pattern of routines");
}

bool size_rule_parse(Parser* parser)
{
   Rule  rule = {
      .is_of_size = true, .file = parser->file, .line = parser->line, .column = parser->tokens.column
   };
   Limit limit = {
      .file = parser->file, .line = parser->line, .column = parser->tokens.column, .exponent = NAN
   };
   const char* begin = parser->tokens.begin + strspn(parser->tokens.begin, " \t\r");
   find_quantity(parser, &limit.quantity);
   return read_subject(parser, &limit, &rule.pattern) && read_limit(parser, &limit)
          && parser_add_rule(parser, rule, limit, begin,
                             "the end of the line, because a rule about sizes has one limit,");
}
