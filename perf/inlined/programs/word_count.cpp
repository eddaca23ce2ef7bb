/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   Counts the words of a text, and shows the usual ones. */

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/* The words of a text, to iterate over. */
class Words {
public:
   class Iterator {
   public:
      Iterator(const char* at, const char* end) : at(at), stop(at), end(end) { find_word(); }

      std::string_view operator*() const { return { at, static_cast<size_t>(stop - at) }; }
      bool operator!=(const Iterator& other) const { return at != other.at; }

      Iterator& operator++()
      {
         at = stop;
         find_word();
         return *this;
      }

   private:
      void find_word()
      {
         while (at != end && !std::isalpha(static_cast<unsigned char>(*at)))
            at++;
         stop = at;
         while (stop != end && std::isalpha(static_cast<unsigned char>(*stop)))
            stop++;
      }

      const char* at;
      const char* stop;
      const char* end;
   };

   explicit Words(std::string_view text) : text(text) {}
   Iterator begin() const { return { text.data(), text.data() + text.size() }; }
   Iterator end() const { return { text.data() + text.size(), text.data() + text.size() }; }

private:
   std::string_view text;
};

using Counts = std::map<std::string, int>;

static std::string lower(std::string_view word)
{
   std::string result(word);
   for (char& c : result)
      c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
   return result;
}

static Counts count_words(std::string_view text)
{
   Counts counts;
   for (std::string_view word : Words(text))
      counts[lower(word)]++;
   return counts;
}

static std::vector<std::string> usual(const Counts& counts, int least)
{
   std::vector<std::string> words;
   for (const auto& [word, count] : counts)
      if (count >= least)
         words.push_back(word);
   std::sort(words.begin(), words.end(),
             [&](const std::string& a, const std::string& b) { return counts.at(a) > counts.at(b); });
   return words;
}

static std::string make_text(int words)
{
   static const char* const parts[] = { "Ba", "ke", "lo", "mi", "nu", "ra", "Se" };
   std::string text;
   unsigned state = 3;
   for (int i = 0; i < words; i++) {
      for (int j = 0; j < 1 + i % 4; j++) {
         state = state * 1103515245 + 12345;
         text += parts[(state >> 16) % 7];
      }
      text += i % 12 == 11 ? ".\n" : " ";
   }
   return text;
}

int main()
{
   for (int words = 12; words <= 4000; words += words / 3) {
      Counts counts = count_words(make_text(words));
      std::vector<std::string> often = usual(counts, 3);
      std::printf("%d words: %zu different, %zu often\n", words, counts.size(), often.size());
   }
}
