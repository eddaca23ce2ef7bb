/* Jumps of a routine to its own first instruction: recursion if the frame has been removed before, as the
   compiler makes it of `return self(...)`; else a loop. Each routine reads n ints, one at a time.

   direct, conditional, by_register, by_memory
                        remove their frame and jump to themselves, in four ways: n activations, each of which
                        has read what those behind it read; by_memory has also read where it jumps to
   split, split.cold    split ends with its second half, which is no routine of its own, and that by a jump to
                        split: n activations
   without_frame        jumps to its first instruction, and has never had a frame: one activation
   with_frame           builds its frame once, and jumps back behind that: one activation
   behind_first         removes and builds its frame again and again, but does not jump to its first
                        instruction: one activation */
// build: $(closed_form) -static
#include "../common/expect.h"

#define SIZE 60

static int values[SIZE] OWN_PAGE;

typedef int Routine(const int* from, long count, const void* argument);

#define ROUTINE_OF(name, instructions)                             \
   Routine name;                                                   \
   __asm__(".globl " #name "\n.type " #name ", %function\n"         \
           #name ":\n" instructions ".size " #name ", . - " #name "\n");

/* Reads one of the ints; flags say then whether one is left.  The third argument is for the jump. */
#if defined __x86_64__

#define ONE_INT  "add (%rdi), %eax; add $4, %rdi; dec %rsi\n"
#define BUILD   "push %rbx; sub $16, %rsp\n"
#define REMOVE  "lea 16(%rsp), %rsp; pop %rbx\n"

ROUTINE_OF(direct,        BUILD ONE_INT "jz 1f\n" REMOVE "jmp direct\n" "1:\n" REMOVE "ret\n")
ROUTINE_OF(conditional,   BUILD ONE_INT REMOVE "jnz conditional; ret\n")
ROUTINE_OF(by_register,   "push %rbp; mov %rsp, %rbp; sub $16, %rsp\n" ONE_INT
                          "jz 1f; leave; jmp *%rdx; 1: leave; ret\n")
ROUTINE_OF(by_memory,     BUILD ONE_INT "jz 1f\n" REMOVE "jmp *(%rdx)\n" "1:\n" REMOVE "ret\n")
ROUTINE_OF(split,         BUILD ONE_INT REMOVE "jmp split.cold\n")
__asm__(".type split.cold, @function\n"
        "split.cold: jz 1f\n" BUILD REMOVE "jmp split; 1: ret\n.size split.cold, . - split.cold\n");
ROUTINE_OF(without_frame, ONE_INT "jnz without_frame; ret\n")
ROUTINE_OF(with_frame,    BUILD "1:\n" ONE_INT "jnz 1b\n" REMOVE "ret\n")
ROUTINE_OF(behind_first,  "nop; 1:\n" BUILD ONE_INT REMOVE "jnz 1b; ret\n")

#elif defined __aarch64__

#define ONE_INT  "ldr w9, [x0], 4; subs x1, x1, 1\n"
#define BUILD    "stp x29, x30, [sp, -32]!; str x19, [sp, 16]\n"
#define REMOVE   "ldr x19, [sp, 16]; ldp x29, x30, [sp], 32\n"

ROUTINE_OF(direct,        BUILD ONE_INT "b.eq 1f\n" REMOVE "b direct\n" "1:\n" REMOVE "ret\n")
ROUTINE_OF(conditional,   BUILD ONE_INT REMOVE "b.ne conditional; ret\n")
ROUTINE_OF(by_register,   "stp x29, x30, [sp, -16]!; mov x29, sp; sub sp, sp, 16\n" ONE_INT
                          "b.eq 1f; mov sp, x29; ldp x29, x30, [sp], 16; br x2;"
                          "1: mov sp, x29; ldp x29, x30, [sp], 16; ret\n")
ROUTINE_OF(by_memory,     BUILD ONE_INT "b.eq 1f\n" REMOVE "ldr x9, [x2]; br x9\n" "1:\n" REMOVE "ret\n")
ROUTINE_OF(split,         BUILD ONE_INT REMOVE "b split.cold\n")
__asm__(".type split.cold, %function\n"
        "split.cold: b.eq 1f\n" BUILD REMOVE "b split; 1: ret\n.size split.cold, . - split.cold\n");
ROUTINE_OF(without_frame, ONE_INT "b.ne without_frame; ret\n")
ROUTINE_OF(with_frame,    BUILD "1:\n" ONE_INT "b.ne 1b\n" REMOVE "ret\n")
ROUTINE_OF(behind_first,  "nop; 1:\n" BUILD ONE_INT REMOVE "b.ne 1b; ret\n")

#elif defined __riscv

#define ONE_INT  "lw t1, (a0); addi a0, a0, 4; addi a1, a1, -1\n"
#define BUILD    "addi sp, sp, -32; sd ra, (sp); sd s0, 8(sp); sd s1, 16(sp); addi s0, sp, 32\n"
#define REMOVE   "addi sp, s0, -32; ld s1, 16(sp); ld s0, 8(sp); ld ra, (sp); addi sp, sp, 32\n"

ROUTINE_OF(direct,        BUILD ONE_INT "beqz a1, 1f\n" REMOVE "j direct\n" "1:\n" REMOVE "ret\n")
ROUTINE_OF(conditional,   BUILD ONE_INT REMOVE "bnez a1, conditional; ret\n")
ROUTINE_OF(by_register,   BUILD ONE_INT "beqz a1, 1f; ld t1, 8(sp); mv sp, s0; mv s0, t1; jr a2\n" "1:\n" REMOVE "ret\n")
ROUTINE_OF(by_memory,     BUILD ONE_INT "beqz a1, 1f\n" REMOVE "ld t1, (a2); jr t1\n" "1:\n" REMOVE "ret\n")
ROUTINE_OF(split,         BUILD ONE_INT REMOVE "j split.cold\n")
__asm__(".type split.cold, %function\n"
        "split.cold: beqz a1, 1f\n" BUILD REMOVE "j split; 1: ret\n.size split.cold, . - split.cold\n");
ROUTINE_OF(without_frame, ONE_INT "bnez a1, without_frame; ret\n")
ROUTINE_OF(with_frame,    BUILD "1:\n" ONE_INT "bnez a1, 1b\n" REMOVE "ret\n")
ROUTINE_OF(behind_first,  "nop; 1:\n" BUILD ONE_INT REMOVE "bnez a1, 1b; ret\n")

#endif

static const struct { const char* name; Routine* routine; } recursive[] = {
   { "direct", direct }, { "conditional", conditional }, { "by_register", by_register },
   { "by_memory", by_memory }, { "split", split },
}, looping[] = {
   { "without_frame", without_frame }, { "with_frame", with_frame }, { "behind_first", behind_first },
};

static Routine* address OWN_CELL = by_memory;

int main(int argc, char** argv)
{
   start(argc, argv);
   for (long count = 1; count <= SIZE; count += 3) {
      for (unsigned r = 0; r < sizeof recursive / sizeof *recursive; r++) {
         int in_memory = recursive[r].routine == by_memory;
         const void* target = (const void*)recursive[r].routine;
         recursive[r].routine(values, count, in_memory ? &address : target);
         for (long i = 0; i < count; i++) {
            unsigned long jumps = in_memory && i < count - 1 ? cells(&address, sizeof address) : 0;
            expect(recursive[r].name, cells(values + i, 4ul * (count - i)) + jumps);
         }
      }
      for (unsigned r = 0; r < sizeof looping / sizeof *looping; r++) {
         looping[r].routine(values, count, NULL);
         expect(looping[r].name, cells(values, 4ul * count));
      }
   }
   return finish();
}
