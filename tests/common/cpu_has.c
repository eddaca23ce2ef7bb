/* cpu_has FEATURE: exit status 0 if the processor has it (amd64, arm64, riscv64: is one; lse: the atomic instructions of
   ARMv8.1), 1 if not, 2 for a feature this program does not know. For the prereq: lines of the tests. */
// build: $(plain)
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
   if (strcmp(argv[1], "amd64") == 0 || strcmp(argv[1], "arm64") == 0 || strcmp(argv[1], "riscv64") == 0)
      return strcmp(argv[1], own) != 0;
   if (strcmp(argv[1], "avx") == 0)
      return !has_avx;
   if (strcmp(argv[1], "avx2") == 0)
      return !has_avx2;
   if (strcmp(argv[1], "lse") == 0)
      return !has_lse;
   return 2;
}
