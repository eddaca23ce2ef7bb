/* Comes to an instruction that Valgrind does not know, on any processor: Valgrind stops before it runs.

      unknown_instruction evex|mask|other|trap */
// build (amd64): $(plain)
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv)
{
   const char* which = argc == 2 ? argv[1] : "";
   if (strcmp(which, "evex") == 0)
      __asm__ volatile(".byte 0x62, 0xf1, 0x7c, 0x48, 0x58, 0xc0");   /* vaddps %zmm0, %zmm0, %zmm0 */
   if (strcmp(which, "mask") == 0)
      __asm__ volatile(".byte 0xc5, 0xf8, 0x90, 0xc9");               /* kmovw %k1, %k1 */
   if (strcmp(which, "other") == 0)
      __asm__ volatile(".byte 0x8f, 0xe9, 0x78, 0x81, 0xc0");         /* vfrczpd %xmm0, %xmm0, of XOP */
   if (strcmp(which, "trap") == 0)
      __builtin_trap();
   puts("the end");
   return 0;
}
