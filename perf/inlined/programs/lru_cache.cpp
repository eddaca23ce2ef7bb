/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   A cache that forgets what was not used for the longest time. */

#include <cstdio>
#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

template <typename Key, typename Value> class Cache {
   using Entries = std::list<std::pair<Key, Value>>;

public:
   explicit Cache(size_t capacity) : capacity(capacity) {}

   std::optional<Value> get(const Key& key)
   {
      auto found = places.find(key);
      if (found == places.end())
         return std::nullopt;
      touch(found->second);
      return found->second->second;
   }

   void put(const Key& key, Value value)
   {
      if (auto found = places.find(key); found != places.end()) {
         found->second->second = std::move(value);
         touch(found->second);
         return;
      }
      if (entries.size() >= capacity)
         forget_last();
      entries.emplace_front(key, std::move(value));
      places[key] = entries.begin();
   }

   size_t size() const { return entries.size(); }

private:
   void touch(typename Entries::iterator place) { entries.splice(entries.begin(), entries, place); }

   void forget_last()
   {
      places.erase(entries.back().first);
      entries.pop_back();
   }

   size_t capacity;
   Entries entries;
   std::unordered_map<Key, typename Entries::iterator> places;
};

static long checksum(const std::string& text)
{
   long sum = 0;
   for (char c : text)
      sum = (31 * sum + c) % 1000003;
   return sum;
}

struct Result {
   int hits = 0;
   long sum = 0;
};

static Result replay(const std::vector<std::string>& pages, Cache<std::string, long>& cache)
{
   Result result;
   for (const std::string& page : pages) {
      std::optional<long> sum = cache.get(page);
      if (sum) {
         result.hits++;
      } else {
         sum = checksum(page);
         cache.put(page, *sum);
      }
      result.sum += *sum;
   }
   return result;
}

static std::vector<std::string> make_requests(int count)
{
   std::vector<std::string> pages;
   for (int i = 0; i < count; i++)
      pages.push_back("/articles/" + std::to_string(i % 5 == 0 ? i * i % 101 : i % 40) + "/index.html");
   return pages;
}

int main()
{
   for (int count = 10; count <= 3000; count += count / 3) {
      Cache<std::string, long> cache(10 + count / 10);
      Result result = replay(make_requests(count), cache);
      std::printf("%d requests: %d hits, %zu kept, %ld\n", count, result.hits, cache.size(), result.sum);
   }
}
