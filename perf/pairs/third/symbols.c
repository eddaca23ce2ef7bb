// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Reads a small language: a lexer finds words and interns names, a parser resolves them in nested scopes and folds
// constants, and code for a stack machine comes out. SEED in the environment is that of the source.
// usage: symbols FUNCTIONS|FILE

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef CHECKED
#define CHECK(condition) assert(condition)
#else
#define CHECK(condition) ((void)0)
#endif

enum { MOST_NAMES = 1 << 14, MOST_DEPTH = 64, MOST_ERRORS = 20 };
enum { NUMBER = 256, NAME, KEYWORD, END };

typedef struct Binding { int name, slot; struct Binding *outer, *next_in_scope; } Binding;

typedef struct { char* text; int length; unsigned hash; Binding* binding; } Name;

typedef struct { int kind, value; } Token;

typedef struct { const char* at; int line; Token token; } Lexer;

typedef struct { unsigned char operation; int operand; } Instruction;

static const char* keywords[] = { "break", "const", "continue", "else", "for", "function", "if", "let", "return", "var",
   "while" };
enum { N_KEYWORDS = sizeof keywords / sizeof *keywords };
enum { K_ELSE = 3, K_FUNCTION = 5, K_IF = 6, K_RETURN = 8, K_VAR = 9, K_WHILE = 10 };

static Name names[MOST_NAMES];
static int n_names;
static Binding* scopes[MOST_DEPTH];
static int depth, next_slot, n_errors, n_lookups;
static Instruction* code;
static int n_code, code_room;
static unsigned seed = 99;

unsigned next_random(unsigned limit)
{
   seed = seed * 1664525u + 1013904223u;
   return (seed >> 9) % limit;
}

void fail(const Lexer* lexer, const char* message)
{
   if (n_errors++ < MOST_ERRORS)
      fprintf(stderr, "line %d: %s\n", lexer->line, message);
}

unsigned hash_name(const char* text, int length)
{
   unsigned hash = 5381;
   for (int i = 0; i < length; i++)
      hash = hash * 33 + (unsigned char)text[i];
   return hash ^ hash >> 11;
}

int intern(const char* text, int length)
{
   unsigned hash = hash_name(text, length);
   unsigned at = hash & (MOST_NAMES - 1);
   for (; names[at].text; at = (at + 1) & (MOST_NAMES - 1))
      if (names[at].hash == hash && names[at].length == length && memcmp(names[at].text, text, length) == 0)
         return at;
   CHECK(n_names < MOST_NAMES - 1);
   n_names++;
   names[at] = (Name){ strndup(text, length), length, hash, NULL };
   return at;
}

int find_keyword(const char* text, int length)
{
   int low = 0, high = N_KEYWORDS;
   while (low < high) {
      int middle = (low + high) / 2;
      int order = strncmp(keywords[middle], text, length);
      if (order == 0)
         order = keywords[middle][length] != '\0';
      if (order == 0)
         return middle;
      if (order < 0)
         low = middle + 1;
      else
         high = middle;
   }
   return -1;
}

void skip_blanks(Lexer* lexer)
{
   for (;; lexer->at++) {
      if (lexer->at[0] == '/' && lexer->at[1] == '/')
         while (lexer->at[1] && lexer->at[1] != '\n')
            lexer->at++;
      else if (*lexer->at == '\n')
         lexer->line++;
      else if (!isspace((unsigned char)*lexer->at))
         return;
   }
}

void next_token(Lexer* lexer)
{
   skip_blanks(lexer);
   const char* start = lexer->at;
   unsigned char c = *start;
   if (isdigit(c)) {
      int value = 0;
      for (; isdigit((unsigned char)*lexer->at); lexer->at++)
         value = value * 10 + *lexer->at - '0';
      lexer->token = (Token){ NUMBER, value };
   } else if (isalpha(c) || c == '_') {
      while (isalnum((unsigned char)*lexer->at) || *lexer->at == '_')
         lexer->at++;
      int length = lexer->at - start;
      int keyword = find_keyword(start, length);
      lexer->token = keyword >= 0 ? (Token){ KEYWORD, keyword } : (Token){ NAME, intern(start, length) };
   } else if (c) {
      lexer->at++;
      lexer->token = (Token){ c, 0 };
   } else {
      lexer->token = (Token){ END, 0 };
   }
}

void enter_scope(void)
{
   CHECK(depth + 1 < MOST_DEPTH);
   scopes[++depth] = NULL;
}

void declare(int name)
{
   Binding* binding = malloc(sizeof *binding);
   *binding = (Binding){ name, next_slot++, names[name].binding, scopes[depth] };
   names[name].binding = binding;
   scopes[depth] = binding;
}

void leave_scope(void)
{
   for (Binding *binding = scopes[depth], *next; binding; binding = next) {
      next = binding->next_in_scope;
      names[binding->name].binding = binding->outer;
      free(binding);
   }
   depth--;
}

void emit(unsigned char operation, int operand)
{
   if (n_code == code_room) {
      code_room = code_room ? 2 * code_room : 256;
      Instruction* grown = malloc(code_room * sizeof *code);
      if (n_code)
         memcpy(grown, code, n_code * sizeof *code);
      free(code);
      code = grown;
   }
   code[n_code++] = (Instruction){ operation, operand };
}

