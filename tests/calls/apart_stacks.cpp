/* Routines that run apart from their callers (--separate-routine=apart_*), in programs that switch stacks: by
   swapcontext, and by hand-written code; with stacks at lower addresses, and at higher ones. A switch suspends what
   runs apart, with what it has interrupted, and does not end it.

   yielding        a coroutine that calls one, which yields, also from a callee that could run apart
   recurring       a coroutine whose routine is called by one again, and yields there
   generating      a coroutine that is resumed by one; both at once
   begun_inside    a coroutine that one begins, and that is finished outside
   preempted       one is interrupted by a signal, whose handler yields: three strands wait
   on_alternate    likewise, but the handler runs on a stack of its own, and resumes another coroutine
   shared          a coroutine that two threads resume in turn, both of which have signals and apart routines
                   themselves (it yields in no handler: under Valgrind, the thread that handles a signal must
                   also return from the handler)
   jumping, throwing  one is left by longjmp, and by an exception, after it has yielded
   going_back      one is left for a context that was saved before its call
   abandoned       one never goes on, as its stack is used again
   called_elsewhere  one calls a routine on another stack, and one is called there */
// build ways:
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <ucontext.h>
#include "calls.h"

#define STACK  65536
#define TURNS  10

enum How { ByContext, ByHand };

struct Coroutine {
   How how;
   int finished;
   ucontext_t self, resumer, early;
   void* self_place;
   void* resumer_place;
};

static int values[1024] OWN_PAGE;
static char low_stack[STACK] OWN_PAGE, other_low_stack[STACK] OWN_PAGE;
static Coroutine* current;
static unsigned runs, handled;

