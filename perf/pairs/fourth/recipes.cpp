// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Builds targets from recipes, as make does: reads rules, finds what depends on what, which targets are
// old, and in which order workers make them. Rules are virtual: some copy, some compile, some pack.
// usage: recipes TARGETS ROUNDS

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

class Recipe {
public:
   virtual ~Recipe() = default;
   virtual int minutes(const std::string& target, int n_sources) const = 0;
   virtual uint32_t make(uint32_t sum) const = 0;
};

class Copy : public Recipe {
public:
   int minutes(const std::string&, int n_sources) const override { return 1 + n_sources; }
   uint32_t make(uint32_t sum) const override { return sum; }
};

class Compile : public Recipe {
public:
   int minutes(const std::string& target, int n_sources) const override
   {
      return 5 + static_cast<int>(target.size() % 7) + 2 * n_sources;
   }
   uint32_t make(uint32_t sum) const override
   {
      for (int i = 0; i < 40; i++)
         sum = sum * 1664525u + 1013904223u;
      return sum;
   }
};

class Pack : public Recipe {
public:
   int minutes(const std::string&, int n_sources) const override { return 3 * n_sources; }
   uint32_t make(uint32_t sum) const override
   {
      uint32_t packed = 0;
      for (int i = 0; i < 32; i++)
         packed ^= (sum >> i & 1) * (0x9e3779b9u + static_cast<uint32_t>(i));
      return packed;
   }
};

struct Target {
   std::string name;
   const Recipe* recipe = nullptr;
   std::vector<int> sources, users;
   uint32_t sum = 0;
   int time = 0, path = -1, waits_for = 0;
   bool is_old = false;
};

class Builder {
public:
   Builder()
   {
      recipes_["copy"] = std::make_unique<Copy>();
      recipes_["compile"] = std::make_unique<Compile>();
      recipes_["pack"] = std::make_unique<Pack>();
   }

   void read_rules(const std::string& text)
   {
      size_t at = 0;
      while (at < text.size()) {
         size_t end = text.find('\n', at);
         read_rule(text.substr(at, end - at));
         at = end + 1;
      }
   }

   // Changes the time of a target, as if it were edited.
   void touch(int i)
   {
      targets_[static_cast<size_t>(i) % targets_.size()].time = ++now_;
   }

   void build()
   {
      for (Target& target : targets_) {
         target.path = -1;
         target.is_old = false;
      }
      for (size_t i = 0; i < targets_.size(); i++)
         mark_old(static_cast<int>(i));
      run_workers();
   }

   uint32_t result() const
   {
      uint32_t sum = minutes_;
      for (const Target& target : targets_)
         sum = sum * 31 + target.sum;
      return sum;
   }

private:
   struct Job {
      int path, target;
      bool operator<(const Job& other) const
      {
         return path != other.path ? path < other.path : target > other.target;
      }
   };

   static std::vector<std::string> split(const std::string& line)
   {
      std::vector<std::string> words;
      size_t at = 0;
      while (at < line.size()) {
         size_t end = std::min(line.find(' ', at), line.size());
         if (end > at)
            words.push_back(line.substr(at, end - at));
         at = end + 1;
      }
      return words;
   }

   int find_target(const std::string& name)
   {
      auto found = numbers_.find(name);
      if (found != numbers_.end())
         return found->second;
      int number = static_cast<int>(targets_.size());
      numbers_.emplace(name, number);
      targets_.emplace_back();
      targets_.back().name = name;
      return number;
   }

   // A rule is "TARGET RECIPE SOURCE...".
   void read_rule(const std::string& line)
   {
      std::vector<std::string> words = split(line);
      if (words.size() < 2)
         return;
      int number = find_target(words[0]);
      auto recipe = recipes_.find(words[1]);
      if (recipe != recipes_.end())
         targets_[number].recipe = recipe->second.get();
      for (size_t i = 2; i < words.size(); i++)
         add_source(number, find_target(words[i]));
   }

