/* How many bytes an instruction reads or writes, at every offset in a cache line and a half: a routine of one
   load of s bytes has the cells of those s bytes, misaligned or not, across lines or not.  A routine that
   stores s bytes and then reads the whole surroundings has the cells that the store did not touch.

   A conditional move from memory reads in any case, whatever the condition.  A masked load reads the enabled
   lanes: see vectors.c. */
// build (amd64): $(closed_form) -static
#include "../common/expect.h"

#define AREA 160

static char area[AREA] OWN_PAGE;
static unsigned short control_word = 0x037f;
static unsigned mxcsr = 0x1f80;

/* Ends the block of instructions that Valgrind translates at once: a value loaded before it stays live. */
#define CUT "\n\tjmp 1f\n1:\n\t"

#define DEFINE_LOAD(name, size, step, text)                                                        \
   ROUTINE void name(const char* p)                                                                \
   {                                                                                               \
      long a = 0, d = 0, c = 1;                                                                    \
      __asm__ volatile(text : "+D"(p), "+a"(a), "+d"(d), "+c"(c)                                   \
                       : : "memory", "cc", "rbx", "rsi", "xmm0");                                  \
   }

/* name, bytes, step between the offsets to try, text */
#define LOADS(_)                                                            \
   _(load_byte, 1, 1, "movzbl (%%rdi), %%esi")                              \
   _(load_signed_byte, 1, 1, "movsbq (%%rdi), %%rsi")                       \
   _(load_short, 2, 1, "movzwl (%%rdi), %%esi")                             \
   _(load_int, 4, 1, "movl (%%rdi), %%esi")                                 \
   _(load_signed_int, 4, 1, "movslq (%%rdi), %%rsi")                        \
   _(load_long, 8, 1, "movq (%%rdi), %%rsi")                                \
   _(compare_int, 4, 1, "cmpl %%eax, (%%rdi)")                              \
   _(test_byte, 1, 1, "testb $1, (%%rdi)")                                  \
   _(add_long, 8, 1, "addq (%%rdi), %%rax")                                 \
   _(multiply_int, 4, 1, "imull (%%rdi), %%eax")                            \
   _(multiply_wide, 8, 1, "mulq (%%rdi)")                                   \
   _(bit_scan, 8, 1, "bsfq (%%rdi), %%rsi")                                 \
   _(bit_test, 1, 1, "btl %%edx, (%%rdi)")                                  \
   _(bit_test_immediate, 8, 1, "btq $3, (%%rdi)")                           \
   _(string_load, 8, 1, "movq %%rdi, %%rsi\n\tlodsq")                       \
   _(conditional_taken, 8, 1, "testq %%rcx, %%rcx\n\tcmovneq (%%rdi), %%rsi")     \
   _(conditional_not_taken, 8, 1, "testq %%rcx, %%rcx\n\tcmoveq (%%rdi), %%rsi")  \
   _(conditional_short, 2, 1, "testq %%rcx, %%rcx\n\tcmovew (%%rdi), %%si") \
   _(sse_float, 4, 1, "movss (%%rdi), %%xmm0")                              \
   _(sse_double, 8, 1, "movsd (%%rdi), %%xmm0")                             \
   _(sse_low_half, 8, 1, "movlps (%%rdi), %%xmm0")                          \
   _(sse_high_half, 8, 1, "movhpd (%%rdi), %%xmm0")                         \
   _(sse_int, 4, 1, "movd (%%rdi), %%xmm0")                                 \
   _(sse_long, 8, 1, "movq (%%rdi), %%xmm0")                                \
   _(sse_insert_short, 2, 1, "pinsrw $3, (%%rdi), %%xmm0")                  \
   _(sse_convert_int, 4, 1, "cvtsi2sdl (%%rdi), %%xmm0")                    \
   _(sse_convert_long, 8, 1, "cvtsi2sdq (%%rdi), %%xmm0")                   \
   _(sse_unaligned, 16, 1, "movdqu (%%rdi), %%xmm0")                        \
   _(sse_unaligned_floats, 16, 1, "movups (%%rdi), %%xmm0")                 \
   _(sse_aligned, 16, 16, "movdqa (%%rdi), %%xmm0")                         \
   _(sse_operand, 16, 16, "paddd (%%rdi), %%xmm0")                          \
   _(sse_scalar_operand, 8, 1, "addsd (%%rdi), %%xmm0")                     \
   _(sse_prefetch, 0, 1, "prefetcht0 (%%rdi)")                              \
   _(no_operation, 0, 1, "nopl (%%rdi)")                                    \
   _(address_only, 0, 1, "leaq (%%rdi), %%rsi")                             \
   _(mmx_load, 8, 1, "movq (%%rdi), %%mm0" CUT "emms")                      \
   _(x87_float, 4, 1, "flds (%%rdi)" CUT "fstp %%st(0)")                    \
   _(x87_double, 8, 1, "fldl (%%rdi)" CUT "fstp %%st(0)")                   \
   _(x87_extended, 10, 1, "fldt (%%rdi)" CUT "fstp %%st(0)")                \
   _(x87_short, 2, 1, "filds (%%rdi)" CUT "fstp %%st(0)")                   \
   _(x87_int, 4, 1, "fildl (%%rdi)" CUT "fstp %%st(0)")                     \
   _(x87_long, 8, 1, "fildll (%%rdi)" CUT "fstp %%st(0)")                   \
   _(x87_operand, 8, 1, "fld1" CUT "faddl (%%rdi)" CUT "fstp %%st(0)")

