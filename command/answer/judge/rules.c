/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Reads a rules file.  A line with an error is left out, and reading goes on, so that all
   errors are found at once. */

#include "answer/judge/rules.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "answer/judge/tokens.h"
#include "input/lines.h"
#include "util/text.h"

/*------------------------------------------------------------------*/
/*--- Findings                                                   ---*/
/*------------------------------------------------------------------*/

static void clear_finding(gpointer data)
{
   Finding* finding = data;
   g_free(finding->text);
}

Findings findings_new(void)
{
   Findings findings = { .list = g_array_new(FALSE, FALSE, sizeof(Finding)) };
   g_array_set_clear_func(findings.list, clear_finding);
   return findings;
}

void findings_free(Findings* findings)
{
   g_array_free(findings->list, TRUE);
   findings->list = NULL;
}

void findings_add(Findings* findings, FindingKind kind, const char* file, unsigned line,
                  unsigned column, const char* format, ...)
{
   Finding finding = { .kind = kind, .file = file, .line = line, .column = column };
   va_list arguments;
   va_start(arguments, format);
   finding.text = g_strdup_vprintf(format, arguments);
   va_end(arguments);
   g_array_append_val(findings->list, finding);
}

static int compare_places(gconstpointer left, gconstpointer right)
{
   const Finding* a = left;
   const Finding* b = right;
   int order = strcmp(a->file, b->file);
   order = order != 0 ? order : (a->line > b->line) - (a->line < b->line);
   return order != 0 ? order : (a->column > b->column) - (a->column < b->column);
}

void findings_sort(Findings* findings)
{
   g_array_sort(findings->list, compare_places);
}

size_t findings_count(const Findings* findings, FindingKind kind)
{
   size_t count = 0;
   for (guint i = 0; i < findings->list->len; i++) {
      count += g_array_index(findings->list, Finding, i).kind == kind;
   }
   return count;
}

const char* const finding_names[] = {
   [FINDING_SYNTAX] = "rules-syntax",
   [FINDING_UNUSED] = "rule-matches-nothing",
   [FINDING_EXPIRED] = "exception-is-over",
   [FINDING_FINGERPRINT] = "other-environment",
};

/*------------------------------------------------------------------*/
/*--- Rules                                                      ---*/
/*------------------------------------------------------------------*/

typedef struct {
   Rules*    rules;
   Findings* findings;
   Tokens    tokens;
   unsigned  line;
} Parser;

/* The word that stands for a number or class and lifts the limit. */
#define LIFTED  "any"

#define NO_WORSE  "no-worse-than"

/*------------------------------------------------------------------*/
/*--- Tokens                                                      ---*/
/*------------------------------------------------------------------*/

/* Always false, for the caller to return. */
static bool refuse(Parser* parser, const char* format, ...) __attribute__((format(printf, 2, 3)));

static bool refuse(Parser* parser, const char* format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   char* text = g_strdup_vprintf(format, arguments);
   va_end(arguments);
   findings_add(parser->findings, FINDING_SYNTAX, parser->rules->file, parser->line, parser->tokens.column,
                "%s", text);
   g_free(text);
   return false;
}

static bool expected(Parser* parser, TokenResult result, const char* what)
{
   QuotedText quoted;
   if (result == TOKEN_UNENDED) {
      return refuse(parser, "the quotes that begin here do not end");
   }
   if (result == TOKEN_END) {
      return refuse(parser, "the line ends here; %s is missing", what);
   }
   return refuse(parser, "%s is wrong here; %s is needed",
                 text_quote(parser->tokens.text->str, parser->tokens.text->len, quoted), what);
}

static bool is_word(const Parser* parser, const char* word)
{
   return !parser->tokens.is_quoted && strcmp(parser->tokens.text->str, word) == 0;
}

static const char* keep(Parser* parser)
{
   return g_string_chunk_insert_len(parser->rules->texts, parser->tokens.text->str,
                                    (gssize)parser->tokens.text->len);
}

/* The next word, if it is this one; else it stays unread. */
static bool take_word(Parser* parser, const char* word)
{
   const char* mark = tokens_mark(&parser->tokens);
   if (tokens_next_or_operator(&parser->tokens) == TOKEN_THERE && is_word(parser, word)) {
      return true;
   }
   tokens_return(&parser->tokens, mark);
   return false;
}

