/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A complexity test in GoogleTest.  Build it so, or as a wrong program with -DQUADRATIC:

      g++ -O2 -g names_test.cpp -o names_test -lgtest_main -lgtest -pthread */

#include <gtest/gtest.h>
#include <valgrind/aprof_gtest.h>

#include "../names.hpp"

TEST(Names, AddingIsNotQuadratic)
{
   EXPECT_GROWS("add names", "n log n", make_names, add_all);
}

TEST(Names, AreMade)
{
   EXPECT_EQ(make_names(3).size(), 3u);
}
