/* Code without a jump or a call, as long as a program generator or a large unrolled loop makes it, that reads
   more than the tool has room for at once (reads.c); and the same up to a fault in the middle of a block.

   read_all and read_to_fault read COUNT ints that nobody has read. What the latter reads at last cannot be
   read; the handler leaves it by siglongjmp. The second call of each has read nothing before either. */
// build: $(closed_form) -static
#include <setjmp.h>
#include <signal.h>
#include "../common/expect.h"

#define COUNT  140001

static int values[COUNT] OWN_PAGE;
static sigjmp_buf before;

int read_all(const int* from, const int* last);
int read_to_fault(const int* from, const int* last);

#if defined __x86_64__
#define READ_ALL                                   \
           "   .set offset, 0\n"                   \
           "   .rept 140001\n"                     \
           "   add offset(%rdi), %eax\n"           \
           "   .set offset, offset + 4\n"          \
           "   .endr\n"                            \
           "   add (%rsi), %eax\n"
#elif defined __aarch64__
#define READ_ALL                                   \
           "   .rept 140001\n"                     \
           "   ldr w9, [x0], 4\n"                  \
           "   add w10, w10, w9\n"                 \
           "   .endr\n"                            \
           "   ldr w9, [x1]\n"
#elif defined __riscv
#define READ_ALL                                   \
           "   .rept 140001\n"                     \
           "   lw t1, (a0)\n"                      \
           "   addi a0, a0, 4\n"                   \
           "   add t2, t2, t1\n"                   \
           "   .endr\n"                            \
           "   lw t1, (a1)\n"
#endif

#define READING(name)                              \
   __asm__(".globl " name "\n"                     \
           ".type " name ", %function\n"           \
           name ":\n"                              \
           READ_ALL                                \
           "   ret\n"                              \
           ".size " name ", . - " name "\n")

READING("read_all");
READING("read_to_fault");

static void leave(int number)
{
   siglongjmp(before, number);
}

int main(int argc, char** argv)
{
   start(argc, argv);
   struct sigaction action = { .sa_handler = leave };
   sigaction(SIGSEGV, &action, NULL);
   for (volatile int i = 0; i < 2; i++) {
      read_all(values, values);
      expect("read_all", cells(values, sizeof values));
      if (sigsetjmp(before, 1) == 0)
         read_to_fault(values, NULL);
      expect("read_to_fault", cells(values, sizeof values));
   }
   return finish();
}
