/* The stack is memory like any other, but for the return address that a call pushes and a return pops:
   neither is an access.  The routines are in assembly so that each access is visible.  A stack slot has 8
   bytes: 8, 2 and 1 cells at the resolutions 1, 4 and 16.  At 16 two slots share a cell; which two follows
   from the ABI: at the entry of a routine the stack pointer is 8 below a multiple of 16, so the return
   address shares its cell with the slot just below it, which the routine pushes first. */
// build (amd64): $(closed_form) -static
#include "../common/expect.h"

#define ASSEMBLY(name, text)                    \
   __asm__(".text\n"                            \
           ".globl " #name "\n"                 \
           ".type " #name ", @function\n"       \
           #name ":\n" text                     \
           "\n.size " #name ", . - " #name "\n");

long empty(long);
long push_pop(long);
long push_memory(const void*);
long pop_memory(void*);
long push_flags(void);
long enter_leave(void);
long red_zone(void);
long read_stack_argument(void);
long pass_stack_argument(void);
long pass_stack_argument_through(void);
long pops_its_argument(void);
long pass_popped_argument(void);
long read_return_address(void);
long read_return_address_below(void);
long pop_return_address(void);
long write_return_address(void);
long write_return_address_below(void);
long leave_a_slot(void);
long read_the_slot(void);
long reuse_stack(void);
long read_caller_frame(void);
long own_frame_read_by_callee(void);
long call_through_memory(const void*);
long jump_through_memory(const void*);
long target_of_jump(void);
long switch_by_table(long);

/* No access at all: 0. */
ASSEMBLY(empty, "lea 1(%rdi), %rax; ret")

/* Written first, by the push: 0. */
ASSEMBLY(push_pop, "push %rdi; push $17; pop %rax; pop %rcx; add %rcx, %rax; ret")

/* push reads its operand in memory: the cells of 8 bytes. */
ASSEMBLY(push_memory, "push (%rdi); pop %rax; ret")

/* pop writes its operand in memory, which the routine then reads: 0. */
ASSEMBLY(pop_memory, "push $17; pop (%rdi); mov (%rdi), %rax; ret")
ASSEMBLY(push_flags, "pushf; popf; pushf; pop %rax; ret")
ASSEMBLY(enter_leave, "enter $32, $0; mov %rax, -8(%rbp); mov -8(%rbp), %rax; leave; ret")
ASSEMBLY(red_zone, "mov %rsp, -8(%rsp); mov %rsp, -128(%rsp); mov -8(%rsp), %rax; add -128(%rsp), %rax; ret")

/* The argument is the caller's write and the callee's input: 8/K, and 0 for the caller. */
ASSEMBLY(read_stack_argument, "mov 8(%rsp), %rax; ret")
ASSEMBLY(pass_stack_argument, "push $17; call read_stack_argument; pop %rcx; add %rcx, %rax; ret")

/* As above; the outermost wrote nothing and read nothing, its callee wrote the slot first: 0. */
ASSEMBLY(pass_stack_argument_through, "sub $8, %rsp; call pass_stack_argument; add $8, %rsp; ret")

/* ret with an operand pops the argument without an access. */
ASSEMBLY(pops_its_argument, "mov 8(%rsp), %rax; ret $16")
ASSEMBLY(pass_popped_argument, "push $17; push $18; call pops_its_argument; ret")

/* Reads its return address like data: 8/K.  The caller's push of it was no access, so for the caller the
   cell's first access is this read: 8/K as well. */
ASSEMBLY(read_return_address, "mov (%rsp), %rax; ret")
ASSEMBLY(read_return_address_below, "sub $40, %rsp; call read_return_address; add $40, %rsp; ret")

/* A pop is a read, even of the return address: 8/K.  Only the pop by ret is none. */
ASSEMBLY(pop_return_address, "pop %rcx; push %rcx; mov (%rsp), %rax; ret")

/* Writes the return address before it reads it: 0. */
ASSEMBLY(write_return_address, "movq $.Lafter_write, (%rsp); mov (%rsp), %rax; ret")
ASSEMBLY(write_return_address_below,
         "sub $40, %rsp; call write_return_address; .Lafter_write: add $40, %rsp; ret")

/* One callee leaves a value below the stack pointer, the next reads it there: 8/K for the reader, 0 for the
   caller of both, whose first access of the slot was the first callee's write. */
ASSEMBLY(leave_a_slot, "mov %rsp, -24(%rsp); ret")
ASSEMBLY(read_the_slot, "mov -24(%rsp), %rax; ret")
ASSEMBLY(reuse_stack, "sub $8, %rsp; call leave_a_slot; call read_the_slot; add $8, %rsp; ret")

/* The callee reads a local variable of its caller, which the caller wrote. */
ASSEMBLY(read_caller_frame, "mov 24(%rsp), %rax; ret")
ASSEMBLY(own_frame_read_by_callee,
         "sub $40, %rsp; mov %rsp, 16(%rsp); call read_caller_frame; add 16(%rsp), %rax; add $40, %rsp; ret")

/* An indirect call or jump reads its target's address: 8 bytes, in the caller. */
ASSEMBLY(call_through_memory, "sub $8, %rsp; call *(%rdi); add $8, %rsp; ret")
ASSEMBLY(jump_through_memory, "jmp *(%rdi)")
ASSEMBLY(target_of_jump, "mov $3, %eax; ret")

/* A switch reads one entry of its table: 8 bytes. */
ASSEMBLY(switch_by_table,
         "jmp *.Ltable(,%rdi,8)\n"
         ".Lfirst: mov $1, %eax; ret\n"
         ".Lsecond: mov $2, %eax; ret\n"
         ".Lthird: mov $3, %eax; jmp .Lfirst\n"
         ".section .rodata; .balign 64; .Ltable: .quad .Lfirst, .Lsecond, .Lthird, .Lsecond; .text")

static char memory[64] OWN_PAGE;
static long (*const volatile pointer_to_target)(void) OWN_CELL = target_of_jump;

int main(int argc, char** argv)
{
   start(argc, argv);
   static char slot[16] __attribute__((aligned(16)));
   unsigned long one = cells(slot, 8);

   empty(1);
   expect("empty", 0);
   push_pop(2);
   expect("push_pop", 0);
   for (int offset = 0; offset < 16; offset++) {
      push_memory(memory + offset);
      expect("push_memory", cells(memory + offset, 8));
      pop_memory(memory + offset);
      expect("pop_memory", 0);
   }
   push_flags();
   expect("push_flags", 0);
   enter_leave();
   expect("enter_leave", 0);
   red_zone();
   expect("red_zone", 0);

   pass_stack_argument_through();
   expect("pass_stack_argument_through", 0);
   expect("pass_stack_argument", 0);
   expect("read_stack_argument", one);
   pass_popped_argument();
   expect("pass_popped_argument", 0);
   expect("pops_its_argument", one);

   read_return_address_below();
   expect("read_return_address_below", one);
   expect("read_return_address", one);
   pop_return_address();
   expect("pop_return_address", one);
   write_return_address_below();
   expect("write_return_address", 0);
   expect("write_return_address_below", 0);

   reuse_stack();
   expect("leave_a_slot", 0);
   expect("read_the_slot", one);
   expect("reuse_stack", 0);
   own_frame_read_by_callee();
   expect("own_frame_read_by_callee", 0);
   expect("read_caller_frame", one);

   call_through_memory((const void*)&pointer_to_target);
   expect("call_through_memory", one);
   jump_through_memory((const void*)&pointer_to_target);
   expect("jump_through_memory", one);
   expect_calls("target_of_jump", 0, 2);
   for (long which = 0; which < 4; which++) {
      switch_by_table(which);
      expect("switch_by_table", one);
   }
   return finish();
}
