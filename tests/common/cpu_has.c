/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   cpu_has FEATURE: exit status 0 if the processor has it (amd64, arm64, riscv64: is one; lse: the atomic instructions of
   ARMv8.1), 1 if not, which it says, 2 for a feature this program does not know. For the prereq: lines of the tests. */
// build: $(plain)
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

int main(int argc, char** argv)
{
   if (argc != 2)
      return 2;
#if defined __x86_64__
   __builtin_cpu_init();
   const char* const own = "amd64";
   int const has_avx  = __builtin_cpu_supports("avx") != 0;
   int const has_avx2 = __builtin_cpu_supports("avx2") != 0;
#else
#if defined __aarch64__
   const char* const own = "arm64";
#elif defined __riscv
   const char* const own = "riscv64";
#endif
   int const has_avx  = 0;
   int const has_avx2 = 0;
#endif
#if defined __aarch64__
   int const has_lse = (getauxval(AT_HWCAP) & HWCAP_ATOMICS) != 0;
#else
   int const has_lse = 0;
#endif
   const struct { const char* name; int is_there; } features[] = {
      { "amd64",   strcmp(own, "amd64") == 0 },
      { "arm64",   strcmp(own, "arm64") == 0 },
      { "riscv64", strcmp(own, "riscv64") == 0 },
      { "avx",     has_avx },
      { "avx2",    has_avx2 },
      { "lse",     has_lse },
   };
   for (size_t i = 0; i < sizeof features / sizeof features[0]; i++) {
      if (strcmp(argv[1], features[i].name) == 0) {
         if (!features[i].is_there)
            printf("this processor is no %s, or has none\n", argv[1]);
         return !features[i].is_there;
      }
   }
   return 2;
}
