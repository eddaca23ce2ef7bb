/* Copyright (C) 2026 The aprof authors.  All rights reserved.
   This file is under the BSD-style licence at the head of aprof.h. */

/* Complexity tests in GoogleTest, 1.10 or later:

      TEST(Sort, IsNotQuadratic)
      {
         EXPECT_GROWS("sort", "n log n", make_numbers, sort_numbers);
      }

   The arguments are those of APROF_GROWS in <valgrind/aprof_test.h>: name, limit, [sizes,] [make,] run.
   ASSERT_GROWS leaves the function if the test fails.  If the program does not run under aprof, it is started
   again for this test; if APROF_EXEC is 0, or there is no aprof, the test is skipped. */

#ifndef APROF_GTEST_H
#define APROF_GTEST_H

#include <iostream>
#include <string>

#include <gtest/gtest.h>
#include <valgrind/aprof_adapter.h>

namespace aprof {
namespace detail {

/* Chooses the running test.  What the environment says of reports and shards is for this process only. */
inline aprof_result gtest_measure(const aprof_result& result)
{
   const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
   if (test == NULL) {
      return result;
   }
   const std::string filter = std::string("--gtest_filter=") + test->test_suite_name() + "." + test->name();
   const char* const arguments[] = {
      filter.c_str(), "--gtest_also_run_disabled_tests", "--gtest_repeat=1", "--gtest_output=", NULL
   };
   const char* const settings[] = {
      "GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", "GTEST_SHARD_STATUS_FILE", "GTEST_OUTPUT", "XML_OUTPUT_FILE",
      "TEST_PREMATURE_EXIT_FILE", NULL
   };
   return aprof_measure_again(result, arguments, settings);
}

/* Returns what the assertion says, and tells what is no failure. */
inline ::testing::AssertionResult gtest_check(const char* file, int line, const aprof_result& given)
{
   const aprof_result result = gtest_measure(given);
   switch (aprof_reaction_to(&result)) {
      case APROF_FAIL:
         return ::testing::AssertionFailure() << aprof_words(&result);
      case APROF_WARN:
         std::cout << "[  WARNING ] " << result.message << std::endl;
         break;
      case APROF_SKIP:
         GTEST_MESSAGE_AT_(file, line, aprof_words(&result), ::testing::TestPartResult::kSkip);
         break;
      case APROF_PASS:
      case APROF_IGNORE:
         break;
   }
   return ::testing::AssertionSuccess();
}

} // namespace detail
} // namespace aprof

#define EXPECT_GROWS(...)  APROF_GTEST(GTEST_NONFATAL_FAILURE_, __VA_ARGS__)
#define ASSERT_GROWS(...)  APROF_GTEST(GTEST_FATAL_FAILURE_, __VA_ARGS__)

#define APROF_GTEST(failure, ...) \
   GTEST_AMBIGUOUS_ELSE_BLOCKER_ \
   if (const ::testing::AssertionResult aprof_gtest_result = \
       ::aprof::detail::gtest_check(__FILE__, __LINE__, APROF_GROWS(__VA_ARGS__))) \
      ; \
   else \
      failure(aprof_gtest_result.failure_message())

#endif
