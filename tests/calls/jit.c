/* Code that is written at run time: all of an anonymous region of memory is one routine, "code at ADDRESS".

   written      written, run, overwritten, and run again, CALLS times each; it calls nothing
   calling      calls another place of the region (which is the same routine), and a routine of this program;
                is called by a jump, and jumps to a routine of this program
   mapped       unmapped and mapped again: the region's routine goes on
   protected    writable and executable in turn
   widened      unmapped, and in the middle of a larger region then: the same addresses are another routine
   on_stack     a nested function, whose address is code on the stack (a trampoline)
   replaced     where the region was there is a library's code then, and where that was the region again
                (reload.c) */
// build ways:
// build gcc-ways: -Wl,-z,execstack

#include <sys/mman.h>
#include "calls.h"

#define CALLS  20
#define REGION 65536

static int values[64] OWN_PAGE;

typedef int Code(const volatile int* from, int count);

SUM_ROUTINE(compiled)

static unsigned char* new_region(unsigned char* at, unsigned long size, int protection)
{
   unsigned char* region = mmap(at, size, protection, MAP_PRIVATE | MAP_ANONYMOUS | (at == NULL ? 0 : MAP_FIXED), -1, 0);
   if (region == MAP_FAILED)
      die("cannot map memory for code");
   return region;
}

/* Code at `to` whose bytes are these; returns the end. */
static unsigned char* write_bytes(unsigned char* to, const void* bytes, unsigned long size)
{
   memcpy(to, bytes, size);
   return to + size;
}

#define WRITE(to, ...)  write_bytes(to, (const Unit[]){ __VA_ARGS__ }, sizeof (Unit[]){ __VA_ARGS__ })

#if defined __x86_64__

typedef unsigned char Unit;

/* add 4*i(%rdi), %eax */
#define ADD_INT(i)           0x03, 0x47, (unsigned char)(4 * (i))
#define RETURN               0xc3
#define SAVE_RETURN_ADDRESS  0x57                 /* push %rdi; the call pushes the address */
#define RESTORE              0x5f                 /* pop %rdi */
/* mov $target, %rax */
#define TAKE(target)         0x48, 0xb8, BYTE(target, 0), BYTE(target, 1), BYTE(target, 2), BYTE(target, 3), \
                             BYTE(target, 4), BYTE(target, 5), BYTE(target, 6), BYTE(target, 7)
#define BYTE(target, i)      (unsigned char)((uintptr_t)(target) >> 8 * (i))
#define CALL                 0xff, 0xd0           /* call *%rax */
#define JUMP                 0xff, 0xe0           /* jmp *%rax */

#elif defined __aarch64__

typedef unsigned Unit;

/* ldr w9, [x0, 4*i]; add w10, w10, w9 */
#define ADD_INT(i)           0xb9400009 | (unsigned)(i) << 10, 0x0b09014a
#define RETURN               0xd65f03c0
#define SAVE_RETURN_ADDRESS  0xa9bf7be0           /* stp x0, x30, [sp, -16]! */
#define RESTORE              0xa8c17be0           /* ldp x0, x30, [sp], 16 */
/* movz, and movk three times, x9 */
#define TAKE(target)         0xd2800009 | HALF(target, 0), 0xf2a00009 | HALF(target, 1), \
                             0xf2c00009 | HALF(target, 2), 0xf2e00009 | HALF(target, 3)
#define HALF(target, i)      (unsigned)((uintptr_t)(target) >> 16 * (i) & 0xffff) << 5
#define CALL                 0xd63f0120           /* blr x9 */
#define JUMP                 0xd61f0120           /* br x9 */

#elif defined __riscv

typedef unsigned Unit;

/* lw t1, 4*i(a0); add t2, t2, t1 */
#define ADD_INT(i)           0x00052303 | (unsigned)(4 * (i)) << 20, 0x006383b3
#define RETURN               0x00008067
#define SAVE_RETURN_ADDRESS  0xff010113, 0x00a13023, 0x00113423   /* addi sp, sp, -16; sd a0, (sp); sd ra, 8(sp) */
#define RESTORE              0x00013503, 0x00813083, 0x01010113   /* ld a0, (sp); ld ra, 8(sp); addi sp, sp, 16 */
/* li, and slli and ori four times, t1 */
#define TAKE(target)         0x00000313 | BITS(target, 4), NEXT_BITS(target, 3), NEXT_BITS(target, 2), \
                             NEXT_BITS(target, 1), NEXT_BITS(target, 0)
#define NEXT_BITS(target, i) 0x00b31313, 0x00036313 | BITS(target, i)
#define BITS(target, i)      (unsigned)((uintptr_t)(target) >> 11 * (i) & 0x7ff) << 20
#define CALL                 0x000300e7           /* jalr t1 */
#define JUMP                 0x00030067           /* jr t1 */

#endif

