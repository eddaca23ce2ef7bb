/* Signal handlers that change the context of what they interrupt: the program goes on elsewhere when they return.  What
   happens to the interrupted activations is what would happen if their own code had gone there.

   goes_on_above   its handler goes on in it, from below 0 to 9 levels of `deeper`, all of which end: after a system
                   call, within one, in another handler, and by setcontext
   works           is interrupted n times by a call of `preempt`, which the handler has pushed: a callee (as Go's
                   preemption is).  Likewise by a timer (`spin`), and with the handler on an alternate stack
   recovers        `unwell` faults, and goes on in `recover`, which never returns: its callee
   replaces        `replaced` faults at its beginning, and goes on in `substitute`, which returns for both: a tail call
   tosses          `ping` faults, goes on in `pong`, which faults and goes on in `ping`: a chain of tail calls
   asks            `probe` faults, and returns to its caller; what is no code is called, and returns at once
   again           faults, and goes on in itself, called by the handler: recursion
   restarted       faults, and goes on at its beginning: a loop
   lowered         goes on behind what faults, with a lower stack pointer: the same activation
   resumes         `resumed` faults at its beginning, and the handler itself jumps there again: the same activation
   replaces_coroutine  interrupts a coroutine, makes another one on that one's stack, and goes on elsewhere
   green           three coroutines that handlers alone switch, after a system call or at a routine's first
                   instruction: each is one activation */
// build ways:
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
#include <ucontext.h>
#include "../common/call_kernel.h"
#include "calls.h"

#define CALLS   10
#define TOSSES  10000

static int values[512] OWN_PAGE;
static int good OWN_CELL = 1;
static void* place[3] OWN_CELL;

/* --- contexts ------------------------------------------------------------------------------------------- */

#if defined __x86_64__
#define PC(context)      ((context)->uc_mcontext.gregs[REG_RIP])
#define SP(context)      ((context)->uc_mcontext.gregs[REG_RSP])
#define FP(context)      ((context)->uc_mcontext.gregs[REG_RBP])
#define FIRST(context)   ((context)->uc_mcontext.gregs[REG_RDI])
#define RESULT(context)  ((context)->uc_mcontext.gregs[REG_RAX])
#elif defined __aarch64__
#define PC(context)      ((context)->uc_mcontext.pc)
#define SP(context)      ((context)->uc_mcontext.sp)
#define FP(context)      ((context)->uc_mcontext.regs[29])
#define LR(context)      ((context)->uc_mcontext.regs[30])
#define FIRST(context)   ((context)->uc_mcontext.regs[0])
#define RESULT(context)  ((context)->uc_mcontext.regs[0])
#elif defined __riscv
#define PC(context)      ((context)->uc_mcontext.__gregs[REG_PC])
#define SP(context)      ((context)->uc_mcontext.__gregs[REG_SP])
#define FP(context)      ((context)->uc_mcontext.__gregs[REG_S0])
#define LR(context)      ((context)->uc_mcontext.__gregs[REG_RA])
#define FIRST(context)   ((context)->uc_mcontext.__gregs[REG_A0])
#define RESULT(context)  ((context)->uc_mcontext.__gregs[REG_A0])
#endif

/* Saves where, with which stack and with which frame pointer its caller goes on. */
int save_place(void** to) __attribute__((returns_twice));
__attribute__((noreturn)) void go_back(void** to);
ASSEMBLY(save_place,  "mov (%rsp), %rax; mov %rax, (%rdi); lea 8(%rsp), %rax; mov %rax, 8(%rdi); mov %rbp, 16(%rdi);"
                      "xor %eax, %eax; ret",
                      "str x30, [x0]; mov x9, sp; str x9, [x0, 8]; str x29, [x0, 16]; mov w0, 0; ret",
                      "sd ra, (a0); sd sp, 8(a0); sd s0, 16(a0); li a0, 0; ret")
