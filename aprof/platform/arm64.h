/* 64-bit ARM.  platform.h says what all of this is for. */

#pragma once

#include "libvex_guest_arm64.h"

/*--- Addresses ---*/

#define PLATFORM_ADDRESS_BITS  48

/*--- Calls ---*/

#define PLATFORM_LINK_REGISTER  (Int)offsetof(VexGuestARM64State, guest_X30)

#define PLATFORM_INNER_LINK_REGISTER  PLATFORM_NO_REGISTER

#define PLATFORM_FRAME_POINTER   (Int)offsetof(VexGuestARM64State, guest_X29)
#define PLATFORM_FRAME_IS_BELOW  False

#define PLATFORM_ARGUMENT_REGISTERS                                          \
   { OFFSET_arm64_X0, OFFSET_arm64_X1, OFFSET_arm64_X2, OFFSET_arm64_X3,     \
     OFFSET_arm64_X4, OFFSET_arm64_X5, OFFSET_arm64_X6, OFFSET_arm64_X7 }

/* Go's own calling convention. */
#define PLATFORM_GO_ARGUMENT  OFFSET_arm64_X0

/*--- The guest state ---*/

#define PLATFORM_GUEST_STATE  VexGuestARM64State

/* IRExpr_GSPTR() fails an assertion in this processor's back end of VEX.  But while generated code runs,
   the address is in x21, which the compiler leaves alone in all of the tool (-ffixed-x21, m4/valgrind.m4),
   and Valgrind's own functions restore it. */
register void* platform_x21 __asm__("x21");

#define PLATFORM_GUEST_ARGUMENT  IRExpr_Const(IRConst_U64(0))

static inline void* platform_guest_state(void* argument)
{
   return platform_x21;
}

static inline void* platform_set_guest_state(void* state)
{
   void* former = platform_x21;
   platform_x21 = state;
   return former;
}

#include "platform/plain_instructions.h"
#include "platform/return_in_register.h"

/*--- Generated code ---*/

#define PLATFORM_WIDEST_TYPE  Ity_V128

/*--- Instructions ---*/

/* 14000000    b target
   d61f0000    br, through any register */
static inline Bool platform_is_jump(const UChar* code)
{
   UInt instruction = *(const UInt*)code;
   return (instruction & 0xfc000000) == 0x14000000 || (instruction & 0xfffffc1f) == 0xd61f0000;
}

/* d10003ff    sub sp, sp, size
   a9a07bfd    stp x29, x30, [sp, -size]! */
#define PLATFORM_FRAME_BYTES 4

static inline Bool platform_makes_frame(const UChar* code)
{
   UInt instruction;
   __builtin_memcpy(&instruction, code, sizeof instruction);
   return (instruction & 0xff8003ff) == 0xd10003ff || (instruction & 0xffe07fff) == 0xa9a07bfd;
}

/* An indirect jump through a fixed memory cell and nothing else:
      d503245f    bti c                      optional
      90000010    adrp x16, page of the cell
      f9400211    ldr x17, [x16, offset]
      91000210    add x16, x16, offset       optional
      d503219f    autia1716                  optional
      d61f0220    br x17 */
#define PLATFORM_STUB_BYTES 24

#define PLATFORM_BTI_C   0xd503245f
#define PLATFORM_BR_X16  0xd61f0200

static inline Bool platform_is_plt_stub(const UChar* code)
{
   const UInt* instruction = (const UInt*)code;
   if (*instruction == PLATFORM_BTI_C) {
      instruction++;
   }
   if ((instruction[0] & 0x9f00001f) != 0x90000010 || (instruction[1] & 0xffc003ff) != 0xf9400211) {
      return False;
   }
   instruction += 2;
   if ((*instruction & 0xff8003ff) == 0x91000210) {
      instruction++;
   }
   if (*instruction == 0xd503219f) {
      instruction++;
   }
   return *instruction == 0xd61f0220;
}

/* GNU ld and lld put one between a call and a target that is more than 128 MB away:
      d503245f    bti c                      optional
      90000010    adrp x16, page of the target
      91000210    add x16, x16, offset
      d61f0200    br x16
   or
      58000010    ldr x16, distance
      10000011    adr x17, here
      8b110210    add x16, x16, x17
      d61f0200    br x16
   or
      58000010    ldr x16, target
      d61f0200    br x16 */
static inline Bool platform_is_veneer(const UChar* code)
{
   const UInt* instruction = (const UInt*)code;
   if (*instruction == PLATFORM_BTI_C) {
      instruction++;
   }
   if ((instruction[0] & 0x9f00001f) == 0x90000010 && (instruction[1] & 0xff8003ff) == 0x91000210) {
      return instruction[2] == PLATFORM_BR_X16;
   }
   return (instruction[0] & 0xff00001f) == 0x58000010
          && (instruction[1] == PLATFORM_BR_X16
              || ((instruction[1] & 0x9f00001f) == 0x10000011 && instruction[2] == 0x8b110210
                  && instruction[3] == PLATFORM_BR_X16));
}

/* d503245f    bti c                         optional
   a9bf7bf0    stp x16, x30, [sp, -16]! */
static inline Bool platform_begins_binding(const UChar* code)
{
   const UInt* instruction = (const UInt*)code;
   if (*instruction == PLATFORM_BTI_C) {
      instruction++;
   }
   return *instruction == 0xa9bf7bf0;
}

/* `ld1` of four registers, in four bytes, reads 64. */
#define PLATFORM_READ_PER_CODE_BYTE  16

#define PLATFORM_HAS_INLINED  True

/*--- What the tool itself does ---*/

#define PLATFORM_RENAMES  __NR_renameat, __NR_renameat2

/* From Linux' asm/fcntl.h. */
#define PLATFORM_O_NOFOLLOW  0100000

static inline Word platform_system_call(UWord number, UWord a, UWord b, UWord c, UWord d, UWord e, UWord f)
{
   register UWord x8 __asm__("x8") = number;
   register UWord x0 __asm__("x0") = a;
   register UWord x1 __asm__("x1") = b;
   register UWord x2 __asm__("x2") = c;
   register UWord x3 __asm__("x3") = d;
   register UWord x4 __asm__("x4") = e;
   register UWord x5 __asm__("x5") = f;
   __asm__ volatile("svc 0"
                    : "+r"(x0)
                    : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                    : "memory");
   return (Word)x0;
}

/* The barrier keeps it from being read before the instructions that precede it. */
static inline ULong platform_ticks(void)
{
   ULong ticks;
   __asm__ volatile("isb; mrs %0, cntvct_el0" : "=r"(ticks) : : "memory");
   return ticks;
}
