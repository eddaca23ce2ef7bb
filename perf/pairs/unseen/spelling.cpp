// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Corrects words: a trie of known words, distances by dynamic programming, and the most frequent of the nearest.
// usage: spelling WORDS

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#define ROUTINE __attribute__((noinline))

namespace spelling {

static unsigned state = 1;

ROUTINE unsigned next_random()
{
   state = state * 1664525u + 1013904223u;
   return state >> 8;
}

struct Known {
   std::string word;
   int count;
};

class Trie {
public:
   Trie() { nodes_.emplace_back(); }

   ROUTINE void insert(const std::string& word, int index)
   {
      int at = 0;
      for (char c : word) {
         int& child = nodes_[at].children[c - 'a'];
         if (child == 0) {
            child = nodes_.size();
            at = child;
            nodes_.emplace_back();
         } else {
            at = child;
         }
      }
      nodes_[at].index = index;
   }

   // Calls the function with the index of each word within the distance, and its distance.
   ROUTINE void search(const std::string& word, int most, const std::function<void(int, int)>& found) const
   {
      std::vector<int> row(word.size() + 1);
      for (size_t i = 0; i < row.size(); i++)
         row[i] = i;
      for (int c = 0; c < 26; c++)
         if (nodes_[0].children[c])
            descend(nodes_[0].children[c], 'a' + c, word, row, most, found);
   }

   size_t size() const { return nodes_.size(); }

private:
   struct Node {
      int children[26] = {};
      int index = -1;
   };

   ROUTINE void descend(int at, char c, const std::string& word, const std::vector<int>& above, int most,
                        const std::function<void(int, int)>& found) const
   {
      std::vector<int> row(above.size());
      row[0] = above[0] + 1;
      int least = row[0];
      for (size_t i = 1; i < row.size(); i++) {
         int change = above[i - 1] + (word[i - 1] != c);
         row[i] = std::min(change, 1 + std::min(above[i], row[i - 1]));
         least = std::min(least, row[i]);
      }
      const Node& node = nodes_[at];
      if (node.index >= 0 && row.back() <= most)
         found(node.index, row.back());
      if (least > most)
         return;
      for (int next = 0; next < 26; next++)
         if (node.children[next])
            descend(node.children[next], 'a' + next, word, row, most, found);
   }

   std::vector<Node> nodes_;
};

class Speller {
public:
   ROUTINE void learn(const std::string& word)
   {
      auto place = index_.find(word);
      if (place != index_.end()) {
         known_[place->second].count++;
         return;
      }
      index_[word] = known_.size();
      trie_.insert(word, known_.size());
      known_.push_back({ word, 1 });
   }

   ROUTINE std::string correct(const std::string& word)
   {
      auto place = index_.find(word);
      if (place != index_.end())
         return word;
      int best = -1, best_distance = 3;
      trie_.search(word, 1, [&](int index, int distance) {
         if (distance < best_distance || (distance == best_distance && known_[index].count > known_[best].count)) {
            best = index;
            best_distance = distance;
         }
      });
      return best < 0 ? word : known_[best].word;
   }

   ROUTINE std::vector<std::string> most_frequent(size_t n) const
   {
      std::vector<const Known*> list;
      for (const auto& known : known_)
         list.push_back(&known);
      n = std::min(n, list.size());
      std::partial_sort(list.begin(), list.begin() + n, list.end(), [](const Known* a, const Known* b) {
         return a->count != b->count ? a->count > b->count : a->word < b->word;
      });
      std::vector<std::string> words;
      for (size_t i = 0; i < n; i++)
         words.push_back(list[i]->word);
      return words;
   }

   size_t size() const { return known_.size(); }

private:
   std::vector<Known> known_;
   std::unordered_map<std::string, int> index_;
   Trie trie_;
};

ROUTINE std::string make_word(unsigned limit)
{
   static const char* syllables[] = { "ba", "re", "ti", "no", "lu", "ster", "an", "mo", "ki", "da", "or", "es" };
   unsigned key = next_random() % limit;
   std::string word;
   for (int i = 0; i < 2 || key > 0; i++, key /= 12)
      word += syllables[key % 12];
   return word;
}

ROUTINE std::string misspell(std::string word)
{
   word[next_random() % word.size()] = 'a' + next_random() % 26;
   return word;
}

}

using namespace spelling;

int main(int argc, char** argv)
{
   int most = argc > 1 ? atoi(argv[1]) : 2000;
   for (int n = most / 10; n <= most; n += most / 10) {
      Speller speller;
      for (int i = 0; i < n; i++)
         speller.learn(make_word(1 + next_random() % (4 * n)));
      size_t n_same = 0;
      for (int i = 0; i < 30; i++) {
         std::string word = make_word(n);
         n_same += speller.correct(misspell(word)) == word;
      }
      size_t length = 0;
      for (const auto& word : speller.most_frequent(20))
         length += word.size();
      printf("%d: %zu known, %zu of 30 right, %zu letters\n", n, speller.size(), n_same, length);
   }
   return 0;
}
