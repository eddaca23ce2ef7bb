// Containers, algorithms, strings, streams, virtual calls, and exceptions that pass through several activations with
// destructors, are rethrown, and are thrown from recursion.

// build: $(plain_cpp)
// build stl_O0: -I../../include -O0 -g -Wall -Wextra

#include <algorithm>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

int alive = 0;

struct Counted {
   Counted() { alive++; }
   Counted(const Counted&) { alive++; }
   ~Counted() { alive--; }
};

struct Shape {
   virtual ~Shape() = default;
   virtual double area() const = 0;
};

struct Square : Shape {
   double side;
   explicit Square(double s) : side(s) {}
   double area() const override { return side * side; }
};

struct Circle : Shape {
   double radius;
   explicit Circle(double r) : radius(r) {}
   double area() const override { return 3 * radius * radius; }
};

int throw_at_depth(int depth)
{
   Counted here;
   if (depth == 0)
      throw std::out_of_range("bottom");
   return throw_at_depth(depth - 1) + 1;
}

int rethrow(int depth)
{
   Counted here;
   try {
      return throw_at_depth(depth);
   } catch (const std::out_of_range& error) {
      throw std::runtime_error(std::string("from the ") + error.what());
   }
}

int catch_many()
{
   int caught = 0;
   for (int depth = 0; depth < 30; depth++) {
      try {
         Counted here;
         depth % 2 ? rethrow(depth) : throw_at_depth(depth);
      } catch (const std::runtime_error& error) {
         caught += std::string(error.what()).size();
      } catch (const std::exception&) {
         caught++;
      }
   }
   return caught;
}

template <typename Container>
long sum_of(const Container& container)
{
   return std::accumulate(container.begin(), container.end(), 0L);
}

}

int main()
{
   std::vector<int> values(500);
   std::iota(values.begin(), values.end(), 0);
   for (int& value : values)
      value = value * 7919 % 503;
   std::vector<int> sorted = values;
   std::sort(sorted.begin(), sorted.end());
   std::stable_sort(values.begin(), values.end(), [](int a, int b) { return a % 10 < b % 10; });
   std::cout << sum_of(sorted) << ' ' << std::binary_search(sorted.begin(), sorted.end(), 77) << '\n';

   std::map<std::string, int> ordered;
   std::unordered_map<std::string, int> hashed;
   for (int value : values) {
      ordered["key" + std::to_string(value % 61)] += value;
      hashed["key" + std::to_string(value % 61)] -= value;
   }
   long difference = 0;
   for (const auto& entry : ordered)
      difference += entry.second + hashed[entry.first];
   std::cout << ordered.size() << ' ' << hashed.size() << ' ' << difference << '\n';

   std::list<int> list(values.begin(), values.end());
   list.sort(std::greater<int>());
   list.unique();
   std::set<int> unique(list.begin(), list.end());
   std::cout << list.size() << ' ' << sum_of(unique) << '\n';

   std::vector<std::unique_ptr<Shape>> shapes;
   for (int i = 0; i < 50; i++) {
      if (i % 3)
         shapes.push_back(std::make_unique<Square>(i));
      else
         shapes.push_back(std::make_unique<Circle>(i));
   }
   double area = 0;
   for (const auto& shape : shapes)
      area += shape->area();
   std::ostringstream text;
   text << area << ' ' << catch_many() << ' ' << alive;
   std::cout << text.str() << std::endl;
   return 4;
}
