/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Regions in C++: a piece of code is a routine of its own to aprof, until its scope is left.

      g++ -O2 -g -o regions regions.cpp */

#include <cstddef>
#include <stdexcept>
#include <vector>
#include <valgrind/aprof.h>

/* How many pairs there are of equal numbers. */
static int count_pairs(const std::vector<int>& numbers)
{
   int pairs = 0;
   aprof_region region("compare all");
   APROF_INPUT_SIZE(numbers.size());      /* of the region, because that is what runs here */
   for (std::size_t i = 0; i < numbers.size(); i++)
      for (std::size_t j = 0; j < i; j++) {
         if (numbers[j] < 0)
            throw std::runtime_error("a number is negative");   /* ends the region, too */
         pairs += numbers[i] == numbers[j];
      }
   return pairs;
}

int main()
{
   int pairs = 0;
   for (std::size_t size = 10; size <= 200; size += 10) {
      std::vector<int> numbers(size, 1);
      numbers[size - 2] = size == 200 ? -1 : 2;
      try {
         pairs += count_pairs(numbers);
      } catch (const std::runtime_error&) {
         pairs = 0;
      }
   }
   return pairs < 0;
}
