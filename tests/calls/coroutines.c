/* Coroutines switched by hand-written code, of which every block is known. Each has a call stack of its own;
   one that is resumed n times is one activation.

   partner        two that switch to each other n times (symmetric; there is no resumer), in six ways to
                  switch: by `ret`, by the same after a branch, as setcontext of a C library that knows shadow
                  stacks does, by a jump, by xchg, by jumping to where the other one waits, without a
                  routine for it
   ring           100 that pass control around, on stacks that lie side by side in one array
   from_below     a recursion that switches from each of its levels
   task           gives control up by calling a scheduler on the scheduler's own stack, which never returns:
                  it goes on with the next task (as the runtimes of some languages do). The tasks' stacks lie
                  on both sides of it
   begun_by_jump  one that is begun by a jump to a fixed address
   on_other_stack calls a routine on another stack and comes back (as split stacks and interrupt stacks do) */
// build ways:
// build -landings: $(calls) $(O2) $(landings)

#include "calls.h"

#define STACK   16384
#define TURNS   25
#define RING    100
#define LEVELS  10

static int values[512] OWN_PAGE;
static char stacks[RING][STACK] OWN_PAGE;
static void* places[RING + 1];   /* the stack pointer of each that waits; the last one is main's */

typedef void Switch(void** save, void* to);
Switch switch_by_return, switch_by_branch, switch_by_jump, switch_by_exchange;

#if defined __x86_64__
#define SAVE     "push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15;"
#define RESTORE  "pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp;"
#elif defined __aarch64__
#define SAVE     "stp x29, x30, [sp, -96]!; stp x19, x20, [sp, 16]; stp x21, x22, [sp, 32]; stp x23, x24, [sp, 48];" \
                 "stp x25, x26, [sp, 64]; stp x27, x28, [sp, 80];"
#define RESTORE  "ldp x27, x28, [sp, 80]; ldp x25, x26, [sp, 64]; ldp x23, x24, [sp, 48]; ldp x21, x22, [sp, 32];" \
                 "ldp x19, x20, [sp, 16]; ldp x29, x30, [sp], 96;"
#elif defined __riscv
#define SAVE     "addi sp, sp, -112; sd s0, 0(sp); sd ra, 8(sp); sd s1, 16(sp); sd s2, 24(sp);" \
                 "sd s3, 32(sp); sd s4, 40(sp); sd s5, 48(sp); sd s6, 56(sp); sd s7, 64(sp);" \
                 "sd s8, 72(sp); sd s9, 80(sp); sd s10, 88(sp); sd s11, 96(sp);"
#define RESTORE  "ld s0, 0(sp); ld ra, 8(sp); ld s1, 16(sp); ld s2, 24(sp); ld s3, 32(sp);" \
                 "ld s4, 40(sp); ld s5, 48(sp); ld s6, 56(sp); ld s7, 64(sp); ld s8, 72(sp);" \
                 "ld s9, 80(sp); ld s10, 88(sp); ld s11, 96(sp); addi sp, sp, 112;"
#endif

ASSEMBLY(switch_by_return,   SAVE "mov %rsp, (%rdi); mov %rsi, %rsp;" RESTORE "ret",
                             SAVE "mov x9, sp; str x9, [x0]; mov sp, x1;" RESTORE "ret",
                             SAVE "sd sp, (a0); mv sp, a1;" RESTORE "ret")
ASSEMBLY(switch_by_branch,   SAVE "mov %rsp, (%rdi); mov %rsi, %rsp; test %rdi, %rdi; jnz 1f; ud2; 1:" RESTORE "ret",
                             SAVE "mov x9, sp; str x9, [x0]; mov sp, x1; cbnz x0, 1f; brk 0; 1:" RESTORE "ret",
                             SAVE "sd sp, (a0); mv sp, a1; bnez a0, 1f; ebreak; 1:" RESTORE "ret")
ASSEMBLY(switch_by_jump,     SAVE "mov %rsp, (%rdi); mov %rsi, %rsp;" RESTORE "pop %rdx; jmp *%rdx",
                             SAVE "mov x9, sp; str x9, [x0]; mov sp, x1;" RESTORE "mov x9, x30; br x9",
                             SAVE "sd sp, (a0); mv sp, a1;" RESTORE "mv t1, ra; jr t1")
ASSEMBLY(switch_by_exchange, SAVE "xchg %rsp, %rsi; mov %rsi, (%rdi);" RESTORE "ret",
                             SAVE "mov x9, sp; mov sp, x1; str x9, [x0];" RESTORE "ret",
                             SAVE "mv t1, sp; mv sp, a1; sd t1, (a0);" RESTORE "ret")