ASSEMBLY(go_back,     "mov $1, %eax; mov 16(%rdi), %rbp; mov 8(%rdi), %rsp; jmp *(%rdi)",
                      "ldr x29, [x0, 16]; ldr x9, [x0, 8]; mov sp, x9; ldr x9, [x0]; mov w0, 1; br x9",
                      "ld s0, 16(a0); ld sp, 8(a0); ld t1, (a0); li a0, 1; jr t1")

/* Registers that a routine must keep are what it was called with again only if it saves them itself. */
#if defined __x86_64__
#define KEEP_REGISTERS __asm__ volatile("" : : : "rbx", "r12", "r13", "r14", "r15")
#elif defined __aarch64__
#define KEEP_REGISTERS __asm__ volatile("" : : : "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28")
#elif defined __riscv
#define KEEP_REGISTERS __asm__ volatile("" : : : "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11")
#endif

/* As if the interrupted code had called `routine`, and that returned to `to`.  On x86, what is below the stack pointer
   (the red zone) is left alone; `preempt` removes it.  Elsewhere, the link register is saved; it
   restores that. */
static void push_call(ucontext_t* context, void (*routine)(void))
{
#if defined __x86_64__
   SP(context) -= 128 + sizeof(long);
   *(long*)SP(context) = PC(context);
#else
   SP(context) -= 16;
   *(unsigned long*)SP(context) = LR(context);
   LR(context) = PC(context);
#endif
   PC(context) = (uintptr_t)routine;
}

static void return_from_leaf(ucontext_t* context, long result)
{
#if defined __x86_64__
   PC(context) = *(long*)SP(context);
   SP(context) += sizeof(long);
#else
   PC(context) = LR(context);
#endif
   RESULT(context) = result;
}

/* --- handlers ------------------------------------------------------------------------------------------- */

/* What the next signals do with the context. */
typedef void Change(ucontext_t* context);
static Change* change;
static volatile int signals;

SUM_ROUTINE(handler_work)

static void on_signal(int number, siginfo_t* info, void* context)
{
   (void)number, (void)info;
   signals++;
   handler_work(values, 40);
   change(context);
}

static void handle(int number, int flags)
{
   struct sigaction action = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_NODEFER | flags };
   sigemptyset(&action.sa_mask);
   sigaction(number, &action, NULL);
}

/* The handler runs before this ends.  (Where there is a link register, `preempt` needs one of its own.) */
PART void interrupt(long process)
{
   short_system_call(SYS_kill, process, SIGUSR1);
#if defined __aarch64__
   __asm__ volatile("" : : : "x17");
#elif defined __riscv
   __asm__ volatile("" : : : "t6");
#endif
}

/* --- further up ----------------------------------------------------------------------------------------- */

SUM_ROUTINE(after)

typedef void Interruption(long argument);

ROUTINE void by_system_call(long process)
{
   interrupt(process);
}

ROUTINE void in_handler(long process)
{
   interrupt(process);
}

static const struct itimerval soon OWN_CELL = { { 0, 0 }, { 0, 20000 } };
#define SOON_CELLS  (sizeof soon / 4)

ROUTINE void in_system_call(long pipe)
{
   char byte;
   system_call(SYS_setitimer, ITIMER_REAL, (long)&soon, 0, 0, 0, 0);
   system_call(SYS_read, pipe, (long)&byte, 1, 0, 0, 0);
}

#define DEEPER(name)                                                                     \
   ROUTINE int name(const volatile int* from, int depth, Interruption* by, long argument) \
   {                                                                                     \
      int own = from[depth];                                                             \
      if (depth == 0)                                                                    \
         by(argument);                                                                   \
      int below = depth == 0 ? 0 : name(from, depth - 1, by, argument);                  \
      return own + from[depth] + below;                                                  \
   }

DEEPER(deeper)
DEEPER(deeper_by_context)
SUM_ROUTINE(after_above)

