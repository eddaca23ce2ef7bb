// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Serves requests for articles: a cache keeps those that were used last, a store packs and unpacks them, and statistics
// tell which authors and words were read most. SEED in the environment is that of requests.
// usage: lru REQUESTS [ARTICLES [CAPACITY]]

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <list>
#include <memory>
#include <mutex>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

class Random {
public:
   explicit Random(uint64_t seed) : state(seed | 1) {}
   uint32_t below(uint32_t limit)
   {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      return (state >> 20) % limit;
   }

private:
   uint64_t state;
};

template <typename Key, typename Value, typename Hash = std::hash<Key>>
class LruCache {
public:
   explicit LruCache(size_t capacity) : capacity(capacity) {}

   template <typename Load>
   const Value& get(const Key& key, Load load)
   {
      auto found = index.find(key);
      if (found != index.end()) {
         hits++;
         entries.splice(entries.begin(), entries, found->second);
         return found->second->second;
      }
      misses++;
      if (entries.size() >= capacity)
         evict();
      entries.emplace_front(key, load(key));
      index[key] = entries.begin();
      return entries.front().second;
   }
   void remove(const Key& key)
   {
      auto found = index.find(key);
      if (found == index.end())
         return;
      entries.erase(found->second);
      index.erase(found);
   }
   long hits = 0, misses = 0;

private:
   size_t capacity;
   std::list<std::pair<Key, Value>> entries;
   std::unordered_map<Key, typename std::list<std::pair<Key, Value>>::iterator, Hash> index;

   void evict()
   {
      index.erase(entries.back().first);
      entries.pop_back();
   }
};

struct Article {
   uint32_t number = 0;
   std::string author, title;
   std::vector<uint16_t> words;
};

struct TitleHash {
   size_t operator()(const std::string& title) const
   {
      size_t hash = 14695981039346656037ul;
      for (unsigned char c : title)
         hash = (hash ^ c) * 1099511628211ul;
      return hash;
   }
};

struct Packed {
   std::string title, author;
   std::vector<uint8_t> bytes;
};

class Store {
public:
   void add(const Article& article);
   void finish();
   Article load(const std::string& title) const;
   void update(const std::string& title, uint16_t word);
   size_t size() const { return packed.size(); }
   const std::string& title(size_t i) const { return packed[i].title; }

private:
   std::vector<Packed> packed;

   static std::vector<uint8_t> pack(const std::vector<uint16_t>& words);
   static std::vector<uint16_t> unpack(const std::vector<uint8_t>& bytes);
   size_t find(const std::string& title) const;
};

// Packs the words in seven bits for each byte, after their number.
std::vector<uint8_t> Store::pack(const std::vector<uint16_t>& words)
{
   std::vector<uint8_t> bytes;
   bytes.reserve(2 * words.size() + 4);
   auto put = [&bytes](uint32_t value) {
      for (; value >= 128; value >>= 7)
         bytes.push_back(value | 128);
      bytes.push_back(value);
   };
   put(words.size());
   for (uint16_t word : words)
      put(word);
   return bytes;
}

std::vector<uint16_t> Store::unpack(const std::vector<uint8_t>& bytes)
{
   auto at = bytes.begin();
   auto get = [&at] {
      uint32_t value = 0;
      int shift = 0;
      for (; *at & 128; ++at, shift += 7)
         value |= uint32_t(*at & 127) << shift;
      return value | uint32_t(*at++) << shift;
   };
   std::vector<uint16_t> words;
   words.reserve(get());
   while (at != bytes.end())
      words.push_back(get());
   return words;
}

void Store::add(const Article& article)
{
   packed.push_back({ article.title, article.author, pack(article.words) });
}

void Store::finish()
{
   std::sort(packed.begin(), packed.end(), [](const Packed& a, const Packed& b) { return a.title < b.title; });
}

size_t Store::find(const std::string& title) const
{
   auto found = std::lower_bound(packed.begin(), packed.end(), title,
      [](const Packed& article, const std::string& wanted) { return article.title < wanted; });
   return found - packed.begin();
}

