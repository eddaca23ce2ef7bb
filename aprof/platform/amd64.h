/* 64-bit x86.  platform.h says what all of this is for. */

#pragma once

#include "libvex_guest_amd64.h"

/*--- Addresses ---*/

#define PLATFORM_ADDRESS_BITS  47

/*--- Calls ---*/

#include "platform/return_on_stack.h"

#define PLATFORM_INNER_LINK_REGISTER  PLATFORM_NO_REGISTER

#define PLATFORM_FRAME_POINTER   OFFSET_amd64_RBP
#define PLATFORM_FRAME_IS_BELOW  False

#define PLATFORM_ARGUMENT_REGISTERS                                          \
   { OFFSET_amd64_RDI, OFFSET_amd64_RSI, OFFSET_amd64_RDX, OFFSET_amd64_RCX, \
     OFFSET_amd64_R8, OFFSET_amd64_R9 }

/* Go's own calling convention. */
#define PLATFORM_GO_ARGUMENT  OFFSET_amd64_RAX

/*--- The guest state ---*/

#define PLATFORM_GUEST_STATE  VexGuestAMD64State

#define PLATFORM_GUEST_ARGUMENT  IRExpr_GSPTR()

static inline void* platform_guest_state(void* argument)
{
   return argument;
}

static inline void* platform_set_guest_state(void* state)
{
   return NULL;
}

/*--- Generated code ---*/

#define PLATFORM_WIDEST_TYPE  Ity_V128

/*--- Instructions ---*/

/*    f2, 3e, 2e, 40-4f   prefixes, optional
      e9 or eb            jmp
      ff /4               jmp, through a register or memory */
static inline Bool platform_is_jump(const UChar* code)
{
   while (*code == 0xf2 || *code == 0x3e || *code == 0x2e || (*code & 0xf0) == 0x40) {
      code++;
   }
   return *code == 0xe9 || *code == 0xeb || (*code == 0xff && (code[1] & 0x38) == 0x20);
}

/*    f3 0f 1e fa         endbr64     optional */
static inline const UChar* platform_behind_endbr64(const UChar* code)
{
   return code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e && code[3] == 0xfa ? code + 4 : code;
}

/*    f3 0f 1e fa         endbr64     optional
      55                  push %rbp */
#define PLATFORM_FRAME_BYTES 5

static inline Bool platform_makes_frame(const UChar* code)
{
   return *platform_behind_endbr64(code) == 0x55;
}

/* An indirect jump through a fixed memory cell and nothing else.  This is what .plt.got and
   .plt.sec entries are.
      f3 0f 1e fa            endbr64     optional
      f2                     bnd         optional
      ff 25 <offset>         jmp *offset(%rip) */
#define PLATFORM_STUB_BYTES 7

static inline Bool platform_is_plt_stub(const UChar* code)
{
   code = platform_behind_endbr64(code);
   if (code[0] == 0xf2) {
      code += 1;
   }
   return code[0] == 0xff && code[1] == 0x25;
}

/* A linker's calls reach everywhere. */
static inline Bool platform_is_veneer(const UChar* code)
{
   return False;
}

/* Compilers may put a call of one of these, or a jump to it, in place of an indirect call or jump, lest the
   processor speculates where that leads ("retpolines"):
      e8 <distance>       call 1f         what is between is never executed
      48 89 04 24      1: mov %rax, (%rsp)
      c3                  ret
   or
      0f ae e8            lfence
      3e                  notrack         optional
      ff e0               jmp *%rax
   with any register.  In place of a return, or if the target is on the stack:
      e8 <distance>       call 1f
      48 8d 64 24 08   1: lea 8(%rsp), %rsp   or 48 83 c4 08, add $8, %rsp
      c3                  ret */
#define PLATFORM_THUNK_BYTES 40
#define PLATFORM_THUNK_NAMES \
   "__x86_indirect_thunk", "__x86_return_thunk", "__llvm_retpoline_", "__llvm_lvi_thunk_",