ROUTINE void goes_on_above(const int* from, volatile int depth, Interruption* by, long argument)
{
   KEEP_REGISTERS;
   const int* volatile kept = from;
   if (save_place(place) == 0)
      deeper(from, depth, by, argument);
   after_above(kept, 100 + depth);
}

static void go_to_place(ucontext_t* context)
{
   PC(context) = (uintptr_t)place[0];
   SP(context) = (uintptr_t)place[1];
   FP(context) = (uintptr_t)place[2];
   RESULT(context) = 1;
}

/* A handler that is interrupted by the one that changes its context. */
static void be_interrupted(ucontext_t* context)
{
   (void)context;
   change = go_to_place;
   handler_work(values, 50);
   in_handler(getpid());
}

static ucontext_t saved;

ROUTINE void goes_on_by_context(const int* from, volatile int depth, Interruption* by, long argument)
{
   KEEP_REGISTERS;
   const int* volatile kept = from;
   volatile int is_back = 0;
   getcontext(&saved);
   if (!is_back) {
      is_back = 1;
      deeper_by_context(from, depth, by, argument);
   }
   after(kept, 200 + depth);
}

static void set_context(ucontext_t* context)
{
   (void)context;
   setcontext(&saved);
}

/* --- called by the handler ------------------------------------------------------------------------------ */

void preempt(void);
ASSEMBLY(preempt,
   "pushf; push %rbp; mov %rsp, %rbp; push %rax; push %rcx; push %rdx; push %rsi; push %rdi; push %r8; push %r9;"
   "push %r10; push %r11; and $-16, %rsp; call preempted; lea -72(%rbp), %rsp; pop %r11; pop %r10; pop %r9;"
   "pop %r8; pop %rdi; pop %rsi; pop %rdx; pop %rcx; pop %rax; pop %rbp; popf; ret $128",
   "stp x29, x30, [sp, -192]!; stp x0, x1, [sp, 16]; stp x2, x3, [sp, 32]; stp x4, x5, [sp, 48];"
   "stp x6, x7, [sp, 64]; stp x8, x9, [sp, 80]; stp x10, x11, [sp, 96]; stp x12, x13, [sp, 112];"
   "stp x14, x15, [sp, 128]; mrs x17, nzcv; stp x16, x17, [sp, 144]; str x18, [sp, 160]; bl preempted;"
   "ldr x18, [sp, 160]; ldp x16, x17, [sp, 144]; msr nzcv, x17; ldp x14, x15, [sp, 128]; ldp x12, x13, [sp, 112];"
   "ldp x10, x11, [sp, 96]; ldp x8, x9, [sp, 80]; ldp x6, x7, [sp, 64]; ldp x4, x5, [sp, 48];"
   "ldp x2, x3, [sp, 32]; ldp x0, x1, [sp, 16]; ldp x29, x17, [sp], 192; ldr x30, [sp], 16; br x17",
   "addi sp, sp, -144; sd ra, 0(sp); sd t0, 8(sp); sd t1, 16(sp); sd t2, 24(sp); sd t3, 32(sp);"
   "sd t4, 40(sp); sd t5, 48(sp); sd t6, 56(sp); sd a0, 64(sp); sd a1, 72(sp); sd a2, 80(sp);"
   "sd a3, 88(sp); sd a4, 96(sp); sd a5, 104(sp); sd a6, 112(sp); sd a7, 120(sp); call preempted;"
   "ld t0, 8(sp); ld t1, 16(sp); ld t2, 24(sp); ld t3, 32(sp); ld t4, 40(sp); ld t5, 48(sp);"
   "ld a0, 64(sp); ld a1, 72(sp); ld a2, 80(sp); ld a3, 88(sp); ld a4, 96(sp); ld a5, 104(sp);"
   "ld a6, 112(sp); ld a7, 120(sp); ld t6, (sp); addi sp, sp, 144; ld ra, (sp); addi sp, sp, 16; jr t6")

