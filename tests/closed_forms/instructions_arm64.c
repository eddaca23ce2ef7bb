/* How many bytes an instruction of 64-bit ARM reads or writes, at every offset in a cache line and a half (as
   instructions.c and atomics.c say of x86): a routine of one load of s bytes has the cells of those s bytes.  A routine
   that stores s bytes and then reads the whole surroundings has the cells that the store did not touch.

   Instructions that read, modify and write one place have its cells, or none after a write of their own; also if they
   load exclusively and store exclusively.  A failed comparison does not store, but has read.  Argument 3, if it
   is "lse", adds those that do all of it in one instruction (ARMv8.1): the processor must have them.

   frames: what a routine saves in its frame and restores is no input, and neither is the link register.  An argument on
   the stack is the caller's write and the callee's input. */
// build instructions_arm64 instructions_lse (arm64): $(closed_form)
#include "../common/expect.h"

#define AREA 192

static char area[AREA] OWN_PAGE;

#define CLOBBERED  "memory", "cc", "x2", "x3", "x4", "x5", "x9", "x10", "x11", "v0", "v1", "v2", "v3"

/*--- Loads: name, bytes, step between the offsets to try, instructions with the address in x0 ---*/

#define LOADS(_)                                                            \
   _(load_byte, 1, 1, "ldrb w9, [x0]")                                      \
   _(load_signed_byte, 1, 1, "ldrsb x9, [x0]")                              \
   _(load_short, 2, 1, "ldrh w9, [x0]")                                     \
   _(load_signed_short, 2, 1, "ldrsh w9, [x0]")                             \
   _(load_int, 4, 1, "ldr w9, [x0]")                                        \
   _(load_signed_int, 4, 1, "ldrsw x9, [x0]")                               \
   _(load_long, 8, 1, "ldr x9, [x0]")                                       \
   _(load_unscaled, 8, 1, "add x9, x0, 3; ldur x10, [x9, -3]")              \
   _(load_pre_index, 8, 1, "sub x9, x0, 8; ldr x10, [x9, 8]!")              \
   _(load_post_index, 8, 1, "mov x9, x0; ldr x10, [x9], 8")                 \
   _(load_indexed, 4, 1, "mov x9, -2; add x10, x0, 8; ldr w11, [x10, x9, lsl 2]") \
   _(load_pair_of_ints, 8, 1, "ldp w9, w10, [x0]")                          \
   _(load_pair, 16, 1, "ldp x9, x10, [x0]")                                 \
   _(load_pair_signed, 8, 1, "ldpsw x9, x10, [x0]")                         \
   _(load_acquire, 8, 8, "ldar x9, [x0]")                                   \
   _(load_exclusive, 4, 4, "ldxr w9, [x0]; clrex")                          \
   _(load_exclusive_pair, 16, 16, "ldxp x9, x10, [x0]; clrex")              \
   _(load_float, 4, 1, "ldr s0, [x0]")                                      \
   _(load_double, 8, 1, "ldr d0, [x0]")                                     \
   _(load_vector, 16, 1, "ldr q0, [x0]")                                    \
   _(load_pair_of_doubles, 16, 1, "ldp d0, d1, [x0]")                       \
   _(load_pair_of_vectors, 32, 1, "ldp q0, q1, [x0]")                       \
   _(load_lane, 4, 1, "ld1 {v0.s}[2], [x0]")                                \
   _(load_replicated, 2, 1, "ld1r {v0.8h}, [x0]")                           \
   _(load_half_vector, 8, 1, "ld1 {v0.8b}, [x0]")                           \
   _(load_vectors_2, 32, 1, "ld1 {v0.16b, v1.16b}, [x0]")                   \
   _(load_vectors_3, 48, 1, "ld1 {v0.16b, v1.16b, v2.16b}, [x0]")           \
   _(load_vectors_4, 64, 1, "ld1 {v0.16b, v1.16b, v2.16b, v3.16b}, [x0]")   \
   _(load_interleaved_2, 32, 1, "ld2 {v0.4s, v1.4s}, [x0]")                 \
   _(load_interleaved_3, 24, 1, "ld3 {v0.8b, v1.8b, v2.8b}, [x0]")          \
   _(load_interleaved_4, 64, 1, "ld4 {v0.2d, v1.2d, v2.2d, v3.2d}, [x0]")   \
   _(load_nothing, 0, 1, "prfm pldl1keep, [x0]")

#define DEFINE_LOAD(name, size, step, text)                                 \
   ROUTINE void name(const char* p)                                         \
   {                                                                        \
      register const char* x0 __asm__("x0") = p;                            \
      __asm__ volatile(text : "+r"(x0) : : CLOBBERED);                      \
   }

/*--- Stores, likewise ---*/

