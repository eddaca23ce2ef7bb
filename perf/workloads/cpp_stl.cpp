/*--------------------------------------------------------------------*/
/*--- The C++ standard library at work.                cpp_stl.cpp ---*/
/*--------------------------------------------------------------------*/

/* cpp_stl [SCALE]

   Ordered and hashed maps, strings and streams, sorting with function objects, virtual calls, exceptions that
   unwind several frames, and a matrix product on nested vectors. */

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

class Random {
public:
   explicit Random(std::uint32_t seed) : state(seed) {}

   std::uint32_t below(std::uint32_t limit)
   {
      state = state * 1664525u + 1013904223u;
      return (state >> 8) % limit;
   }

private:
   std::uint32_t state;
};

std::string random_word(Random& random)
{
   std::string word;
   for (std::uint32_t length = 3 + random.below(8); length > 0; length--)
      word += static_cast<char>('a' + random.below(26));
   return word;
}

/* Words into a map, counted, and the map read back in order. */
void count_words(Random& random, int words)
{
   std::vector<std::string> vocabulary;
   for (int i = 0; i < words / 8; i++)
      vocabulary.push_back(random_word(random));

   std::map<std::string, int>           ordered;
   std::unordered_map<std::string, int> hashed;
   for (int i = 0; i < words; i++) {
      const std::string& word = vocabulary[random.below(static_cast<std::uint32_t>(vocabulary.size()))];
      ordered[word]++;
      hashed[word + "-" + word] += i;
   }
   std::uint64_t sum = 0;
   for (const auto& entry : ordered)
      sum = sum * 31 + entry.first.size() * static_cast<unsigned>(entry.second);
   for (const auto& entry : hashed)
      sum += static_cast<unsigned>(entry.second);
   std::cout << "words " << ordered.size() << ' ' << sum << '\n';
}

class Shape {
public:
   virtual ~Shape() = default;
   virtual std::uint64_t area() const = 0;
};

class Square : public Shape {
public:
   explicit Square(std::uint64_t side) : side(side) {}
   std::uint64_t area() const override { return side * side; }

private:
   std::uint64_t side;
};

class Rectangle : public Shape {
public:
   Rectangle(std::uint64_t width, std::uint64_t height) : width(width), height(height) {}
   std::uint64_t area() const override { return width * height; }

private:
   std::uint64_t width;
   std::uint64_t height;
};

void sort_shapes(Random& random, int count)
{
   std::vector<std::unique_ptr<Shape>> shapes;
   for (int i = 0; i < count; i++) {
      if (random.below(2) == 0)
         shapes.push_back(std::make_unique<Square>(random.below(1000)));
      else
         shapes.push_back(std::make_unique<Rectangle>(random.below(1000), random.below(1000)));
   }
   std::stable_sort(shapes.begin(), shapes.end(),
                    [](const auto& left, const auto& right) { return left->area() < right->area(); });
   std::uint64_t sum = 0;
   for (std::size_t i = 0; i < shapes.size(); i++)
      sum += shapes[i]->area() * (i + 1);
   std::cout << "shapes " << sum << '\n';
}

/* Numbers through text and back. */
void format_numbers(Random& random, int count)
{
   std::ostringstream out;
   for (int i = 0; i < count; i++)
      out << random.below(1000000) << (i % 10 == 9 ? '\n' : ' ');
   std::istringstream in(out.str());
   std::uint64_t      sum = 0;
   for (std::uint64_t number; in >> number;)
      sum += number;
   std::cout << "numbers " << sum << '\n';
}

/* Throws from the bottom of a recursion, so that every frame above has a string to destroy. */
int descend(int depth, const std::string& path)
{
   if (depth == 0)
      throw std::runtime_error(path);
   return descend(depth - 1, path + static_cast<char>('a' + depth % 26)) + 1;
}

void throw_exceptions(int count)
{
   std::uint64_t sum = 0;
   for (int i = 0; i < count; i++) {
      try {
         sum += static_cast<unsigned>(descend(4 + i % 20, ""));
      } catch (const std::runtime_error& error) {
         sum += std::string(error.what()).size();
      }
   }
   std::cout << "exceptions " << sum << '\n';
}

using Matrix = std::vector<std::vector<int>>;

Matrix random_matrix(Random& random, std::size_t size)
{
   Matrix matrix(size, std::vector<int>(size));
   for (auto& row : matrix)
      std::generate(row.begin(), row.end(), [&random] { return static_cast<int>(random.below(100)); });
   return matrix;
}

void multiply_matrices(Random& random, std::size_t size)
{
   Matrix left  = random_matrix(random, size);
   Matrix right = random_matrix(random, size);
   Matrix product(size, std::vector<int>(size));
   for (std::size_t i = 0; i < size; i++)
      for (std::size_t j = 0; j < size; j++)
         for (std::size_t k = 0; k < size; k++)
            product[i][j] += left[i][k] * right[k][j];
   std::int64_t trace = 0;
   for (std::size_t i = 0; i < size; i++)
      trace += std::accumulate(product[i].begin(), product[i].end(), std::int64_t{0});
   std::cout << "matrix " << trace << '\n';
}

} // namespace

int main(int argc, char** argv)
{
   int scale = argc > 1 ? std::atoi(argv[1]) : 1;

   for (int round = 0; round < scale; round++) {
      Random random(1 + static_cast<std::uint32_t>(round));
      count_words(random, 200000);
      sort_shapes(random, 60000);
      format_numbers(random, 100000);
      throw_exceptions(4000);
      multiply_matrices(random, 220);
   }
   return 0;
}
