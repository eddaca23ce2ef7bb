/* A line with an error is left out, and reading goes on, so that all errors are found at once. */

#include "answer/judge/rules_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "answer/judge/parser.h"
#include "answer/judge/size_rules.h"
#include "input/lines.h"
#include "subject/limits.h"
#include "util/suggest.h"

/*--- Words ---*/

#define NO_WORSE  "no-worse-than"

/*--- Values ---*/

/* "30%" or "30 %". */
static bool read_share(Parser* parser, Limit* limit)
{
   TokenResult  result = tokens_next_or_operator(&parser->tokens);
   const char* text = parser->tokens.text->str;
   bool has_unit = result == TOKEN_THERE && parser_number(text, "%", 0, 100, &limit->number);
   if (!has_unit && (result != TOKEN_THERE || !parser_number(text, "", 0, 100, &limit->number))) {
      return parser_expected(parser, result, "a share from 0% to 100%, as 30%,");
   }
   limit->number /= 100;
   return has_unit || parser_need_word(parser, "%", "the % of a share");
}

static bool read_number(Parser* parser, Limit* limit, double least, double most, const char* what)
{
   TokenResult result = tokens_next_or_operator(&parser->tokens);
   return (result == TOKEN_THERE && parser_number(parser->tokens.text->str, "", least, most, &limit->number))
          || parser_expected(parser, result, what);
}

static bool read_cost(Parser* parser, Limit* limit)
{
   return read_number(parser, limit, 0, 1e30, "a cost, as 5e9,");
}

static bool read_count(Parser* parser, Limit* limit)
{
   return read_number(parser, limit, 0, G_MAXUINT32, "a number of points");
}

static bool read_factor(Parser* parser, Limit* limit)
{
   return read_number(parser, limit, 0, 1e30, "a factor, as 1.1,");
}

static void offer_classes(Suggestion* suggestion)
{
   for (GrowthClass class = 0; class < GROWTH_MODELS; class++) {
      suggestion_offer(suggestion, growth_class_name(class));
   }
}

/* The next word is no class. */
static bool refuse_class(Parser* parser, const char* what)
{
   TokenResult result = tokens_next_or_operator(&parser->tokens);
   if (result != TOKEN_THERE) {
      return parser_expected(parser, result, what);
   }
   Suggestion suggestion = suggestion_for(parser->tokens.text->str);
   offer_classes(&suggestion);
   return parser_expected_near(parser, what, suggestion.nearest);
}

static bool read_class(Parser* parser, Limit* limit)
{
   return parser_class(parser, &limit->class) || refuse_class(parser, "a class (" PARSER_CLASSES ")");
}

static bool read_growth(Parser* parser, Limit* limit)
{
   return parser_growth(parser, limit)
          || refuse_class(parser, "a class (" PARSER_GROWTHS ") or a power, as n^1.1,");
}

/*--- Limits ---*/

/* A word that begins a limit. */
typedef struct {
   const char* name;
   LimitKind   kind;
   const char* operator;
   bool        (*read_value)(Parser*, Limit*);
} LimitWord;

static const LimitWord limit_words[] = {
   { "worst",  LIMIT_WORST,  "<=", read_class },
   { "mean",   LIMIT_MEAN,   "<=", read_class },
   { "grows",  LIMIT_GROWS,  "<=", read_growth },
   { "share",  LIMIT_SHARE,  "<=", read_share },
   { "cost",   LIMIT_COST,   "<=", read_cost },
   { "points", LIMIT_POINTS, ">=", read_count },
   { "range",  LIMIT_RANGE,  ">=", read_factor },
   { "factor", LIMIT_FACTOR, "<=", read_factor },
};

#define LIMIT_WORDS  "worst, mean, grows, share, share@xTIMES, cost@N, points, range or factor"

/* Reads what follows the name: nothing, "@x100" of a share, "@1000" of a cost. */
static bool parse_at(Parser* parser, const char* at, Limit* limit)
{
   limit->at = limit->kind == LIMIT_SHARE ? 1 : 0;
   if (limit->kind == LIMIT_COST && (*at == '\0' || !parser_number(at + 1, "", 1, G_MAXUINT32, &limit->at))) {
      return parser_refuse(parser, "cost needs an input from 1 to %u, as in cost@1000000", G_MAXUINT32);
   }
   if (limit->kind == LIMIT_SHARE && *at != '\0'
       && (at[1] != 'x' || !parser_number(at + 2, "", 1, 1e6, &limit->at))) {
      return parser_refuse(parser, "share is by how much inputs grow, from x1 to x1000000, as in share@x100");
   }
   if (limit->kind != LIMIT_SHARE && limit->kind != LIMIT_COST && *at != '\0') {
      return parser_refuse(parser, "only cost and share can have an @");
   }
   return true;
}

