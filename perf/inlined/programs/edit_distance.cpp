/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   How many letters must be changed to make one word of another? */

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace text {

size_t common_prefix(std::string_view a, std::string_view b)
{
   size_t length = 0;
   while (length < a.size() && length < b.size() && a[length] == b[length])
      length++;
   return length;
}

int cheapest(int replaced, int inserted, int removed)
{
   return std::min({ replaced, inserted + 1, removed + 1 });
}

class Distance {
public:
   explicit Distance(std::string_view text) : text(text), row(text.size() + 1)
   {
      for (size_t i = 0; i < row.size(); i++)
         row[i] = static_cast<int>(i);
   }

   void feed(char c)
   {
      int diagonal = row[0]++;
      for (size_t i = 1; i < row.size(); i++) {
         int replaced = diagonal + (text[i - 1] != c);
         diagonal = row[i];
         row[i] = cheapest(replaced, row[i - 1], row[i]);
      }
   }

   int value() const { return row.back(); }

private:
   std::string_view text;
   std::vector<int> row;
};

int distance(std::string_view a, std::string_view b)
{
   size_t same = common_prefix(a, b);
   a.remove_prefix(same);
   b.remove_prefix(same);
   if (a.empty() || b.empty())
      return static_cast<int>(a.size() + b.size());
   Distance distance(a);
   for (char c : b)
      distance.feed(c);
   return distance.value();
}

}

static std::string make_sequence(int length, unsigned state)
{
   std::string sequence;
   for (int i = 0; i < length; i++) {
      state = state * 1103515245 + 12345;
      sequence += "acgt"[state >> 30];
   }
   return sequence;
}

static std::string mutate(const std::string& sequence)
{
   std::string result;
   for (size_t i = 0; i < sequence.size(); i++) {
      if (i % 7 == 5)
         result += 'a';
      if (i % 11 != 3)
         result += sequence[i];
   }
   return result;
}

int main()
{
   for (int length = 16; length <= 1000; length += length / 4) {
      std::string first = make_sequence(length, 3);
      std::string second = mutate(first);
      int changed = text::distance(first, second);
      std::printf("%d: %d, %d\n", length, changed, text::distance(first, make_sequence(length / 2, 4)));
   }
}