Article Store::load(const std::string& title) const
{
   size_t i = find(title);
   Article article;
   article.number = i;
   article.title = title;
   article.author = packed[i].author;
   article.words = unpack(packed[i].bytes);
   return article;
}

void Store::update(const std::string& title, uint16_t word)
{
   size_t i = find(title);
   std::vector<uint16_t> words = unpack(packed[i].bytes);
   words[word % words.size()] = word;
   packed[i].bytes = pack(words);
}

class Statistics {
public:
   void count(const Article& article)
   {
      std::lock_guard<std::mutex> lock(mutex);
      reads[article.author]++;
      for (size_t i = 0; i < article.words.size(); i += 4)
         n_words[article.words[i]]++;
   }
   std::vector<std::pair<int, std::string>> most_read(size_t n) const;
   uint16_t most_frequent() const
   {
      return std::max_element(n_words.begin(), n_words.end()) - n_words.begin();
   }

private:
   std::mutex mutex;
   std::unordered_map<std::string, int> reads;
   std::vector<int> n_words = std::vector<int>(1 << 16);
};

std::vector<std::pair<int, std::string>> Statistics::most_read(size_t n) const
{
   using Entry = std::pair<int, std::string>;
   std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> best;
   for (const auto& [author, count] : reads) {
      if (best.size() == n && count <= best.top().first)
         continue;
      best.emplace(count, author);
      if (best.size() > n)
         best.pop();
   }
   std::vector<Entry> result;
   for (; !best.empty(); best.pop())
      result.push_back(best.top());
   std::reverse(result.begin(), result.end());
   return result;
}

std::string make_title(uint32_t number)
{
   static const char* const topics[] = { "on the origin of ", "a history of ", "notes on ", "against " };
   std::string title = topics[number % 4];
   for (uint32_t rest = number * 2654435761u; title.size() < 36; rest = rest * 69069 + 1)
      title += 'a' + (rest >> 20) % 26;
   return title + std::to_string(number);
}

void fill(Store& store, int n_articles)
{
   Random random(77);
   for (int i = 0; i < n_articles; i++) {
      Article article;
      article.title = make_title(i);
      article.author = "author number " + std::to_string(random.below(400));
      int length = 40 + random.below(120);
      for (int k = 0; k < length; k++)
         article.words.push_back(random.below(random.below(20000) + 1));
      store.add(article);
   }
   store.finish();
}

uint64_t checksum(const Article& article)
{
   uint64_t sum = article.number;
   for (uint16_t word : article.words)
      sum = (sum << 5 | sum >> 59) ^ word;
   return sum;
}

// Most requests are for few articles; one in fifty changes one.
uint64_t serve(Store& store, Statistics& statistics, LruCache<std::string, Article, TitleHash>& cache, int n_requests)
{
   Random random(getenv("SEED") ? atoi(getenv("SEED")) : 5);
   uint64_t sum = 0;
   auto load = [&store](const std::string& title) { return store.load(title); };
   for (int i = 0; i < n_requests; i++) {
      uint32_t range = random.below(8) ? store.size() / 12 : store.size();
      const std::string& title = store.title(random.below(range));
      if (i % 50 == 49) {
         store.update(title, i);
         cache.remove(title);
      }
      const Article& article = cache.get(title, load);
      statistics.count(article);
      sum ^= checksum(article);
   }
   return sum;
}

int main(int argc, char** argv)
{
   int n_requests = argc > 1 ? atoi(argv[1]) : 20000;
   int n_articles = argc > 2 ? atoi(argv[2]) : 1500;
   size_t capacity = argc > 3 ? atoi(argv[3]) : 300;
   Store store;
   Statistics statistics;
   fill(store, n_articles);
   LruCache<std::string, Article, TitleHash> cache(capacity);
   uint64_t sum = serve(store, statistics, cache, n_requests);
   printf("%ld hits, %ld misses, word %d, sum %lx\n", cache.hits, cache.misses, statistics.most_frequent(), sum);
   for (const auto& [count, author] : statistics.most_read(3))
      printf("%s: %d\n", author.c_str(), count);
   return 0;
}
