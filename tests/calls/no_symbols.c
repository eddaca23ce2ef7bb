/* Code without symbols: each address that is called is a routine, named by the address in its object; jumps
   stay in the routine. All of this program is so if it is linked with -s, and else the assembly is. It has no
   unwinding information either.

   leaf      reads one int
   twice      calls leaf directly, and by a pointer
   recursive  calls itself
   looping    jumps back to its first instruction: no call
   jumping    jumps to leaf: no call, as nothing says that leaf begins there
   dispatch   an indirect jump into its own middle
   thrown     called through all of them and left by a long jump to `catching` */
// build ways: -fPIE -pie -DPIE=1 -DSTRIPPED=1 -s
// build -pie: $(calls) -O1 -fPIE -pie -DPIE=1 -DSTRIPPED=0
// build -no-pie: $(calls) -O1 -fno-pie -no-pie -DPIE=0 -DSTRIPPED=0
// build -stripped-no-pie: $(calls) -O1 -DSTRIPPED=1 -s
// build -stripped-no-pie (amd64): -fno-pie -no-pie -DPIE=0
// At a fixed address, code of the C library in the same object jumps to main: without symbols, that is no call.
// build -stripped-no-pie (arm64 riscv64): -fPIE -pie -DPIE=1

#include "calls.h"

#define CALLS  15

static int values[64] OWN_PAGE;
static void* place[3];

typedef long Routine(const int* from, long count, void* argument);

/* `nameless` labels are local: they are in no symbol table. */
#if defined __x86_64__
__asm__(".text\n"
        ".Lleaf:      add (%rdi), %eax; ret\n"
        ".Ltwice:     add 4(%rdi), %eax; call .Lleaf; lea .Lleaf(%rip), %rdx; call *%rdx; ret\n"
        ".Lrecursive: add (%rdi), %eax; add $4, %rdi; dec %rsi; jz 1f; call .Lrecursive; 1: ret\n"
        ".Llooping:   add (%rdi), %eax; add $4, %rdi; dec %rsi; jnz .Llooping; ret\n"
        ".Ljumping:   add 8(%rdi), %eax; jmp .Lleaf\n"
        ".Ldispatch:  lea 1f(%rip), %rcx; jmp *%rcx; nop; 1: add (%rdi), %eax; add 12(%rdi), %eax; ret\n"
        ".Lthrown:    dec %rsi; jnz .Lthrow_on; mov 8(%rdx), %rsp; jmp *(%rdx)\n"
        ".Lthrow_on:  call .Lthrown; ret\n"
        ".Lcatching:  lea 1f(%rip), %rcx; mov %rcx, (%rdx); mov %rsp, 8(%rdx); call .Lthrown; ud2\n"
        "1:           call .Lleaf; ret\n");
#elif defined __aarch64__
__asm__(".text\n"
        ".Lleaf:      ldr w9, [x0]; ret\n"
        ".Ltwice:     str x30, [sp, -16]!; ldr w9, [x0, 4]; bl .Lleaf; adr x3, .Lleaf; blr x3; ldr x30, [sp], 16; ret\n"
        ".Lrecursive: str x30, [sp, -16]!; ldr w9, [x0], 4; subs x1, x1, 1; b.eq 1f; bl .Lrecursive;"
        "             1: ldr x30, [sp], 16; ret\n"
        ".Llooping:   ldr w9, [x0], 4; subs x1, x1, 1; b.ne .Llooping; ret\n"
        ".Ljumping:   ldr w9, [x0, 8]; b .Lleaf\n"
        ".Ldispatch:  adr x3, 1f; br x3; nop; 1: ldr w9, [x0]; ldr w10, [x0, 12]; ret\n"
        ".Lthrown:    str x30, [sp, -16]!; subs x1, x1, 1; b.ne .Lthrow_on; ldp x3, x4, [x2]; mov sp, x4; br x3\n"
        ".Lthrow_on:  bl .Lthrown; ldr x30, [sp], 16; ret\n"
        ".Lcatching:  str x30, [sp, -16]!; adr x3, 1f; mov x4, sp; stp x3, x4, [x2]; bl .Lthrown; brk 0\n"
        "1:           bl .Lleaf; ldr x30, [sp], 16; ret\n");
