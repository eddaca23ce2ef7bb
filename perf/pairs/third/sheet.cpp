// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// A spreadsheet: formulas are parsed into trees, cells are computed when they are needed, and a change of a cell makes
// those invalid that depend on it. SEED in the environment is that of the sheet.
// usage: sheet ROWS [CHANGES]

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace sheet {

constexpr int columns = 12;

struct Position {
   int row, column;
   bool operator==(const Position& other) const { return row == other.row && column == other.column; }
};

struct PositionHash {
   size_t operator()(const Position& at) const { return size_t(at.row) * columns + at.column; }
};

class Sheet;

struct Node {
   virtual ~Node() = default;
   virtual double evaluate(Sheet& sheet) const = 0;
   virtual void visit(const std::function<void(Position)>& use) const = 0;
};

using NodePtr = std::unique_ptr<Node>;

struct Number : Node {
   double value;
   explicit Number(double value) : value(value) {}
   double evaluate(Sheet&) const override { return value; }
   void visit(const std::function<void(Position)>&) const override {}
};

struct Reference : Node {
   Position at;
   explicit Reference(Position at) : at(at) {}
   double evaluate(Sheet& sheet) const override;
   void visit(const std::function<void(Position)>& use) const override { use(at); }
};

struct Range : Node {
   std::string function;
   Position from, to;
   Range(std::string function, Position from, Position to) : function(std::move(function)), from(from), to(to) {}
   double evaluate(Sheet& sheet) const override;
   void visit(const std::function<void(Position)>& use) const override;
};

struct Operation : Node {
   char symbol;
   NodePtr left, right;
   Operation(char symbol, NodePtr left, NodePtr right)
      : symbol(symbol), left(std::move(left)), right(std::move(right)) {}
   double evaluate(Sheet& sheet) const override;
   void visit(const std::function<void(Position)>& use) const override { left->visit(use); right->visit(use); }
};

class Parser {
public:
   explicit Parser(const std::string& text) : text(text) {}
   NodePtr parse()
   {
      NodePtr node = sum();
      if (at != text.size())
         throw std::runtime_error("what is behind the formula?");
      return node;
   }

private:
   const std::string& text;
   size_t at = 0;

   char peek() const { return at < text.size() ? text[at] : '\0'; }
   bool accept(char c) { return peek() == c && ++at; }

   NodePtr sum()
   {
      NodePtr left = product();
      while (peek() == '+' || peek() == '-') {
         char symbol = text[at++];
         left = std::make_unique<Operation>(symbol, std::move(left), product());
      }
      return left;
   }
   NodePtr product()
   {
      NodePtr left = atom();
      while (peek() == '*' || peek() == '/') {
         char symbol = text[at++];
         left = std::make_unique<Operation>(symbol, std::move(left), atom());
      }
      return left;
   }
   Position position()
   {
      int column = text[at++] - 'A';
      int row = 0;
      while (isdigit(static_cast<unsigned char>(peek())))
         row = row * 10 + text[at++] - '0';
      return { row, column };
   }
   NodePtr atom();
};

NodePtr Parser::atom()
{
   if (accept('(')) {
      NodePtr node = sum();
      accept(')');
      return node;
   }
   if (isdigit(static_cast<unsigned char>(peek()))) {
      size_t start = at;
      while (isdigit(static_cast<unsigned char>(peek())) || peek() == '.')
         at++;
      return std::make_unique<Number>(strtod(text.c_str() + start, nullptr));
   }
   if (at + 1 < text.size() && isalpha(static_cast<unsigned char>(text[at + 1]))) {
      size_t open = text.find('(', at);
      std::string function = text.substr(at, open - at);
      at = open + 1;
      Position from = position();
      accept(':');
      Position to = position();
      accept(')');
      return std::make_unique<Range>(function, from, to);
   }
   if (!isupper(static_cast<unsigned char>(peek())))
      throw std::runtime_error("no formula: " + text);
   return std::make_unique<Reference>(position());
}

struct Cell {
   std::string text;
   NodePtr formula;
   double value = 0;
   bool valid = false;
   std::vector<Position> users;
};

class Sheet {
public:
   long n_evaluations = 0;

   void set(Position at, const std::string& text)
   {
      Cell& cell = cells[at];
      if (cell.formula)
         cell.formula->visit([&](Position used) { forget(cells[used].users, at); });
      cell.text = text;
      cell.formula = Parser(text).parse();
      cell.formula->visit([&](Position used) { cells[used].users.push_back(at); });
      invalidate(at);
   }
   double value(Position at)
   {
      auto found = cells.find(at);
      if (found == cells.end() || !found->second.formula)
         return 0;
      Cell& cell = found->second;
      if (!cell.valid) {
         cell.value = cell.formula->evaluate(*this);
         cell.valid = true;
         n_evaluations++;
      }
      return cell.value;
   }
   std::string render(int rows);

private:
   std::unordered_map<Position, Cell, PositionHash> cells;

   void forget(std::vector<Position>& users, Position at)
   {
      auto found = std::find(users.begin(), users.end(), at);
      if (found != users.end()) {
         *found = users.back();
         users.pop_back();
      }
   }
   void invalidate(Position at);
};

void Sheet::invalidate(Position at)
{
   std::vector<Position> open{ at };
   cells[at].valid = false;
   while (!open.empty()) {
      Position next = open.back();
      open.pop_back();
      for (const Position& user : cells[next].users) {
         Cell& cell = cells[user];
         if (!cell.valid)
            continue;
         cell.valid = false;
         open.push_back(user);
      }
   }
}

double Reference::evaluate(Sheet& sheet) const
{
   return sheet.value(at);
}

void Range::visit(const std::function<void(Position)>& use) const
{
   for (int row = from.row; row <= to.row; row++)
      for (int column = from.column; column <= to.column; column++)
         use({ row, column });
}

double median(std::vector<double>& values)
{
   auto middle = values.begin() + values.size() / 2;
   std::nth_element(values.begin(), middle, values.end());
   return *middle;
}

double Range::evaluate(Sheet& sheet) const
{
   std::vector<double> values;
   values.reserve((to.row - from.row + 1) * (to.column - from.column + 1));
   visit([&](Position at) { values.push_back(sheet.value(at)); });
   if (function == "MAX")
      return *std::max_element(values.begin(), values.end());
   if (function == "MEDIAN")
      return median(values);
   return std::accumulate(values.begin(), values.end(), 0.0);
}

double Operation::evaluate(Sheet& sheet) const
{
   double a = left->evaluate(sheet), b = right->evaluate(sheet);
   switch (symbol) {
   case '+': return a + b;
   case '-': return a - b;
   case '*': return a * b;
   default: return b == 0 ? 0 : a / b;
   }
}

void append_padded(std::string& out, const std::string& text, size_t width)
{
   if (text.size() < width)
      out.append(width - text.size(), ' ');
   out += text;
   out += '|';
}

std::string format(double value)
{
   bool negative = value < 0;
   unsigned long hundredths = static_cast<unsigned long>((negative ? -value : value) * 100 + 0.5) % 1000000000000;
   std::string text = std::to_string(hundredths / 100) + '.';
   text += static_cast<char>('0' + hundredths / 10 % 10);
   text += static_cast<char>('0' + hundredths % 10);
   return negative ? '-' + text : text;
}

std::string Sheet::render(int rows)
{
   std::vector<size_t> widths(columns, 1);
   std::vector<std::string> texts;
   texts.reserve(size_t(rows) * columns);
   for (int row = 0; row < rows; row++)
      for (int column = 0; column < columns; column++) {
         texts.push_back(format(value({ row, column })));
         widths[column] = std::max(widths[column], texts.back().size());
      }
   std::string out;
   for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++)
         append_padded(out, texts[size_t(row) * columns + column], widths[column]);
      out += '\n';
   }
   return out;
}