#define STORES(_)                                                           \
   _(store_nothing, 0, 1, "nop")                                            \
   _(store_byte, 1, 1, "strb wzr, [x0]")                                    \
   _(store_short, 2, 1, "strh wzr, [x0]")                                   \
   _(store_int, 4, 1, "str wzr, [x0]")                                      \
   _(store_long, 8, 1, "str xzr, [x0]")                                     \
   _(store_pre_index, 8, 1, "sub x9, x0, 8; str xzr, [x9, 8]!")             \
   _(store_post_index, 8, 1, "mov x9, x0; str xzr, [x9], 8")                \
   _(store_pair_of_ints, 8, 1, "stp wzr, wzr, [x0]")                        \
   _(store_pair, 16, 1, "stp xzr, xzr, [x0]")                               \
   _(store_release, 8, 8, "stlr xzr, [x0]")                                 \
   _(store_float, 4, 1, "str s0, [x0]")                                     \
   _(store_vector, 16, 1, "str q0, [x0]")                                   \
   _(store_pair_of_vectors, 32, 1, "stp q0, q1, [x0]")                      \
   _(store_lane, 1, 1, "st1 {v0.b}[5], [x0]")                               \
   _(store_vectors_4, 64, 1, "st1 {v0.16b, v1.16b, v2.16b, v3.16b}, [x0]")  \
   _(store_interleaved_2, 32, 1, "st2 {v0.8h, v1.8h}, [x0]")                \
   _(store_interleaved_3, 48, 1, "st3 {v0.16b, v1.16b, v2.16b}, [x0]")

#define DEFINE_STORE(name, size, step, text)                                \
   ROUTINE long name(char* p)                                               \
   {                                                                        \
      long total = 0;                                                       \
      register char* x0 __asm__("x0") = p;                                  \
      __asm__ volatile(text : "+r"(x0) : : CLOBBERED);                      \
      for (const volatile char* q = area; q < area + AREA; q++)             \
         total += *q;                                                       \
      return total;                                                         \
   }

/*--- Updates, likewise ---*/

#define UPDATES(_)                                                                                               \
   _(exclusive_1, 1, 1, "1: ldxrb w9, [x0]; add w9, w9, 1; stxrb w10, w9, [x0]; cbnz w10, 1b")                   \
   _(exclusive_2, 2, 2, "1: ldxrh w9, [x0]; add w9, w9, 1; stxrh w10, w9, [x0]; cbnz w10, 1b")                   \
   _(exclusive_4, 4, 4, "1: ldaxr w9, [x0]; add w9, w9, 1; stlxr w10, w9, [x0]; cbnz w10, 1b")                   \
   _(exclusive_8, 8, 8, "1: ldxr x9, [x0]; add x9, x9, 1; stxr w10, x9, [x0]; cbnz w10, 1b")                     \
   _(exclusive_16, 16, 16, "1: ldxp x9, x10, [x0]; add x9, x9, 1; stxp w11, x9, x10, [x0]; cbnz w11, 1b")        \
   _(swap_if_equal, 4, 4, "1: ldaxr w9, [x0]; cbnz w9, 2f; mov w9, 7; stlxr w10, w9, [x0]; cbnz w10, 1b; 2: clrex") \
   _(no_swap, 4, 4, "1: ldaxr w9, [x0]; cbz w9, 2f; mov w9, 7; stlxr w10, w9, [x0]; cbnz w10, 1b; 2: clrex")     \
   _(plain_update, 8, 1, "ldr x9, [x0]; add x9, x9, 1; str x9, [x0]")                                            \
   _(pair_update, 16, 1, "ldp x9, x10, [x0]; stp x10, x9, [x0]")

