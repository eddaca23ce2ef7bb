/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Signal handlers that interrupt a PLT stub: what that has done up to then is its caller's at once, and
   not only when what was called begins.

      stubs MODE    what the handler does: zero, dump, toggle, restart, jump (it leaves the stub), or return;
                    handled: there is also one that is known by the address of a stub, so that it begins there

   The stub goes on to a second one, which reads the address of what is called from a page that cannot be
   read until the handler has mended that. */
// build: $(closed_form)
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include <valgrind/aprof.h>

#define ROUTINE __attribute__((noipa))
#define PAGE    4096
#define ROUNDS  5

/* A stub has no symbol: these are behind the end of one. */
__asm__(".text\n"
        ".globl through\n.type through, %function\n"
#if defined __x86_64__
        "through: call .Lfirst_stub\n mov %eax, %eax\n ret\n"
        ".size through, . - through\n"
        ".Lfirst_stub: jmp *to_second_stub(%rip)\n"
        ".Lsecond_stub: jmp *to_called(%rip)\n"
        ".Lhandler_stub: jmp *to_handled(%rip)\n"
#elif defined __aarch64__
        "through: str x30, [sp, -16]!\n bl .Lfirst_stub\n ldr x30, [sp], 16\n ret\n"
        ".size through, . - through\n"
        ".Lfirst_stub: adrp x16, to_second_stub\n ldr x17, [x16, :lo12:to_second_stub]\n br x17\n"
        ".Lsecond_stub: adrp x16, to_called\n ldr x17, [x16, :lo12:to_called]\n br x17\n"
        ".Lhandler_stub: adrp x16, to_handled\n ldr x17, [x16, :lo12:to_handled]\n br x17\n"
#elif defined __riscv
        "through: addi sp, sp, -16\n sd ra, (sp)\n call .Lfirst_stub\n ld ra, (sp)\n addi sp, sp, 16\n ret\n"
        ".size through, . - through\n"
        ".Lfirst_stub: auipc t3, %pcrel_hi(to_second_stub)\n ld t3, %pcrel_lo(.Lfirst_stub)(t3)\n jalr t1, t3\n"
        ".Lsecond_stub: auipc t3, %pcrel_hi(to_called)\n ld t3, %pcrel_lo(.Lsecond_stub)(t3)\n jalr t1, t3\n"
        ".Lhandler_stub: auipc t3, %pcrel_hi(to_handled)\n ld t3, %pcrel_lo(.Lhandler_stub)(t3)\n jalr t1, t3\n"
#endif
        ".data\n"
        "to_handled: .quad handled\n"
        ".globl handler_stub\n handler_stub: .quad .Lhandler_stub\n"
        ".balign 4096\n to_second_stub: .quad .Lsecond_stub\n"
        ".balign 4096\n to_called: .quad called\n"
        ".balign 4096\n"
        ".text\n");

int through(const int* values);
int called(const int* values);
void handled(int signal);
extern char to_called[PAGE];
extern void (*const handler_stub)(int);

static const char* mode;
static sigjmp_buf  before;

ROUTINE int called(const int* values)
{
   return values[0] + values[1];
}

ROUTINE void handled(int signal)
{
   (void)signal;
}

static void on_fault(int signal)
{
   (void)signal;
   mprotect(to_called, PAGE, PROT_READ | PROT_WRITE);
   if (strcmp(mode, "zero") == 0) {
      APROF_ZERO;
   } else if (strcmp(mode, "dump") == 0) {
      APROF_DUMP("in the stub");
   } else if (strcmp(mode, "toggle") == 0) {
      APROF_TOGGLE_COLLECT;
   } else if (strcmp(mode, "restart") == 0) {
      APROF_STOP_INSTRUMENTATION;
      APROF_START_INSTRUMENTATION;
   } else if (strcmp(mode, "jump") == 0) {
      siglongjmp(before, 1);
   }
}

int main(int argc, char** argv)
{
   static int values[ROUNDS + 1];
   volatile int jumps = 0;
   mode = argc == 2 ? argv[1] : "";
   signal(SIGSEGV, on_fault);
   if (strcmp(mode, "handled") == 0) {
      signal(SIGUSR1, handler_stub);
      raise(SIGUSR1);
      raise(SIGUSR1);
   }
   for (volatile int i = 0; i < ROUNDS; i++) {
      mprotect(to_called, PAGE, PROT_NONE);
      if (sigsetjmp(before, 1) == 0) {
         through(values + i);
      } else {
         jumps++;
      }
   }
   printf("%d rounds, %d jumps\n", ROUNDS, jumps);
   return 0;
}
