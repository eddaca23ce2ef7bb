/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   GCC calls a function where a product of complex numbers may be no number.  The debug information gives such a
   call to the code before it in memory, which is another routine's, or the return of the one that it was inlined
   into.  Prints how often each is called: "ROUTINE NUMBER". */
// build -gcc2: -g -O2 -std=gnu11 -Wall -Wextra

#include <complex.h>
#include <stdio.h>

#define INLINE    static inline __attribute__((always_inline))
#define ROUTINE   static __attribute__((noinline))

typedef double complex Number;

INLINE Number power(Number base, int count)
{
   Number product = 1;
   for (int i = 0; i < count; i++) {
      product *= base;
   }
   return product;
}

INLINE Number weighed(const Number* numbers, const Number* weights, int count)
{
   Number sum = 0;
   for (int i = 0; i < count; i++) {
      for (int j = 0; j < count; j++) {
         sum += numbers[i] * weights[(i + j) % count];
      }
   }
   return sum;
}

ROUTINE double mixed(const Number* numbers, const Number* weights, int count, int kind)
{
   switch (kind) {
      case 0:  return creal(power(numbers[count / 2], count));
      case 1:  return cimag(weighed(numbers, weights, count));
      default: return creal(numbers[0]);
   }
}

/* The call stands behind the return. */
INLINE Number squared(const Number* numbers, int count)
{
   Number sum = 0;
   for (int i = 0; i < count; i++) {
      sum += numbers[i] * numbers[i + 1];
   }
   return sum;
}

ROUTINE double behind(const Number* numbers, int count)
{
   return creal(squared(numbers, count));
}

int main(void)
{
   static Number numbers[40], weights[40];
   for (int i = 0; i < 40; i++) {
      numbers[i] = 0.5 + 0.01 * i * I;
      weights[i] = 0.9 - 0.02 * i * I;
   }
   double sum = 0;
   for (int i = 0; i < 30; i++) {
      sum += mixed(numbers, weights, 10 + i, i % 3);
   }
   for (int i = 0; i < 10; i++) {
      sum += behind(numbers, 10 + i);
   }
   printf("squared 10\n");
   printf("power 10\nweighed 10\n");
   return sum == 0;
}
