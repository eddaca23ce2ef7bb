/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   Removes duplicates from lists of numbers and of words, and keeps the order. */

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

template <typename T> class UniqueList {
public:
   bool contains(const T& value) const
   {
      return std::find(items.begin(), items.end(), value) != items.end();
   }

   bool add(const T& value)
   {
      if (contains(value))
         return false;
      items.push_back(value);
      return true;
   }

   size_t size() const { return items.size(); }
   auto begin() const { return items.begin(); }
   auto end() const { return items.end(); }

private:
   std::vector<T> items;
};

template <typename T> static UniqueList<T> dedupe(const std::vector<T>& values)
{
   UniqueList<T> list;
   for (const T& value : values)
      list.add(value);
   return list;
}

static size_t total_length(const UniqueList<std::string>& words)
{
   size_t length = 0;
   for (const std::string& word : words)
      length += word.size();
   return length;
}

static std::string spell(int number)
{
   static const char* const digits[] = {
      "oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"
   };
   std::string word;
   while (number > 0) {
      word += digits[number % 10];
      number /= 10;
   }
   return word;
}

static std::vector<int> make_numbers(int count)
{
   std::vector<int> numbers;
   unsigned state = 11;
   for (int i = 0; i < count; i++) {
      state = state * 1664525 + 1013904223;
      numbers.push_back(static_cast<int>(state >> 16) % (2 * count) + 1);
   }
   return numbers;
}

static std::vector<std::string> spell_all(const std::vector<int>& numbers)
{
   std::vector<std::string> words;
   std::transform(numbers.begin(), numbers.end(), std::back_inserter(words),
                  [](int n) { return spell(n % 500); });
   return words;
}

int main()
{
   for (int count = 12; count <= 1200; count += count / 4) {
      std::vector<int> numbers = make_numbers(count);
      UniqueList<int> unique = dedupe(numbers);
      UniqueList<std::string> words = dedupe(spell_all(numbers));
      std::printf("%d: %zu numbers, %zu words of %zu letters\n", count, unique.size(), words.size(),
                  total_length(words));
   }
}