extern "C" {

void switch_by_hand(void** save, void* to);
void enter(void);
void call_on(void* stack, void (*routine)(int), int argument);

#if defined __x86_64__
#define SAVE     "push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15;"
#define RESTORE  "pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp;"
#elif defined __aarch64__
#define SAVE     "stp x29, x30, [sp, -160]!; stp x19, x20, [sp, 16]; stp x21, x22, [sp, 32]; stp x23, x24, [sp, 48];" \
                 "stp x25, x26, [sp, 64]; stp x27, x28, [sp, 80]; stp d8, d9, [sp, 96]; stp d10, d11, [sp, 112];" \
                 "stp d12, d13, [sp, 128]; stp d14, d15, [sp, 144];"
#define RESTORE  "ldp d14, d15, [sp, 144]; ldp d12, d13, [sp, 128]; ldp d10, d11, [sp, 112]; ldp d8, d9, [sp, 96];" \
                 "ldp x27, x28, [sp, 80]; ldp x25, x26, [sp, 64]; ldp x23, x24, [sp, 48]; ldp x21, x22, [sp, 32];" \
                 "ldp x19, x20, [sp, 16]; ldp x29, x30, [sp], 160;"
#elif defined __riscv
#define SAVE     "addi sp, sp, -208; sd s0, 0(sp); sd ra, 8(sp); sd s1, 16(sp); sd s2, 24(sp);" \
                 "sd s3, 32(sp); sd s4, 40(sp); sd s5, 48(sp); sd s6, 56(sp); sd s7, 64(sp);" \
                 "sd s8, 72(sp); sd s9, 80(sp); sd s10, 88(sp); sd s11, 96(sp); fsd fs0, 104(sp);" \
                 "fsd fs1, 112(sp); fsd fs2, 120(sp); fsd fs3, 128(sp); fsd fs4, 136(sp);" \
                 "fsd fs5, 144(sp); fsd fs6, 152(sp); fsd fs7, 160(sp); fsd fs8, 168(sp);" \
                 "fsd fs9, 176(sp); fsd fs10, 184(sp); fsd fs11, 192(sp);"
#define RESTORE  "fld fs0, 104(sp); fld fs1, 112(sp); fld fs2, 120(sp); fld fs3, 128(sp);" \
                 "fld fs4, 136(sp); fld fs5, 144(sp); fld fs6, 152(sp); fld fs7, 160(sp);" \
                 "fld fs8, 168(sp); fld fs9, 176(sp); fld fs10, 184(sp); fld fs11, 192(sp);" \
                 "ld s0, 0(sp); ld ra, 8(sp); ld s1, 16(sp); ld s2, 24(sp); ld s3, 32(sp);" \
                 "ld s4, 40(sp); ld s5, 48(sp); ld s6, 56(sp); ld s7, 64(sp); ld s8, 72(sp);" \
                 "ld s9, 80(sp); ld s10, 88(sp); ld s11, 96(sp); addi sp, sp, 208;"
#endif

ASSEMBLY(switch_by_hand, SAVE "mov %rsp, (%rdi); mov %rsi, %rsp;" RESTORE "ret",
                         SAVE "mov x9, sp; str x9, [x0]; mov sp, x1;" RESTORE "ret",
                         SAVE "sd sp, (a0); mv sp, a1;" RESTORE "ret")
ASSEMBLY(enter,          "mov %rbx, %rdi; mov %r12, %rsi; call *%rbp; ud2",
                         "mov x0, x20; mov x1, x21; blr x19; brk 0",
                         "mv a0, s2; mv a1, s3; jalr s1; ebreak")
ASSEMBLY(call_on,        "push %rbp; mov %rsp, %rbp; mov %rdi, %rsp; mov %edx, %edi; call *%rsi; mov %rbp, %rsp;"
                         "pop %rbp; ret",
                         "stp x29, x30, [sp, -16]!; mov x29, sp; mov sp, x0; mov w0, w2; blr x1; mov sp, x29;"
                         "ldp x29, x30, [sp], 16; ret",
                         "addi sp, sp, -16; sd s0, (sp); sd ra, 8(sp); mv s0, sp; mv sp, a0; mv a0, a2; jalr a1; mv sp, s0;"
                         "ld s0, (sp); ld ra, 8(sp); addi sp, sp, 16; ret")

typedef void Body(unsigned high, unsigned low);

PART Coroutine* from_ints(unsigned high, unsigned low)
{
   return (Coroutine*)((uintptr_t)high << 32 | low);
}

PART void resume(Coroutine* c)
{
   if (c->how == ByContext)
      swapcontext(&c->resumer, &c->self);
   else
      switch_by_hand(&c->resumer_place, c->self_place);
}

PART void yield(Coroutine* c)
{
   if (c->how == ByContext)
      swapcontext(&c->self, &c->resumer);
   else
      switch_by_hand(&c->self_place, c->resumer_place);
}

PART void finish(Coroutine* c)
{
   c->finished = 1;
   yield(c);
}

static void prepare(Coroutine* c, How how, Body* body, char* stack)
{
   uintptr_t high = (uintptr_t)c >> 32, low = (uintptr_t)c & 0xffffffffu;
   memset((void*)c, 0, sizeof *c);
   c->how = how;
   if (how == ByContext) {
      getcontext(&c->self);
      c->self.uc_stack.ss_sp = stack;
      c->self.uc_stack.ss_size = STACK;
      makecontext(&c->self, (void (*)(void))body, 2, (unsigned)high, (unsigned)low);
      return;
   }
   void** top = (void**)(((uintptr_t)stack + STACK) & -16ul);
#if defined __x86_64__
   top -= 2;
   *--top = (void*)enter;
   *--top = (void*)body;   /* rbp */
   *--top = (void*)high;   /* rbx */
   *--top = (void*)low;    /* r12 */
   top -= 3;
#elif defined __aarch64__
   top -= 20;
   top[1] = (void*)enter;  /* x30 */
   top[2] = (void*)body;   /* x19 */
   top[3] = (void*)high;   /* x20 */
   top[4] = (void*)low;    /* x21 */
#elif defined __riscv
   top -= 26;
   top[1] = (void*)enter;  /* ra */
   top[2] = (void*)body;   /* s1 */
   top[3] = (void*)high;   /* s2 */
   top[4] = (void*)low;    /* s3 */
#endif
   c->self_place = top;
}

SUM_ROUTINE(work)
SUM_ROUTINE(own_work)
SUM_ROUTINE(after)

/* --- one that yields; one that resumes ------------------------------------------------------------------ */

ROUTINE void apart_inner(Coroutine* c, int turn)
{
   work(values, turn);
   yield(c);
   work(values, 20 + turn);
}

ROUTINE void apart_yields(Coroutine* c, int turn)
{
   work(values, 40 + turn);
   yield(c);
   apart_inner(c, turn);
   work(values, 60 + turn);
}

ROUTINE void yielding(unsigned high, unsigned low)
{
   Coroutine* c = from_ints(high, low);
   for (int turn = 1; turn <= TURNS; turn++) {
      apart_yields(c, turn);
      work(values, 80 + turn);
   }
   finish(c);
}

void apart_again(Coroutine* c, int depth);

ROUTINE void again(Coroutine* c, int depth)
{
   work(values, 270 + depth);
   if (depth == 0)
      yield(c);
   else
      apart_again(c, depth - 1);
   work(values, 280 + depth);
}

ROUTINE void apart_again(Coroutine* c, int depth)
{
   again(c, depth);
   work(values, 290);
}

ROUTINE void recurring(unsigned high, unsigned low)
{
   Coroutine* c = from_ints(high, low);
   for (int turn = 1; turn <= TURNS; turn++)
      again(c, 2);
   finish(c);
}

ROUTINE void generating(unsigned high, unsigned low)
{
   Coroutine* c = from_ints(high, low);
   for (int turn = 1; turn <= TURNS; turn++) {
      work(values, 100 + turn);
      yield(c);
   }
   finish(c);
}

ROUTINE void resumes(Coroutine* c)
{
   while (!c->finished) {
      own_work(values, 7);
      resume(c);
   }
}

ROUTINE void apart_resumes(Coroutine* c)
{
   while (!c->finished) {
      own_work(values, 8);
      resume(c);
   }
}

ROUTINE void apart_begins(Coroutine* c)
{
   for (int i = 0; i < 3; i++)
      resume(c);
}

ROUTINE void calls_resumer(Coroutine* c)
{
   after(values, 9);
   apart_resumes(c);
   after(values, 10);
}

ROUTINE void begun_inside(Coroutine* c)
{
   apart_begins(c);
   after(values, 11);
   resumes(c);
}

/* --- signals -------------------------------------------------------------------------------------------- */

ROUTINE void on_signal(int number)
{
   (void)number;
   handled++;
   work(values, 120);
   yield(current);
   work(values, 121);
}

ROUTINE void on_alternate_stack(int number)
{
   (void)number;
   work(values, 122);
   resume(current);
   work(values, 123);
}

ROUTINE void apart_raises(int number, int turn)
{
   work(values, 140 + turn);
   raise(number);
   work(values, 160 + turn);
}

ROUTINE void preempted(unsigned high, unsigned low)
{
   Coroutine* c = from_ints(high, low);
   for (int turn = 1; turn <= TURNS; turn++) {
      apart_raises(SIGUSR1, turn);
      work(values, 180 + turn);
   }
   finish(c);
}

ROUTINE void on_alternate(void)
{
   for (int turn = 1; turn <= TURNS; turn++) {
      apart_raises(SIGUSR2, turn);
      after(values, 12);
   }
}

/* --- threads -------------------------------------------------------------------------------------------- */

static sem_t turn_of[2];

ROUTINE void apart_alone(int count)
{
   work(values, count);
}

ROUTINE void on_quiet_signal(int number)
{
   (void)number;
   apart_alone(124);
}

ROUTINE void takes_turns(Coroutine* c, int self)
{
   for (;;) {
      sem_wait(&turn_of[self]);
      int finished = c->finished;
      if (!finished)
         resume(c);
      sem_post(&turn_of[1 - self]);
      if (finished)
         return;
      apart_alone(125);
      raise(SIGHUP);
   }
}

ROUTINE void* other_thread(void* c)
{
   takes_turns((Coroutine*)c, 1);
   return NULL;
}

static void shared(Coroutine* c)
{
   pthread_t thread;
   sem_init(&turn_of[0], 0, 1);
   sem_init(&turn_of[1], 0, 0);
   if (pthread_create(&thread, NULL, other_thread, c) != 0)
      die("cannot run a thread");
   takes_turns(c, 0);
   if (pthread_join(thread, NULL) != 0)
      die("cannot wait for a thread");
}

/* --- one that is left ----------------------------------------------------------------------------------- */

static jmp_buf buffer;

ROUTINE void leap(void)
{
   if (!never)
      longjmp(buffer, 1);
   work(values, 999);
}

ROUTINE void apart_jumps(Coroutine* c, int turn)
{
   work(values, 200 + turn);
   yield(c);
   leap();
   work(values, 999);
}

ROUTINE void jumping(unsigned high, unsigned low)
{
   Coroutine* c = from_ints(high, low);
   for (volatile int turn = 1; turn <= TURNS; turn++) {
      if (setjmp(buffer) == 0)
         apart_jumps(c, turn);
      after(values, 20 + turn);
   }
   finish(c);
}

ROUTINE void throw_int(int x)
{
   if (!never)
      throw x;
   work(values, 999);
}

ROUTINE void apart_throws(Coroutine* c, int turn)
{
   work(values, 220 + turn);
   yield(c);
   throw_int(turn);
   work(values, 999);
}

ROUTINE void throwing(unsigned high, unsigned low)
{
   Coroutine* c = from_ints(high, low);
   for (int turn = 1; turn <= TURNS; turn++) {
      try {
         apart_throws(c, turn);
      } catch (int) {
         after(values, 40 + turn);
      }
   }
   finish(c);
}

ROUTINE void apart_forgotten(Coroutine* c)
{
   work(values, 13);
   yield(c);
   work(values, 999);
}

ROUTINE void going_back(unsigned high, unsigned low)
{
   Coroutine* c = from_ints(high, low);
   volatile int passes = 0;
   getcontext(&c->early);
   passes = passes + 1;
   after(values, 60);
   if (passes <= TURNS)
      apart_forgotten(c);
   finish(c);
}

ROUTINE void goes_back(Coroutine* c)
{
   resume(c);
   for (int turn = 1; turn <= TURNS; turn++)
      swapcontext(&c->resumer, &c->early);
}

ROUTINE void abandoned(unsigned high, unsigned low)
{
   apart_forgotten(from_ints(high, low));
}

/* --- calls on another stack ----------------------------------------------------------------------------- */

ROUTINE void called(int count)
{
   work(values, count);
   work(values, count + 1);
}

ROUTINE void apart_called(int count)
{
   called(count);
   called(count);
}

ROUTINE void apart_calls(char* stack)
{
   for (int turn = 0; turn < TURNS; turn++)
      call_on(stack + STACK, called, 240);
}

ROUTINE void called_elsewhere(char* stack)
{
   apart_calls(stack);
   for (int turn = 0; turn < TURNS; turn++) {
      call_on(stack + STACK, apart_called, 250);
      after(values, 14);
   }
}

}

