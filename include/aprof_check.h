/* Copyright (C) 2026 The aprof authors.  All rights reserved.
   This file is under the BSD-style licence at the head of aprof.h. */

/* Complexity tests in Check, 0.13 or later:

      START_TEST(sort_is_not_quadratic)
      {
         ck_assert_grows("sort", "n log n", .make = make_numbers, .run = sort_numbers, .drop = free_numbers);
      }
      END_TEST

   The arguments are those of APROF_GROWS in <valgrind/aprof_test.h>.  If the program does not run under
   aprof, it is started again for this test: files that include this header then add no other to a TCase.  If
   APROF_EXEC is 0, or there is no aprof, a message says that the test was skipped.  Then it passes, because
   Check knows no tests that are skipped.

   Check ends a test after 4 seconds.  As this includes starting Valgrind, it is 60 in a program with this
   header, unless the environment variable CK_DEFAULT_TIMEOUT or tcase_set_timeout() says otherwise. */

#ifndef APROF_CHECK_H
#define APROF_CHECK_H

#include <check.h>
#include <valgrind/aprof_adapter.h>

/* Gives tests time. */
__attribute__((constructor)) static void aprof_check_begin(void)
{
   setenv("CK_DEFAULT_TIMEOUT", "60", 0);
}

/* Whether the test belongs into this process. */
static inline int aprof_check_has(const TTest* test)
{
   const char* wanted = getenv("APROF_CHECK_TEST");
   return !aprof_was_started() || wanted == NULL || strcmp(wanted, test->name) == 0;
}

/* Check's environment can choose a TCase, but no test; and a test does not know its TCase. */
#define _tcase_add_test(tcase, test, ...) \
   (aprof_check_has(test) ? _tcase_add_test((tcase), (test), __VA_ARGS__) : (void)0)

/* Chooses the running test.  In the process that is started, it needs no process of its own, and the logs are
   not there: they are this process's. */
static inline aprof_result aprof_check_measure(aprof_result result)
{
   char              test[500];
   const char* const settings[] = {
      test, "CK_FORK=no", "CK_LOG_FILE_NAME", "CK_TAP_LOG_FILE_NAME", "CK_XML_LOG_FILE_NAME", NULL
   };
   snprintf(test, sizeof test, "APROF_CHECK_TEST=%s", tcase_name());
   return aprof_measure_again(result, NULL, settings);
}

/* Whether the test fails.  Tells what is neither a failure nor a success. */
static inline int aprof_check_fails(const aprof_result* result)
{
   aprof_reaction reaction = aprof_reaction_to(result);
   if (reaction == APROF_WARN || reaction == APROF_SKIP) {
      fprintf(stderr, "%s\n", result->message);
   }
   return reaction == APROF_FAIL;
}

#define ck_assert_grows(...) \
   do { \
      aprof_result aprof_check_result = aprof_check_measure(APROF_GROWS(__VA_ARGS__)); \
      mark_point(); \
      if (aprof_check_fails(&aprof_check_result)) { \
         ck_abort_msg("%s", aprof_words(&aprof_check_result)); \
      } \
   } while (0)

#endif
