/* Coroutines of the programs of random_calls.pl, and calls on further stacks. */

#ifndef APROF_TESTS_RANDOM_STACKS
#define APROF_TESTS_RANDOM_STACKS

#include "random_handlers.h"

typedef void Switch(void** save, void* to);
extern "C" Switch switch_by_return, switch_by_jump, switch_by_exchange;
extern "C" void enter_coroutine(void);

#define SAVE     "push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15;"
#define RESTORE  "pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp;"
#define ASSEMBLY(name, text) \
   __asm__(".text\n.type " name ", @function\n" name ":\n" text "\n.size " name ", . - " name "\n");

ASSEMBLY("switch_by_return",   SAVE "mov %rsp, (%rdi); mov %rsi, %rsp;" RESTORE "ret")
ASSEMBLY("switch_by_jump",     SAVE "mov %rsp, (%rdi); mov %rsi, %rsp;" RESTORE "pop %rdx; jmp *%rdx")
ASSEMBLY("switch_by_exchange", SAVE "xchg %rsp, %rsi; mov %rsi, (%rdi);" RESTORE "ret")
ASSEMBLY("enter_coroutine",    "call coroutine; ud2")

/* Another signal's ucontext becomes that of this one. */
ROUTINE void on_exchange(int number, siginfo_t* info, void* argument)
{
   begin(ON_EXCHANGE, nullptr);
   greg_t* registers = ((ucontext_t*)argument)->uc_mcontext.gregs;
   memcpy(own->exchange_from, registers, sizeof(greg_t) * (REG_EFL + 1));
   memcpy(registers, own->exchange_to, sizeof(greg_t) * (REG_EFL + 1));
}

/* All wait in the way in which they are resumed. */
static void switch_to(Slot* to, Call* me)
{
   Slot* self = own->slot;
   Way   way  = to->way;
   own->strand->at = me;
   self->inner  = own->strand;
   self->way    = way;
   own->slot    = to;
   own->strand  = to->inner;
   if (way == BY_CONTEXT) {
      swapcontext(&self->context, &to->context);
   } else if (way == BY_SIGNAL) {
      own->exchange_from = self->registers;
      own->exchange_to   = to->registers;
      raise(SIGURG);
   } else if (way == BY_RETURN) {
      self->inner->at = begin(SWITCH_BY_RETURN, me);
      switch_by_return(&self->sp, to->sp);
   } else if (way == BY_JUMP) {
      self->inner->at = begin(SWITCH_BY_JUMP, me);
      switch_by_jump(&self->sp, to->sp);
   } else {
      self->inner->at = begin(SWITCH_BY_EXCHANGE, me);
      switch_by_exchange(&self->sp, to->sp);
   }
   own->strand->at = me;
   goes_on(me);
}

static INLINE bool may_switch(void)
{
   return !own->strand->alternate && (WILD || own->strand->interrupted == nullptr);
}

static void yield(Call* me)
{
   Slot* self = own->slot;
   if (self->is_thread || !may_switch())
      return;
   self->state = WAITS;
   switch_to(self->resumer, me);
}

/* If there are parts, it does not return: the tool sees its end only when its stack is used again, as what it returns
   to has no name. For the same reason, there are no local ones then. */
ROUTINE void coroutine(void)
{
   Slot* self = own->slot;
   Call* me   = begin(COROUTINE, nullptr);
   self->first.at = me;
   if (self->is_local)
      me->depth = MAX_DEPTH - LOCAL_DEPTH + 2;
   for (; self->turns > 0; self->turns--) {
      try {
         own->sum += table[chance_of(ROUTINES)](own->sum, me);
      } catch (int number) {
         own->sum += number;
      }
      yield(me);
   }
   Slot* resumer = self->resumer;
   if (self->made_by_context && resumer->way == BY_CONTEXT && !PARTS) {
      self->state = FREE;
      self->link  = resumer->context;
      own->slot   = resumer;
      own->strand = resumer->inner;
      return;
   }
   self->state = OVER;
   switch_to(resumer, me);
}