/* --- all of it ------------------------------------------------------------------------------------------ */

static void run_all(How how, char* stack, char* other_stack)
{
   Coroutine coroutine, other;
   Coroutine* c = &coroutine;
   runs++;
   prepare(c, how, yielding, stack);
   resumes(c);
   prepare(c, how, recurring, stack);
   resumes(c);
   prepare(c, how, generating, stack);
   calls_resumer(c);
   prepare(c, how, yielding, stack);
   calls_resumer(c);
   prepare(c, how, yielding, stack);
   begun_inside(c);

   current = c;
   prepare(c, how, preempted, stack);
   resumes(c);
   prepare(c, how, generating, stack);
   on_alternate();
   prepare(c, how, yielding, stack);
   shared(c);

   prepare(c, how, jumping, stack);
   resumes(c);
   prepare(c, how, throwing, stack);
   resumes(c);
   if (how == ByContext) {
      prepare(c, how, going_back, stack);
      goes_back(c);
   }
   prepare(&other, how, abandoned, other_stack);
   resume(&other);
   prepare(&other, how, generating, other_stack);
   resumes(&other);
   called_elsewhere(stack);
}

static void handle(int number, void (*handler)(int), int flags)
{
   struct sigaction action = {};
   action.sa_handler = handler;
   action.sa_flags = SA_NODEFER | flags;
   sigaction(number, &action, NULL);
}

