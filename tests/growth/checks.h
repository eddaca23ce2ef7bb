/* What holds is counted, and what does not is printed. */
#pragma once

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static unsigned checks;
static unsigned failures;

static void check(bool holds, const char* format, ...)
{
   checks++;
   if (!holds) {
      va_list arguments;
      va_start(arguments, format);
      vprintf(format, arguments);
      va_end(arguments);
      putchar('\n');
      failures++;
   }
}

static bool near(double a, double b, double precision)
{
   return fabs(a - b) <= precision * fmax(fabs(a), fabs(b));
}

/* The exit status. */
static int end_checks(void)
{
   printf("%u checks, %u failed\n", checks, failures);
   return failures > 0;
}