/* Reads each of `count` ints. */
static unsigned char* write_sum(unsigned char* to, int count)
{
   for (int i = 0; i < count; i++)
      to = WRITE(to, ADD_INT(i));
   return WRITE(to, RETURN);
}

ROUTINE void run(Code* code, int count)
{
   __builtin___clear_cache((char*)code, (char*)code + 2048);
   for (int i = 0; i < CALLS; i++)
      code(values, count);
}

static void alias(const char* name, const void* region)
{
   expect_line("alias %s code at 0x%lx", name, (unsigned long)(uintptr_t)region);
}

ROUTINE void written(unsigned char* region)
{
   for (int count = 1; count <= 10; count++) {
      write_sum(region, count);
      run((Code*)region, 0);
   }
}

ROUTINE void calling(unsigned char* region)
{
   unsigned char* second = region + 1000;
   write_sum(second, 7);

   /* Calls the other place, then `compiled` by a jump. */
   WRITE(region, SAVE_RETURN_ADDRESS, TAKE(second), CALL, RESTORE, TAKE(compiled), JUMP);
   run((Code*)region, 12);

   /* And `compiled` by a call. */
   WRITE(region, SAVE_RETURN_ADDRESS, TAKE(compiled), CALL, RESTORE, RETURN);
   run((Code*)region, 13);
}

void jumps_to(Code* code, const int* from);
ASSEMBLY(jumps_to, "mov %rdi, %rax; mov %rsi, %rdi; jmp *%rax",
                   "mov x9, x0; mov x0, x1; br x9",
                   "mv t1, a0; mv a0, a1; jr t1")

ROUTINE void jumped_to(unsigned char* region)
{
   write_sum(region, 9);
   __builtin___clear_cache((char*)region, (char*)region + 2048);
   for (int i = 0; i < CALLS; i++)
      jumps_to((Code*)region, values);
}

ROUTINE void mapped(unsigned char* region)
{
   for (int count = 20; count < 25; count++) {
      munmap(region, REGION);
      new_region(region, REGION, PROT_READ | PROT_WRITE | PROT_EXEC);
      write_sum(region, count);
      run((Code*)region, 0);
   }
}

ROUTINE void protected(unsigned char* region)
{
   for (int count = 26; count < 30; count++) {
      mprotect(region, REGION, PROT_READ | PROT_WRITE);
      write_sum(region, count);
      mprotect(region, REGION, PROT_READ | PROT_EXEC);
      run((Code*)region, 0);
   }
   mprotect(region, REGION, PROT_READ | PROT_WRITE | PROT_EXEC);
}

ROUTINE void widened(unsigned char* region, unsigned char* larger)
{
   munmap(region, REGION);
   new_region(larger, 2 * REGION, PROT_READ | PROT_WRITE | PROT_EXEC);
   for (int count = 1; count <= 10; count++) {
      write_sum(region, count);
      run((Code*)region, 0);
   }
}

#ifndef __clang__
ROUTINE int call_back(int (*function)(int), int argument)
{
   return function(argument);
}

ROUTINE int on_stack(const int* from, int count)
{
   auto int nested(int i);
   int nested(int i)
   {
      return compiled(from, count) + i;
   }
   int total = 0;
   for (int i = 0; i < CALLS; i++)
      total += call_back(nested, i);
   return total;
}
#endif

int main(int argc, char** argv)
{
   begin(argc, argv);
   unsigned char* larger = new_region(NULL, 3 * REGION, PROT_NONE);
   unsigned char* region = new_region(larger + REGION, REGION, PROT_READ | PROT_WRITE | PROT_EXEC);
   alias("region", region);

   written(region);
   for (int count = 1; count <= 10; count++)
      expect_calls("NONE:region", count, CALLS);
   expect_any("written", 1);

   calling(region);
   expect_calls("compiled", 12, CALLS);
   expect_calls("compiled", 13, CALLS);
   expect_calls("NONE:region", 7, CALLS);
   expect_calls("NONE:region", 12, CALLS);
   expect_calls("NONE:region", 13, CALLS);
   expect_line("cost compiled.real = compiled.self");

   jumped_to(region);
   expect_calls("NONE:region", 9, CALLS);
   expect_calls("jumps_to", 9, CALLS);

   mapped(region);
   for (int count = 20; count < 25; count++)
      expect_calls("NONE:region", count, CALLS);
   protected(region);
   for (int count = 26; count < 30; count++)
      expect_calls("NONE:region", count, CALLS);

   widened(region, larger);
   alias("larger", larger);
   for (int count = 1; count <= 10; count++)
      expect_calls("NONE:larger", count, CALLS);

#ifndef __clang__
   on_stack(values, 14);
   expect_calls("compiled", 14, CALLS);
   expect_any("call_back", CALLS);
   expect_any("nested*", CALLS);
   expect_line("cost call_back.sum > call_back.self + nested*.sum");
#endif
   return end();
}