static void expect_all(void)
{
   unsigned contexts = runs / 2;
   unsigned shared_turns = 2 * TURNS + 1;
   static const char* const per_turn_of_yielding[] = { "apart_yields", "apart_inner" };
   for (const char* name : per_turn_of_yielding)
      expect_any(name, 4 * TURNS * runs);
   expect_any("yielding", 4 * runs);
   expect_any("generating", 3 * runs);
   expect_any("preempted", runs);
   expect_any("on_signal", TURNS * runs);
   expect_any("recurring", runs);
   expect_any("again", 3 * TURNS * runs);
   expect_any("apart_again", 2 * TURNS * runs);
   expect_calls("work", 290, 2 * TURNS * runs);
   for (int depth = 0; depth <= 2; depth++) {
      expect_calls("work", 270 + depth, TURNS * runs);
      expect_calls("work", 280 + depth, TURNS * runs);
   }
   expect_any("on_alternate", runs);
   expect_any("on_alternate_stack", TURNS * runs);
   expect_any("apart_raises", 2 * TURNS * runs);
   expect_any("jumping", runs);
   expect_any("throwing", runs);
   expect_any("apart_jumps", TURNS * runs);
   expect_any("apart_throws", TURNS * runs);
   expect_any("leap", TURNS * runs);
   expect_any("throw_int", TURNS * runs);
   expect_any("calls_resumer", 2 * runs);
   expect_any("apart_resumes", 2 * runs);
   expect_any("begun_inside", runs);
   expect_any("apart_begins", runs);
   expect_any("resumes", 7 * runs);
   expect_any("takes_turns", 2 * runs);
   expect_any("other_thread", runs);
   expect_any("on_quiet_signal", shared_turns * runs);
   expect_calls("apart_alone", 124, shared_turns * runs);
   expect_calls("apart_alone", 125, shared_turns * runs);
   expect_any("going_back", contexts);
   expect_any("goes_back", contexts);
   expect_any("abandoned", runs);
   expect_any("apart_forgotten", runs + contexts * TURNS);
   expect_any("called_elsewhere", runs);
   expect_any("apart_calls", runs);
   expect_calls("apart_called", 251, TURNS * runs);
   expect_calls("called", 241, TURNS * runs);
   expect_calls("called", 251, 2 * TURNS * runs);
   expect_any("call_on", 2 * TURNS * runs);

   for (int turn = 1; turn <= TURNS; turn++) {
      static const int of_yielding[] = { 0, 20, 40, 60, 80 };
      for (int count : of_yielding)
         expect_calls("work", count + turn, 4 * runs);
      expect_calls("work", 100 + turn, 3 * runs);
      expect_calls("work", 140 + turn, 2 * runs);
      expect_calls("work", 160 + turn, 2 * runs);
      expect_calls("work", 180 + turn, runs);
      expect_calls("work", 200 + turn, runs);
      expect_calls("work", 220 + turn, runs);
      expect_calls("after", 20 + turn, runs);
      expect_calls("after", 40 + turn, runs);
   }
   for (int count = 120; count <= 121; count++)
      expect_calls("work", count, TURNS * runs);
   for (int count = 122; count <= 123; count++)
      expect_calls("work", count, TURNS * runs);
   for (int count = 124; count <= 125; count++)
      expect_calls("work", count, shared_turns * runs);
   expect_calls("work", 13, runs + contexts * TURNS);
   expect_calls("work", 240, TURNS * runs);
   expect_calls("work", 241, TURNS * runs);
   expect_calls("work", 250, 2 * TURNS * runs);
   expect_calls("work", 251, 2 * TURNS * runs);
   expect_calls("own_work", 7, ((2 * TURNS + 1) + (2 * TURNS + 1 - 3) + 5 * (TURNS + 1)) * runs);
   expect_calls("own_work", 8, ((TURNS + 1) + (2 * TURNS + 1)) * runs);
   expect_calls("after", 9, 2 * runs);
   expect_calls("after", 10, 2 * runs);
   expect_calls("after", 11, runs);
   expect_calls("after", 12, TURNS * runs);
   expect_calls("after", 14, TURNS * runs);
   expect_calls("after", 60, (TURNS + 1) * contexts);
}

