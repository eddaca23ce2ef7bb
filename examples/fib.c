/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   A routine whose input is a number: it reads nothing that would tell how much it has to do
   (--input-arg=fib:1). */

#include <stdio.h>
__attribute__((noipa)) static int fib(int n)
{
   return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
int main(void)
{
   printf("%d\n", fib(20));
}
