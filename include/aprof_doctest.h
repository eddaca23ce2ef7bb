/* Copyright (C) 2026 The aprof authors.  All rights reserved.
   This file is under the BSD-style licence at the head of aprof.h. */

/* Complexity tests in doctest.  Include doctest's own header first:

      #include <doctest/doctest.h>
      #include <valgrind/aprof_doctest.h>

      TEST_CASE("sort is not quadratic")
      {
         REQUIRE_GROWS("sort", "n log n", make_numbers, sort_numbers);
      }

   The arguments are those of APROF_GROWS in <valgrind/aprof_test.h>: name, limit, [sizes,] [make,] run.
   After CHECK_GROWS, the test case goes on if the test fails.  If the program does not run under aprof, it is
   started again for this test case; if APROF_EXEC is 0, or there is no aprof, a message says that the test
   was skipped. */

#ifndef APROF_DOCTEST_H
#define APROF_DOCTEST_H

#ifndef DOCTEST_VERSION
#error "include doctest's own header before <valgrind/aprof_doctest.h>"
#endif

#include <valgrind/aprof_adapter.h>

namespace aprof {
namespace detail {

/* Chooses the running test case, also if it is one of those that are usually skipped. */
inline aprof_result doctest_measure(const aprof_result& result)
{
   const std::string filter =
      "--test-case=" + escaped(doctest::getContextOptions()->currentTest->m_name, ",\\");
   const char* const arguments[] = { filter.c_str(), "--no-skip=true", NULL };
   return aprof_measure_again(result, arguments, NULL);
}

} // namespace detail
} // namespace aprof

#define CHECK_GROWS(...)    APROF_DOCTEST(DOCTEST_ADD_FAIL_CHECK_AT, __VA_ARGS__)
#define REQUIRE_GROWS(...)  APROF_DOCTEST(DOCTEST_ADD_FAIL_AT, __VA_ARGS__)

#define APROF_DOCTEST(fail_at, ...) \
   do { \
      const aprof_result aprof_doctest_result = ::aprof::detail::doctest_measure(APROF_GROWS(__VA_ARGS__)); \
      switch (aprof_reaction_to(&aprof_doctest_result)) { \
         case APROF_PASS: \
            DOCTEST_CHECK_MESSAGE(true, doctest::String(aprof_words(&aprof_doctest_result))); \
            break; \
         case APROF_WARN: \
         case APROF_SKIP: \
            DOCTEST_ADD_MESSAGE_AT(__FILE__, __LINE__, doctest::String(aprof_words(&aprof_doctest_result))); \
            break; \
         case APROF_FAIL: \
            fail_at(__FILE__, __LINE__, doctest::String(aprof_words(&aprof_doctest_result))); \
            break; \
         case APROF_IGNORE: \
            break; \
      } \
   } while (false)

#endif