/* What a coroutine finds on its stack at first: registers, two of which tell `enter` what to call. */
void enter(void);
ASSEMBLY(enter, "mov %rbx, %rdi; call *%rbp; ud2",
                "mov x0, x20; blr x19; brk 0",
                "mv a0, s2; jalr s1; ebreak")

SUM_ROUTINE(work)

static Switch* switch_to;
static volatile int running;

PART void make(int number, char* stack, unsigned long size, void (*code)(long))
{
   void** top = (void**)((uintptr_t)(stack + size) & -16ul);
#if defined __x86_64__
   *--top = NULL;
   *--top = (void*)enter;
   *--top = (void*)code;             /* rbp */
   *--top = (void*)(long)number;     /* rbx */
   top -= 4;
#elif defined __aarch64__
   top -= 12;
   top[1] = (void*)enter;            /* x30 */
   top[2] = (void*)code;             /* x19 */
   top[3] = (void*)(long)number;     /* x20 */
#elif defined __riscv
   top -= 14;
   top[1] = (void*)enter;            /* ra */
   top[2] = (void*)code;             /* s1 */
   top[3] = (void*)(long)number;     /* s2 */
#endif
   places[number] = top;
}

PART void go_to(int number)
{
   int self = running;
   running = number;
   switch_to(&places[self], places[number]);
}

/* --- two partners --------------------------------------------------------------------------------------- */

ROUTINE void partner(long number)
{
   for (int i = 1; i <= TURNS; i++) {
      work(values, (int)(100 * number) + i);
      go_to((int)number ^ 1);
   }
   go_to(RING);
}

ROUTINE void two_partners(Switch* how)
{
   switch_to = how;
   make(0, stacks[0], STACK, partner);
   make(1, stacks[50], STACK, partner);
   go_to(0);
}

/* --- a ring --------------------------------------------------------------------------------------------- */

SUM_ROUTINE(ring_work)

ROUTINE void ring(long number)
{
   for (int i = 1; i <= TURNS; i++) {
      ring_work(values, i);
      go_to(number + 1 < RING ? (int)number + 1 : i < TURNS ? 0 : RING);
   }
}

ROUTINE void whole_ring(void)
{
   for (int i = 0; i < RING; i++)
      make(i, stacks[i], STACK, ring);
   go_to(0);
}

/* --- from below ----------------------------------------------------------------------------------------- */

SUM_ROUTINE(level_work)

ROUTINE void level(int depth)
{
   level_work(values, depth);
   go_to(RING);
   if (depth > 1)
      level(depth - 1);
   level_work(values, 100 + depth);
   go_to(RING);
}

ROUTINE void from_below(long unused)
{
   (void)unused;
   level(LEVELS);
   go_to(RING);
}

ROUTINE void resumes_from_below(char* stack, unsigned long size)
{
   make(0, stack, size, from_below);
   for (int i = 0; i <= 2 * LEVELS; i++)
      go_to(0);
}

ROUTINE void in_local_array(void)
{
   char local[STACK] OWN_CELL;
   resumes_from_below(local, sizeof local);
}

/* --- begun by a jump ------------------------------------------------------------------------------------ */

void begin_by_jump(void** save, void* to);
ASSEMBLY(begin_by_jump, SAVE "mov %rsp, (%rdi); mov %rsi, %rsp;" RESTORE "add $8, %rsp; jmp enter",
                        SAVE "mov x9, sp; str x9, [x0]; mov sp, x1;" RESTORE "b enter",
                        SAVE "sd sp, (a0); mv sp, a1;" RESTORE "j enter")

SUM_ROUTINE(jump_work)

ROUTINE void after_jump(long unused)
{
   (void)unused;
   for (int i = 1; i <= TURNS; i++) {
      jump_work(values, i);
      go_to(RING);
   }
   go_to(RING);
}

ROUTINE void begun_by_jump(char* stack)
{
   make(0, stack, STACK, after_jump);
   running = 0;
   begin_by_jump(&places[RING], places[0]);
   for (int i = 1; i <= TURNS; i++)
      go_to(0);
}

ROUTINE void begun_above(void)
{
   char local[STACK] OWN_CELL;
   begun_by_jump(local);
   jump_work(values, 100);
}

/* --- a scheduler ---------------------------------------------------------------------------------------- */

#define TASKS  6

static void* scheduler_stack;
static int running_task;

/* Saves the place of the task and calls next_task on the scheduler's stack. */
void give_up(void** save, void* stack);
__attribute__((noreturn)) void go_on(void* stack);
ASSEMBLY(give_up, SAVE "mov %rsp, (%rdi); mov %rsi, %rsp; call next_task; ud2",
                  SAVE "mov x9, sp; str x9, [x0]; mov sp, x1; bl next_task; brk 0",
                  SAVE "sd sp, (a0); mv sp, a1; call next_task; ebreak")
