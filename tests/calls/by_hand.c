/* Calls that no call instruction makes: code leaves a return address where a call does, and jumps; and what is next in
   memory, but is not called.

   Each routine of the first kind reads an int, and calls itself with the rest, `count` deep. All of them jump to their
   own first instruction:

   hand_direct, hand_conditional, hand_indirect, hand_by_return  in these ways; the address is a constant
   hand_register  the address is in a register since an earlier block
   push_loop      goes back there as well, but has pushed a number each time: a loop

   to_other, to_other_indirect, to_other_by_return, to_other_framed  call `first` so that it returns to the first
                  instruction of `second`: a call of that, too
   falls_conditional, falls_in_block, falls_after_call  end without a jump, so that the next routine in memory goes on:
                  it is not called
   jumps_to_next, jumps_by_address, jumps_by_new_register, jumps_by_return  end with a jump to the next routine in memory,
                  in these ways: a tail call */
// build ways:
#include "calls.h"

#define CALLS  10
#define DEPTH  10

static int values[64] OWN_PAGE;

typedef void Recursive(const int* from, long count, void* self);
Recursive hand_direct, hand_conditional, hand_indirect, hand_by_return, hand_register, push_loop;

#define READ  INSTRUCTIONS("add (%rdi), %eax; add $4, %rdi; ", "ldr w9, [x0], 4; ", \
                           "lw t1, (a0); addi a0, a0, 4; ")

#define READ_OR_END READ INSTRUCTIONS("dec %rsi; jz 1f;", "subs x1, x1, 1; b.eq 1f;", \
                                      "addi a1, a1, -1; beqz a1, 1f;")

#define LEAVE_ADDRESS INSTRUCTIONS("lea 2f(%rip), %rcx; push %rcx;", "str x30, [sp, -16]!; adr x30, 2f;", \
                                   "addi sp, sp, -16; sd ra, (sp); lla ra, 2f;")

#define COME_BACK INSTRUCTIONS("2: nop; 1: ret", "2: ldr x30, [sp], 16; 1: ret", \
                               "2: ld ra, (sp); addi sp, sp, 16; 1: ret")

ASSEMBLY(hand_direct,      READ_OR_END LEAVE_ADDRESS "jmp hand_direct;" COME_BACK,
                           READ_OR_END LEAVE_ADDRESS "b hand_direct;" COME_BACK,
                           READ_OR_END LEAVE_ADDRESS "j hand_direct;" COME_BACK)
ASSEMBLY(hand_conditional, READ LEAVE_ADDRESS "dec %rsi; jnz hand_conditional; pop %rcx; 2: ret",
                           READ LEAVE_ADDRESS "subs x1, x1, 1; b.ne hand_conditional; 2: ldr x30, [sp], 16; ret",
                           READ LEAVE_ADDRESS "addi a1, a1, -1; bnez a1, hand_conditional; 2: ld ra, (sp); addi sp, sp, 16; ret")
ASSEMBLY(hand_indirect,    READ_OR_END LEAVE_ADDRESS "jmp *%rdx;" COME_BACK,
                           READ_OR_END LEAVE_ADDRESS "br x2;" COME_BACK,
                           READ_OR_END LEAVE_ADDRESS "jr a2;" COME_BACK)
ASSEMBLY(hand_by_return,   READ_OR_END LEAVE_ADDRESS "push %rdx; ret;" COME_BACK,
                           READ_OR_END LEAVE_ADDRESS "ret x2;" COME_BACK,
                           READ_OR_END LEAVE_ADDRESS "jr a2;" COME_BACK)
ASSEMBLY(hand_register,    "lea 2f(%rip), %rcx;" READ_OR_END "push %rcx; jmp hand_register;" COME_BACK,
                           "adr x10, 2f;" READ_OR_END "str x30, [sp, -16]!; mov x30, x10; b hand_register;" COME_BACK,
                           "lla t2, 2f;" READ_OR_END "addi sp, sp, -16; sd ra, (sp); mv ra, t2; j hand_register;" COME_BACK)
