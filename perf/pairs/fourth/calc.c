// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Compiles programs of a small language to code for a stack machine, and runs it. Numbers in expressions
// are folded.
// usage: calc PROGRAMS

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_SLOTS = 512, MOST_VARIABLES = 300, STACK = 64, NAME = 16 };

typedef enum { T_END, T_NUMBER, T_NAME, T_WHILE, T_IF, T_PRINT, T_SIGN } Kind;

typedef struct { Kind kind; char sign; char name[NAME]; int64_t number; int line; } Token;

typedef struct Node {
   char type;                       // 'n'umber, 'v'ariable, or an operator
   int64_t number;
   int variable;
   struct Node *left, *right;
   struct Node* next_free;
} Node;

typedef enum { NUMBER, LOAD, STORE, ADD, SUB, MUL, LESS, JUMP, JUMP_IF_NOT, PRINT, END } Code;

typedef struct { Code code; int64_t value; } Op;

typedef struct { char name[NAME]; int used; int64_t value; } Variable;

typedef struct {
   const char *text, *at;
   int line;
   Token token;
   Op* ops;
   int n_ops, room;
   Variable variables[MOST_VARIABLES];
   int n_variables;
   short slots[N_SLOTS];
   Node* free_nodes;
   uint64_t printed;
   long steps;
} Calc;

static const struct { const char* name; Kind kind; } words[] = {
   { "while", T_WHILE }, { "if", T_IF }, { "print", T_PRINT },
};

static uint32_t state = 17;

static uint32_t next_random(uint32_t below)
{
   state = state * 1664525u + 1013904223u;
   return (state >> 8) % below;
}

static Node* new_node(Calc* calc, char type)
{
   Node* node = calc->free_nodes;
   if (node != NULL)
      calc->free_nodes = node->next_free;
   else
      node = malloc(sizeof *node);
   memset(node, 0, sizeof *node);
   node->type = type;
   return node;
}

static void free_node(Calc* calc, Node* node)
{
   if (node == NULL)
      return;
   free_node(calc, node->left);
   free_node(calc, node->right);
   node->next_free = calc->free_nodes;
   calc->free_nodes = node;
}

static unsigned hash_name(const char* name)
{
   unsigned hash = 5381;
   while (*name != '\0')
      hash = hash * 33 + (unsigned char)*name++;
   return hash ^ hash >> 16;
}

// Returns the number of a variable, which is new if its name is.
static int find_variable(Calc* calc, const char* name)
{
   unsigned slot = hash_name(name) % N_SLOTS;
   while (calc->slots[slot] != 0) {
      int i = calc->slots[slot] - 1;
      if (strcmp(calc->variables[i].name, name) == 0)
         return i;
      slot = (slot + 1) % N_SLOTS;
   }
   int i = calc->n_variables++;
   strcpy(calc->variables[i].name, name);
   calc->variables[i].value = 0;
   calc->slots[slot] = i + 1;
   return i;
}

static Kind kind_of_word(const char* name)
{
   for (size_t i = 0; i < sizeof words / sizeof *words; i++)
      if (words[i].name[0] == name[0] && strcmp(words[i].name, name) == 0)
         return words[i].kind;
   return T_NAME;
}

static void skip_space(Calc* calc)
{
   while (*calc->at == ' ' || *calc->at == '\n') {
      if (*calc->at == '\n')
         calc->line++;
      calc->at++;
   }
}

static void next_token(Calc* calc)
{
   Token* token = &calc->token;
   skip_space(calc);
   token->line = calc->line;
   const char* at = calc->at;
   if (*at == '\0') {
      token->kind = T_END;
   } else if (*at >= '0' && *at <= '9') {
      token->kind = T_NUMBER;
      token->number = 0;
      while (*at >= '0' && *at <= '9')
         token->number = 10 * token->number + (*at++ - '0');
   } else if (isalpha((unsigned char)*at)) {
      int length = 0;
      while (isalnum((unsigned char)*at) && length < NAME - 1)
         token->name[length++] = *at++;
      token->name[length] = '\0';
      token->kind = kind_of_word(token->name);
   } else {
      token->kind = T_SIGN;
      token->sign = *at++;
   }
   calc->at = at;
}

static int is_sign(const Calc* calc, char sign)
{
   return calc->token.kind == T_SIGN && calc->token.sign == sign;
}

static void expect(Calc* calc, char sign)
{
   if (!is_sign(calc, sign)) {
      fprintf(stderr, "line %d: no %c\n", calc->token.line, sign);
      exit(1);
   }
   next_token(calc);
}

static int64_t compute(char type, int64_t left, int64_t right)
{
   switch (type) {
   case '+': return left + right;
   case '-': return left - right;
   case '*': return (int64_t)((uint64_t)left * (uint64_t)right);
   default: return left < right;
   }
}

static Node* make_binary(Calc* calc, char type, Node* left, Node* right)
{
   if (left->type == 'n' && right->type == 'n') {
      left->number = compute(type, left->number, right->number);
      free_node(calc, right);
      return left;
   }
   Node* node = new_node(calc, type);
   node->left = left;
   node->right = right;
   return node;
}

static Node* parse_expression(Calc* calc, int level);

static Node* parse_primary(Calc* calc)
{
   Node* node;
   if (is_sign(calc, '(')) {
      next_token(calc);
      node = parse_expression(calc, 0);
      expect(calc, ')');
      return node;
   }
   if (calc->token.kind == T_NUMBER) {
      node = new_node(calc, 'n');
      node->number = calc->token.number;
   } else {
      node = new_node(calc, 'v');
      node->variable = find_variable(calc, calc->token.name);
   }
   next_token(calc);
   return node;
}

