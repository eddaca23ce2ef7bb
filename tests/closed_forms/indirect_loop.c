/* A loop of which no block jumps backwards but by an indirect jump, as a virtual machine's with computed
   gotos.  It reads more, in one activation, than the tool has room for at once (reads.c). */
// build: $(closed_form)
#include "../common/expect.h"

#define INTS   1000
#define TURNS  70000   /* 70 million reads */

static int values[INTS] OWN_PAGE;

/* Reads each of the ints so often. */
int repeat(const int* from, long turns);
#if defined __x86_64__
__asm__(".globl repeat\n.type repeat, @function\n"
        "repeat:\n"
        "   lea 1f(%rip), %rdx\n"
        "1:\n"
        "   .set offset, 0\n"
        "   .rept 1000\n"
        "   add offset(%rdi), %eax\n"
        "   .set offset, offset + 4\n"
        "   .endr\n"
        "   dec %rsi\n"
        "   jz 2f\n"
        "   jmp *%rdx\n"
        "2: ret\n"
        ".size repeat, . - repeat\n");
#elif defined __aarch64__
__asm__(".globl repeat\n.type repeat, %function\n"
        "repeat:\n"
        "   adr x2, 1f\n"
        "1:\n"
        "   .set offset, 0\n"
        "   .rept 1000\n"
        "   ldr w9, [x0, offset]\n"
        "   add w10, w10, w9\n"
        "   .set offset, offset + 4\n"
        "   .endr\n"
        "   subs x1, x1, 1\n"
        "   b.eq 2f\n"
        "   br x2\n"
        "2: ret\n"
        ".size repeat, . - repeat\n");
#elif defined __riscv
__asm__(".globl repeat\n.type repeat, %function\n"
        "repeat:\n"
        "   lla a2, 1f\n"
        "1:\n"
        "   mv a3, a0\n"
        "   .rept 1000\n"
        "   lw t1, (a3)\n"
        "   addi a3, a3, 4\n"
        "   add t2, t2, t1\n"
        "   .endr\n"
        "   addi a1, a1, -1\n"
        "   beqz a1, 2f\n"
        "   jr a2\n"
        "2: ret\n"
        ".size repeat, . - repeat\n");
#endif

int main(int argc, char** argv)
{
   start(argc, argv);
   repeat(values, TURNS);
   expect("repeat", cells(values, sizeof values));
   return finish();
}