static inline Bool platform_replaces_return_address(const UChar* code)
{
   return (code[0] & 0xfb) == 0x48 && code[1] == 0x89 && (code[2] & 0xc7) == 0x04 && code[3] == 0x24
          && code[4] == 0xc3;
}

static inline Bool platform_drops_return_address(const UChar* code)
{
   return (code[0] == 0x48 && code[1] == 0x8d && code[2] == 0x64 && code[3] == 0x24 && code[4] == 0x08
           && code[5] == 0xc3)
          || (code[0] == 0x48 && code[1] == 0x83 && code[2] == 0xc4 && code[3] == 0x08 && code[4] == 0xc3);
}

/* Returns the target of the call in a thunk, or NULL. */
static inline const UChar* platform_called_in_thunk(const UChar* code)
{
   Bool is_near = code[0] == 0xe8 && code[1] < PLATFORM_THUNK_BYTES - 10 && code[2] == 0 && code[3] == 0
                  && code[4] == 0;
   return is_near ? code + 5 + code[1] : NULL;
}

static inline Bool platform_is_indirect_thunk(const UChar* code)
{
   const UChar* called = platform_called_in_thunk(code);
   if (called != NULL) {
      return platform_replaces_return_address(called);
   }
   if (code[0] != 0x0f || code[1] != 0xae || code[2] != 0xe8) {
      return False;
   }
   code += code[3] == 0x3e ? 4 : 3;
   code += (*code & 0xf0) == 0x40;
   return code[0] == 0xff && (code[1] & 0xf8) == 0xe0;
}

static inline Bool platform_is_return_thunk(const UChar* code)
{
   const UChar* called = platform_called_in_thunk(code);
   return called != NULL && platform_drops_return_address(called);
}

/* f3 0f 1e fa            endbr64     optional
   68 <number>            push $number */
static inline Bool platform_begins_binding(const UChar* code)
{
   code = platform_behind_endbr64(code);
   return code[0] == 0x68;
}

#define PLATFORM_COUNT_REGISTER  OFFSET_amd64_RCX

/*    f2 or f3, 66, 67, segments   prefixes, in any order
      40 to 4f                     the last prefix, if there is one; 48: eight bytes
      a4 to a7, aa, ab, ae, af     movs, cmps, stos, scas; the odd ones of more than a byte
   `rep lods` is not one, because Valgrind executes it once. */
static inline UInt platform_repeated_bytes(const UChar* code, UInt length)
{
   const UChar* last     = code + length - 1;
   Bool         repeated = False;
   UInt         size     = 4;
   for (; code < last; code++) {
      if (*code == 0xf2 || *code == 0xf3) {
         repeated = True;
      } else if (*code == 0x66) {
         size = 2;
      } else if (*code != 0x67 && *code != 0x64 && *code != 0x65 && (*code & 0xe7) != 0x26) {
         break;
      }
   }
   if (code < last && (*code & 0xf0) == 0x40) {
      size = (*code++ & 8) != 0 ? 8 : size;
   }
   if (!repeated || code != last
       || ((*code & 0xfc) != 0xa4 && (*code & 0xfe) != 0xaa && (*code & 0xfe) != 0xae)) {
      return 0;
   }
   return (*code & 1) != 0 ? size : 1;
}

/* `pop`, in a byte, reads 8. */
#define PLATFORM_READ_PER_CODE_BYTE  8

#define PLATFORM_HAS_INLINED  True

/*--- What the tool itself does ---*/

#define PLATFORM_RENAMES  __NR_rename, __NR_renameat, __NR_renameat2

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

static inline ULong platform_ticks(void)
{
   return __builtin_ia32_rdtsc();
}

#define PLATFORM_WIDE_VECTORS  __attribute__((target("avx2")))

static inline Bool platform_has_wide_vectors(void)
{
   __builtin_cpu_init();
   return __builtin_cpu_supports("avx2") != 0;
}