/* Elsewhere than on x86, `preempt` reads the link register that the handler has saved. */
#define RESTORED  INSTRUCTIONS(0, 2, 2)
#define PREEMPT_READS  7

static volatile int preemptions, enough;

SUM_ROUTINE(preempt_work)

ROUTINE void preempted(void)
{
   preempt_work(values, PREEMPT_READS);
}

static void push_preempt(ucontext_t* context)
{
   push_call(context, preempt);
}

ROUTINE int works(const volatile int* from, int count, long process)
{
   int total = 0;
   for (int i = 0; i < count; i++) {
      total += from[i];
      interrupt(process);
   }
   USE(total);
   return total;
}

/* Until *stop is set. */
void spin(const volatile int* stop);
extern char spin_end[];
__asm__(".text\n.globl spin\n.type spin, %function\nspin:\n"
        INSTRUCTIONS("1: mov (%rdi), %eax; test %eax, %eax; je 1b; ret",
                     "1: ldr w9, [x0]; cbz w9, 1b; ret",
                     "1: lw t1, (a0); beqz t1, 1b; ret")
        "\nspin_end:\n.size spin, . - spin\n");

/* The last signals may come late. */
static void on_timer(int number, siginfo_t* info, void* handlers)
{
   ucontext_t* context = handlers;
   (void)number, (void)info;
   if (!enough && (uintptr_t)PC(context) >= (uintptr_t)spin && (uintptr_t)PC(context) < (uintptr_t)spin_end) {
      push_call(context, preempt);
      preemptions++;
      enough = preemptions >= 3 * CALLS;
   }
}

ROUTINE void spins(void)
{
   spin(&enough);
}

/* --- jumps of the handler ------------------------------------------------------------------------------- */

/* Each faults unless it gets the address of an int. */
void unwell(const int* bad);
void replaced(const int* bad);
int probe(const int* bad);
void ping(const int* bad);
void pong(const int* bad);
void again(const int* bad);
void restarted(const int* bad);
void lowered(const int* bad);
ASSEMBLY(unwell,    "push %rbx; mov (%rdi), %eax; pop %rbx; ret",
                    "stp x29, x30, [sp, -16]!; ldr w9, [x0]; ldp x29, x30, [sp], 16; ret",
                    "addi sp, sp, -16; sd ra, (sp); lw t1, (a0); ld ra, (sp); addi sp, sp, 16; ret")
ASSEMBLY(replaced,  "mov (%rdi), %eax; ret",                "ldr w9, [x0]; ret", "lw t1, (a0); ret")
ASSEMBLY(probe,     "nop; mov (%rdi), %eax; ret",           "nop; ldr w0, [x0]; ret",
         "nop; lw a0, (a0); ret")
ASSEMBLY(ping,      "nop; mov (%rdi), %eax; ret",           "nop; ldr w9, [x0]; ret",
         "nop; lw t1, (a0); ret")
ASSEMBLY(pong,      "nop; mov (%rdi), %eax; ret",           "nop; ldr w9, [x0]; ret",
         "nop; lw t1, (a0); ret")
ASSEMBLY(restarted, "nop; mov (%rdi), %eax; ret",           "nop; ldr w9, [x0]; ret",
         "nop; lw t1, (a0); ret")
ASSEMBLY(again,     "nop; mov (%rdi), %eax; ret",
                    "stp x29, x30, [sp, -16]!; ldr w9, [x0]; ldp x29, x30, [sp], 16; ret",
                    "addi sp, sp, -16; sd ra, (sp); lw t1, (a0); ld ra, (sp); addi sp, sp, 16; ret")
ASSEMBLY(lowered,   "mov (%rdi), %eax; add $64, %rsp; ret", "ldr w9, [x0]; add sp, sp, 64; ret",
         "lw t1, (a0); addi sp, sp, 64; ret")

