/* Copyright (C) 2026 The aprof authors.  All rights reserved.
   This file is under the BSD-style licence at the head of aprof.h. */

/* The shared part of the adapters of test frameworks: <valgrind/aprof_catch2.h>, aprof_gtest.h,
   aprof_doctest.h, aprof_check.h and aprof_cmocka.h.  Each makes of a complexity test
   (<valgrind/aprof_test.h>) an assertion of its framework, and says how to choose the running test when its
   program is started again. */

#ifndef APROF_ADAPTER_H
#define APROF_ADAPTER_H

#include <valgrind/aprof_test.h>

#ifdef __cplusplus

#include <string>

namespace aprof {
namespace detail {

/* Returns the name with a backslash before each of these characters, which mean more in a filter of tests. */
inline std::string escaped(const std::string& name, const char* characters)
{
   std::string text;
   for (std::string::size_type i = 0; i < name.size(); i++) {
      if (strchr(characters, name[i]) != NULL) {
         text += '\\';
      }
      text += name[i];
   }
   return text;
}

} // namespace detail
} // namespace aprof

#endif

/* Tells a framework what to do about a result. */
typedef enum {
   APROF_PASS,
   APROF_WARN,     /* pass, but show the message */
   APROF_SKIP,
   APROF_FAIL,
   APROF_IGNORE    /* this process was started again for another test */
} aprof_reaction;

/* Whether a test fails if its verdict is open: the environment variable APROF_OPEN is "fail". */
static inline int aprof_open_fails(void)
{
   const char* wanted = getenv("APROF_OPEN");
   return wanted != NULL && strcmp(wanted, "fail") == 0;
}

static inline aprof_reaction aprof_reaction_to(const aprof_result* result)
{
   switch (result->verdict) {
      case APROF_KEPT:         return APROF_PASS;
      case APROF_OPEN:         return aprof_open_fails() ? APROF_FAIL : APROF_WARN;
      case APROF_NOT_MEASURED: return aprof_was_started() ? APROF_IGNORE : APROF_SKIP;
      case APROF_VIOLATED:
      case APROF_ERROR:        break;
   }
   return APROF_FAIL;
}

/* Returns what follows FILE:LINE, which frameworks print themselves: NAME: ... */
static inline const char* aprof_words(const aprof_result* result)
{
   const char* name = strstr(result->message, ": ");
   return name != NULL ? name + 2 : result->message;
}

/* Whether there is a command aprof, which --version shows. */
static inline int aprof_command_is_there(void)
{
   char  output[200];
   char* argv[] = { (char*)aprof_command(), (char*)"--version", NULL };
   int   status = aprof_call(argv, NULL, output, sizeof output);
   return status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Measures a test after all that was not measured: starts the program again for it, with what makes the
   framework run it, unless the environment variable APROF_EXEC is 0.  Without the command aprof, the test is
   skipped, unless APROF_EXEC is 1. */
static inline aprof_result aprof_measure_again(aprof_result result, const char* const arguments[],
                                               const char* const settings[])
{
   char         test[APROF_MESSAGE_SIZE];
   const char*  changes[APROF_MOST_SETTINGS + 2] = { test };
   size_t       i;
   aprof_result again;
   if (result.verdict != APROF_NOT_MEASURED || !aprof_exec_is_wanted(1)) {
      return result;
   }
   snprintf(test, sizeof test, "APROF_TEST=%.*s", (int)result.head, result.message);
   if (!aprof_exec_is_wanted(0) && !aprof_command_is_there()) {
      snprintf(result.message + result.head, sizeof result.message - result.head,
               ": skipped: there is no command %.500s", aprof_command());
      return result;
   }
   for (i = 0; settings != NULL && settings[i] != NULL && i < APROF_MOST_SETTINGS; i++) {
      changes[i + 1] = settings[i];
   }
   again = aprof_exec_with(NULL, arguments, changes);
   if (strncmp(again.message, result.message, result.head) == 0) {
      return again;
   }
   /* The test itself has said nothing: then the message is about the program. */
   snprintf(result.message + result.head, sizeof result.message - result.head, ": %.1900s", again.message);
   result.verdict = again.verdict;
   return result;
}

#endif
