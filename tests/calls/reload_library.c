/* Two libraries for reload.c, as WORK is work_1 or work_2; SECOND is 1 for the latter. Stripped, `hidden` has no
   name. */
// The libraries' code is at one place, whatever is before it.
// build reload_1.so reload_stripped_1.so: $(calls) -O1 -fPIC -shared -Wl,-z,separate-code
// build reload_2.so reload_stripped_2.so: $(calls) -O1 -fPIC -shared -Wl,-z,separate-code
// build reload_1.so reload_stripped_1.so: -DWORK=work_1 -DSECOND=0
// build reload_2.so reload_stripped_2.so: -DWORK=work_2 -DSECOND=1
// build reload_stripped_1.so reload_stripped_2.so: -s

__attribute__((noinline, noclone)) static int hidden(const volatile int* from, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += from[i];
   return total;
}

int WORK(const volatile int* from, int count)
{
   return hidden(from, count + 20) + 1;
}

/* Called through a PLT stub: both libraries have it at the same address, and it jumps to the same one. */
__attribute__((noinline, noclone)) int exported(const volatile int* from, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += from[i];
   return total;
}

int call_exported(const volatile int* from, int count)
{
   return exported(from, count + 40) + 1;
}

/* int leap(const volatile int* from, int count) jumps within itself in the first library; in the second one the
   same instruction jumps to the same address, where another routine begins. (That address is computed in a block of
   its own: known in the jump's block, it would be no indirect jump to Valgrind.) */
#if SECOND
#define LANDING  ".size leap, . - leap\n.globl landing\n.type landing, %function\nlanding:\n"
#define END      ".size landing, . - landing\n"
#else
#define LANDING  ""
#define END      ".size leap, . - leap\n"
#endif
__asm__(".text\n.globl leap\n.type leap, %function\nleap:\n"
#if defined __x86_64__
        "lea 1f(%rip), %rax\njmp 3f\n3: jmp *%rax\n"
        LANDING "1: xor %eax, %eax\n2: add (%rdi), %eax\nadd $4, %rdi\ndec %esi\njnz 2b\nret\n" END);
#elif defined __aarch64__
        "adr x9, 1f\nb 3f\n3: br x9\n"
        LANDING "1: nop\n2: ldr w9, [x0], 4\nsubs w1, w1, 1\nb.ne 2b\nret\n" END);
#elif defined __riscv
        "lla t1, 1f\nj 3f\n3: jr t1\n"
        LANDING "1: nop\n2: lw t2, (a0)\naddi a0, a0, 4\naddiw a1, a1, -1\nbnez a1, 2b\nret\n" END);
#endif

void* address_of_hidden(void)
{
   return (void*)hidden;
}