   void add_source(int number, int source)
   {
      std::vector<int>& sources = targets_[number].sources;
      if (std::find(sources.begin(), sources.end(), source) != sources.end())
         return;
      sources.push_back(source);
      targets_[source].users.push_back(number);
   }

   int minutes_of(const Target& target) const
   {
      return target.recipe->minutes(target.name, static_cast<int>(target.sources.size()));
   }

   // Returns the time that it takes to make all that waits for the target.
   int path_of(int number)
   {
      Target& target = targets_[number];
      if (target.path >= 0)
         return target.path;
      int longest = 0;
      for (int user : target.users)
         longest = std::max(longest, path_of(user));
      target.path = longest + minutes_of(target);
      return target.path;
   }

   void mark_old(int number)
   {
      Target& target = targets_[number];
      if (target.is_old)
         return;
      bool is_old = target.time == 0;
      for (int source : target.sources)
         is_old = is_old || targets_[source].time > target.time;
      if (is_old)
         mark_users(number);
   }

   void mark_users(int number)
   {
      Target& target = targets_[number];
      if (target.is_old)
         return;
      target.is_old = true;
      for (int user : target.users)
         mark_users(user);
   }

   void make(int number)
   {
      Target& target = targets_[number];
      uint32_t sum = static_cast<uint32_t>(target.name.size() + number);
      for (int source : target.sources)
         sum = sum * 31 + targets_[source].sum;
      target.sum = target.recipe->make(sum);
      target.time = ++now_;
      minutes_ += static_cast<uint32_t>(minutes_of(target));
   }

   void run_workers()
   {
      std::priority_queue<Job> ready;
      for (size_t i = 0; i < targets_.size(); i++) {
         Target& target = targets_[i];
         if (!target.is_old)
            continue;
         target.waits_for = 0;
         for (int source : target.sources)
            target.waits_for += targets_[source].is_old;
         if (target.waits_for == 0)
            ready.push({ path_of(static_cast<int>(i)), static_cast<int>(i) });
      }
      while (!ready.empty()) {
         int number = ready.top().target;
         ready.pop();
         make(number);
         targets_[number].is_old = false;
         for (int user : targets_[number].users)
            if (targets_[user].is_old && --targets_[user].waits_for == 0)
               ready.push({ path_of(user), user });
      }
   }

   std::map<std::string, std::unique_ptr<Recipe>> recipes_;
   std::unordered_map<std::string, int> numbers_;
   std::vector<Target> targets_;
   int now_ = 1;
   uint32_t minutes_ = 0;
};

class Random {
public:
   unsigned below(unsigned n)
   {
      state_ ^= state_ << 13;
      state_ ^= state_ >> 17;
      state_ ^= state_ << 5;
      return state_ % n;
   }

private:
   uint32_t state_ = 2463534242u;
};

std::string name_of(int i)
{
   return "project/source/part" + std::to_string(i % 40) + "/file" + std::to_string(i) + ".o";
}

std::string make_rules(Random& random, int n)
{
   static const char* const kinds[] = { "copy", "compile", "compile", "pack" };
   std::string text;
   for (int i = 0; i < n; i++) {
      text += name_of(i) + " " + kinds[random.below(4)];
      int most = std::min(i, 4);
      for (int j = 0; j < most; j++) {
         int back = 1 + static_cast<int>(random.below(static_cast<unsigned>(std::min(i, 60))));
         text += " " + name_of(i - back);
      }
      text += "\n";
   }
   return text;
}

int main(int n_args, char** args)
{
   int n = n_args > 1 ? std::atoi(args[1]) : 500;
   int rounds = n_args > 2 ? std::atoi(args[2]) : 10;
   Random random;
   Builder builder;
   builder.read_rules(make_rules(random, n));
   for (int i = 0; i < rounds; i++) {
      builder.build();
      for (int j = 0; j < 3; j++)
         builder.touch(static_cast<int>(random.below(static_cast<unsigned>(n))));
   }
   std::printf("%08x\n", builder.result());
   return 0;
}