SUM_ROUTINE(recover_work)

ROUTINE void recover(void)
{
   recover_work(values, 9);
   if (!never)
      go_back(place);
}

static void call_recover(ucontext_t* context)
{
#if defined __x86_64__
   SP(context) = (SP(context) & -16) - 8;
#endif
   PC(context) = (uintptr_t)recover;
}

ROUTINE void recovers(const int* from)
{
   KEEP_REGISTERS;
   const int* volatile kept = from;
   if (save_place(place) == 0)
      unwell(NULL);
   after(kept, 30);
}

ROUTINE void substitute(void)
{
   recover_work(values, 11);
}

static void go_to_substitute(ucontext_t* context)
{
   PC(context) = (uintptr_t)substitute;
}

ROUTINE void replaces(const int* from)
{
   replaced(NULL);
   after(from, 31);
}

static int tosses;

static void toss(ucontext_t* context)
{
   PC(context) = (uintptr_t)(tosses++ % 2 == 0 ? pong : ping);
   if (tosses == TOSSES)
      FIRST(context) = (uintptr_t)&good;
}

ROUTINE void throws(const int* from)
{
   ping(NULL);
   after(from, 32);
}

static void return_failure(ucontext_t* context)
{
   return_from_leaf(context, -1);
}

ROUTINE int asks(const int* from, void (*no_code)(void))
{
   int result = probe(NULL);
   after(from, 33);
   no_code();
   after(from, 34);
   return result;
}

static void call_again(ucontext_t* context)
{
   FIRST(context) = (uintptr_t)&good;
#if defined __x86_64__
   SP(context) -= sizeof(long);
   *(long*)SP(context) = PC(context);
#else
   LR(context) = PC(context);
#endif
   PC(context) = (uintptr_t)again;
}

static void restart(ucontext_t* context)
{
   FIRST(context) = (uintptr_t)&good;
   PC(context) = (uintptr_t)restarted;
}

static void lower(ucontext_t* context)
{
   SP(context) -= 64;
   PC(context) += INSTRUCTIONS(2, 4, 4);
}

ROUTINE void others(const int* from)
{
   change = call_again;
   again(NULL);
   change = restart;
   restarted(NULL);
   change = lower;
   lowered(NULL);
   after(from, 35);
}

/* --- coroutines ----------------------------------------------------------------------------------------- */

#define COROUTINES  3
#define TURNS       20
#define STACK       32768

static char stacks[COROUTINES][STACK] OWN_PAGE;
static ucontext_t contexts[COROUTINES + 1];   /* the last one is main's */
static int  current = COROUTINES;
static volatile int is_done[COROUTINES + 1];

static void copy_registers(ucontext_t* to, const ucontext_t* from)
{
#if defined __x86_64__
   memcpy(to->uc_mcontext.gregs, from->uc_mcontext.gregs, (REG_RIP + 1) * sizeof(greg_t));
#elif defined __aarch64__
   memcpy(to->uc_mcontext.regs, from->uc_mcontext.regs, sizeof to->uc_mcontext.regs);
   SP(to) = SP(from);
   PC(to) = PC(from);
#elif defined __riscv
   memcpy(to->uc_mcontext.__gregs, from->uc_mcontext.__gregs, sizeof to->uc_mcontext.__gregs);
#endif
}

static void switch_contexts(ucontext_t* context)
{
   copy_registers(&contexts[current], context);
   do
      current = (current + 1) % (COROUTINES + 1);
   while (is_done[current]);
   copy_registers(context, &contexts[current]);
}

/* What faulted at its first instruction gets there again, and does not fault. */
static void switch_at_entry(ucontext_t* context)
{
   FIRST(context) = (uintptr_t)&good;
   switch_contexts(context);
}

SUM_ROUTINE(green_work)

void yield(const int* bad);
ASSEMBLY(yield, "mov (%rdi), %eax; ret",  "ldr w9, [x0]; ret", "lw t1, (a0); ret")

