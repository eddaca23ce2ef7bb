/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   cpu_has FEATURE: exit status 0 if the processor has it, 1 if not, 2 for a feature this program does not
   know. For the prereq: lines of the tests. */

#include <string.h>

int main(int argc, char** argv)
{
   if (argc != 2)
      return 2;
   __builtin_cpu_init();
   if (strcmp(argv[1], "avx") == 0)
      return !__builtin_cpu_supports("avx");
   if (strcmp(argv[1], "avx2") == 0)
      return !__builtin_cpu_supports("avx2");
   return 2;
}
