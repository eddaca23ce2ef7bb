/* Parsers. A token is an int, one cell. */

#include "workload.h"

#define LARGEST 4096

static int tokens[LARGEST + 1];

/* An expression of about `length` tokens: numbers, + and *, and parentheses. */
static int make_expression(int* token, int length, int depth)
{
   int used = 0;
   while (used < length) {
      if (depth < 6 && random_below(4) == 0) {
         token[used++] = '(';
         used += make_expression(token + used, (int)random_below(9) + 1, depth + 1);
         token[used++] = ')';
      } else {
         token[used++] = '0' + (int)random_below(10);
      }
      token[used++] = random_below(2) == 0 ? '+' : '*';
   }
   token[used - 1] = depth == 0 ? ';' : '1';
   if (depth > 0) {
      token[used - 2] = '0', token[used - 1] = '+', token[used++] = '1';
   }
   return used;
}

static const int* parse_sum(const int* token, long* value);

static const int* parse_factor(const int* token, long* value)
{
   if (*token == '(') {
      token = parse_sum(token + 1, value);
      return token + 1;
   }
   *value = *token - '0';
   return token + 1;
}

static const int* parse_product(const int* token, long* value)
{
   token = parse_factor(token, value);
   while (*token == '*') {
      long factor;
      token = parse_factor(token + 1, &factor);
      *value = *value * factor % 1000003;
   }
   return token;
}

/* parse_sum: n
   Recursive descent looks at every token once. */
static ROUTINE const int* parse_sum(const int* token, long* value)
{
   token = parse_product(token, value);
   while (*token == '+') {
      long summand;
      token = parse_product(token + 1, &summand);
      *value += summand;
   }
   return token;
}

/* parse_backtracking: exp
   Factor is "(" Factor ")" "!" or "(" Factor ")" or "x", tried in this order. Of "((...x...))", each level is
   parsed once for the first alternative, which fails for want of "!", and again for the second: 2^d steps for
   d parentheses, 2 d + 1 tokens. Returns what follows, or NULL. */
ROUTINE const int* parse_backtracking(const int* token)
{
   if (*token == '(') {
      const int* rest = parse_backtracking(token + 1);
      if (rest != NULL && *rest == ')' && rest[1] == '!') {
         return rest + 2;
      }
      rest = parse_backtracking(token + 1);
      return rest != NULL && *rest == ')' ? rest + 1 : NULL;
   }
   return *token == 'x' ? token + 1 : NULL;
}

static void run_parse_backtracking(void)
{
   int depth = 15;
   for (int i = 0; i < depth; i++) {
      tokens[i] = '(';
      tokens[depth + 1 + i] = ')';
   }
   tokens[depth] = 'x';
   tokens[2 * depth + 1] = ';';
   sink = parse_backtracking(tokens) - tokens;
}

/* split_lines: n
   One pass. */
ROUTINE int split_lines(const int* token, int* begin)
{
   int lines = 0, i = 0;
   while (token[i] != ';') {
      begin[lines++] = i;
      while (token[i] != '\n' && token[i] != ';') {
         i++;
      }
      if (token[i] == '\n') {
         i++;
      }
   }
   return lines;
}

static void run_split_lines(void)
{
   static int begin[LARGEST];
   for (int n = 10; n < LARGEST; n = next_size(n, 35)) {
      for (int i = 0; i < n; i++) {
         tokens[i] = random_below(20) == 0 ? '\n' : 'x';
      }
      tokens[n] = ';';
      sink = split_lines(tokens, begin);
   }
}

void run_parsers(void)
{
   for (int length = 5; length < LARGEST / 2; length = next_size(length, 30)) {
      long value;
      make_expression(tokens, length, 0);
      sink = parse_sum(tokens, &value) - tokens;
   }
   run_parse_backtracking();
   run_split_lines();
}