ASSEMBLY(go_on,   "mov %rdi, %rsp;" RESTORE "ret",
                  "mov sp, x0;" RESTORE "ret",
                  "mv sp, a0;" RESTORE "ret")

SUM_ROUTINE(task_work)
SUM_ROUTINE(scheduler_work)

ROUTINE void next_task(void)
{
   scheduler_work(values, 5);
   running_task = (running_task + 1) % TASKS;
   go_on(places[running_task]);
}

ROUTINE void task(long number)
{
   for (int i = 1; i <= TURNS; i++) {
      task_work(values, i);
      give_up(&places[number], scheduler_stack);
   }
   if (number < TASKS - 1)
      give_up(&places[number], scheduler_stack);
   go_to(RING);
}

ROUTINE void tasks(void)
{
   for (int i = 0; i < TASKS; i++)
      make(i, stacks[10 + 2 * i], STACK, task);
   scheduler_stack = stacks[15] + STACK;
   running_task = 0;
   go_to(0);
}

/* --- a call on another stack ---------------------------------------------------------------------------- */

/* The frame pointer, or another register, says where the caller's stack is. */
typedef void CallOn(void* stack, void (*routine)(const int*, int), const int* from, int count);
CallOn call_on, call_on_too;
ASSEMBLY(call_on, "push %rbp; mov %rsp, %rbp; mov %rdi, %rsp; mov %rsi, %rax; mov %rdx, %rdi; mov %ecx, %esi;"
                  "call *%rax; mov %rbp, %rsp; pop %rbp; ret",
                  "stp x29, x30, [sp, -16]!; mov x29, sp; mov sp, x0; mov x9, x1; mov x0, x2; mov w1, w3;"
                  "blr x9; mov sp, x29; ldp x29, x30, [sp], 16; ret",
                  "addi sp, sp, -16; sd s0, (sp); sd ra, 8(sp); mv s0, sp; mv sp, a0; mv t1, a1; mv a0, a2; mv a1, a3;"
                  "jalr t1; mv sp, s0; ld s0, (sp); ld ra, 8(sp); addi sp, sp, 16; ret")
ASSEMBLY(call_on_too, "push %rbx; mov %rsp, %rbx; mov %rdi, %rsp; mov %rsi, %rax; mov %rdx, %rdi; mov %ecx, %esi;"
                      "call *%rax; mov %rbx, %rsp; pop %rbx; ret",
                      "stp x19, x30, [sp, -16]!; mov x19, sp; mov sp, x0; mov x9, x1; mov x0, x2; mov w1, w3;"
                      "blr x9; mov sp, x19; ldp x19, x30, [sp], 16; ret",
                      "addi sp, sp, -16; sd s1, (sp); sd ra, 8(sp); mv s1, sp; mv sp, a0; mv t1, a1; mv a0, a2; mv a1, a3;"
                      "jalr t1; mv sp, s1; ld s1, (sp); ld ra, 8(sp); addi sp, sp, 16; ret")

SUM_ROUTINE(stack_work)

ROUTINE void called_on_other_stack(const int* from, int count)
{
   stack_work(from, count);
   if (count > 1)
      called_on_other_stack(from, count - 1);
   stack_work(from, 100 + count);
}

PART void call_on_stack(char* stack, const int* from)
{
   for (int i = 1; i <= 10; i++) {
      call_on(stack + STACK, called_on_other_stack, from, i);
      call_on_too(stack + STACK, called_on_other_stack, from, i);
      stack_work(from, 50);
   }
}

ROUTINE void on_other_stack(const int* from)
{
   call_on_stack(stacks[20], from);
}

/* The same from a coroutine, whose own stack lies between. */
ROUTINE void on_stack_below(const int* from)
{
   call_on_stack(stacks[20], from);
}

ROUTINE void on_stack_above(const int* from)
{
   call_on_stack(stacks[40], from);
}

ROUTINE void from_coroutine(long unused)
{
   (void)unused;
   on_stack_below(values);
   on_stack_above(values);
   go_to(RING);
}

/* --- all of it ------------------------------------------------------------------------------------------ */

PART void run_partners(void)
{
   two_partners(switch_by_return);
   two_partners(switch_by_branch);
   two_partners(switch_by_jump);
   two_partners(switch_by_exchange);
   expect_any("two_partners", 4);
   expect_any("partner", 8);
   for (int i = 1; i <= TURNS; i++) {
      expect_calls("work", i, 4);
      expect_calls("work", 100 + i, 4);
   }
}

PART void run_ring(void)
{
   whole_ring();
   expect_any("whole_ring", 1);
   expect_any("ring", RING);
   for (int i = 1; i <= TURNS; i++)
      expect_calls("ring_work", i, RING);
}

