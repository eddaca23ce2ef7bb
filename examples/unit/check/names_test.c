/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A complexity test in Check.  Build it so, or as a wrong program with -DQUADRATIC:

      gcc -O2 -g names_test.c -o names_test $(pkg-config --cflags --libs check) */

#include <stdlib.h>

#include <check.h>
#include <valgrind/aprof_check.h>

#include "../names.h"

START_TEST(adding_is_not_quadratic)
{
   ck_assert_grows("add names", "n log n", .make = make_names, .run = add_names, .drop = free_names);
}
END_TEST

START_TEST(names_are_found)
{
   Names *names = make_names(3, NULL);
   add_names(3, names);
   ck_assert_str_eq(find_name(names, "name 2"), "name 2");
   free_names(3, names);
}
END_TEST

int main(void)
{
   Suite *suite = suite_create("names");
   TCase *add = tcase_create("add");
   tcase_add_test(add, adding_is_not_quadratic);
   tcase_add_test(add, names_are_found);
   suite_add_tcase(suite, add);

   SRunner *runner = srunner_create(suite);
   srunner_run_all(runner, CK_NORMAL);
   int failures = srunner_ntests_failed(runner);
   srunner_free(runner);
   return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
