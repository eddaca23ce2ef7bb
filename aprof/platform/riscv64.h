/* 64-bit RISC-V (RV64GC).  platform.h says what all of this is for. */

#pragma once

#include "libvex_guest_riscv64.h"

/*--- Addresses ---*/

/* Linux gives no more by itself, even if there are five levels of page tables (Sv57). */
#define PLATFORM_ADDRESS_BITS  47

/*--- Calls ---*/

#define PLATFORM_LINK_REGISTER  OFFSET_riscv64_x1

/* Compilers call what saves registers at a routine's begin (-msave-restore), and pieces of routines that are
   alike, with the return address in t0. */
#define PLATFORM_INNER_LINK_REGISTER  OFFSET_riscv64_x5

/* The stack pointer of the caller is in s0. */
#define PLATFORM_FRAME_POINTER   OFFSET_riscv64_x8
#define PLATFORM_FRAME_IS_BELOW  True

#define PLATFORM_ARGUMENT_REGISTERS                                                  \
   { OFFSET_riscv64_x10, OFFSET_riscv64_x11, OFFSET_riscv64_x12, OFFSET_riscv64_x13, \
     OFFSET_riscv64_x14, OFFSET_riscv64_x15, OFFSET_riscv64_x16, OFFSET_riscv64_x17 }

/* Go's own calling convention. */
#define PLATFORM_GO_ARGUMENT  OFFSET_riscv64_x10

/*--- The guest state ---*/

#define PLATFORM_GUEST_STATE  VexGuestRISCV64State

/* For IRExpr_GSPTR(), VEX passes what it has in s0 while generated code runs, which is this much above the
   guest state.  The compiler leaves s0 alone in all of the tool (-ffixed-x8, m4/valgrind.m4), and Valgrind's
   own functions restore it. */
#define PLATFORM_GUEST_STATE_BIAS  2048

register Addr platform_s0 __asm__("s0");

#define PLATFORM_GUEST_ARGUMENT  IRExpr_Const(IRConst_U64(0))

static inline void* platform_guest_state(void* argument)
{
   return (void*)(platform_s0 - PLATFORM_GUEST_STATE_BIAS);
}

static inline void* platform_set_guest_state(void* state)
{
   void* former = platform_guest_state(NULL);
   platform_s0 = (Addr)state + PLATFORM_GUEST_STATE_BIAS;
   return former;
}

#include "platform/plain_instructions.h"
#include "platform/return_in_register.h"

/*--- Generated code ---*/

#define PLATFORM_WIDEST_TYPE  Ity_I64

/*--- Instructions ---*/

/* Instructions have two or four bytes, and are aligned to two. */
static inline UInt platform_instruction(const UChar* code)
{
   const UShort* halves = (const UShort*)code;
   return (halves[0] & 3) == 3 ? halves[0] | (UInt)halves[1] << 16 : halves[0];
}

/* 0000006f    j target
   00000067    jr, through any register
       a001    c.j target
       8002    c.jr */
static inline Bool platform_is_jump(const UChar* code)
{
   UInt instruction = platform_instruction(code);
   return (instruction & 0xfff) == 0x06f || (instruction & 0x7fff) == 0x0067
          || (instruction & 0xffffe003) == 0xa001 || (instruction & 0xfffff07f) == 0x8002;
}

/* 80010113    addi sp, sp, -size
       1101    c.addi sp, -size
       7101    c.addi16sp sp, -size */
#define PLATFORM_FRAME_BYTES 4

static inline Bool platform_makes_frame(const UChar* code)
{
   UInt instruction;
   __builtin_memcpy(&instruction, code, sizeof instruction);
   return (instruction & 0x800fffff) == 0x80010113 || (instruction & 0xff83) == 0x1101
          || (instruction & 0xff83) == 0x7101;
}

/* An indirect jump through a fixed memory cell and nothing else:
      00000e17    auipc t3, distance of the cell
      000e3e03    ld t3, offset(t3)
      000e0367    jalr t1, t3 */
#define PLATFORM_STUB_BYTES 12

static inline Bool platform_is_plt_stub(const UChar* code)
{
   return (platform_instruction(code) & 0xfff) == 0xe17
          && (platform_instruction(code + 4) & 0xfffff) == 0xe3e03
          && platform_instruction(code + 8) == 0x000e0367;
}

/* A call reaches everything within 2 GB, and linkers refuse what is further away. */
static inline Bool platform_is_veneer(const UChar* code)
{
   return False;
}

/* 00000397    auipc t2, distance of the table
   41c30333    sub t1, t1, t3 */
static inline Bool platform_begins_binding(const UChar* code)
{
   return (platform_instruction(code) & 0xfff) == 0x397 && platform_instruction(code + 4) == 0x41c30333;
}

/* `c.ld`, in two bytes, reads 8. */
#define PLATFORM_READ_PER_CODE_BYTE  4

#define PLATFORM_HAS_INLINED  False

/*--- What the tool itself does ---*/

/* Valgrind 3.27 has no names for these: a program's own calls of them fail. */
#ifndef __NR_seccomp
#define __NR_seccomp  277
#endif
#ifndef __NR_pkey_mprotect
#define __NR_pkey_mprotect  288
#endif

#define PLATFORM_RENAMES  __NR_renameat2

/* From Linux' asm-generic/fcntl.h. */
#define PLATFORM_O_NOFOLLOW  0400000

static inline Word platform_system_call(UWord number, UWord a, UWord b, UWord c, UWord d, UWord e, UWord f)
{
   register UWord a7 __asm__("a7") = number;
   register UWord a0 __asm__("a0") = a;
   register UWord a1 __asm__("a1") = b;
   register UWord a2 __asm__("a2") = c;
   register UWord a3 __asm__("a3") = d;
   register UWord a4 __asm__("a4") = e;
   register UWord a5 __asm__("a5") = f;
   __asm__ volatile("ecall"
                    : "+r"(a0)
                    : "r"(a7), "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5)
                    : "memory");
   return (Word)a0;
}

/* The counter has 1 to 24 MHz: so that it is about as fast as other processors', each of its steps is 64. */
static inline ULong platform_ticks(void)
{
   ULong ticks;
   __asm__ volatile("rdtime %0" : "=r"(ticks) : : "memory");
   return ticks << 6;
}