/* The former user of the stack, if there is one, never goes on. */
static void make_coroutine(Slot* slot)
{
   char* top = (char*)((uintptr_t)(slot->stack + slot->size) & -16ul);
   slot->way    = !WILD ? BY_CONTEXT : (Way)chance_of(EDITS ? WAYS : BY_SIGNAL);
   slot->first  = { nullptr, nullptr, nullptr, false, false };
   slot->inner  = &slot->first;
   slot->turns  = 1 + (int)chance_of(6);
   slot->others = 0;
   slot->made_by_context = slot->way == BY_CONTEXT;
   if (slot->way == BY_CONTEXT) {
      getcontext(&slot->context);
      slot->context.uc_stack.ss_sp   = slot->stack;
      slot->context.uc_stack.ss_size = slot->size;
      slot->context.uc_link = &slot->link;
      makecontext(&slot->context, coroutine, 0);
   } else if (slot->way == BY_SIGNAL) {
      memset(slot->registers, 0, sizeof slot->registers);
      slot->registers[REG_EFL] = 0x202;
      slot->registers[REG_RSP] = (greg_t)(top - 8);
      slot->registers[REG_RIP] = (greg_t)coroutine;
   } else {
      slot->sp = top - 7 * sizeof(void*);
      memset(slot->sp, 0, 6 * sizeof(void*));
      ((void**)top)[-1] = (void*)enter_coroutine;
   }
}

static void switch_down_to(Slot* slot, Slot* resumer, Call* me)
{
   if (slot->state != WAITS)
      make_coroutine(slot);
   slot->resumer = resumer;
   slot->state   = RUNS;
   switch_to(slot, me);
}

static Slot* a_waiting_slot(void)
{
   Slot* slot = &own->slots[FIRST + (int)chance_of(COROUTINES)];
   return slot->state == RUNS || !may_switch() ? nullptr : slot;
}

static long resume(Call* me)
{
   Slot* slot = a_waiting_slot();
   if (slot == nullptr)
      return 1;
   switch_down_to(slot, own->slot, me);
   return 2;
}

/* On a stack in the frame of a routine. */
static long run_local(char* stack, Call* me)
{
   if (own->slot_count == SLOTS || !may_switch() || PARTS)
      return 1;
   Slot* slot = &own->slots[own->slot_count++];
   slot->stack    = stack;
   slot->size     = LOCAL;
   slot->is_local = true;
   do {
      switch_down_to(slot, own->slot, me);
   } while (slot->state == WAITS);
   return 2;
}

/* In its own place. */
static void transfer(Call* me)
{
   Slot* self = own->slot;
   Slot* slot = a_waiting_slot();
   if (slot == nullptr || self->is_thread || self->is_local)
      return;
   self->state = WAITS;
   switch_down_to(slot, self->resumer, me);
}

/*--- A call on another stack --------------------------------*/

extern "C" long call_on(void* top, Routine* routine, long x, Call* me);
__asm__(".text\n.type call_on, @function\ncall_on:\n.cfi_startproc\n"
        "push %rbp\n.cfi_def_cfa_offset 16\n.cfi_offset 6, -16\nmov %rsp, %rbp\n.cfi_def_cfa_register 6\n"
        "mov %rdi, %rsp; mov %rsi, %rax; mov %rdx, %rdi; mov %rcx, %rsi; call *%rax; mov %rbp, %rsp; pop %rbp\n"
        ".cfi_def_cfa 7, 8\nret\n.cfi_endproc\n.size call_on, . - call_on\n");

extern "C" long call_by_hand(Routine* routine, long x, Call* me);
__asm__(".text\n.type call_by_hand, @function\ncall_by_hand:\n.cfi_startproc\n"
        "push %rbp\n.cfi_def_cfa_offset 16\n.cfi_offset 6, -16\nmov %rsp, %rbp\n.cfi_def_cfa_register 6\n"
        "mov %rdi, %rax; mov %rsi, %rdi; mov %rdx, %rsi; lea 1f(%rip), %rcx; push %rcx; jmp *%rax; 1: pop %rbp\n"
        ".cfi_def_cfa 7, 8\nret\n.cfi_endproc\n.size call_by_hand, . - call_by_hand\n");

static void* map_stack(bool low)
{
   return mmap(nullptr, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | (low ? MAP_32BIT : 0), -1, 0);
}

struct OtherStack {
   Slot* slot;
   INLINE OtherStack() : slot(own->slot) { slot->others++; }
   INLINE ~OtherStack() { slot->others--; }
};

ROUTINE long on_other_stack(long x, Call* from)
{
   Call* me = begin(ON_OTHER_STACK, from);
   return table[(unsigned long)x % ROUTINES](x, me);
}

static long call_elsewhere(long x, Call* me)
{
   if (own->slot->others == OTHERS || own->strand->alternate)
      return 1;
   char** stack = &own->slot->other_stacks[own->slot->others];
   if (*stack == nullptr)
      *stack = (char*)(chance(2) ? malloc(STACK) : map_stack(chance(2)));
   OtherStack other;
   return call_on((char*)((uintptr_t)(*stack + STACK) & -16ul), on_other_stack, x, me);
}

static long call_with_own_return(long x, Call* me)
{
   return call_by_hand(table[(unsigned long)x % ROUTINES], x, begin(CALL_BY_HAND, me));
}

#endif