static const LimitWord* find_word(const char* text)
{
   for (size_t i = 0; i < G_N_ELEMENTS(limit_words); i++) {
      size_t length = strlen(limit_words[i].name);
      if (strncmp(text, limit_words[i].name, length) == 0 && (text[length] == '\0' || text[length] == '@')) {
         return &limit_words[i];
      }
   }
   return NULL;
}

static bool read_no_worse(Parser* parser, Limit* limit)
{
   limit->kind = limit->kind == LIMIT_WORST ? LIMIT_WORST_BASELINE : LIMIT_MEAN_BASELINE;
   limit->is_lifted = parser_take_word(parser, PARSER_LIFTED);
   return limit->is_lifted || parser_need_word(parser, "baseline", "baseline, or any,");
}

static bool read_comparison(Parser* parser, const LimitWord* word, Limit* limit)
{
   bool has_class = limit->kind == LIMIT_WORST || limit->kind == LIMIT_MEAN;
   if (has_class && parser_take_word(parser, NO_WORSE)) {
      return read_no_worse(parser, limit);
   }
   if (!parser_need_word(parser, word->operator, has_class ? "<= or " NO_WORSE : word->operator)) {
      return false;
   }
   limit->is_lifted = parser_take_word(parser, PARSER_LIFTED);
   return limit->is_lifted || word->read_value(parser, limit);
}

static bool is_twice(const Rule* rule, const Limit* limit)
{
   for (guint i = 0; i < rule->limits->len; i++) {
      if (limits_are_of_one_kind(&g_array_index(rule->limits, Limit, i), limit)) {
         return true;
      }
   }
   return false;
}

/* The word that was read begins no limit. What a program says of itself can also begin with a class. */
static bool refuse_limit(Parser* parser)
{
   Suggestion suggestion = suggestion_for(parser->tokens.text->str);
   for (size_t i = 0; i < G_N_ELEMENTS(limit_words); i++) {
      suggestion_offer(&suggestion, limit_words[i].name);
   }
   if (parser->expected == NULL) {
      return parser_expected_near(parser, "a limit (" LIMIT_WORDS ")", suggestion.nearest);
   }
   offer_classes(&suggestion);
   return parser_expected_near(parser, "a class (" PARSER_CLASSES ") or a limit (" LIMIT_WORDS ")",
                               suggestion.nearest);
}

/* The word that begins the limit has been read. */
static bool parse_limit(Parser* parser, Rule* rule)
{
   const LimitWord* word = parser->tokens.is_quoted ? NULL : find_word(parser->tokens.text->str);
   const char*      begin = parser->tokens.first;
   if (word == NULL) {
      return refuse_limit(parser);
   }
   Limit limit = {
      .kind = word->kind, .exponent = NAN, .file = parser->file, .line = parser->line,
      .column = parser_column(parser)
   };
   if (!parse_at(parser, parser->tokens.text->str + strlen(word->name), &limit)
       || !read_comparison(parser, word, &limit)) {
      return false;
   }
   limit.text = parser_text_from(parser, begin);
   if (is_twice(rule, &limit)) {
      parser->tokens.column = limit.column;
      return parser_refuse(parser, "the line has two limits of this kind");
   }
   g_array_append_val(rule->limits, limit);
   return true;
}

/*--- Lines ---*/

static bool parse_rule(Parser* parser)
{
   Rule rule = {
      .expected = parser->expected, .file = parser->file, .line = parser->line,
      .column = parser_column(parser)
   };
   rule.limits = g_array_new(FALSE, TRUE, sizeof(Limit));
   bool       is_right = parser_pattern(parser, &rule.pattern);
   TokenResult result = TOKEN_END;
   while (is_right && (result = tokens_next_or_operator(&parser->tokens)) == TOKEN_THERE) {
      is_right = parse_limit(parser, &rule);
   }
   if (is_right && (result == TOKEN_UNENDED || rule.limits->len == 0)) {
      is_right = parser_expected(parser, result, "a limit (" LIMIT_WORDS ")");
   }
   if (is_right) {
      g_array_append_val(parser->rules->rules, rule);
   } else {
      g_array_free(rule.limits, TRUE);
   }
   return is_right;
}

static bool is_date(const char* text)
{
   unsigned year, month, day;
   return strlen(text) == 10 && strspn(text, "0123456789-") == 10
          && sscanf(text, "%4u-%2u-%2u", &year, &month, &day) == 3 && text[4] == '-' && text[7] == '-'
          && year >= 1 && month <= 12 && g_date_valid_dmy((GDateDay)day, (GDateMonth)month, (GDateYear)year);
}

