/* Long jumps end all activations between, and none other.

   First with a setjmp and longjmp of this program's own, so that every block is known; the way back is a jump
   or a `ret`. The routine that is gone back to calls `after` then, which must be its callee.

   own_catch         saves the place and calls own_throw, which calls itself `depth` times and goes back
   own_again         goes back to one place n times, from different depths: one activation
   own_outer         catches what own_inner has caught first, and threw again
   own_tail          throws from a chain of tail calls

   Then with those of the C library:

   catch_long, catch_signal_mask   setjmp and sigsetjmp
   catch_handler     a signal handler goes back to it, over the interrupted activations: they have ended, the
                     handler has too. Likewise for a handler on an alternate stack, and for one that a fault
                     called */
// build ways:
// build -landings: $(calls) $(O2) $(landings)

#include <setjmp.h>
#include <signal.h>
#include "calls.h"

#define CALLS  10
#define DEPTH  100

static int values[256] OWN_PAGE;
static void* place[3] OWN_CELL;
static void* outer_place[3] OWN_CELL;

/* Saves where, with which stack and with which frame pointer its caller goes on.  (The compiler saves the other
   registers: see KEEP_REGISTERS.) */
int save_place(void** to) __attribute__((returns_twice));
__attribute__((noreturn)) void go_back(void** to);
__attribute__((noreturn)) void return_back(void** to);
ASSEMBLY(save_place,  "mov (%rsp), %rax; mov %rax, (%rdi); lea 8(%rsp), %rax; mov %rax, 8(%rdi); mov %rbp, 16(%rdi);"
                      "xor %eax, %eax; ret",
                      "str x30, [x0]; mov x9, sp; str x9, [x0, 8]; str x29, [x0, 16]; mov w0, 0; ret",
                      "sd ra, (a0); sd sp, 8(a0); sd s0, 16(a0); li a0, 0; ret")
ASSEMBLY(go_back,     "mov $1, %eax; mov 16(%rdi), %rbp; mov 8(%rdi), %rsp; jmp *(%rdi)",
                      "ldr x29, [x0, 16]; ldr x9, [x0, 8]; mov sp, x9; ldr x9, [x0]; mov w0, 1; br x9",
                      "ld s0, 16(a0); ld sp, 8(a0); ld t1, (a0); li a0, 1; jr t1")
ASSEMBLY(return_back, "mov $1, %eax; mov 16(%rdi), %rbp; mov 8(%rdi), %rsp; push (%rdi); ret",
                      "ldr x29, [x0, 16]; ldr x9, [x0, 8]; mov sp, x9; ldr x9, [x0]; mov w0, 1; ret x9",
                      "ld s0, 16(a0); ld sp, 8(a0); ld t1, (a0); li a0, 1; jr t1")

/* Registers that a routine must keep are what it was called with again only if it saves them itself. */
#if defined __x86_64__
#define KEEP_REGISTERS __asm__ volatile("" : : : "rbx", "r12", "r13", "r14", "r15")
#elif defined __aarch64__
#define KEEP_REGISTERS __asm__ volatile("" : : : "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28")
#elif defined __riscv
#define KEEP_REGISTERS __asm__ volatile("" : : : "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11")
#endif

SUM_ROUTINE(after)
SUM_ROUTINE(before)

typedef void Back(void** to);

ROUTINE int own_throw(const volatile int* from, int depth, void** to, Back* back)
{
   if (never)
      return 0;
   if (depth == 0)
      back(to);
   int deeper = own_throw(from, depth - 1, to, back);
   return from[depth] + deeper;
}

ROUTINE void own_catch(const int* from, volatile int depth, Back* back)
{
   KEEP_REGISTERS;
   const int* volatile kept = from;
   if (save_place(place) == 0)
      own_throw(from, depth, place, back);
   after(kept, depth);
}

ROUTINE void own_again(const int* from, Back* back)
{
   KEEP_REGISTERS;
   const int* volatile kept = from;
   Back* volatile kept_back = back;
   volatile int count = 0;
   save_place(place);
   before(kept, count + 1);
   count++;
   if (count < CALLS)
      own_throw(kept, count, place, kept_back);
}

