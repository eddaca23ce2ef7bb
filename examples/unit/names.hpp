/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What the examples in C++ test: a set of names.  With -DQUADRATIC, each look-up goes through all of them. */

#ifndef NAMES_HPP
#define NAMES_HPP

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#ifdef QUADRATIC

class name_set {
public:
   __attribute__((noinline)) bool has(const std::string& name) const
   {
      return std::find(names_.begin(), names_.end(), name) != names_.end();
   }

   void add(const std::string& name)
   {
      if (!has(name))
         names_.push_back(name);
   }

private:
   std::vector<std::string> names_;
};

#else

class name_set {
public:
   void add(const std::string& name) { names_.insert(name); }

private:
   std::set<std::string> names_;
};

#endif

/* What is measured, and what makes its input. */
inline void add_all(const std::vector<std::string>& names)
{
   name_set set;
   for (const std::string& name : names)
      set.add(name);
}

inline std::vector<std::string> make_names(std::size_t n)
{
   std::vector<std::string> names;
   for (std::size_t i = 0; i < n; i++)
      names.push_back("name " + std::to_string(1000000 + i * 7919 % n));
   return names;
}

#endif
