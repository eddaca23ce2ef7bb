/* Copyright (C) 2026 The aprof authors.  All rights reserved.
   This file is under the BSD-style licence at the head of aprof.h. */

/* Complexity tests in Catch2, version 2 or 3.  Include Catch2's own header first:

      #include <catch2/catch.hpp>
      #include <valgrind/aprof_catch2.h>

      TEST_CASE("sort is not quadratic")
      {
         REQUIRE_GROWS("sort", "n log n", make_numbers, sort_numbers);
      }

   The arguments are those of APROF_GROWS in <valgrind/aprof_test.h>: name, limit, [sizes,] [make,] run.
   After CHECK_GROWS, the test case goes on if the test fails.  If the program does not run under aprof, it is
   started again for this test case; if APROF_EXEC is 0, or there is no aprof, a warning says that the test
   was skipped. */

#ifndef APROF_CATCH2_H
#define APROF_CATCH2_H

#ifndef INTERNAL_CATCH_MSG
#error "include Catch2's own header before <valgrind/aprof_catch2.h>"
#endif

/* In version 3, not all headers have what tells the name of the running test case. */
#if defined __has_include && !defined TWOBLUECUBES_SINGLE_INCLUDE_CATCH_HPP_INCLUDED
#if __has_include(<catch2/interfaces/catch_interfaces_capture.hpp>)
#include <catch2/interfaces/catch_interfaces_capture.hpp>
#endif
#endif

#include <valgrind/aprof_adapter.h>

namespace aprof {
namespace detail {

/* Chooses the running test case.  A tilde at the beginning would leave the test out. */
inline aprof_result catch2_measure(const aprof_result& result)
{
   const std::string name = Catch::getResultCapture().getCurrentTestName();
   const std::string test = (name.compare(0, 1, "~") == 0 ? "\\" : "") + escaped(name, "\\,[\"");
   const char* const arguments[] = { test.c_str(), NULL };
   return aprof_measure_again(result, arguments, NULL);
}

} // namespace detail
} // namespace aprof

#define CHECK_GROWS(...) \
   APROF_CATCH2("CHECK_GROWS", Catch::ResultDisposition::ContinueOnFailure, __VA_ARGS__)
#define REQUIRE_GROWS(...) \
   APROF_CATCH2("REQUIRE_GROWS", Catch::ResultDisposition::Normal, __VA_ARGS__)

#define APROF_CATCH2_SAY(name, kind, disposition, result) \
   INTERNAL_CATCH_MSG(name, kind, disposition, aprof_words(&(result)))

#define APROF_CATCH2(name, disposition, ...) \
   do { \
      const aprof_result aprof_catch2_result = ::aprof::detail::catch2_measure(APROF_GROWS(__VA_ARGS__)); \
      switch (aprof_reaction_to(&aprof_catch2_result)) { \
         case APROF_PASS: \
            APROF_CATCH2_SAY(name, Catch::ResultWas::Ok, disposition, aprof_catch2_result); \
            break; \
         case APROF_WARN: \
         case APROF_SKIP: \
            APROF_CATCH2_SAY(name, Catch::ResultWas::Warning, disposition, aprof_catch2_result); \
            break; \
         case APROF_FAIL: \
            APROF_CATCH2_SAY(name, Catch::ResultWas::ExplicitFailure, disposition, aprof_catch2_result); \
            break; \
         case APROF_IGNORE: \
            break; \
      } \
   } while (false)

#endif