ROUTINE void own_inner(const int* from, Back* back)
{
   KEEP_REGISTERS;
   const int* volatile kept = from;
   Back* volatile kept_back = back;
   if (save_place(place) == 0)
      own_throw(from, 5, place, back);
   after(kept, 200);
   own_throw(kept, 3, outer_place, kept_back);
}

ROUTINE void own_outer(const int* from, Back* back)
{
   KEEP_REGISTERS;
   const int* volatile kept = from;
   if (save_place(outer_place) == 0)
      own_inner(from, back);
   after(kept, 210);
}

void link_1(void** to, Back* back);
void link_2(void** to, Back* back);
ASSEMBLY(link_1, "nop; jmp link_2",
                 "nop; b link_2",
                 "nop; j link_2")
ASSEMBLY(link_2, "sub $88, %rsp; jmp *%rsi",
                 "sub sp, sp, 96; br x1",
                 "addi sp, sp, -96; jr a1")

ROUTINE void own_tail(const int* from, Back* back)
{
   KEEP_REGISTERS;
   const int* volatile kept = from;
   if (save_place(place) == 0)
      link_1(place, back);
   after(kept, 220);
}

ROUTINE void own(const int* from, Back* back)
{
   for (int depth = 0; depth < DEPTH; depth++)
      own_catch(from, depth, back);
   own_again(from, back);
   for (int i = 0; i < CALLS; i++) {
      own_outer(from, back);
      own_tail(from, back);
   }
}

static void expect_own(void)
{
   expect_any("own", 2);
   expect_any("own_catch", 2 * DEPTH);
   for (int depth = 0; depth < DEPTH; depth++)
      expect_calls("after", depth, 2);
   for (int count = 1; count <= CALLS; count++)
      expect_calls("before", count, 2);
   expect_calls("after", 200, 2 * CALLS);
   expect_calls("after", 210, 2 * CALLS);
   expect_calls("after", 220, 2 * CALLS);
   expect_any("own_again", 2);
   expect_any("own_inner", 2 * CALLS);
   expect_any("own_outer", 2 * CALLS);
   expect_any("own_tail", 2 * CALLS);
   expect_any("link_1", 2 * CALLS);
   expect_any("link_2", 2 * CALLS);
   int throws = DEPTH * (DEPTH + 1) / 2 + CALLS * (CALLS - 1) / 2 + CALLS - 1 + CALLS * (6 + 4);
   expect_any("own_throw", 2 * throws);
   int backs = DEPTH + CALLS - 1 + 3 * CALLS;
   expect_any("go_back", backs);
   expect_any("return_back", backs);
   expect_line("cost own.sum = own.self + own_catch.self + own_again.self + own_inner.self + own_outer.self"
               " + own_tail.self + own_throw.self + link_1.self + link_2.self + save_place.self + go_back.self"
               " + return_back.self + after.self + before.self");
   expect_line("cost own_tail.sum + own_outer.sum + own_again.sum + own_catch.sum + own.self = own.sum");
   expect_line("cost go_back.self = %d", backs);
   expect_line("cost go_back.sum + return_back.sum = %d", 2 * backs);
   expect_line("cost own_throw.real + %d = own_throw.self + go_back.self + return_back.self", 2 * CALLS);
}

/* --- the C library's ------------------------------------------------------------------------------------ */

static jmp_buf buffer;
static sigjmp_buf signal_buffer;

SUM_ROUTINE(after_long)
SUM_ROUTINE(after_signal_mask)
SUM_ROUTINE(after_handler)

ROUTINE int throw_long(const volatile int* from, int depth)
{
   if (never)
      return 0;
   if (depth == 0)
      longjmp(buffer, 1);
   int deeper = throw_long(from, depth - 1);
   return from[depth] + deeper;
}

ROUTINE int throw_signal_mask(const volatile int* from, int depth)
{
   if (never)
      return 0;
   if (depth == 0)
      siglongjmp(signal_buffer, 1);
   int deeper = throw_signal_mask(from, depth - 1);
   return from[depth] + deeper;
}