PART void run_from_below(void)
{
   resumes_from_below(stacks[3], STACK);
   void* memory = malloc(STACK);
   resumes_from_below(memory, STACK);
   free(memory);
   in_local_array();
   expect_any("in_local_array", 1);
   expect_any("resumes_from_below", 3);
   expect_any("from_below", 3);
   expect_any("level", 3 * LEVELS);
   for (int i = 1; i <= LEVELS; i++) {
      expect_calls("level_work", i, 3);
      expect_calls("level_work", 100 + i, 3);
   }
}

PART void run_begun_by_jump(void)
{
   begun_by_jump(stacks[7]);
   begun_above();
   expect_any("begun_by_jump", 2);
   expect_any("begun_above", 1);
   expect_any("begin_by_jump", 2);
   expect_any("after_jump", 2);
   for (int i = 1; i <= TURNS; i++)
      expect_calls("jump_work", i, 2);
   expect("jump_work", 100);
   expect_line("cost begin_by_jump.sum = %d", 2);
   expect_line("cost begun_by_jump.sum = begun_by_jump.self + %d", 2 + 2 * TURNS);
}

PART void run_tasks(void)
{
   tasks();
   expect_any("tasks", 1);
   expect_any("task", TASKS);
   for (int i = 1; i <= TURNS; i++)
      expect_calls("task_work", i, TASKS);
   int given_up = TASKS * TURNS + TASKS - 1;
   expect_any("give_up", given_up);
   expect_any("next_task", given_up);
   expect_any("go_on", given_up);
   expect_calls("scheduler_work", 5, given_up);
   expect_line("cost give_up.self = %d", given_up);
   expect_line("cost go_on.sum = %d", given_up);
}

PART void run_on_other_stacks(void)
{
   on_other_stack(values);
   make(0, stacks[30], STACK, from_coroutine);
   go_to(0);
   expect_any("on_other_stack", 1);
   expect_any("on_stack_below", 1);
   expect_any("on_stack_above", 1);
   expect_any("call_on", 3 * 10);
   expect_any("call_on_too", 3 * 10);
   expect_any("called_on_other_stack", 3 * 2 * 55);
   for (int i = 1; i <= 10; i++) {
      expect_calls("stack_work", i, 3 * 2 * (11 - i));
      expect_calls("stack_work", 100 + i, 3 * 2 * (11 - i));
   }
   expect_calls("stack_work", 50, 3 * 10);
}

PART void expect_costs(void)
{
   /* Each switch is one block, but for that with a branch. */
   int switches = 2 * TURNS + 2;
   expect_any("switch_by_branch", switches);
   expect_any("switch_by_jump", switches);
   expect_any("switch_by_exchange", switches + RING * TURNS + 1);
   expect_line("cost switch_by_branch.sum = %d", 2 * switches);
   expect_line("cost switch_by_jump.sum = %d", switches);
   expect_line("cost switch_by_exchange.sum = %d", switches + RING * TURNS + 1);
   expect_line("cost switch_by_return.sum = %d", switches + 3 * 2 * (2 * LEVELS + 1) + 2 * (2 * TURNS + 1) + 2 + 2);
   expect_line("cost two_partners.sum = two_partners.self + 5");
   expect_line("cost partner.sum = partner.self + work.sum + %d", 5 * (switches - 1));
   expect_line("cost whole_ring.sum = whole_ring.self + 1");
   expect_line("cost ring.sum = ring.self + ring_work.sum + %d", RING * TURNS);
   expect_line("cost resumes_from_below.sum = resumes_from_below.self + %d", 3 * (2 * LEVELS + 1));
   expect_line("cost from_below.sum = from_below.self + level.real + 3");
   expect_line("cost level.real = level.self + level_work.sum + %d", 3 * 2 * LEVELS);
   expect_line("cost call_on.self + call_on_too.self = %d", 2 * 3 * 10 * 2);
   expect_line("cost call_on.sum + call_on_too.sum = call_on.self + call_on_too.self"
               " + called_on_other_stack.real");
   expect_line("cost called_on_other_stack.real + stack_work@50.sum = called_on_other_stack.self + stack_work.self");
   expect_line("cost on_other_stack.sum + on_stack_below.sum + on_stack_above.sum = on_other_stack.self"
               " + on_stack_below.self + on_stack_above.self + call_on.sum + call_on_too.sum"
               " + stack_work@50.sum");
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   expect_line("strands");
   running = RING;
   run_partners();
   run_ring();
   switch_to = switch_by_return;
   run_from_below();
   run_begun_by_jump();
   run_tasks();
   run_on_other_stacks();
   expect_costs();
   return end();
}