ASSEMBLY(push_loop,        READ "push %rsi; dec %rsi; jnz push_loop; lea 8*10(%rsp), %rsp; ret",
                           READ "str x1, [sp, -16]!; subs x1, x1, 1; b.ne push_loop; add sp, sp, 16*10; ret",
                           READ "addi sp, sp, -16; sd a1, (sp); addi a1, a1, -1; bnez a1, push_loop; addi sp, sp, 16*10; ret")

typedef void Caller(const int* from, void* first);
Caller first, second, to_other, to_other_indirect, to_other_by_return, to_other_framed;

#define ADDRESS_OF_SECOND INSTRUCTIONS("lea second(%rip), %rcx; push %rcx;", "mov x11, x30; adr x30, second;", \
                                       "mv a3, ra; lla ra, second;")

ASSEMBLY(first,            "add (%rdi), %eax; ret",
                           "ldr w9, [x0]; ret",
                           "lw t1, (a0); ret")
ASSEMBLY(second,           "add 4(%rdi), %eax; ret",
                           "ldr w9, [x0, 4]; mov x30, x11; ret",
                           "lw t1, 4(a0); mv ra, a3; ret")
ASSEMBLY(to_other,           "add 8(%rdi), %eax;" ADDRESS_OF_SECOND "jmp first",
                             "ldr w9, [x0, 8];" ADDRESS_OF_SECOND "b first",
                             "lw t1, 8(a0);" ADDRESS_OF_SECOND "j first")
ASSEMBLY(to_other_indirect,  "add 8(%rdi), %eax;" ADDRESS_OF_SECOND "jmp *%rsi",
                             "ldr w9, [x0, 8];" ADDRESS_OF_SECOND "br x1",
                             "lw t1, 8(a0);" ADDRESS_OF_SECOND "jr a1")
ASSEMBLY(to_other_by_return, "add 8(%rdi), %eax;" ADDRESS_OF_SECOND "push %rsi; ret",
                             "ldr w9, [x0, 8];" ADDRESS_OF_SECOND "ret x1",
                             "lw t1, 8(a0);" ADDRESS_OF_SECOND "jr a1")
ASSEMBLY(to_other_framed,    "add 8(%rdi), %eax; push %rbx; lea 1f(%rip), %rcx; push %rcx;" ADDRESS_OF_SECOND
                             "jmp first; 1: pop %rbx; add 12(%rdi), %eax; ret",
                             "ldr w9, [x0, 8]; stp x29, x30, [sp, -16]!; adr x30, 1f;" ADDRESS_OF_SECOND
                             "b first; 1: ldp x29, x30, [sp], 16; ldr w9, [x0, 12]; ret",
                             "lw t1, 8(a0); addi sp, sp, -16; sd ra, (sp); lla ra, 1f;" ADDRESS_OF_SECOND
                             "j first; 1: ld ra, (sp); addi sp, sp, 16; lw t1, 12(a0); ret")