PART void give_up(long process)
{
   if (process != 0)
      interrupt(process);
   else
      yield(NULL);
}

ROUTINE void green(long number, long process)
{
   for (int i = 1; i <= TURNS; i++) {
      green_work(values, (int)(100 * number) + i);
      give_up(process);
   }
   is_done[number] = 1;
   for (;;)
      give_up(process);
}

ROUTINE void runs_green(const int* from, long process)
{
   while (!is_done[0] || !is_done[1] || !is_done[2])
      give_up(process);
   after(from, 36);
}

PART void run_coroutines(Change* how, long process)
{
   for (int i = 0; i < COROUTINES; i++) {
      uintptr_t top = (uintptr_t)(stacks[i] + STACK);
      memset(&contexts[i], 0, sizeof contexts[i]);
      PC(&contexts[i]) = (uintptr_t)green;
      SP(&contexts[i]) = top - INSTRUCTIONS(8, 0, 0);
      FIRST(&contexts[i]) = i;
#if defined __x86_64__
      contexts[i].uc_mcontext.gregs[REG_RSI] = process;
#elif defined __aarch64__
      contexts[i].uc_mcontext.regs[1] = process;
#elif defined __riscv
      contexts[i].uc_mcontext.__gregs[REG_A0 + 1] = process;
#endif
      is_done[i] = 0;
   }
   change = how;
   runs_green(values, process);
}

/* --- a handler that does not return, and one whose coroutine is gone ------------------------------------ */

/* Goes on with these registers, by `ret`. */
__attribute__((noreturn)) void resume(long pc, long sp, long first, long fp, long link);
ASSEMBLY(resume, "mov %rsi, %rsp; push %rdi; mov %rdx, %rdi; mov %rcx, %rbp; ret",
                 "mov x9, x0; mov sp, x1; mov x0, x2; mov x29, x3; mov x30, x4; ret x9",
                 "mv t1, a0; mv sp, a1; mv a0, a2; mv s0, a3; mv ra, a4; jr t1")

/* What faulted at its first instruction gets there again: the interrupted activation goes on. */
static void resume_at_entry(ucontext_t* context)
{
   resume(PC(context), SP(context), (uintptr_t)&good, FP(context), INSTRUCTIONS(0, LR(context),
                                                                                LR(context)));
}

void resumed(const int* bad);
ASSEMBLY(resumed, "mov (%rdi), %eax; ret",  "ldr w9, [x0]; ret", "lw t1, (a0); ret")

ROUTINE void resumes(const int* from)
{
   KEEP_REGISTERS;
   resumed(NULL);
   after(from, 37);
}

static ucontext_t in_handler_context, old_coroutine, new_coroutine;

SUM_ROUTINE(new_work)

ROUTINE void replacement(void)
{
   new_work(values, 13);
   swapcontext(&new_coroutine, &in_handler_context);
}

static void make_coroutine(ucontext_t* coroutine, void (*routine)(void))
{
   getcontext(coroutine);
   coroutine->uc_stack = (stack_t){ .ss_sp = stacks[0], .ss_size = STACK };
   makecontext(coroutine, routine, 0);
}

/* The interrupted coroutine's stack becomes another one's. */
static void replace_coroutine(ucontext_t* context)
{
   make_coroutine(&new_coroutine, replacement);
   swapcontext(&in_handler_context, &new_coroutine);
   go_to_place(context);
}

void abandoned(const int* bad);
ASSEMBLY(abandoned, "mov (%rdi), %eax; ret",  "ldr w9, [x0]; ret", "lw t1, (a0); ret")

ROUTINE void replaced_coroutine(void)
{
   abandoned(NULL);
}

ROUTINE void replaces_coroutine(const int* from)
{
   KEEP_REGISTERS;
   const int* volatile kept = from;
   if (save_place(place) == 0)
      setcontext(&old_coroutine);
   after(kept, 38);
}