class Random {
public:
   explicit Random(unsigned long seed) : state(seed) {}
   int operator()(int limit)
   {
      state = state * 6364136223846793005ul + 1442695040888963407ul;
      return (state >> 33) % limit;
   }

private:
   unsigned long state;
};

std::string name(int row, int column)
{
   return std::string(1, 'A' + column) + std::to_string(row);
}

// Each row uses the rows above it; each twentieth has the sums of those since the last such row.
std::string make_formula(Random& random, int row, int column)
{
   if (row < 2 || column < 2) {
      int hundreds = random(1000);
      return std::to_string(hundreds) + "." + std::to_string(random(90) + 10);
   }
   if (row % 20 == 0) {
      static const char* const functions[] = { "SUM", "MAX", "MEDIAN" };
      return std::string(functions[column % 3]) + "(" + name(row - 19, column) + ":" + name(row - 1, column) + ")";
   }
   int factor = random(6) + 1, other = random(columns), divisor = random(9) + 1;
   return "(" + name(row - 1, column) + "+" + name(row, column - 1) + ")*0." + std::to_string(factor) + "-" +
      name(row - 2, other) + "/" + std::to_string(divisor);
}

}

int main(int argc, char** argv)
{
   int rows = argc > 1 ? atoi(argv[1]) : 300;
   int changes = argc > 2 ? atoi(argv[2]) : 60;
   sheet::Random random(getenv("SEED") ? atoi(getenv("SEED")) : 3);
   sheet::Sheet sheet;
   for (int row = 0; row < rows; row++)
      for (int column = 0; column < sheet::columns; column++)
         sheet.set({ row, column }, sheet::make_formula(random, row, column));
   double last = 0;
   for (int i = 0; i < changes; i++) {
      sheet::Position at{ rows - 1 - random(rows / 6), random(2) };
      sheet.set(at, std::to_string(random(500)));
      last = sheet.value({ rows - 1, sheet::columns - 1 });
   }
   std::string text = sheet.render(rows);
   printf("%ld evaluations, %zu bytes, %.3f\n", sheet.n_evaluations, text.size(), last);
   return text.empty();
}
