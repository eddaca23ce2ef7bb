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
#include "pub_tool_vkiscnums.h"
#include "libvex_guest_amd64.h"
#include "libvex_guest_offsets.h"

#if !defined(VGP_amd64_linux)
#  error "aprof supports amd64-linux only so far: see aprof/platform.h for what another platform needs"
#endif

/* Where Valgrind chooses, it puts all memory below 128 GB (aspacem_maxAddr); a
   program that demands an address can have any that the processor has. */
#define PLATFORM_USUAL_ADDRESS_BITS  37
#define PLATFORM_ADDRESS_BITS        47

/* The registers of the program, as Valgrind keeps them. */
#define PLATFORM_GUEST_STATE  VexGuestAMD64State

/* From Linux' mman-common.h. */
#define PLATFORM_MADV_DONTNEED  4
#define PLATFORM_MADV_DONTDUMP  16
#define PLATFORM_MAP_FIXED_NOREPLACE  0x100000

/* From Linux' asm-generic/fcntl.h. */
#define PLATFORM_O_NOFOLLOW  0400000

static inline Word platform_system_call(UWord number, UWord a, UWord b, UWord c, UWord d, UWord e, UWord f)
{
   Word           result;
   register UWord r10 __asm__("r10") = d;
   register UWord r8  __asm__("r8")  = e;
   register UWord r9  __asm__("r9")  = f;
   __asm__ volatile("syscall"
                    : "=a"(result)
                    : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                    : "rcx", "r11", "memory");
   return result;
}

/* Zeroed memory that costs something only where it is touched, and may be larger
   than the machine's; or NULL.  It lies above all addresses that Valgrind chooses
   itself, whose own functions cannot give so much. */
static inline void* platform_reserve(SizeT size)
{
   Word at = platform_system_call(__NR_mmap, 0, size, VKI_PROT_READ | VKI_PROT_WRITE,
                                  VKI_MAP_PRIVATE | VKI_MAP_ANONYMOUS | VKI_MAP_NORESERVE, ~0UL, 0);
   if (at < 0 && at > -4096) {
      return NULL;
   }
   if ((UWord)at >> PLATFORM_USUAL_ADDRESS_BITS == 0) {
      platform_system_call(__NR_munmap, at, size, 0, 0, 0, 0);
      return NULL;
   }
   platform_system_call(__NR_madvise, at, size, PLATFORM_MADV_DONTDUMP, 0, 0, 0);
   return (void*)at;
}

static inline void platform_release(void* reserved, SizeT size)
{
   platform_system_call(__NR_munmap, (UWord)reserved, size, 0, 0, 0, 0);
}

/* Makes whole pages of reserved memory zero again; they cost nothing then. */
static inline void platform_zero_pages(void* pages, SizeT size)
{
   platform_system_call(__NR_madvise, (UWord)pages, size, PLATFORM_MADV_DONTNEED, 0, 0, 0);
}

/* What a call pushes, in bytes. */
#define PLATFORM_RETURN_ADDRESS_SIZE  8

/* The register in which compilers keep the frame pointer: where it is in
   Valgrind's guest state. */
#define PLATFORM_FRAME_POINTER  OFFSET_amd64_RBP

/* The offset in Valgrind's guest state of the register that says how many iterations of a repeated
   string instruction are left. */
#define PLATFORM_COUNT_REGISTER  OFFSET_amd64_RCX

/* How many bytes of each operand one iteration of a repeated string instruction handles.  0 if the
   instruction at `code` is not one.
      f2 or f3, 66, 67, segments   prefixes, in any order
      40 to 4f                     the last prefix, if there is one; 48: eight bytes
      a4 to a7, aa, ab, ae, af     movs, cmps, stos, scas; the odd ones of more than a byte
   `rep lods` is not one, because Valgrind executes it once. */
static inline UInt platform_repeated_bytes(const UChar* code)
{
   Bool repeated = False;
   UInt size     = 4;
   for (;; code++) {
      if (*code == 0xf2 || *code == 0xf3) {
         repeated = True;
      } else if (*code == 0x66) {
         size = 2;
      } else if (*code != 0x67 && *code != 0x64 && *code != 0x65 && (*code & 0xe7) != 0x26) {
         break;
      }
   }
   if ((*code & 0xf0) == 0x40) {
      size = (*code++ & 8) != 0 ? 8 : size;
   }
   if (!repeated || ((*code & 0xfc) != 0xa4 && (*code & 0xfe) != 0xaa && (*code & 0xfe) != 0xae)) {
      return 0;
   }
   return (*code & 1) != 0 ? size : 1;
}

/* A counter that grows at a constant rate. */
static inline ULong platform_ticks(void)
{
   return __builtin_ia32_rdtsc();
}

/* Functions declared so may use vectors of 32 bytes, but run only where the processor has them. */
#define PLATFORM_WIDE_VECTORS  __attribute__((target("avx2")))

static inline Bool platform_has_wide_vectors(void)
{
   __builtin_cpu_init();
   return __builtin_cpu_supports("avx2") != 0;
}

/* Where the guest state has the integer arguments of a call, in order; those
   behind them are on the stack, above the return address. */
#define PLATFORM_ARGUMENT_REGISTERS                                          \
   { OFFSET_amd64_RDI, OFFSET_amd64_RSI, OFFSET_amd64_RDX, OFFSET_amd64_RCX, \
     OFFSET_amd64_R8, OFFSET_amd64_R9 }

/* True if the instructions at `code` are a PLT stub: an indirect jump
   through a fixed memory cell and nothing else.  This is what .plt.got and
   .plt.sec entries are, which have no symbol and which Valgrind's section
   table does not know.
      f3 0f 1e fa            endbr64     optional
      f2                     bnd         optional
      ff 25 <offset>         jmp *offset(%rip)
   At most PLATFORM_STUB_BYTES bytes from `code` on are looked at. */
#define PLATFORM_STUB_BYTES 7

static inline Bool platform_is_plt_stub(const UChar* code)
{
   if (code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e && code[3] == 0xfa) {
      code += 4;
   }
   if (code[0] == 0xf2) {
      code += 1;
   }
   return code[0] == 0xff && code[1] == 0x25;
}

/* Whether the code to which a PLT stub has jumped asks the dynamic linker to bind the function:
      f3 0f 1e fa            endbr64     optional
      68 <number>            push $number */
static inline Bool platform_begins_binding(const UChar* code)
{
   if (code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e && code[3] == 0xfa) {
      code += 4;
   }
   return code[0] == 0x68;
}

#endif