/*------------------------------------------------------------------*/
/*--- Values                                                     ---*/
/*------------------------------------------------------------------*/

/* A number from `least` to `most`, all of the text but for `unit` at its end. */
static bool parse_number(const char* text, const char* unit, double least, double most, double* number)
{
   char* end;
   if (text[0] < '0' || text[0] > '9' || strpbrk(text, "xX") != NULL) {
      return false;   /* no sign, nor hexadecimal digits */
   }
   *number = g_ascii_strtod(text, &end);
   return strcmp(end, unit) == 0 && isfinite(*number) && *number >= least && *number <= most;
}

/* "30%" or "30 %". */
static bool read_share(Parser* parser, Limit* limit)
{
   TokenResult  result = tokens_next_or_operator(&parser->tokens);
   const char* text = parser->tokens.text->str;
   bool has_unit = result == TOKEN_THERE && parse_number(text, "%", 0, 100, &limit->number);
   if (!has_unit && (result != TOKEN_THERE || !parse_number(text, "", 0, 100, &limit->number))) {
      return expected(parser, result, "a share from 0% to 100%, as 30%,");
   }
   limit->number /= 100;
   return has_unit || take_word(parser, "%")
          || expected(parser, tokens_next_or_operator(&parser->tokens), "the % of a share");
}

static bool read_number(Parser* parser, Limit* limit, double least, double most, const char* what)
{
   TokenResult result = tokens_next_or_operator(&parser->tokens);
   return (result == TOKEN_THERE && parse_number(parser->tokens.text->str, "", least, most, &limit->number))
          || expected(parser, result, what);
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

/* The words of "n^2 log n". */
static bool take_class(Parser* parser, GrowthClass class)
{
   const char* mark = tokens_mark(&parser->tokens);
   char**      names = g_strsplit(growth_class_name(class), " ", -1);
   bool        is_there = true;
   for (size_t i = 0; names[i] != NULL && is_there; i++) {
      is_there = take_word(parser, names[i]);
   }
   g_strfreev(names);
   if (!is_there) {
      tokens_return(&parser->tokens, mark);
   }
   return is_there;
}

/* The longest name that fits. */
static bool read_class(Parser* parser, Limit* limit)
{
   bool found = false;
   for (GrowthClass class = 0; class < GROWTH_MODELS; class++) {
      const char* mark = tokens_mark(&parser->tokens);
      if (take_class(parser, class)) {
         bool is_longer = !found
            || strlen(growth_class_name(class)) > strlen(growth_class_name(limit->class));
         limit->class = is_longer ? class : limit->class;
         found = true;
         tokens_return(&parser->tokens, mark);
      }
   }
   return found ? take_class(parser, limit->class)
                : expected(parser, tokens_next_or_operator(&parser->tokens),
                           "a class (constant, n, n log n, n^1.5, n^2, n^2 log n, n^3 or exp)");
}

/*------------------------------------------------------------------*/
/*--- Limits                                                     ---*/
/*------------------------------------------------------------------*/

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
   { "share",  LIMIT_SHARE,  "<=", read_share },
   { "cost",   LIMIT_COST,   "<=", read_cost },
   { "points", LIMIT_POINTS, ">=", read_count },
   { "range",  LIMIT_RANGE,  ">=", read_factor },
   { "factor", LIMIT_FACTOR, "<=", read_factor },
};

#define LIMIT_WORDS  "worst, mean, share, share@xTIMES, cost@N, points, range or factor"

