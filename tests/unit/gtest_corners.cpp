/* Assertions of one test that must not be mixed up, tests with parameters, and a mistake. gtest_corners.test builds it. */

#include <cstddef>

#include <gtest/gtest.h>
#include <valgrind/aprof_gtest.h>

static volatile std::size_t sink;

static void linear(std::size_t n)
{
   for (std::size_t i = 0; i < n; i++)
      sink = sink + i;
}

static void quadratic(std::size_t n)
{
   for (std::size_t i = 0; i < n; i++)
      linear(n);
}

TEST(Corners, Several)
{
   EXPECT_GROWS("first", "n", linear);
   EXPECT_GROWS("second", "n", quadratic);
   EXPECT_GROWS("third", "n^2", { 50, 100, 150, 200, 300 }, quadratic);
   ASSERT_GROWS("fourth", "n", quadratic);
   ADD_FAILURE() << "not reached, if the fourth fails";
}

TEST(Corners, InALoop)
{
   for (const char* limit : { "n^2", "n" })
      EXPECT_GROWS(limit, limit, quadratic);
}

TEST(Corners, Mistake)
{
   EXPECT_GROWS("narrow", "n", { 10, 11, 12, 13, 14 }, linear);
}

class Parameters : public ::testing::TestWithParam<bool> {};

TEST_P(Parameters, Choose)
{
   EXPECT_GROWS("chosen", "n", GetParam() ? linear : quadratic);
}

INSTANTIATE_TEST_SUITE_P(All, Parameters, ::testing::Bool());
