/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Everything that differs between processors stands here and nowhere else.

   What the rest of the tool assumes of every platform: the stack grows down,
   and a call moves the stack pointer to where the return address is stored
   (or, on machines with a link register, leaves it alone). */

#ifndef APROF_PLATFORM_H
#define APROF_PLATFORM_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"
#include "libvex_guest_offsets.h"

#if !defined(VGP_amd64_linux)
#  error "aprof supports amd64-linux only so far: see aprof/platform.h for what another platform needs"
#endif

/* Where Valgrind chooses, it puts all memory below 128 GB (aspacem_maxAddr); a
   program that asks for an address can have any that the processor has. */
#define PLATFORM_USUAL_ADDRESS_BITS  37
#define PLATFORM_ADDRESS_BITS        47

/* What a call pushes, in bytes. */
#define PLATFORM_RETURN_ADDRESS_SIZE  8

/* The register in which compilers keep the frame pointer: where it is in
   Valgrind's guest state. */
#define PLATFORM_FRAME_POINTER  OFFSET_amd64_RBP

/* A counter that grows at a constant rate. */
static inline ULong platform_ticks(void)
{
   return __builtin_ia32_rdtsc();
}

/* Where the guest state has the integer arguments of a call, in order; those
   behind them are on the stack, above the return address. */
#define PLATFORM_ARGUMENT_REGISTERS                                          \
   { OFFSET_amd64_RDI, OFFSET_amd64_RSI, OFFSET_amd64_RDX, OFFSET_amd64_RCX, \
     OFFSET_amd64_R8, OFFSET_amd64_R9 }

/* True if the instructions at `code` are a linkage stub: an indirect jump
   through a fixed memory cell and nothing else.  This is what .plt.got and
   .plt.sec entries are, which have no symbol and which Valgrind's section
   table does not know.
      f3 0f 1e fa            endbr64     optional
      f2                     bnd         optional
      ff 25 <offset>         jmp *offset(%rip)
   At most PLATFORM_STUB_BYTES bytes from `code` on are looked at. */
#define PLATFORM_STUB_BYTES 7

static inline Bool platform_is_linkage_stub(const UChar* code)
{
   if (code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e && code[3] == 0xfa) {
      code += 4;
   }
   if (code[0] == 0xf2) {
      code += 1;
   }
   return code[0] == 0xff && code[1] == 0x25;
}

#endif
