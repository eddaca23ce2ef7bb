// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The aprof authors
//
// Versions of one program for `aprof diff`, as store.c.
//
// ERASE_FRONT      drain: takes notes from the front of a vector instead of its end: n becomes n^2
// LIST_OF_NAMES    unique: searches a vector instead of a set: n log n becomes n^2
// BY_VALUE         longest: copies the vector of notes for each note: n becomes n^2
// TWO_LOOKUPS      count: looks each word up twice: nearly twice the cost
// MORE_CALLS       print: asks for the width again for each note: n becomes n^2, and width is as it was
// FASTER_HASH      count: a hash table instead of a tree: cheaper
// NO_COPY          titles: keeps pointers instead of copies of strings: cheaper
// OTHER_NAMESPACE  namespace memo instead of notes
// MORE_DATA        works on twice as many notes

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#ifdef OTHER_NAMESPACE
#define notes memo
#endif
#define separate __attribute__((noinline, noclone))

namespace notes {

struct Note { std::string title; int words; };
using Notes = std::vector<Note>;

separate Notes make(int count)
{
   Notes made;
   for (int i = 0; i < count; i++) {
      made.push_back({ "a note with the number " + std::to_string(i * 7919 % 10007), i % 17 });
   }
   return made;
}

separate int drain(std::vector<int>& queue)
{
   int sum = 0;
   while (!queue.empty()) {
#ifdef ERASE_FRONT
      sum += queue.front();
      for (size_t i = 1; i < queue.size(); i++) {
         __asm__ volatile("" : : : "memory");
         queue[i - 1] = queue[i];
      }
      queue.pop_back();
#else
      sum += queue.back();
      queue.pop_back();
#endif
   }
   return sum;
}

separate size_t unique(const Notes& all)
{
#ifdef LIST_OF_NAMES
   std::vector<std::string> seen;
   for (const Note& note : all) {
      if (std::find(seen.begin(), seen.end(), note.title) == seen.end()) {
         seen.push_back(note.title);
      }
   }
#else
   std::set<std::string> seen;
   for (const Note& note : all) {
      seen.insert(note.title);
   }
#endif
   return seen.size();
}

#ifdef BY_VALUE
separate size_t length_of(Notes all, size_t index)
#else
separate size_t length_of(const Notes& all, size_t index)
#endif
{
   return all[index].title.size();
}

separate size_t longest(const Notes& all)
{
   size_t length = 0;
   for (size_t i = 0; i < all.size(); i++) {
      length = std::max(length, length_of(all, i));
   }
   return length;
}

separate size_t count(const Notes& all)
{
#ifdef FASTER_HASH
   std::unordered_map<std::string, int> sums;
#else
   std::map<std::string, int> sums;
#endif
   for (const Note& note : all) {
#ifdef TWO_LOOKUPS
      if (sums.find(note.title) == sums.end()) {
         sums.emplace(note.title, 0);
      }
#endif
      sums[note.title] += note.words;
   }
   return sums.size();
}

separate int width(const Notes& all)
{
   int most = 0;
   for (const Note& note : all) {
      __asm__ volatile("" : "+r"(most));   // so that a loop does not know what it is each time
      most = std::max(most, (int)note.title.size());
   }
   return most;
}

separate int print(const Notes& all)
{
   int sum = 0;
#ifdef MORE_CALLS
   for (const Note& note : all) {
      sum += width(all) - note.words;
   }
#else
   int columns = width(all);
   for (const Note& note : all) {
      sum += columns - note.words;
   }
#endif
   return sum;
}

separate size_t titles(const Notes& all)
{
   size_t length = 0;
#ifdef NO_COPY
   std::vector<const std::string*> kept;
   for (const Note& note : all) {
      kept.push_back(&note.title);
   }
   for (const std::string* title : kept) {
      length += title->size();
   }
#else
   std::vector<std::string> kept;
   for (const Note& note : all) {
      kept.push_back(note.title);
   }
   for (const std::string& title : kept) {
      length += title.size();
   }
#endif
   return length;
}

separate void work(int number)
{
   Notes all = make(number);
   std::vector<int> queue(number, 1);
   size_t sum = unique(all) + longest(all) + count(all) + titles(all);
   std::printf("%zu %d %d\n", sum, drain(queue), print(all));
}

}

int main()
{
#ifdef MORE_DATA
   int last = 600;
#else
   int last = 300;
#endif
   for (int number = 10; number < last; number = number * 14 / 10) {
      notes::work(number);
   }
}
