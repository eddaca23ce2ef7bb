/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A complexity test in cmocka.  Build it so, or as a wrong program with -DQUADRATIC:

      gcc -O2 -g names_test.c -o names_test -lcmocka */

#include <valgrind/aprof_cmocka.h>

#include "../names.h"

static void adding_is_not_quadratic(void **state)
{
   (void)state;
   assert_grows("add names", "n log n", .make = make_names, .run = add_names, .drop = free_names);
}

static void names_are_found(void **state)
{
   Names *names = make_names(3, NULL);
   (void)state;
   add_names(3, names);
   assert_string_equal(find_name(names, "name 2"), "name 2");
   free_names(3, names);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(adding_is_not_quadratic),
      cmocka_unit_test(names_are_found),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