#elif defined __riscv
__asm__(".text\n"
        ".Lleaf:      lw t1, (a0); ret\n"
        ".Ltwice:     addi sp, sp, -16; sd ra, (sp); lw t1, 4(a0); jal .Lleaf; lla t2, .Lleaf; jalr t2;"
        "             ld ra, (sp); addi sp, sp, 16; ret\n"
        ".Lrecursive: addi sp, sp, -16; sd ra, (sp); lw t1, (a0); addi a0, a0, 4; addi a1, a1, -1; beqz a1, 1f;"
        "             jal .Lrecursive; 1: ld ra, (sp); addi sp, sp, 16; ret\n"
        ".Llooping:   lw t1, (a0); addi a0, a0, 4; addi a1, a1, -1; bnez a1, .Llooping; ret\n"
        ".Ljumping:   lw t1, 8(a0); j .Lleaf\n"
        ".Ldispatch:  lla t2, 1f; jr t2; nop; 1: lw t1, (a0); lw t2, 12(a0); ret\n"
        ".Lthrown:    addi sp, sp, -16; sd ra, (sp); addi a1, a1, -1; bnez a1, .Lthrow_on; ld t1, (a2);"
        "             ld sp, 8(a2); jr t1\n"
        ".Lthrow_on:  jal .Lthrown; ld ra, (sp); addi sp, sp, 16; ret\n"
        ".Lcatching:  addi sp, sp, -16; sd ra, (sp); lla t1, 1f; sd t1, (a2); sd sp, 8(a2); jal .Lthrown; ebreak\n"
        "1:           jal .Lleaf; ld ra, (sp); addi sp, sp, 16; ret\n");
#endif
__asm__(".data\n.balign 8\n"
        "no_names: .quad .Lleaf, .Ltwice, .Lrecursive, .Llooping, .Ljumping, .Ldispatch, .Lthrown, .Lcatching\n"
        ".text\n");

extern Routine* no_names[];
enum { LEAF, TWICE, RECURSIVE, LOOPING, JUMPING, DISPATCH, THROWN, CATCHING };

ROUTINE void scenario(const int* from)
{
   for (int i = 0; i < CALLS; i++) {
      no_names[TWICE](from, 0, NULL);
      no_names[RECURSIVE](from, 10, NULL);
      no_names[LOOPING](from, 10, NULL);
      no_names[JUMPING](from, 0, NULL);
      no_names[DISPATCH](from, 0, NULL);
      no_names[CATCHING](from, 8, place);
   }
}

ROUTINE int compiled(const volatile int* from, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += from[i];
   return total;
}

static void set_name(const char* alias, const void* code)
{
   extern const char __executable_start[];
   uintptr_t base = PIE ? (uintptr_t)__executable_start : 0;
   expect_line("alias %s 0x%lx", alias, (unsigned long)((uintptr_t)code - base));
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   scenario(values);
   for (int i = 0; i < CALLS; i++)
      compiled(values, i);

   static const char* const names[] = { "leaf", "twice", "recursive", "looping", "jumping", "dispatch", "thrown",
                                        "catching" };
   for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
      set_name(names[i], (const void*)no_names[i]);
   if (STRIPPED) {
#ifndef __riscv   /* there, the linker exports it */
      set_name("main", (const void*)main);
#endif
      set_name("compiled", (const void*)compiled);
      set_name("scenario", (const void*)scenario);
   }
   expect_calls("leaf", 1, 3 * CALLS);
   expect_calls("twice", 2, CALLS);
   expect_line("cost twice.sum = %d", 5 * CALLS);
   for (int i = 1; i <= 10; i++)
      expect_calls("recursive", i, CALLS);
   expect_line("cost recursive.real = %d", 29 * CALLS);
   expect_calls("looping", 10, CALLS);
   expect_line("cost looping.sum = %d", 11 * CALLS);
   expect_calls("jumping", 2, CALLS);
   expect_line("cost jumping.self = %d", 2 * CALLS);
   expect_calls("dispatch", 2, CALLS);
   expect_line("cost dispatch.self = %d", 2 * CALLS);
   expect_any("thrown", 8 * CALLS);
   expect_line("cost thrown.real = %d", (7 * 2 + 2) * CALLS);
   expect_calls("catching", 1, CALLS);
   expect_line("cost catching.sum = catching.self + thrown.real + %d", CALLS);
   expect_line("cost catching.self = %d", 3 * CALLS);
   for (int i = 0; i < CALLS; i++)
      expect("compiled", i);
   expect_any("scenario", 1);
   return end();
}