#define DEFINE_UPDATE(name, size, step, text)                               \
   DEFINE_LOAD(name, size, step, text)                                      \
   DEFINE_LOAD(name##_after_write, size, step, "stp xzr, xzr, [x0]\n" text)

#define LSE  ".arch armv8.1-a\n"

#define LSE_UPDATES(_)                                                      \
   _(lse_add_1, 1, 1, LSE "mov w9, 1; ldaddb w9, w10, [x0]")                \
   _(lse_add_2, 2, 2, LSE "mov w9, 1; ldaddalh w9, w10, [x0]")              \
   _(lse_add_4, 4, 4, LSE "mov w9, 1; ldadda w9, w10, [x0]")                \
   _(lse_add_8, 8, 8, LSE "mov x9, 1; ldaddl x9, x10, [x0]")                \
   _(lse_add_only, 4, 4, LSE "mov w9, 1; stadd w9, [x0]")                   \
   _(lse_clear, 8, 8, LSE "mov x9, 1; ldclr x9, x10, [x0]")                 \
   _(lse_set, 4, 4, LSE "mov w9, 1; ldset w9, w10, [x0]")                   \
   _(lse_xor, 8, 8, LSE "mov x9, 1; ldeoral x9, x10, [x0]")                 \
   _(lse_max, 4, 4, LSE "mov w9, 1; ldsmax w9, w10, [x0]")                  \
   _(lse_min, 8, 8, LSE "mov x9, 1; ldumin x9, x10, [x0]")                  \
   _(lse_swap_1, 1, 1, LSE "mov w9, 1; swpb w9, w10, [x0]")                 \
   _(lse_swap_4, 4, 4, LSE "mov w9, 1; swpal w9, w10, [x0]")                \
   _(lse_swap_8, 8, 8, LSE "mov x9, 1; swp x9, x10, [x0]")                  \
   _(lse_swap_if_equal_1, 1, 1, LSE "mov w9, wzr; casb w9, w10, [x0]")      \
   _(lse_swap_if_equal_4, 4, 4, LSE "mov w9, wzr; casal w9, w10, [x0]")     \
   _(lse_swap_if_equal_8, 8, 8, LSE "mov x9, xzr; cas x9, x10, [x0]")       \
   _(lse_no_swap_4, 4, 4, LSE "mov w9, 77; cas w9, w10, [x0]")              \
   _(lse_no_swap_8, 8, 8, LSE "mov x9, 77; casal x9, x10, [x0]")            \
   _(lse_swap_pair, 16, 16, LSE "mov x2, xzr; mov x3, xzr; casp x2, x3, x4, x5, [x0]") \
   _(lse_no_swap_pair, 16, 16, LSE "mov x2, 77; mov x3, 77; casp x2, x3, x4, x5, [x0]")

LOADS(DEFINE_LOAD)
STORES(DEFINE_STORE)
UPDATES(DEFINE_UPDATE)
LSE_UPDATES(DEFINE_UPDATE)

/* Calls functions of the compiler's library, which read in a byte whether the processor has better instructions. */
ROUTINE int compiler_atomics(int* p)
{
   __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST);
   int expected = 5;
   __atomic_compare_exchange_n(p, &expected, 7, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
   return __atomic_exchange_n(p + 1, expected, __ATOMIC_SEQ_CST);
}

/*--- Frames ---*/

#define ASSEMBLY(name, text)                    \
   __asm__(".text\n"                            \
           ".globl " #name "\n"                 \
           ".type " #name ", %function\n"       \
           #name ": " text                      \
           "\n.size " #name ", . - " #name "\n");

long no_frame(void);
long with_frame(void);
long read_stack_argument(void);
long pass_stack_argument(void);
long leave_a_slot(void);
long read_the_slot(void);
long reuse_stack(void);
long keep_in_register(void);

ASSEMBLY(no_frame, "mov x0, 1; ret")
ASSEMBLY(with_frame, "stp x29, x30, [sp, -32]!; mov x29, sp; stp x19, x20, [sp, 16]; bl no_frame;"
                     "ldp x19, x20, [sp, 16]; ldp x29, x30, [sp], 32; ret")
ASSEMBLY(read_stack_argument, "ldr x0, [sp]; ret")
ASSEMBLY(pass_stack_argument, "stp x29, x30, [sp, -16]!; mov x9, 17; str x9, [sp, -16]!; bl read_stack_argument;"
                              "add sp, sp, 16; ldp x29, x30, [sp], 16; ret")
/* One callee leaves a value below the stack pointer, the next reads it there. */
ASSEMBLY(leave_a_slot, "str xzr, [sp, -64]; ret")
ASSEMBLY(read_the_slot, "ldr x0, [sp, -64]; ret")
ASSEMBLY(reuse_stack, "str x30, [sp, -16]!; bl leave_a_slot; bl read_the_slot; ldr x30, [sp], 16; ret")
/* A caller without a frame: its callee has its stack pointer. */
ASSEMBLY(keep_in_register, "mov x10, x30; bl leave_a_slot; bl read_the_slot; ret x10")

int main(int argc, char** argv)
{
   start(argc, argv);
#define CHECK_LOAD(name, size, step, text)                                \
   for (int offset = 16; offset < 112; offset += step) {                   \
      name(area + offset);                                                \
      expect(#name, cells(area + offset, size));                          \
   }
   LOADS(CHECK_LOAD)

#define CHECK_STORE(name, size, step, text)                               \
   for (int offset = 16; offset < 112; offset += step) {                   \
      name(area + offset);                                                \
      expect(#name, cells(area, AREA) - cells(area + offset, size));      \
   }
   STORES(CHECK_STORE)

#define CHECK_UPDATE(name, size, step, text)                              \
   for (int offset = 16; offset < 112; offset += step) {                  \
      memset(area, 0, sizeof area);                                       \
      name(area + offset);                                                \
      expect(#name, cells(area + offset, size));                          \
      name##_after_write(area + offset);                                  \
      expect(#name "_after_write", 0);                                    \
   }
   UPDATES(CHECK_UPDATE)
   if (argc > 3 && strcmp(argv[3], "lse") == 0) {
      LSE_UPDATES(CHECK_UPDATE)
   }

   compiler_atomics((int*)area);
   expect("compiler_atomics", cells(area, 8) + 1);

   with_frame();
   expect("with_frame", 0);
   no_frame();
   expect_calls("no_frame", 0, 2);
   pass_stack_argument();
   expect("pass_stack_argument", 0);
   static char slot[16] OWN_CELL;
   expect("read_stack_argument", cells(slot, 8));
   reuse_stack();
   expect("reuse_stack", 0);
   keep_in_register();
   expect("keep_in_register", 0);
   expect_calls("leave_a_slot", 0, 2);
   expect_calls("read_the_slot", cells(slot, 8), 2);
   return finish();
}