int main(int argc, char** argv)
{
   char high_stack[STACK] OWN_CELL, other_high_stack[STACK] OWN_CELL, alternate[STACK] OWN_CELL;
   begin(argc, argv);
   stack_t alternate_stack = {};
   alternate_stack.ss_sp = alternate;
   alternate_stack.ss_size = sizeof alternate;
   sigaltstack(&alternate_stack, NULL);
   handle(SIGUSR1, on_signal, 0);
   handle(SIGUSR2, on_alternate_stack, SA_ONSTACK);
   handle(SIGHUP, on_quiet_signal, 0);
   run_all(ByContext, low_stack, other_low_stack);
   run_all(ByHand, low_stack, other_low_stack);
   run_all(ByContext, high_stack, other_high_stack);
   run_all(ByHand, high_stack, other_high_stack);
   require(handled == TURNS * runs, "a signal was lost");
   expect_all();
   /* Whoever calls what runs apart, or resumes a coroutine, has nothing of it. */
   expect_line("cost calls_resumer.sum = calls_resumer.self + after@9.sum + after@10.sum");
   expect_line("cost on_alternate.sum = on_alternate.self + after@12.sum");
   expect_line("cost apart_called.sum = apart_called.self + called@251.sum");
   expect_line("cost apart_alone.sum = apart_alone.self + work@124.sum + work@125.sum");
   expect_line("strands");
   return end();
}