/* --- all of it ------------------------------------------------------------------------------------------ */

static int above;

PART void go_on_above(Interruption* by, long argument, int input, Change* how)
{
   for (int depth = 0; depth < CALLS; depth++) {
      change = how;
      goes_on_above(values, depth, by, argument);
      expect("after_above", 100 + depth);
      for (int i = 1; i <= depth + 1; i++)
         expect("deeper", i + input);
      above++;
   }
}

PART void run_above(void)
{
   int pipe_ends[2];
   if (pipe(pipe_ends) != 0)
      die("cannot make a pipe");
   go_on_above(by_system_call, getpid(), 0, go_to_place);
   handle(SIGALRM, 0);
   go_on_above(in_system_call, pipe_ends[0], SOON_CELLS, go_to_place);
   handle(SIGALRM, SA_ONSTACK | SA_RESTART);
   go_on_above(in_system_call, pipe_ends[0], SOON_CELLS, go_to_place);
   go_on_above(by_system_call, getpid(), 0, be_interrupted);
   expect_calls("handler_work", 50, CALLS);
   for (int depth = 0; depth < CALLS; depth++) {
      change = set_context;
      goes_on_by_context(values, depth, by_system_call, getpid());
      expect("after", 200 + depth);
      for (int i = 1; i <= depth + 1; i++)
         expect("deeper_by_context", i);
   }
   expect_any("goes_on_above", above);
   expect_any("goes_on_by_context", CALLS);
   expect_any("by_system_call", 3 * CALLS);
   expect_any("in_handler", CALLS);
   expect_any("in_system_call", 2 * CALLS);
   expect_line("cost goes_on_above.sum = goes_on_above.self + deeper.real + after_above.sum + %d", above);
   expect_line("cost deeper.real + deeper_by_context.real = deeper.self + deeper_by_context.self"
               " + by_system_call.sum + in_system_call.sum");
   expect_line("cost by_system_call.sum = by_system_call.self");
   expect_line("cost in_system_call.sum = in_system_call.self");
}

PART void run_calls(void)
{
   int calls = 0;
   change = push_preempt;
   for (int count = 1; count <= CALLS; count++) {
      works(values + 100, count, getpid());
      expect("works", count + PREEMPT_READS + RESTORED);
      calls += count;
   }
   struct sigaction action = { .sa_sigaction = on_timer, .sa_flags = SA_SIGINFO | SA_ONSTACK };
   sigaction(SIGALRM, &action, NULL);
   struct itimerval timer = { { 0, 2000 }, { 0, 2000 } }, none = { { 0, 0 }, { 0, 0 } };
   setitimer(ITIMER_REAL, &timer, NULL);
   spins();
   setitimer(ITIMER_REAL, &none, NULL);
   calls += preemptions;
   expect("spins", 1 + PREEMPT_READS + RESTORED);
   expect("spin", 1 + PREEMPT_READS + RESTORED);
   expect_calls("preempt", PREEMPT_READS + RESTORED, calls);
   expect_calls("preempted", PREEMPT_READS, calls);
   expect_calls("preempt_work", PREEMPT_READS, calls);
   expect_line("cost preempt.self = %d", 2 * calls);
   expect_line("cost preempt.sum = preempt.self + preempted.sum");
   expect_line("cost works.sum + spin.sum = works.self + spin.self + preempt.sum");
   expect_line("cost spins.sum = spins.self + spin.sum");
}