/* Reads what follows the name: nothing, "@x100" of a share, "@1000" of a cost. */
static bool parse_at(Parser* parser, const char* at, Limit* limit)
{
   limit->at = limit->kind == LIMIT_SHARE ? 1 : 0;
   if (limit->kind == LIMIT_COST && (*at == '\0' || !parse_number(at + 1, "", 1, G_MAXUINT32, &limit->at))) {
      return refuse(parser, "cost needs an input from 1 to %u, as in cost@1000000", G_MAXUINT32);
   }
   if (limit->kind == LIMIT_SHARE && *at != '\0'
       && (at[1] != 'x' || !parse_number(at + 2, "", 1, 1e6, &limit->at))) {
      return refuse(parser, "share is by how much inputs grow, from x1 to x1000000, as in share@x100");
   }
   if (limit->kind != LIMIT_SHARE && limit->kind != LIMIT_COST && *at != '\0') {
      return refuse(parser, "only cost and share can have an @");
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
   limit->is_lifted = take_word(parser, LIFTED);
   return limit->is_lifted || take_word(parser, "baseline")
          || expected(parser, tokens_next_or_operator(&parser->tokens), "baseline, or any,");
}

static bool read_comparison(Parser* parser, const LimitWord* word, Limit* limit)
{
   bool has_class = limit->kind == LIMIT_WORST || limit->kind == LIMIT_MEAN;
   if (has_class && take_word(parser, NO_WORSE)) {
      return read_no_worse(parser, limit);
   }
   if (!take_word(parser, word->operator)) {
      TokenResult result = tokens_next_or_operator(&parser->tokens);
      return expected(parser, result, !has_class              ? word->operator
                                      : "<= or " NO_WORSE);
   }
   limit->is_lifted = take_word(parser, LIFTED);
   return limit->is_lifted || word->read_value(parser, limit);
}

/* Returns the limit as it is written, but for blanks. */
static const char* limit_text(Parser* parser, const char* begin)
{
   char*  text = g_strndup(begin, (size_t)(parser->tokens.at - begin));
   char** words = g_strsplit_set(text, " \t\r", -1);
   GString* joined = g_string_new(NULL);
   for (size_t i = 0; words[i] != NULL; i++) {
      if (words[i][0] != '\0') {
         g_string_append_printf(joined, "%s%s", joined->len > 0 ? " " : "", words[i]);
      }
   }
   const char* kept = g_string_chunk_insert(parser->rules->texts, joined->str);
   g_string_free(joined, TRUE);
   g_strfreev(words);
   g_free(text);
   return kept;
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

/* The word that begins the limit has been read. */
static bool parse_limit(Parser* parser, Rule* rule)
{
   const LimitWord* word = parser->tokens.is_quoted ? NULL : find_word(parser->tokens.text->str);
   const char*      begin = parser->tokens.first;
   if (word == NULL) {
      return expected(parser, TOKEN_THERE, "a limit (" LIMIT_WORDS ")");
   }
   Limit limit = { .kind = word->kind, .line = parser->line, .column = parser->tokens.column };
   if (!parse_at(parser, parser->tokens.text->str + strlen(word->name), &limit)
       || !read_comparison(parser, word, &limit)) {
      return false;
   }
   limit.text = limit_text(parser, begin);
   if (is_twice(rule, &limit)) {
      parser->tokens.column = limit.column;
      return refuse(parser, "the line has two limits of this kind");
   }
   g_array_append_val(rule->limits, limit);
   return true;
}

/*------------------------------------------------------------------*/
/*--- Lines                                                      ---*/
/*------------------------------------------------------------------*/

/* "PATTERN" has been read; "in OBJECT" may follow. */
static bool parse_pattern(Parser* parser, RoutinePattern* pattern)
{
   pattern->name = keep(parser);
   pattern->object = NULL;
   if (take_word(parser, "in")) {
      TokenResult result = tokens_next(&parser->tokens);
      if (result != TOKEN_THERE) {
         return expected(parser, result, "a pattern of object files, as in \"* in libfoo.so\",");
      }
      pattern->object = keep(parser);
   }
   return true;
}

static bool parse_rule(Parser* parser)
{
   Rule rule = { .line = parser->line, .column = parser->tokens.column };
   rule.limits = g_array_new(FALSE, TRUE, sizeof(Limit));
   bool       is_right = parse_pattern(parser, &rule.pattern);
   TokenResult result = TOKEN_END;
   while (is_right && (result = tokens_next_or_operator(&parser->tokens)) == TOKEN_THERE) {
      is_right = parse_limit(parser, &rule);
   }
   if (is_right && (result == TOKEN_UNENDED || rule.limits->len == 0)) {
      is_right = expected(parser, result, "a limit (" LIMIT_WORDS ")");
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
      return expected(parser, result, "a pattern of routines");
   }
   if (!parse_pattern(parser, &exception.pattern)) {
      return false;
   }
   if (!take_word(parser, "until")) {
      return expected(parser, tokens_next(&parser->tokens), "until, and a date,");
   }
   result = tokens_next(&parser->tokens);
   if (result != TOKEN_THERE || !is_date(parser->tokens.text->str)) {
      return expected(parser, result, "a date, as 2027-03-01,");
   }
   exception.until = keep(parser);
   result = tokens_next(&parser->tokens);
   if (result != TOKEN_THERE || !parser->tokens.is_quoted || parser->tokens.text->len == 0) {
      return expected(parser, result, "a reason in double quotes");
   }
   exception.reason = keep(parser);
   result = tokens_next(&parser->tokens);
   if (result != TOKEN_END) {
      return expected(parser, result, "the end of the line");
   }
   g_array_append_val(parser->rules->exceptions, exception);
   return true;
}

static void parse_line(Parser* parser, const char* line)
{
   tokens_begin(&parser->tokens, line);
   TokenResult result = tokens_next(&parser->tokens);
   if (result == TOKEN_UNENDED) {
      expected(parser, result, "");
   } else if (result == TOKEN_THERE && is_word(parser, "ignore")) {
      parse_exception(parser);
   } else if (result == TOKEN_THERE) {
      parse_rule(parser);
   }
   tokens_end(&parser->tokens);
}

/*------------------------------------------------------------------*/
/*--- The file                                                   ---*/
/*------------------------------------------------------------------*/

static void clear_rule(gpointer data)
{
   Rule* rule = data;
   g_array_free(rule->limits, TRUE);
}

/* False if the file cannot be read to its end. */
static bool read_lines(Parser* parser, Lines* lines, Problem* problem)
{
   Line       line;
   ReadResult result;
   while ((result = lines_next(lines, &line, problem)) == READ_RECORD) {
      parser->line = (unsigned)line.number;
      if (memchr(line.text.bytes, '\0', line.text.length) != NULL) {
         findings_add(parser->findings, FINDING_SYNTAX, parser->rules->file, parser->line, 1,
                      "the file is not text: it has a NUL");
         return true;
      }
      parse_line(parser, line.text.bytes);
   }
   return result == READ_END;
}

bool rules_read(Rules* rules, const char* file, Findings* findings, Problem* problem)
{
   *rules = (Rules){
      .file = file, .rules = g_array_new(FALSE, FALSE, sizeof(Rule)),
      .exceptions = g_array_new(FALSE, FALSE, sizeof(Exception)), .texts = g_string_chunk_new(1024)
   };
   g_array_set_clear_func(rules->rules, clear_rule);
   Lines* lines = lines_open(file, FILE_RULES, problem);
   if (lines == NULL) {
      return false;
   }
   Parser parser = { .rules = rules, .findings = findings };
   bool   is_read = read_lines(&parser, lines, problem);
   lines_close(lines);
   return is_read;
}

void rules_free(Rules* rules)
{
   g_array_free(rules->rules, TRUE);
   g_array_free(rules->exceptions, TRUE);
   g_string_chunk_free(rules->texts);
   *rules = (Rules){ 0 };
}

bool limits_are_of_one_kind(const Limit* a, const Limit* b)
{
   return a->kind == b->kind && a->at == b->at;
}

bool limit_needs_baseline(const Limit* limit)
{
   return (limit->kind == LIMIT_WORST_BASELINE || limit->kind == LIMIT_MEAN_BASELINE
           || limit->kind == LIMIT_FACTOR) && !limit->is_lifted;
}

bool rules_need_baseline(const Rules* rules)
{
   for (guint i = 0; i < rules->rules->len; i++) {
      const GArray* limits = g_array_index(rules->rules, Rule, i).limits;
      for (guint k = 0; k < limits->len; k++) {
         if (limit_needs_baseline(&g_array_index(limits, Limit, k))) {
            return true;
         }
      }
   }
   return false;
}

const char* limit_name(const Limit* limit, LimitName text)
{
   static const char* const names[] = {
      [LIMIT_WORST] = "worst", [LIMIT_MEAN] = "mean", [LIMIT_SHARE] = "share", [LIMIT_COST] = "cost",
      [LIMIT_POINTS] = "points", [LIMIT_RANGE] = "range", [LIMIT_WORST_BASELINE] = "worst-baseline",
      [LIMIT_MEAN_BASELINE] = "mean-baseline", [LIMIT_FACTOR] = "factor",
   };
   if (limit->kind == LIMIT_COST) {
      snprintf(text, sizeof(LimitName), "cost@%.0f", limit->at);
   } else if (limit->kind == LIMIT_SHARE && limit->at != 1) {
      snprintf(text, sizeof(LimitName), "share@x%g", limit->at);
   } else {
      snprintf(text, sizeof(LimitName), "%s", names[limit->kind]);
   }
   return text;
}
