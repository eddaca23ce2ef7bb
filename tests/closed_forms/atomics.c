/* Instructions that read, modify and write one place in memory: their first access is the read, so a routine
   of one such instruction has the operand's cells, whether or not the comparison of a compare-and-swap
   succeeds; after a write of its own it has none.

   bts, btr and btc with a register operand for the bit's number address the byte that holds the bit: 1 cell.
   (The processor may access the whole operand.  Valgrind models the byte, and the aligned operands here have
   one cell from resolution 8 on in either view; at 1 and 4 the number states Valgrind's model.) */
// build (amd64): $(closed_form) -static
#include "../common/expect.h"

static char memory[64] OWN_PAGE;

#define DEFINE(name, size, aligned, text)                                                          \
   ROUTINE void name(char* p)                                                                      \
   {                                                                                               \
      long a = 0, d = 1;                                                                           \
      __asm__ volatile(text : "+a"(a), "+d"(d) : "D"(p) : "memory", "cc", "rbx", "rcx");           \
   }                                                                                               \
   ROUTINE void name##_after_write(char* p)                                                        \
   {                                                                                               \
      long a = 0, d = 1;                                                                           \
      __asm__ volatile("movq $0, (%%rdi)\n\tmovq $0, 8(%%rdi)\n\t" text                            \
                       : "+a"(a), "+d"(d) : "D"(p) : "memory", "cc", "rbx", "rcx");                \
   }

/* name, bytes, must be aligned to 16, text */
#define UPDATES(_)                                                          \
   _(lock_xadd_1, 1, 0, "lock xaddb %%dl, (%%rdi)")                         \
   _(lock_xadd_2, 2, 0, "lock xaddw %%dx, (%%rdi)")                         \
   _(lock_xadd_4, 4, 0, "lock xaddl %%edx, (%%rdi)")                        \
   _(lock_xadd_8, 8, 0, "lock xaddq %%rdx, (%%rdi)")                        \
   _(xadd_4, 4, 0, "xaddl %%edx, (%%rdi)")                                  \
   _(xchg_1, 1, 0, "xchgb %%dl, (%%rdi)")                                   \
   _(xchg_4, 4, 0, "xchgl %%edx, (%%rdi)")                                  \
   _(xchg_8, 8, 0, "xchgq %%rdx, (%%rdi)")                                  \
   _(lock_cmpxchg_1, 1, 0, "lock cmpxchgb %%dl, (%%rdi)")                   \
   _(lock_cmpxchg_2, 2, 0, "lock cmpxchgw %%dx, (%%rdi)")                   \
   _(lock_cmpxchg_4, 4, 0, "lock cmpxchgl %%edx, (%%rdi)")                  \
   _(lock_cmpxchg_8, 8, 0, "lock cmpxchgq %%rdx, (%%rdi)")                  \
   _(cmpxchg_4, 4, 0, "cmpxchgl %%edx, (%%rdi)")                            \
   _(cmpxchg_8, 8, 0, "cmpxchgq %%rdx, (%%rdi)")                            \
   _(failing_lock_cmpxchg_4, 4, 0, "movl $77, %%eax\n\tlock cmpxchgl %%edx, (%%rdi)")  \
   _(failing_lock_cmpxchg_8, 8, 0, "movl $77, %%eax\n\tlock cmpxchgq %%rdx, (%%rdi)")  \
   _(failing_cmpxchg_4, 4, 0, "movl $77, %%eax\n\tcmpxchgl %%edx, (%%rdi)")            \
   _(lock_cmpxchg8b, 8, 0, "lock cmpxchg8b (%%rdi)")                        \
   _(succeeding_lock_cmpxchg8b, 8, 0, "xorl %%edx, %%edx\n\tlock cmpxchg8b (%%rdi)") \
   _(succeeding_lock_cmpxchg16b, 16, 1, "xorl %%edx, %%edx\n\tlock cmpxchg16b (%%rdi)") \
   _(lock_cmpxchg16b, 16, 1, "lock cmpxchg16b (%%rdi)")                     \
   _(lock_inc_4, 4, 0, "lock incl (%%rdi)")                                 \
   _(lock_dec_8, 8, 0, "lock decq (%%rdi)")                                 \
   _(lock_or_1, 1, 0, "lock orb $1, (%%rdi)")                               \
   _(lock_and_4, 4, 0, "lock andl %%edx, (%%rdi)")                          \
   _(lock_sub_8, 8, 0, "lock subq %%rdx, (%%rdi)")                          \
   _(lock_not_4, 4, 0, "lock notl (%%rdi)")                                 \
   _(lock_neg_2, 2, 0, "lock negw (%%rdi)")                                 \
   _(inc_1, 1, 0, "incb (%%rdi)")                                           \
   _(add_4, 4, 0, "addl %%edx, (%%rdi)")                                    \
   _(xor_8, 8, 0, "xorq %%rdx, (%%rdi)")                                    \
   _(adc_2, 2, 0, "adcw %%dx, (%%rdi)")                                     \
   _(shift_4, 4, 0, "shll $3, (%%rdi)")                                     \
   _(rotate_8, 8, 0, "rolq $3, (%%rdi)")                                    \
   _(shift_double_4, 4, 0, "shldl $3, %%edx, (%%rdi)")                      \
   _(bit_test_and_set, 1, 0, "btsl %%edx, (%%rdi)")                         \
   _(lock_bit_test_and_set, 1, 0, "lock btsl %%edx, (%%rdi)")               \
   _(bit_test_and_reset, 1, 0, "btrq %%rdx, (%%rdi)")                       \
   _(bit_test_and_complement, 1, 0, "btcl %%edx, (%%rdi)")

UPDATES(DEFINE)

/* A bit number beyond the operand addresses another byte: bit 100 is in byte 12. */
ROUTINE void bit_far_away(char* p)
{
   long bit = 100;
   __asm__ volatile("btsq %1, (%0)" : : "D"(p), "a"(bit) : "memory", "cc");
}

ROUTINE int compiler_atomics(int* p)
{
   __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST);
   int expected = 5;
   __atomic_compare_exchange_n(p, &expected, 7, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
   return __atomic_exchange_n(p + 1, expected, __ATOMIC_SEQ_CST);
}

int main(int argc, char** argv)
{
   start(argc, argv);
#define CHECK(name, size, aligned, text)                                  \
   for (int offset = 0; offset < 32; offset += aligned ? 16 : 1) {        \
      memset(memory, 0, sizeof memory);                                   \
      name(memory + offset);                                              \
      expect(#name, cells(memory + offset, size));                        \
      name##_after_write(memory + offset);                                \
      expect(#name "_after_write", 0);                                    \
   }
   UPDATES(CHECK)

   bit_far_away(memory);
   expect("bit_far_away", 1);
   compiler_atomics((int*)memory);
   expect("compiler_atomics", cells(memory, 8));
   return finish();
}