ROUTINE void catch_long(const int* from, volatile int depth)
{
   const int* volatile kept = from;
   if (setjmp(buffer) == 0)
      throw_long(from, depth);
   after_long(kept, depth);
}

ROUTINE void catch_signal_mask(const int* from, volatile int depth)
{
   const int* volatile kept = from;
   if (sigsetjmp(signal_buffer, depth % 2) == 0)
      throw_signal_mask(from, depth);
   after_signal_mask(kept, depth);
}

SUM_ROUTINE(handler_work)

static void handler(int signal)
{
   (void)signal;
   handler_work(values, 77);
   throw_signal_mask(values, 4);
}

ROUTINE int is_interrupted(const volatile int* from, int depth, volatile int* fault)
{
   if (depth == 0 && fault != NULL)
      return *fault;
   if (depth == 0)
      raise(SIGUSR1);
   int deeper = is_interrupted(from, depth - 1, fault);
   return from[depth] + deeper;
}

ROUTINE void catch_handler(const int* from, volatile int depth, volatile int* fault)
{
   const int* volatile kept = from;
   if (sigsetjmp(signal_buffer, 1) == 0)
      is_interrupted(from, depth, fault);
   after_handler(kept, depth);
}

ROUTINE void library(const int* from)
{
   static char alternate[65536] OWN_PAGE;
   stack_t stack = { .ss_sp = alternate, .ss_size = sizeof alternate };
   volatile int* fault = (volatile int*)4096;
   for (int depth = 0; depth < DEPTH; depth++) {
      catch_long(from, depth);
      catch_signal_mask(from, depth);
   }
   for (int on_alternate = 0; on_alternate < 2; on_alternate++) {
      struct sigaction action = { .sa_handler = handler, .sa_flags = on_alternate ? SA_ONSTACK : 0 };
      if (on_alternate)
         sigaltstack(&stack, NULL);
      sigaction(SIGUSR1, &action, NULL);
      sigaction(SIGSEGV, &action, NULL);
      for (int i = 0; i < CALLS; i++) {
         catch_handler(from, i, NULL);
         catch_handler(from, i, fault);
      }
   }
}

/* The C library's own part in each call. */
#define MAX_BLOCKS_OF_LIBRARY 100

static void expect_between(const char* routine, const char* callees, int calls)
{
   expect_line("cost %s.sum > %s.self + %s", routine, routine, callees);
   expect_line("cost %s.sum < %s.self + %s + %d", routine, routine, callees, calls * MAX_BLOCKS_OF_LIBRARY);
}

static void expect_library(void)
{
   expect_any("library", 1);
   expect_any("catch_long", DEPTH);
   expect_any("catch_signal_mask", DEPTH);
   expect_any("catch_handler", 4 * CALLS);
   for (int depth = 0; depth < DEPTH; depth++) {
      expect("after_long", depth);
      expect("after_signal_mask", depth);
   }
   for (int i = 0; i < CALLS; i++)
      expect_calls("after_handler", i, 4);
   expect_any("throw_long", DEPTH * (DEPTH + 1) / 2);
   expect_any("throw_signal_mask", DEPTH * (DEPTH + 1) / 2 + 4 * CALLS * 5);
   expect_any("is_interrupted", 4 * CALLS * (CALLS + 1) / 2);
   expect_any("handler", 4 * CALLS);
   expect_calls("handler_work", 77, 4 * CALLS);
   expect_line("strands");
   expect_line("cost library.sum > library.self + catch_long.sum + catch_signal_mask.sum + catch_handler.sum");
   expect_line("cost library.sum < library.self + catch_long.sum + catch_signal_mask.sum + catch_handler.sum + %d", 1000);
   expect_between("catch_long", "throw_long.real + after_long.self", DEPTH);
   expect_between("catch_handler", "is_interrupted.real + after_handler.self", 4 * CALLS);
   expect_line("cost handler.sum > handler.self + handler_work.self");
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   own(values, (Back*)go_back);
   own(values, (Back*)return_back);
   library(values);
   expect_own();
   expect_library();
   return end();
}
