/* Reads a line of a rules file word by word: what all kinds of lines have in common.  What is wrong becomes
   a finding, and the function returns false. */

#pragma once

#include "answer/judge/rules.h"
#include "answer/judge/tokens.h"

typedef struct {
   Rules*    rules;
   Findings* findings;
   Tokens    tokens;
   const char* file;         /* of this line; it must stay */
   unsigned  line;
   const char* expected;     /* as in Rule: if there is one, columns say nothing */
} Parser;

/* The word that stands for a number or class and lifts the limit. */
#define PARSER_LIFTED   "any"

#define PARSER_GROWTHS  "constant, log n, n, n log n, n^1.5, n^2, n^2 log n, n^3 or exp"
#define PARSER_CLASSES  "constant, n, n log n, n^1.5, n^2, n^2 log n, n^3 or exp"

/* Always false, for the caller to return. */
extern bool parser_refuse(Parser* parser, const char* format, ...) __attribute__((format(printf, 2, 3)));

/* Does the same: something else was needed than the word that was read, or than the end of the line. */
extern bool parser_expected(Parser* parser, TokenResult result, const char* what);

/* Does the same for a word that was read, and names what was likely meant; NULL: nothing is near.  The word
   itself, which may be right elsewhere, is not named. */
extern bool parser_expected_near(Parser* parser, const char* what, const char* near);

/* Whether the last word is this one, without quotes. */
extern bool parser_is_word(const Parser* parser, const char* word);

/* Keeps the last word with the rules. */
extern const char* parser_keep(Parser* parser);

/* The next word, if it is this one; else it stays unread. */
extern bool parser_take_word(Parser* parser, const char* word);

/* Reads this word; if another one is next, `what` was needed. */
extern bool parser_need_word(Parser* parser, const char* word, const char* what);

/* Always false: something else was needed than what is next. */
extern bool parser_refuse_next(Parser* parser, const char* what);

/* A number from `least` to `most`, all of the text but for `unit` at its end. */
extern bool parser_number(const char* text, const char* unit, double least, double most, double* number);

/* The words of a class, as "n^2 log n"; without one, nothing is read, and there is no finding. */
extern bool parser_class(Parser* parser, GrowthClass* class);

/* Reads how a cost may grow with a size: a class, or log n, or a power, as "n^1.1".  "n^2" is as good as the
   class.  The exponent is NAN if it is no power. */
extern bool parser_growth(Parser* parser, Limit* limit);

/* The column of the last word, for what is kept of it; 0: it is not known. */
extern unsigned parser_column(const Parser* parser);

/* Returns what was read from `begin` on, as it is written, but for blanks. */
extern const char* parser_text_from(Parser* parser, const char* begin);

/* Adds a rule with this limit, which was read from `begin` on.  What both say of the line is set already.  If
   something follows, `end` was needed. */
extern bool parser_add_rule(Parser* parser, Rule rule, Limit limit, const char* begin, const char* end);

/* "PATTERN" has been read; "in OBJECT" may follow. */
extern bool parser_pattern(Parser* parser, RoutinePattern* pattern);
