/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   Evaluates arithmetic expressions. */

#include <cctype>
#include <cstdio>
#include <string>

namespace {

enum class Kind { number, plus, minus, times, open, close, end };

struct Token {
   Kind kind;
   long value;
};

class Lexer {
public:
   explicit Lexer(const std::string& source) : at(source.c_str()), current(scan()) {}

   Kind peek() const { return current.kind; }

   Token next()
   {
      Token token = current;
      current = scan();
      return token;
   }

   bool accept(Kind kind)
   {
      if (peek() != kind)
         return false;
      next();
      return true;
   }

private:
   void skip_blanks()
   {
      while (*at == ' ')
         at++;
   }

   long scan_number()
   {
      long value = 0;
      while (std::isdigit(static_cast<unsigned char>(*at)))
         value = (10 * value + *at++ - '0') % 1000003;
      return value;
   }

   Token scan()
   {
      skip_blanks();
      if (std::isdigit(static_cast<unsigned char>(*at)))
         return { Kind::number, scan_number() };
      switch (*at) {
         case '\0': return { Kind::end, 0 };
         case '+': at++; return { Kind::plus, 0 };
         case '-': at++; return { Kind::minus, 0 };
         case '*': at++; return { Kind::times, 0 };
         case '(': at++; return { Kind::open, 0 };
         default: at++; return { Kind::close, 0 };
      }
   }

   const char* at;
   Token current;
};

class Evaluator {
public:
   explicit Evaluator(const std::string& source) : lexer(source) {}

   long sum()
   {
      long value = product();
      for (;;) {
         if (lexer.accept(Kind::plus))
            value += product();
         else if (lexer.accept(Kind::minus))
            value -= product();
         else
            return value % 1000003;
      }
   }

private:
   long product()
   {
      long value = factor();
      while (lexer.accept(Kind::times))
         value = value * factor() % 1000003;
      return value;
   }

   long factor()
   {
      if (lexer.accept(Kind::minus))
         return -factor();
      if (lexer.accept(Kind::open)) {
         long value = sum();
         lexer.accept(Kind::close);
         return value;
      }
      return lexer.next().value;
   }

   Lexer lexer;
};

}

static std::string make_expression(int terms)
{
   std::string text = "0";
   for (int i = 0; i < terms; i++) {
      text += i % 3 == 1 ? " - " : " + ";
      text += std::to_string(i * 17 % 1000) + " * (" + std::to_string(i) + " - -4 * 3)";
   }
   return text;
}

int main()
{
   for (int terms = 3; terms <= 3000; terms += terms / 3 + 1)
      std::printf("%d terms: %ld\n", terms, Evaluator(make_expression(terms)).sum());
}