static Node* parse_expression(Calc* calc, int level)
{
   static const char signs[3][3] = { "<", "+-", "*" };
   if (level == 3)
      return parse_primary(calc);
   Node* left = parse_expression(calc, level + 1);
   while (calc->token.kind == T_SIGN && strchr(signs[level], calc->token.sign) != NULL) {
      char type = calc->token.sign;
      next_token(calc);
      left = make_binary(calc, type, left, parse_expression(calc, level + 1));
   }
   return left;
}

static int emit(Calc* calc, Code code, int64_t value)
{
   if (calc->n_ops == calc->room) {
      calc->room = 2 * calc->room + 16;
      calc->ops = realloc(calc->ops, calc->room * sizeof *calc->ops);
   }
   calc->ops[calc->n_ops] = (Op){ code, value };
   return calc->n_ops++;
}

static void emit_expression(Calc* calc, const Node* node)
{
   switch (node->type) {
   case 'n': emit(calc, NUMBER, node->number); return;
   case 'v': emit(calc, LOAD, node->variable); return;
   }
   emit_expression(calc, node->left);
   emit_expression(calc, node->right);
   emit(calc, node->type == '+' ? ADD : node->type == '-' ? SUB : node->type == '*' ? MUL : LESS, 0);
}

static void compile_expression(Calc* calc)
{
   Node* node = parse_expression(calc, 0);
   emit_expression(calc, node);
   free_node(calc, node);
}

static void compile_statement(Calc* calc)
{
   Kind kind = calc->token.kind;
   if (kind == T_WHILE || kind == T_IF) {
      next_token(calc);
      int start = calc->n_ops;
      compile_expression(calc);
      int jump = emit(calc, JUMP_IF_NOT, 0);
      expect(calc, '{');
      while (!is_sign(calc, '}'))
         compile_statement(calc);
      next_token(calc);
      if (kind == T_WHILE)
         emit(calc, JUMP, start);
      calc->ops[jump].value = calc->n_ops;
   } else if (kind == T_PRINT) {
      next_token(calc);
      compile_expression(calc);
      expect(calc, ';');
      emit(calc, PRINT, 0);
   } else {
      int variable = find_variable(calc, calc->token.name);
      next_token(calc);
      expect(calc, '=');
      compile_expression(calc);
      expect(calc, ';');
      emit(calc, STORE, variable);
   }
}

static void compile(Calc* calc, const char* text)
{
   calc->text = calc->at = text;
   calc->line = 1;
   calc->n_ops = calc->n_variables = 0;
   memset(calc->slots, 0, sizeof calc->slots);
   next_token(calc);
   while (calc->token.kind != T_END)
      compile_statement(calc);
   emit(calc, END, 0);
}

static void push(int64_t* stack, int* top, int64_t value)
{
   stack[(*top)++] = value;
}

static void run(Calc* calc)
{
   int64_t stack[STACK];
   int top = 0;
   for (int at = 0;; at++) {
      Op op = calc->ops[at];
      calc->steps++;
      switch (op.code) {
      case NUMBER: push(stack, &top, op.value); break;
      case LOAD: push(stack, &top, calc->variables[op.value].value); break;
      case STORE: calc->variables[op.value].value = stack[--top]; break;
      case ADD: top--; stack[top - 1] += stack[top]; break;
      case SUB: top--; stack[top - 1] -= stack[top]; break;
      case MUL: top--; stack[top - 1] = (int64_t)((uint64_t)stack[top - 1] * (uint64_t)stack[top]); break;
      case LESS: top--; stack[top - 1] = stack[top - 1] < stack[top]; break;
      case JUMP: at = (int)op.value - 1; break;
      case JUMP_IF_NOT: if (stack[--top] == 0) at = (int)op.value - 1; break;
      case PRINT: calc->printed = calc->printed * 31 + (uint64_t)stack[--top]; break;
      case END: return;
      }
   }
}

static void make_expression(char* text, int depth)
{
   if (depth == 0 || next_random(4) == 0) {
      if (next_random(2) == 0)
         sprintf(text, "%u", next_random(50));
      else
         sprintf(text, "v%u", next_random(40));
      return;
   }
   strcpy(text, "(");
   make_expression(text + 1, depth - 1);
   text += strlen(text);
   *text++ = "+-*"[next_random(3)];
   make_expression(text, depth - 1);
   strcat(text, ")");
}

static void make_program(char* text, int n)
{
   for (int i = 0; i < n; i++) {
      text += sprintf(text, "v%u = ", next_random(120));
      make_expression(text, 3);
      text += strlen(text);
      text += sprintf(text, ";\n");
   }
   text += sprintf(text, "i = 0;\nwhile i < 60 * 4 + %u {\n   i = i + 2 * 3 - 5;\n", next_random(20));
   for (int i = 0; i < 4; i++) {
      text += sprintf(text, "   v%u = 7 * 3 + ", i);
      make_expression(text, 3);
      text += strlen(text);
      text += sprintf(text, ";\n   if v%u < i {\n      print v%u + 10 - 4;\n   }\n", i, i + 1);
   }
   sprintf(text, "}\nprint i;\n");
}

int main(int n_args, char** args)
{
   int n = n_args > 1 ? atoi(args[1]) : 20;
   static Calc calc;
   static char text[200000];
   for (int i = 0; i < n; i++) {
      if (i % 10 == 0)
         make_program(text, 50);
      compile(&calc, text);
      run(&calc);
   }
   printf("%ld steps, %016llx\n", calc.steps, (unsigned long long)calc.printed);
   return 0;
}
