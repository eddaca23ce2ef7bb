/* Copyright (C) 2026 The aprof authors.  All rights reserved.
   This file is under the BSD-style licence at the head of aprof.h. */

/* Complexity tests in cmocka, 1.1.2 or later:

      static void sort_is_not_quadratic(void** state)
      {
         assert_grows("sort", "n log n", .make = make_numbers, .run = sort_numbers, .drop = free_numbers);
      }

   The arguments are those of APROF_GROWS in <valgrind/aprof_test.h>.  If the program does not run under
   aprof, it is started again for this test; if APROF_EXEC is 0, or there is no aprof, the test is skipped,
   with all that follows in it.

   The program is told which test to run by its function's name, by cmocka_set_test_filter().  So this macro
   must stand in the function of the test itself; and a program that sets filters of its own must not do so if
   aprof_was_started(). */

#ifndef APROF_CMOCKA_H
#define APROF_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <valgrind/aprof_adapter.h>

/* Takes the choice of the process that has started this one. */
__attribute__((constructor)) static void aprof_cmocka_begin(void)
{
   const char* filter = getenv("APROF_CMOCKA_TEST");
   if (aprof_was_started() && filter != NULL && *filter != '\0') {
      cmocka_set_test_filter(filter);
   }
}

/* Chooses the running test. */
static inline aprof_result aprof_cmocka_measure(aprof_result result, const char* function)
{
   char              filter[600];
   const char* const settings[] = { filter, "CMOCKA_MESSAGE_OUTPUT=STDOUT", "CMOCKA_XML_FILE", NULL };
   snprintf(filter, sizeof filter, "APROF_CMOCKA_TEST=%s", function);
   return aprof_measure_again(result, NULL, settings);
}

/* Whether the test fails, or is skipped.  Tells what is no success. */
static inline aprof_reaction aprof_cmocka_react(const aprof_result* result)
{
   aprof_reaction reaction = aprof_reaction_to(result);
   if (reaction == APROF_WARN || reaction == APROF_SKIP) {
      print_message("%s\n", result->message);
   }
   return reaction;
}

#define assert_grows(...) \
   do { \
      aprof_result   aprof_cmocka_result = aprof_cmocka_measure(APROF_GROWS(__VA_ARGS__), __func__); \
      aprof_reaction aprof_cmocka_reaction = aprof_cmocka_react(&aprof_cmocka_result); \
      if (aprof_cmocka_reaction == APROF_FAIL) { \
         fail_msg("%s", aprof_words(&aprof_cmocka_result)); \
      } else if (aprof_cmocka_reaction == APROF_SKIP) { \
         skip(); \
      } \
   } while (0)

#endif
