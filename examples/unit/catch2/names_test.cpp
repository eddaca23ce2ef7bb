/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A complexity test in Catch2.  Build it so, or as a wrong program with -DQUADRATIC:

      g++ -O1 -c main.cpp
      g++ -O2 -g names_test.cpp main.o -o names_test */

#include <catch2/catch.hpp>
#include <valgrind/aprof_catch2.h>

#include "../names.hpp"

TEST_CASE("adding names, [all] of them, is not \"quadratic\"")
{
   REQUIRE_GROWS("add names", "n log n", make_names, add_all);
}

TEST_CASE("names are made")
{
   CHECK(make_names(3).size() == 3);
}
