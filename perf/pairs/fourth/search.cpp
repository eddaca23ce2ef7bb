// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Searches texts: makes an index of the words of documents, ranks documents for queries, and shows parts of
// the best.
// usage: search DOCUMENTS QUERIES

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <queue>
#include <string>
#include <unordered_map>
#include <vector>

uint64_t state = 99;

unsigned random_below(unsigned n)
{
   state = state * 6364136223846793005u + 1442695040888963407u;
   return static_cast<unsigned>(state >> 33) % n;
}

struct Posting {
   int document;
   std::vector<int> places;
};

struct Hit {
   int document;
   double score;
};

struct Better {
   bool operator()(const Hit& a, const Hit& b) const
   {
      return a.score != b.score ? a.score > b.score : a.document < b.document;
   }
};

class Stemmer {
public:
   std::string stem(const std::string& word) const
   {
      for (const char* ending : { "ations", "ation", "ings", "ing", "es", "s" })
         if (ends_with(word, ending))
            return word.substr(0, word.size() - std::char_traits<char>::length(ending));
      return word;
   }

private:
   static bool ends_with(const std::string& word, const char* ending)
   {
      size_t n = std::char_traits<char>::length(ending);
      return word.size() > n + 2 && word.compare(word.size() - n, n, ending) == 0;
   }
};

class Words {
public:
   explicit Words(const std::string& text) : text_(text) {}

   bool next(std::string& word)
   {
      while (at_ < text_.size() && !is_letter(text_[at_]))
         at_++;
      start_ = at_;
      word.clear();
      for (; at_ < text_.size() && is_letter(text_[at_]); at_++)
         word += static_cast<char>(text_[at_] | ' ');
      return !word.empty();
   }

   size_t start() const { return start_; }

private:
   static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

   const std::string& text_;
   size_t at_ = 0, start_ = 0;
};

class Index {
public:
   Index()
   {
      for (const char* word : { "the", "of", "and", "a", "in", "to", "is", "was", "for", "on" })
         stop_words_[word] = true;
   }

   void add(const std::string& text)
   {
      int document = static_cast<int>(texts_.size());
      texts_.push_back(text);
      Words words(texts_.back());
      std::string word;
      int n = 0;
      while (words.next(word)) {
         n++;
         if (stop_words_.count(word) == 0)
            add_word(stemmer_.stem(word), document, static_cast<int>(words.start()));
      }
      lengths_.push_back(n);
      n_words_ += n;
   }

   std::vector<Hit> search(const std::string& query, size_t most)
   {
      auto found = cache_.find(query);
      if (found != cache_.end())
         return found->second;
      std::unordered_map<int, double> scores;
      Words words(query);
      std::string word;
      while (words.next(word))
         score_word(stemmer_.stem(word), scores);
      std::vector<Hit> hits = best_of(scores, most);
      cache_[query] = hits;
      return hits;
   }

   std::string part_of(int document, const std::string& query) const
   {
      Words words(query);
      std::string word;
      size_t first = std::string::npos;
      while (words.next(word)) {
         const Posting* posting = find_posting(stemmer_.stem(word), document);
         if (posting != nullptr)
            first = std::min(first, static_cast<size_t>(posting->places.front()));
      }
      if (first == std::string::npos)
         return "";
      return texts_[document].substr(first, 60);
   }

private:
   void add_word(const std::string& word, int document, int place)
   {
      std::vector<Posting>& postings = postings_[word];
      if (postings.empty() || postings.back().document != document)
         postings.push_back({ document, {} });
      postings.back().places.push_back(place);
   }

   const Posting* find_posting(const std::string& word, int document) const
   {
      auto found = postings_.find(word);
      if (found == postings_.end())
         return nullptr;
      auto at = std::lower_bound(found->second.begin(), found->second.end(), document,
         [](const Posting& posting, int wanted) { return posting.document < wanted; });
      return at != found->second.end() && at->document == document ? &*at : nullptr;
   }

   double weight_of(int document, double times, double rarity) const
   {
      double mean = static_cast<double>(n_words_) / static_cast<double>(texts_.size());
      return rarity * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * lengths_[document] / mean));
   }

   void score_word(const std::string& word, std::unordered_map<int, double>& scores) const
   {
      auto found = postings_.find(word);
      if (found == postings_.end())
         return;
      double n = static_cast<double>(found->second.size());
      double rarity = std::log(1 + (static_cast<double>(texts_.size()) - n + 0.5) / (n + 0.5));
      for (const Posting& posting : found->second)
         scores[posting.document]
            += weight_of(posting.document, static_cast<double>(posting.places.size()), rarity);
   }

   std::vector<Hit> best_of(const std::unordered_map<int, double>& scores, size_t most) const
   {
      std::priority_queue<Hit, std::vector<Hit>, Better> queue;
      for (const auto& score : scores) {
         queue.push({ score.first, score.second });
         if (queue.size() > most)
            queue.pop();
      }
      std::vector<Hit> hits;
      hits.reserve(queue.size());
      for (; !queue.empty(); queue.pop())
         hits.push_back(queue.top());
      std::reverse(hits.begin(), hits.end());
      return hits;
   }

   Stemmer stemmer_;
   std::unordered_map<std::string, bool> stop_words_;
   std::unordered_map<std::string, std::vector<Posting>> postings_;
   std::unordered_map<std::string, std::vector<Hit>> cache_;
   std::vector<std::string> texts_;
   std::vector<int> lengths_;
   long n_words_ = 0;
};

std::string make_word(unsigned number)
{
   static const char* const parts[] = { "ka", "lo", "mi", "ren", "tu", "sol", "ba", "cor" };
   static const char* const endings[] = { "", "s", "ing", "ation", "er", "ly" };
   std::string word;
   for (unsigned rest = number + 8; rest > 0; rest /= 8)
      word += parts[rest % 8];
   return word + endings[number % 6];
}

unsigned pick_word()
{
   unsigned range = 1u << (2 + random_below(9));
   return random_below(range);
}

std::string make_text(int n)
{
   static const char* const small[] = { "the", "of", "and", "was", "for" };
   std::string text;
   for (int i = 0; i < n; i++) {
      text += random_below(3) == 0 ? small[random_below(5)] : make_word(pick_word());
      text += i % 11 == 10 ? ". " : " ";
   }
   return text;
}

std::string make_query()
{
   std::string query = make_word(random_below(20));
   if (random_below(2) == 0)
      query += " " + make_word(random_below(6));
   return query;
}

uint32_t ask(Index& index, int n)
{
   uint32_t sum = 0;
   for (int i = 0; i < n; i++) {
      std::string query = make_query();
      for (const Hit& hit : index.search(query, 10)) {
         std::string part = index.part_of(hit.document, query);
         sum = sum * 31 + static_cast<uint32_t>(hit.document) + static_cast<uint32_t>(part.size());
      }
   }
   return sum;
}

int main(int n_args, char** args)
{
   int n_documents = n_args > 1 ? std::atoi(args[1]) : 100;
   int n_queries = n_args > 2 ? std::atoi(args[2]) : 100;
   Index index;
   for (int i = 0; i < n_documents; i++)
      index.add(make_text(60 + static_cast<int>(random_below(100))));
   std::printf("%08x\n", ask(index, n_queries));
   return 0;
}
