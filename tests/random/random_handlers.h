/* How the programs of random_calls.pl leave routines by long jumps, and what their signal handlers do. */

#ifndef APROF_TESTS_RANDOM_HANDLERS
#define APROF_TESTS_RANDOM_HANDLERS

#include "random_counts.h"

/*------------------------------------------------------------*/
/*--- Long jumps                                           ---*/
/*------------------------------------------------------------*/

extern "C" int  save_place(Place* place) __attribute__((returns_twice));
extern "C" void go_to_place(Place* place) __attribute__((noreturn));
__asm__(".text\n.type save_place, @function\nsave_place:\n"
        "mov %rbx,(%rdi); mov %rbp,8(%rdi); mov %r12,16(%rdi); mov %r13,24(%rdi); mov %r14,32(%rdi)\n"
        "mov %r15,40(%rdi); lea 8(%rsp),%rdx; mov %rdx,48(%rdi); mov (%rsp),%rdx; mov %rdx,56(%rdi); xor %eax,%eax; ret\n"
        ".size save_place, . - save_place\n"
        ".type go_to_place, @function\ngo_to_place:\n"
        "mov (%rdi),%rbx; mov 8(%rdi),%rbp; mov 16(%rdi),%r12; mov 24(%rdi),%r13; mov 32(%rdi),%r14\n"
        "mov 40(%rdi),%r15; mov 48(%rdi),%rsp; mov $1,%eax; jmp *56(%rdi)\n"
        ".size go_to_place, . - go_to_place\n");

/* Where a long jump goes: on the same stack, or to what was interrupted. */
struct Mark {
   sigjmp_buf by_library;
   Place      by_hand;
   bool       is_by_hand;
   Mark*      outer;
   Strand*    strand;
   Call*      me;
   int        others;
   INLINE Mark(Call* call, bool hand)
      : is_by_hand(hand), outer(own->strand->mark), strand(own->strand), me(call), others(own->slot->others)
   {
      strand->mark = this;
   }
   INLINE ~Mark() { strand->mark = outer; }
};

/* An instruction that a handler has to skip; all that it may change is lost. Of other registers, Valgrind knows in the
   middle of a block only some. */
