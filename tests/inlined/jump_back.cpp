/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   GCC gives the jump back of a loop to a routine that was inlined before.  Prints how often each is called:
   "ROUTINE NUMBER". */
// build -gcc3: -g -O3 -std=c++17 -Wall -Wextra

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

static std::vector<std::string> split(const std::string& text, char mark)
{
   std::vector<std::string> parts;
   size_t begin = 0;
   for (size_t i = 0; i <= text.size(); i++) {
      if (i == text.size() || text[i] == mark) {
         parts.push_back(text.substr(begin, i - begin));
         begin = i + 1;
      }
   }
   return parts;
}

static bool is_anagram(std::string a, std::string b)
{
   std::sort(a.begin(), a.end());
   std::sort(b.begin(), b.end());
   return a == b;
}

/* The jump back of its inner loop is the one that GCC gives to `split`. */
static int anagrams(const std::vector<std::string>& words)
{
   int count = 0;
   for (size_t i = 0; i < words.size(); i++) {
      for (size_t j = 0; j < i; j++) {
         count += is_anagram(words[i], words[j]);
      }
   }
   return count;
}

int main()
{
   int count = 0;
   for (int n = 4; n < 20; n += 4) {
      std::string text;
      for (int i = 0; i < n; i++) {
         text += "ab" + std::to_string(i * 7 % (n + 1)) + ";";
      }
      count += anagrams(split(text, ';'));
   }
   std::printf("anagrams 4\nsplit 4\n");
   return count == 0;
}