/* Two routines, one behind the other. */
#define TWO(name, instructions, next, next_instructions)                                                      \
   Caller name, next;                                                                                         \
   __asm__(".text\n.globl " #name ", " #next "\n.type " #name ", %function\n.type " #next ", %function\n"     \
           #name ":\n" instructions "\n.size " #name ", . - " #name "\n"                                      \
           #next ":\n" next_instructions "\n.size " #next ", . - " #next "\n");

/* Into another register than the routine before: in one block, Valgrind drops a load whose result is
   overwritten. */
#define READ_SECOND  INSTRUCTIONS("add 4(%rdi), %eax; ret", "ldr w10, [x0, 4]; ret", "lw t2, 4(a0); ret")

TWO(falls_conditional, INSTRUCTIONS("add (%rdi), %eax; test %rdi, %rdi; jz first", "ldr w9, [x0]; cbz x0, first",
                                    "lw t1, (a0); beqz a0, first"),
    after_conditional, READ_SECOND)
TWO(falls_in_block,    INSTRUCTIONS("add (%rdi), %eax; nop", "ldr w9, [x0]; nop", "lw t1, (a0); nop"),
    after_in_block, READ_SECOND)
TWO(falls_after_call,  INSTRUCTIONS("push %rdi; call first", "str x30, [sp, -16]!; bl first",
                                    "addi sp, sp, -16; sd ra, (sp); call first"),
    after_call, INSTRUCTIONS("pop %rdi;", "ldr x30, [sp], 16;", "ld ra, (sp); addi sp, sp, 16;") READ_SECOND)
TWO(jumps_to_next,     INSTRUCTIONS("add (%rdi), %eax; jmp jumped_to", "ldr w9, [x0]; b jumped_to",
                                    "lw t1, (a0); j jumped_to"),
    jumped_to, READ_SECOND)
TWO(jumps_by_address,  INSTRUCTIONS("add (%rdi), %eax; lea address_jumped_to(%rip), %rcx; jmp *%rcx",
                                    "ldr w9, [x0]; adr x10, address_jumped_to; br x10",
                                    "lw t1, (a0); lla t2, address_jumped_to; jr t2"),
    address_jumped_to, READ_SECOND)
TWO(jumps_by_new_register, INSTRUCTIONS("add (%rdi), %eax; lea register_jumped_to(%rip), %r11; notrack jmp *%r11",
                                        "ldr w9, [x0]; adr x17, register_jumped_to; br x17",
                                        "lw t1, (a0); lla t6, register_jumped_to; jr t6"),
    register_jumped_to, READ_SECOND)
TWO(jumps_by_return,   INSTRUCTIONS("add (%rdi), %eax; lea returned_to(%rip), %rcx; push %rcx; ret",
                                    "ldr w9, [x0]; adr x10, returned_to; ret x10",
                                    "lw t1, (a0); lla t2, returned_to; jr t2"),
    returned_to, READ_SECOND)

static void recursion(const char* name, Recursive* routine)
{
   for (int i = 0; i < CALLS; i++)
      routine(values, DEPTH, (void*)routine);
   for (int depth = 1; depth <= DEPTH; depth++)
      expect_calls(name, depth, CALLS);
   expect_line("cost %s.real = %s.self", name, name);
   expect_line("cost %s.real = %s@%d.sum", name, name, DEPTH);
}

static void caller(const char* name, Caller* routine, int rms)
{
   for (int i = 0; i < CALLS; i++)
      routine(values, (void*)first);
   expect_calls(name, rms, CALLS);
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   recursion("hand_direct", hand_direct);
   recursion("hand_conditional", hand_conditional);
   recursion("hand_indirect", hand_indirect);
   recursion("hand_by_return", hand_by_return);
   recursion("hand_register", hand_register);
   for (int i = 0; i < CALLS; i++)
      push_loop(values, DEPTH, NULL);
   expect_calls("push_loop", DEPTH, CALLS);

   caller("to_other", to_other, 3);
   caller("to_other_indirect", to_other_indirect, 3);
   caller("to_other_by_return", to_other_by_return, 3);
   caller("to_other_framed", to_other_framed, 4);
   expect_line("cost to_other.sum = %d", 3 * CALLS);
   expect_line("cost to_other_framed.sum = to_other_framed.self + %d", 2 * CALLS);

   caller("falls_conditional", falls_conditional, 2);
   caller("falls_in_block", falls_in_block, 2);
   caller("falls_after_call", falls_after_call, 2);
   caller("jumps_to_next", jumps_to_next, 2);
   caller("jumps_by_address", jumps_by_address, 2);
   caller("jumps_by_new_register", jumps_by_new_register, 2);
   caller("jumps_by_return", jumps_by_return, 2);
   expect_line("absent after_conditional");
   expect_line("absent after_in_block");
   expect_line("absent after_call");
   expect_calls("jumped_to", 1, CALLS);
   expect_calls("address_jumped_to", 1, CALLS);
   expect_calls("register_jumped_to", 1, CALLS);
   expect_calls("returned_to", 1, CALLS);

   expect_calls("first", 1, 5 * CALLS);
   expect_calls("second", 1, 4 * CALLS);
   return end();
}