#define FAULT(instructions)                                                                                       \
   __asm__ volatile("jmp 1f; 1: " instructions                                                                    \
                    : : : "memory", "cc", "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "xmm0",    \
                    "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",     \
                    "xmm12", "xmm13", "xmm14", "xmm15")

static INLINE void fault(Call* me, Edit edit, unsigned kind)
{
   own->strand->at = me;
   own->edit = edit;
   if (kind == 0)
      FAULT("ud2");
   else if (kind == 1)
      FAULT("xor %%eax, %%eax; mov (%%rax), %%al");
   else if (kind == 2)
      FAULT("int3");
   else
      raise(SIGTRAP);
}

static INLINE void lands_at(const Mark* mark)
{
   own->strand = mark->strand;
   own->slot->others = mark->others;
   goes_on(mark->me);
}

static INLINE void jump_back(Call* me)
{
   Strand* strand = own->strand;
   while (strand->mark == nullptr && strand->leaves && strand->interrupted != nullptr)
      strand = strand->interrupted;
   Mark* mark = strand->mark;
   if (mark == nullptr)
      return;
   if (mark->is_by_hand && EDITS && chance(2)) {
      own->place = &mark->by_hand;
      fault(me, GO_UP, chance_of(4));
   }
   lands_at(mark);
   if (mark->is_by_hand)
      go_to_place(&mark->by_hand);
   siglongjmp(mark->by_library, 1);
}

/*------------------------------------------------------------*/
/*--- Handlers                                             ---*/
/*------------------------------------------------------------*/

/* One is on top of what runs, until it ends or is left. */
struct Handler {
   Strand strand;
   Call*  me;
   Handler(int number, bool alternate)
   {
      me = begin(number, nullptr);
      me->depth = own->strand->at->depth + HANDLER;
      if (alternate && me->depth < MAX_DEPTH / 2)
         me->depth = MAX_DEPTH / 2;
      strand = { me, own->strand, nullptr, alternate || own->strand->alternate, WILD && chance(2) };
      own->strand = &strand;
   }
   void calls()
   {
      try {
         if (own->calls_left-- > 0)
            own->sum += table[chance_of(ROUTINES)](own->sum, me);
      } catch (int number) {
         own->sum += number;
      }
   }
   void ends()
   {
      own->strand = strand.interrupted;
      goes_on(own->strand->at);
   }
};

ROUTINE void on_signal(int number)
{
   Handler handler(ON_SIGNAL, number == SIGHUP || number == SIGWINCH);
   ticked = 1;
   handler.calls();
   if (number == SIGUSR2 || number == SIGWINCH) {
      handler.strand.leaves = true;
      jump_back(handler.me);
   }
   handler.ends();
}

/* What is called where a handler has pushed the address where it was interrupted. Its stack is below a red zone. */
extern "C" void preempt(void);
__asm__(".text\n.type preempt, @function\npreempt:\n"
        "push %rbp; mov %rsp, %rbp; pushfq; push %rax; push %rcx; push %rdx; push %rsi; push %rdi; push %r8\n"
        "push %r9; push %r10; push %r11; push %rbx; mov %rsp, %rbx; and $-16, %rsp; call preempted; mov %rbx, %rsp; pop %rbx;\n"
        "pop %r11; pop %r10; pop %r9; pop %r8; pop %rdi; pop %rsi; pop %rdx; pop %rcx; pop %rax; popfq\n"
        "pop %rbp; ret $128\n"
        ".size preempt, . - preempt\n");

ROUTINE void preempted(void)
{
   Call* me = begin(PREEMPTED, begin(PREEMPT, own->strand->at));
   try {
      if (me->depth < MAX_DEPTH && own->calls_left-- > 0)
         own->sum += table[chance_of(ROUTINES)](own->sum, me);
   } catch (int number) {
      own->sum += number;
   }
   if (chance(4))
      jump_back(me);
}

static void edit_to(ucontext_t* context, const Place* place)
{
   greg_t* to = context->uc_mcontext.gregs;
   to[REG_RBX] = place->rbx, to[REG_RBP] = place->rbp, to[REG_R12] = place->r12, to[REG_R13] = place->r13;
   to[REG_R14] = place->r14, to[REG_R15] = place->r15, to[REG_RSP] = place->rsp, to[REG_RIP] = place->rip;
   to[REG_RAX] = 1;
}

static void edit_to_call(ucontext_t* context, void (*routine)(void))
{
   greg_t* to = context->uc_mcontext.gregs;
   to[REG_RSP] -= RED_ZONE + 8;
   *(greg_t*)to[REG_RSP] = to[REG_RIP];
   to[REG_RIP] = (greg_t)routine;
}

ROUTINE void on_fault(int number, siginfo_t* info, void* argument)
{
   Edit edit = own->edit;
   Place* place = own->place;
   own->edit = NONE;
   if (edit == NONE)
      abort();   /* a mistake of these programs, or of who runs them */
   Handler handler(ON_FAULT, number == SIGTRAP);
   if (chance(2))
      handler.calls();
   ucontext_t* context = (ucontext_t*)argument;
   if (number != SIGTRAP)
      context->uc_mcontext.gregs[REG_RIP] += 2;
   if (edit == PUSH)
      edit_to_call(context, preempt);
   if (edit == GO_UP) {
      Strand* strand = own->strand->interrupted;
      while (strand->mark == nullptr || &strand->mark->by_hand != place)
         strand = strand->interrupted;
      lands_at(strand->mark);
      edit_to(context, place);
   } else {
      handler.ends();
   }
}

static INLINE void send(Call* me, int number)
{
   own->strand->at = me;
   raise(number);
}

static volatile int came;

ROUTINE void on_brief(int number)
{
   came++;
}

/* Both come at once, so one interrupts the other, or comes after it. */
static void send_two(Call* me)
{
   sigset_t both, before;
   sigemptyset(&both);
   sigaddset(&both, SIGPWR);
   sigaddset(&both, SIGIO);
   own->strand->at = me;
   pthread_sigmask(SIG_BLOCK, &both, &before);
   raise(SIGPWR);
   raise(SIGIO);
   pthread_sigmask(SIG_SETMASK, &before, nullptr);
   for (int i = 0; i < 2; i++)
      begin(ON_BRIEF, nullptr);
}

static void wait_for_timer(Call* me)
{
   struct itimerval soon = { { 0, 0 }, { 0, 500 } };
   own->strand->at = me;
   ticked = 0;
   setitimer(ITIMER_REAL, &soon, nullptr);
   while (!ticked) { }
}

#endif
