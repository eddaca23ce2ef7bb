/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A complexity test in doctest.  Build it so, or as a wrong program with -DQUADRATIC:

      g++ -c main.cpp
      g++ -O2 -g names_test.cpp main.o -o names_test */

#include <doctest/doctest.h>
#include <valgrind/aprof_doctest.h>

#include "../names.hpp"

TEST_CASE("adding names, [all] of them, is not \"quadratic\"")
{
   REQUIRE_GROWS("add names", "n log n", make_names, add_all);
}

TEST_CASE("names are made")
{
   CHECK(make_names(3).size() == 3);
}