PART void run_jumps(void)
{
   handle(SIGSEGV, 0);
   handle(SIGBUS, 0);
   for (int i = 0; i < CALLS; i++) {
      change = call_recover;
      recovers(values);
      change = go_to_substitute;
      replaces(values);
      change = return_failure;
      require(asks(values, (void (*)(void))64) == -1, "probe has failed");
      others(values);
   }
   change = toss;
   throws(values);
   expect_calls("after", 30, CALLS);
   expect_calls("after", 31, CALLS);
   expect_calls("after", 33, CALLS);
   expect_calls("after", 34, CALLS);
   expect_calls("after", 35, CALLS);
   expect("after", 32);
   expect_any("recovers", CALLS);
   expect_calls("unwell", 9 + 1 + 6, CALLS);
   expect_calls("recover_work", 9, CALLS);
   expect_calls("recover_work", 11, CALLS);
   expect_line("cost unwell.sum = %d + recover.sum", CALLS);
   expect_line("cost recover.sum = recover.self + recover_work@9.sum + %d", CALLS);
   expect_line("cost recovers.sum = recovers.self + unwell.sum + after@30.sum + %d", CALLS);
   expect_calls("replaced", 11, CALLS);
   expect_calls("substitute", 11, CALLS);
   expect_line("cost replaced.sum = %d + substitute.sum", CALLS);
   expect_line("cost replaces.sum = replaces.self + replaced.sum + after@31.sum");
   expect_calls("probe", 0, CALLS);
   expect_line("cost probe.sum = %d", CALLS);
   expect_line("cost asks.sum = asks.self + probe.sum + after@33.sum + after@34.sum");
   expect_calls("again", 1, 2 * CALLS);
   expect_line("cost again.self = %d", 3 * CALLS);
   expect_calls("restarted", 1, CALLS);
   expect_line("cost restarted.sum = %d", 2 * CALLS);
   expect_calls("lowered", 0, CALLS);
   expect_line("cost lowered.sum = %d", 2 * CALLS);
   expect_line("cost others.sum = others.self + again.real + restarted.sum + lowered.sum + after@35.sum");
   expect_any("ping", TOSSES / 2 + 1);
   expect_any("pong", TOSSES / 2);
   expect_line("cost ping.self + pong.self = %d", TOSSES + 1);
   expect_line("cost throws.sum = throws.self + after@32.sum + %d", TOSSES + 1);
}

PART void run_green(void)
{
   run_coroutines(switch_contexts, getpid());
   run_coroutines(switch_at_entry, 0);
   expect_any("green", 2 * COROUTINES);
   expect_any("runs_green", 2);
   expect_calls("after", 36, 2);
   for (int i = 0; i < COROUTINES; i++)
      for (int turn = 1; turn <= TURNS; turn++)
         expect_calls("green_work", 100 * i + turn, 2);
   expect_any("yield", (COROUTINES + 1) * (TURNS + 1));
   expect_line("cost runs_green.sum + green.sum = runs_green.self + green.self + green_work.sum + after@36.sum"
               " + yield.sum");
}

PART void run_others(void)
{
   change = resume_at_entry;
   for (int i = 0; i < CALLS; i++)
      resumes(values);
   expect_any("resumes", CALLS);
   expect_calls("resumed", 1, CALLS);
   expect_line("cost resumed.sum = %d", 2 * CALLS);
   expect_calls("after", 37, CALLS);
   change = replace_coroutine;
   handle(SIGSEGV, SA_ONSTACK);
   for (int i = 0; i < CALLS; i++) {
      make_coroutine(&old_coroutine, replaced_coroutine);
      replaces_coroutine(values);
   }
   expect_calls("new_work", 13, CALLS);
   expect_any("replacement", CALLS);
   expect_any("replaced_coroutine", CALLS);
   expect_any("replaces_coroutine", CALLS);
   expect_calls("after", 38, CALLS);
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   expect_line("strands");
   static char alternate[65536];
   stack_t stack = { .ss_sp = alternate, .ss_size = sizeof alternate };
   sigaltstack(&stack, NULL);
   handle(SIGUSR1, 0);
   run_above();
   run_calls();
   run_jumps();
   run_green();
   run_others();
   expect_calls("handler_work", 40, signals);
   return end();
}
