/* Addresses where Valgrind knows memory that nobody can read: of files that are shorter than their mappings, and behind
   the end of a mapping.  The kernel refuses them, and the program goes on; so must aprof.

   enters        passes a text to the kernel: one that it can read up to a point, or not at all, or that is too long for
                 it; its input is what can be read, and 4,096 bytes at most. By chdir, because Valgrind 3.27 itself reads
                 the paths of unlinkat and its like, and dies of it where nobody can
   executes      likewise, of another system call, before which aprof looks at the text
   asks          passes a buffer to the kernel that is said to be nearly as long as all addresses: the kernel looks at 32
                 bits of its length, and Valgrind at all.  Its input is what it then reads of the buffer
   jumps         to a page that is full of one prefix of instructions (on x86): a fault
   few           reads n ints, on a stack behind whose end nothing is mapped; that is where a ninth argument would be,
                 as the option --input-arg says.  It has none, so its input is what it reads */
// build: $(closed_form) -static -D_GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>
#include "../common/instructions.h"
#include "../common/system_call.h"

#define PAGE  4096ul

static int values[100] OWN_PAGE;

ROUTINE long enters(const char* path)
{
   return CALL3(SYS_chdir, path, 0, 0);
}

ROUTINE long executes(const char* path)
{
   return CALL3(SYS_execve, path, NULL, NULL);
}

/* Two pages of a file, of which the first `pages` are there, full of 'a'. Its name goes last: a file without one cannot be made
   shorter in a shared directory of an emulated machine. */
static char* map_file(unsigned long pages)
{
   char  name[] = "out_of_reach.XXXXXX";
   int   file   = mkstemp(name);
   char* mapped;
   if (file < 0 || ftruncate(file, 2 * PAGE) != 0)
      die("cannot make a file");
   mapped = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
   if (mapped == MAP_FAILED)
      die("cannot map a file");
   memset(mapped, 'a', 2 * PAGE);
   if (ftruncate(file, pages * PAGE) != 0 || unlink(name) != 0)
      die("cannot make the file shorter");
   close(file);
   return mapped;
}

/* With nothing behind. */
static char* map_pages(unsigned long pages, int protection)
{
   char* mapped = mmap(NULL, (pages + 1) * PAGE, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (mapped == MAP_FAILED || munmap(mapped + pages * PAGE, PAGE) != 0)
      die("cannot map memory");
   return mapped;
}

static void pass_texts(void)
{
   char* none  = map_file(0);
   char* half  = map_file(1);
   char* pages = map_pages(8, PROT_READ | PROT_WRITE);
   memset(pages, 'a', 8 * PAGE);

   require(enters(none) == -EFAULT, "there is nothing to read");
   require(enters(half + PAGE - 100) == -EFAULT, "the file ends before the text");
   require(enters(pages + 8 * PAGE - 200) == -EFAULT, "the mapping ends before the text");
   require(enters(pages + 300) == -ENAMETOOLONG, "the text has no end");
   require(enters((const char*)-16l) == -EFAULT, "there is no such address");
   expect_calls("enters", 0, 2);
   expect("enters", cells(half + PAGE - 100, 100));
   expect("enters", cells(pages + 8 * PAGE - 200, 200));
   expect("enters", cells(pages + 300, PAGE));

   require(executes(none) == -EFAULT, "there is nothing to execute");
   require(executes(half + PAGE - 100) == -EFAULT, "the file ends before the name");
   expect("executes", 0);
   expect("executes", cells(half + PAGE - 100, 100));
}

static long mask[512] OWN_PAGE;

ROUTINE long asks(long* to)
{
   long written = CALL3(SYS_sched_getaffinity, 0, 0xffffffff00000080, to);
   return written > 0 ? sum(to, 128) : written;
}

static void ask_for_much(void)
{
   require(asks(mask) >= 0, "the kernel looks at 32 bits");
   expect("asks", cells(mask, 128));
}

#if defined __x86_64__
static sigjmp_buf behind_fault;

static void on_fault(int number)
{
   siglongjmp(behind_fault, number);
}
#endif

/* An instruction has at most 15 bytes. */
static void jump_to_prefixes(void)
{
#if defined __x86_64__
   char* page = map_pages(1, PROT_READ | PROT_WRITE | PROT_EXEC);
   memset(page, 0x66, PAGE);
   signal(SIGILL, on_fault);
   signal(SIGSEGV, on_fault);
   if (sigsetjmp(behind_fault, 1) == 0) {
      ((void (*)(void))page)();
      die("there was no fault");
   }
#endif
}

ROUTINE int few(const volatile int* from, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += from[i];
   return total;
}

/* Calls the routine with the stack pointer there. */
void call_on(void* stack, int (*routine)(const volatile int*, int), const int* from, int count);
__asm__(".text\n.globl call_on\n.type call_on, %function\ncall_on:\n"
        INSTRUCTIONS("push %rbp; mov %rsp, %rbp; mov %rdi, %rsp; mov %rsi, %rax; mov %rdx, %rdi; mov %ecx, %esi;"
                     "call *%rax; mov %rbp, %rsp; pop %rbp; ret",
                     "stp x29, x30, [sp, -16]!; mov x29, sp; mov sp, x0; mov x9, x1; mov x0, x2; mov w1, w3;"
                     "blr x9; mov sp, x29; ldp x29, x30, [sp], 16; ret",
                     "addi sp, sp, -16; sd s0, (sp); sd ra, 8(sp); mv s0, sp; mv sp, a0; mv t1, a1; mv a0, a2; mv a1, a3;"
                     "jalr t1; mv sp, s0; ld s0, (sp); ld ra, 8(sp); addi sp, sp, 16; ret")
        "\n.size call_on, . - call_on\n");

static void call_at_end_of_stack(void)
{
   char* stack = map_pages(4, PROT_READ | PROT_WRITE);
   for (int n = 1; n <= 20; n++) {
      call_on(stack + 4 * PAGE, few, values, n);
      expect("few", cells(values, n * sizeof *values));
   }
}

int main(int argc, char** argv)
{
   start(argc, argv);
   pass_texts();
   ask_for_much();
   jump_to_prefixes();
   call_at_end_of_stack();
   return finish();
}