// Makes one number of an operation with two, if these were the last instructions.
void emit_operation(int operation)
{
   if (n_code >= 2 && code[n_code - 1].operation == 'n' && code[n_code - 2].operation == 'n') {
      int a = code[n_code - 2].operand, b = code[n_code - 1].operand;
      n_code -= 2;
      emit('n', operation == '+' ? a + b : operation == '-' ? a - b : operation == '*' ? a * b : a < b);
   } else {
      emit(operation, 0);
   }
}

void expect(Lexer* lexer, int kind)
{
   if (lexer->token.kind != kind)
      fail(lexer, "another token was expected");
   next_token(lexer);
}

int precedence_of(int kind)
{
   return kind == '<' ? 1 : kind == '+' || kind == '-' ? 2 : kind == '*' ? 3 : 0;
}

void parse_expression(Lexer* lexer, int least)
{
   Token token = lexer->token;
   next_token(lexer);
   if (token.kind == NUMBER) {
      emit('n', token.value);
   } else if (token.kind == NAME) {
      const Binding* binding = names[token.value].binding;
      n_lookups++;
      if (!binding)
         fail(lexer, "this name is not known");
      emit('v', binding ? binding->slot : 0);
   } else if (token.kind == '(') {
      parse_expression(lexer, 1);
      expect(lexer, ')');
   } else {
      fail(lexer, "an expression was expected");
   }
   for (int precedence; (precedence = precedence_of(lexer->token.kind)) >= least;) {
      int operation = lexer->token.kind;
      next_token(lexer);
      parse_expression(lexer, precedence + 1);
      emit_operation(operation);
   }
}

void parse_block(Lexer* lexer);

void parse_statement(Lexer* lexer)
{
   Token token = lexer->token;
   next_token(lexer);
   if (token.kind == KEYWORD && token.value == K_VAR) {
      int name = lexer->token.value;
      expect(lexer, NAME);
      expect(lexer, '=');
      parse_expression(lexer, 1);
      declare(name);
   } else if (token.kind == KEYWORD && (token.value == K_IF || token.value == K_WHILE)) {
      parse_expression(lexer, 1);
      int jump = n_code;
      emit('j', 0);
      parse_block(lexer);
      code[jump].operand = n_code;
      return;
   } else if (token.kind == KEYWORD && token.value == K_RETURN) {
      parse_expression(lexer, 1);
      emit('r', 0);
   } else if (token.kind == NAME) {
      expect(lexer, '=');
      parse_expression(lexer, 1);
      if (!names[token.value].binding)
         fail(lexer, "this name is not known");
      else
         emit('s', names[token.value].binding->slot);
   } else {
      fail(lexer, "a statement was expected");
   }
   expect(lexer, ';');
}

void parse_block(Lexer* lexer)
{
   expect(lexer, '{');
   enter_scope();
   while (lexer->token.kind != '}' && lexer->token.kind != END)
      parse_statement(lexer);
   leave_scope();
   expect(lexer, '}');
}

void parse_program(Lexer* lexer)
{
   next_token(lexer);
   while (lexer->token.kind == KEYWORD && lexer->token.value == K_FUNCTION) {
      next_token(lexer);
      declare(lexer->token.value);
      expect(lexer, NAME);
      next_slot = 0;
      parse_block(lexer);
   }
   if (lexer->token.kind != END)
      fail(lexer, "a function was expected");
}

// Returns the source of so many functions, each of which has variables, loops and conditions.
char* make_source(int n_functions)
{
   size_t size;
   char* source;
   FILE* out = open_memstream(&source, &size);
   for (int i = 0; i < n_functions; i++) {
      fprintf(out, "// Computes the value number %d\nfunction compute_%d {\n   var result = %u;\n", i, i,
         next_random(900));
      int n_variables = 4 + next_random(5);
      for (int k = 0; k < n_variables; k++)
         fprintf(out, "   var value_%d_%d = (%u + 17) * result - %u * 2;\n", i % 500, k, next_random(90),
            next_random(9));
      for (int k = 0; k < 8; k++) {
         int a = next_random(n_variables), b = next_random(n_variables);
         fprintf(out, "   while value_%d_%d < %u {\n      var step = value_%d_%d + 1 + 2;\n", i % 500, a,
            next_random(1000), i % 500, b);
         fprintf(out, "      if step < result { result = result * step; }\n      value_%d_%d = step * (3 - 1);\n   }\n",
            i % 500, a);
      }
      fprintf(out, "   return result + value_%d_0;\n}\n\n", i % 500);
   }
   fclose(out);
   return source;
}

char* read_source(const char* file)
{
   FILE* in = fopen(file, "r");
   if (!in)
      return NULL;
   char* source = calloc(1, 1 << 20);
   size_t length = fread(source, 1, (1 << 20) - 1, in);
   source[length] = '\0';
   fclose(in);
   return source;
}

int main(int argc, char** argv)
{
   const char* input = argc > 1 ? argv[1] : "200";
   if (getenv("SEED"))
      seed = atoi(getenv("SEED"));
   Lexer lexer = { isdigit((unsigned char)*input) ? make_source(atoi(input)) : read_source(input), 1, { END, 0 } };
   if (!lexer.at) {
      fprintf(stderr, "%s: cannot be read\n", input);
      return 2;
   }
   parse_program(&lexer);
   printf("%d lines, %d names, %d lookups, %d instructions, %d errors\n", lexer.line, n_names, n_lookups, n_code,
      n_errors);
   return n_errors > 0;
}