/* "ignore" has been read. */
static bool parse_exception(Parser* parser)
{
   Exception  exception = { .line = parser->line, .column = parser->tokens.column };
   TokenResult result = tokens_next(&parser->tokens);
   if (result != TOKEN_THERE) {
      return parser_expected(parser, result, "a pattern of routines");
   }
   if (!parser_pattern(parser, &exception.pattern)) {
      return false;
   }
   if (!parser_take_word(parser, "until")) {
      return parser_expected(parser, tokens_next(&parser->tokens), "until, and a date,");
   }
   result = tokens_next(&parser->tokens);
   if (result != TOKEN_THERE || !is_date(parser->tokens.text->str)) {
      return parser_expected(parser, result, "a date, as 2027-03-01,");
   }
   exception.until = parser_keep(parser);
   result = tokens_next(&parser->tokens);
   if (result != TOKEN_THERE || !parser->tokens.is_quoted || parser->tokens.text->len == 0) {
      return parser_expected(parser, result, "a reason in double quotes");
   }
   exception.reason = parser_keep(parser);
   result = tokens_next(&parser->tokens);
   if (result != TOKEN_END) {
      return parser_expected(parser, result, "the end of the line");
   }
   g_array_append_val(parser->rules->exceptions, exception);
   return true;
}

#define CHECK_WORD_PROGRAM  "program"

static bool read_total(Parser* parser, Limit* limit)
{
   limit->number = SAME_COST;
   if (!parser_need_word(parser, NO_WORSE, NO_WORSE)) {
      return false;
   }
   limit->is_lifted = parser_take_word(parser, PARSER_LIFTED);
   if (limit->is_lifted) {
      return true;
   }
   return parser_need_word(parser, "baseline", "baseline, or any,")
          && (!parser_take_word(parser, "factor")
              || (parser_need_word(parser, "<=", "<= and a factor") && read_factor(parser, limit)));
}

/* Reads "total" behind "program".  Another word is as it was. */
static bool total_rule_begins(Parser* parser)
{
   if (!parser_is_word(parser, CHECK_WORD_PROGRAM)) {
      return false;
   }
   const char* first = parser->tokens.first;
   unsigned    column = parser->tokens.column;
   bool        begins = parser_take_word(parser, "total");
   if (!begins) {
      g_string_assign(parser->tokens.text, CHECK_WORD_PROGRAM);
      parser->tokens.first = first;
      parser->tokens.column = column;
   }
   return begins;
}

/* "program total" has been read. */
static bool parse_total(Parser* parser, const char* begin, unsigned column)
{
   const Rule rule = { .is_of_total = true, .file = parser->file, .line = parser->line, .column = column };
   Limit      limit = {
      .kind = LIMIT_TOTAL, .exponent = NAN, .file = parser->file, .line = parser->line, .column = column
   };
   return read_total(parser, &limit) && parser_add_rule(parser, rule, limit, begin, "the end of the line");
}

void rules_parse_line(Parser* parser, const char* line)
{
   tokens_begin(&parser->tokens, line);
   TokenResult result = tokens_next(&parser->tokens);
   if (result == TOKEN_UNENDED) {
      parser_expected(parser, result, "");
   } else if (result == TOKEN_THERE && parser_is_word(parser, "ignore")) {
      parse_exception(parser);
   } else if (result == TOKEN_THERE && total_rule_begins(parser)) {
      parse_total(parser, line + strspn(line, " \t\r"), 1 + (unsigned)strspn(line, " \t\r"));
   } else if (result == TOKEN_THERE && size_rule_begins(parser)) {
      size_rule_parse(parser);
   } else if (result == TOKEN_THERE) {
      parse_rule(parser);
   }
   tokens_end(&parser->tokens);
}

/*--- The file ---*/

/* False if the file cannot be read to its end. */
static bool read_lines(Parser* parser, Lines* lines, Problem* problem)
{
   Line       line;
   ReadResult result;
   while ((result = lines_next(lines, &line, problem)) == READ_RECORD) {
      parser->line = (unsigned)line.number;
      if (memchr(line.text.bytes, '\0', line.text.length) != NULL) {
         findings_add(parser->findings, FINDING_SYNTAX, parser->file, parser->line, 1,
                      "the file is not text: it has a NUL");
         return true;
      }
      rules_parse_line(parser, line.text.bytes);
   }
   return result == READ_END;
}

void rules_default(Rules* rules, Findings* findings)
{
   static const char* const lines[] = {
      "program total no-worse-than baseline factor <= 1.05",
      "* factor <= 1.05",
      "* worst no-worse-than baseline",
   };
   *rules = rules_new("default rules");
   Parser parser = { .rules = rules, .findings = findings, .file = rules->file };
   for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {   /* they have no line in a file */
      rules_parse_line(&parser, lines[i]);
   }
}

bool rules_read(Rules* rules, const char* file, Findings* findings, Problem* problem)
{
   *rules = rules_new(file);
   Lines* lines = lines_open(file, FILE_RULES, problem);
   if (lines == NULL) {
      return false;
   }
   Parser parser = { .rules = rules, .findings = findings, .file = file };
   bool   is_read = read_lines(&parser, lines, problem);
   lines_close(lines);
   return is_read;
}