#define DEFINE_STORE(name, size, step, text)                                                       \
   ROUTINE long name(char* p)                                                                      \
   {                                                                                               \
      long total = 0;                                                                              \
      __asm__ volatile(text : "+D"(p) : "a"(0l) : "memory", "cc");                                 \
      for (const volatile char* q = area; q < area + AREA; q++)                                    \
         total += *q;                                                                              \
      return total;                                                                                \
   }

#define STORES(_)                                                           \
   _(store_nothing, 0, 1, "nop")                                            \
   _(store_byte, 1, 1, "movb $1, (%%rdi)")                                  \
   _(store_short, 2, 1, "movw $1, (%%rdi)")                                 \
   _(store_int, 4, 1, "movl $1, (%%rdi)")                                   \
   _(store_long, 8, 1, "movq $1, (%%rdi)")                                  \
   _(store_condition, 1, 1, "testb %%al, %%al\n\tsete (%%rdi)")             \
   _(store_string, 8, 1, "stosq")                                           \
   _(store_pop, 8, 1, "pushq $1\n\tpopq (%%rdi)")                           \
   _(store_movnti_4, 4, 1, "movnti %%eax, (%%rdi)")                         \
   _(store_movnti_8, 8, 1, "movnti %%rax, (%%rdi)")                         \
   _(store_sse_float, 4, 1, "movss %%xmm0, (%%rdi)")                        \
   _(store_sse_double, 8, 1, "movsd %%xmm0, (%%rdi)")                       \
   _(store_sse_high_half, 8, 1, "movhps %%xmm0, (%%rdi)")                   \
   _(store_sse_int, 4, 1, "movd %%xmm0, (%%rdi)")                           \
   _(store_sse_unaligned, 16, 1, "movdqu %%xmm0, (%%rdi)")                  \
   _(store_sse_aligned, 16, 16, "movaps %%xmm0, (%%rdi)")                   \
   _(store_sse_streaming, 16, 16, "movntdq %%xmm0, (%%rdi)")                \
   _(store_mxcsr, 4, 1, "stmxcsr (%%rdi)")                                  \
   _(store_mmx, 8, 1, "movq %%mm0, (%%rdi)\n\temms")                        \
   _(store_x87_float, 4, 1, "fldz\n\tfstps (%%rdi)")                        \
   _(store_x87_double, 8, 1, "fldz\n\tfstpl (%%rdi)")                       \
   _(store_x87_extended, 10, 1, "fldz\n\tfstpt (%%rdi)")                    \
   _(store_x87_short, 2, 1, "fldz\n\tfistps (%%rdi)")                       \
   _(store_x87_int, 4, 1, "fldz\n\tfistpl (%%rdi)")                         \
   _(store_x87_long, 8, 1, "fldz\n\tfistpll (%%rdi)")                       \
   _(store_x87_control, 2, 1, "fnstcw (%%rdi)")                             \
   _(store_x87_status, 2, 1, "fnstsw (%%rdi)")                              \
   _(store_x87_environment, 28, 1, "fnstenv (%%rdi)\n\tfninit")

LOADS(DEFINE_LOAD)
STORES(DEFINE_STORE)

/* These take values that must make sense to the processor. */
ROUTINE void load_x87_control(const void* p)
{
   __asm__ volatile("fldcw (%0)" : : "D"(p) : "memory");
}

ROUTINE void load_mxcsr(const void* p)
{
   __asm__ volatile("ldmxcsr (%0)" : : "D"(p) : "memory");
}

ROUTINE void divide(const void* p)
{
   long a = 100, d = 0;
   __asm__ volatile("divl (%2)" : "+a"(a), "+d"(d) : "D"(p) : "memory", "cc");
}

typedef long Word __attribute__((aligned(1), may_alias));

/* A run of misaligned loads that walks over the area: every byte is read several times, each cell counts
   once. */
ROUTINE long walk_misaligned(const char* p, long count)
{
   long total = 0;
   for (long i = 0; i < count; i++)
      total += *(const Word*)(p + i);
   return total;
}

int main(int argc, char** argv)
{
   start(argc, argv);
#define CHECK_LOAD(name, size, step, text)                                \
   for (int offset = 0; offset < 96; offset += step) {                    \
      name(area + offset);                                                \
      expect(#name, cells(area + offset, size));                          \
   }
   LOADS(CHECK_LOAD)

#define CHECK_STORE(name, size, step, text)                               \
   for (int offset = 0; offset < 96; offset += step) {                    \
      name(area + offset);                                                \
      expect(#name, cells(area, AREA) - cells(area + offset, size));      \
   }
   STORES(CHECK_STORE)

   for (int offset = 0; offset < 96; offset++) {
      memcpy(area + offset, &control_word, 2);
      load_x87_control(area + offset);
      expect("load_x87_control", cells(area + offset, 2));
      memcpy(area + offset, &mxcsr, 4);
      load_mxcsr(area + offset);
      expect("load_mxcsr", cells(area + offset, 4));
      divide(area + offset);
      expect("divide", cells(area + offset, 4));
   }
   for (int count = 0; count < 100; count++) {
      walk_misaligned(area + 3, count);
      expect("walk_misaligned", count == 0 ? 0 : cells(area + 3, count + 7));
   }
   return finish();
}
