/* Everything that differs between processors stands in a file of the folder platform/, one for each, and
   nowhere else.  CONTRIBUTING.md, "Add a processor", goes through what it defines:

      PLATFORM_ADDRESS_BITS         a program that asks for an address can have any below this power of 2

      PLATFORM_LINK_REGISTER        the register in which a call leaves the return address, or
                                    PLATFORM_NO_REGISTER if it pushes it
      PLATFORM_RETURN_ADDRESS_SIZE  what a call pushes, in bytes
      PLATFORM_INNER_LINK_REGISTER  the register in which compilers leave the return address if code calls a
                                    part of a routine that belongs to its caller, or PLATFORM_NO_REGISTER
      PLATFORM_HAS_LINK_REGISTER    (made from the above)
      ReturnAddress                 what there is to know of an activation's return address, beside its
                                    stack pointer
      platform_return_address       that of what begins now
      platform_left_for_return      what is where a call leaves it, also if no call has been there
      platform_returns_to           whether it may be this address
      platform_returns_as           whether two may be the same
      PLATFORM_FRAME_POINTER        the register in which compilers keep the frame pointer
      PLATFORM_FRAME_IS_BELOW       whether it points to the end of the frame with the higher addresses: then
                                    a stack pointer that equals it has left the frame
      PLATFORM_ARGUMENT_REGISTERS   those of the integer arguments of a call, in order; the arguments behind
                                    them are on the stack, above the return address
      PLATFORM_GO_ARGUMENT          the register of the first argument of a function of Go

      PLATFORM_GUEST_STATE          the registers of the program, as Valgrind keeps them
      PLATFORM_GUEST_ARGUMENT       what generated code passes to a function that needs the address of the
                                    guest state
      platform_guest_state          that address, from this argument
      platform_set_guest_state      outside of generated code, if platform_guest_state does not depend on the
                                    argument: what it gives from now on; returns the former, to be set again

      PLATFORM_WIDEST_TYPE          what VEX can load and store at once, in generated code

      platform_is_jump              whether an unconditional jump is there
      platform_makes_frame          whether code begins as a function does that has a frame pointer; looks at
                                    PLATFORM_FRAME_BYTES bytes at most
      platform_is_plt_stub          whether a PLT stub is there that Valgrind may not know of: an indirect
                                    jump through a fixed memory cell; looks at PLATFORM_STUB_BYTES bytes at
                                    most
      platform_is_veneer            whether a linker's extension of a call is there; looks at no more
      platform_is_indirect_thunk    whether code is there that compilers call instead of an indirect call or
                                    jump, whose target is in a register; looks at PLATFORM_THUNK_BYTES bytes
                                    at most, as do the next three
      platform_is_return_thunk      the same for a return, or a target that is on the stack
      platform_replaces_return_address, platform_drops_return_address
                                    whether code is there that such a thunk calls itself
      PLATFORM_THUNK_NAMES          how its symbol begins, if it has one
      platform_begins_binding       whether the code to which a PLT stub has jumped asks the dynamic linker
                                    to bind the function
      platform_repeated_bytes       how many bytes of each operand one iteration of a repeated string
                                    instruction of this length handles; 0 if the instruction is not one
      PLATFORM_COUNT_REGISTER       the register that says how many iterations of it are left
      PLATFORM_HAS_INLINED          whether aprof-inlined can read the code (--inlined)
      PLATFORM_READ_PER_CODE_BYTE   how many bytes instructions read at most, for each byte of code

      platform_system_call          makes a system call
      PLATFORM_RENAMES              numbers of the system calls that rename a file
      PLATFORM_O_NOFOLLOW           this flag of open
      platform_ticks                a counter that grows at a constant rate
      PLATFORM_WIDE_VECTORS         functions declared so may use vectors of 32 bytes, ...
      platform_has_wide_vectors     ... but run only if the processor has them

   Registers are given as offsets in the guest state.  What the rest of the tool assumes of every processor:
   the stack grows down, and addresses, the stack pointer and the link register have 64 bits. */

#pragma once

#include "pub_tool.h"
#include "libvex_guest_offsets.h"

#define PLATFORM_NO_REGISTER  (-1)

#if defined(VGP_amd64_linux)
#  include "platform/amd64.h"
#elif defined(VGP_arm64_linux)
#  include "platform/arm64.h"
#elif defined(VGP_riscv64_linux)
#  include "platform/riscv64.h"
#else
#  error "configure knows this processor (m4/valgrind.m4), but aprof/platform/ has no file for it"
#endif

#define PLATFORM_HAS_LINK_REGISTER  (PLATFORM_LINK_REGISTER != PLATFORM_NO_REGISTER)

/* Valgrind puts all memory below 128 GB where it can choose (aspacem_maxAddr), on all 64-bit processors. */
#define PLATFORM_USUAL_ADDRESS_BITS  37

/* From Linux' mman-common.h. */
#define PLATFORM_MADV_DONTNEED    4
#define PLATFORM_MADV_NOHUGEPAGE  15
#define PLATFORM_MADV_DONTDUMP    16
#define PLATFORM_MAP_GROWSDOWN  0x100
#define PLATFORM_MAP_STACK      0x20000
#define PLATFORM_MAP_FIXED_NOREPLACE  0x100000

/* Zeroed memory that costs something only where it is touched, and may be larger
   than the machine's; or NULL.  In huge pages, which Linux may be set to give to all,
   each touch would cost 2 MB.  It lies above all addresses that Valgrind chooses
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
   platform_system_call(__NR_madvise, at, size, PLATFORM_MADV_NOHUGEPAGE, 0, 0, 0);
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
