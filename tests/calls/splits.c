/* What a compiler splits off from a routine, or clones, belongs to the routine.

   First by names that the compiler gives, in assembly, with a known number of blocks:

   chilled     jumps to chilled.cold and from there back
   parted      calls parted.part.0 for the rest of its work, or jumps to it: one activation. head_inlined has
               the head of parted in it, and calls parted.part.0 directly: an activation of parted
   split_twice jumps through split_twice.part.0 and its own split-off split_twice.part.0.cold
   cloned      exists as cloned, cloned.constprop.0 and cloned.isra.0.constprop.1 ...
   only_cloned ... and this one only as only_cloned.isra.0
   recursive   calls recursive.constprop.0, which calls itself: those are calls like all others
   promoted    is promoted.lto_priv.0 and promoted.llvm.4711
   not.a.part  has dots, but no suffix of a compiler
   partial.party, x.partition  have none either

   Then by the compiler itself, with -O2 and with -flto. twice is a static routine both here and in splits_2.c
   (in one object Clang calls the second one twice.3 or the like: STATICS_RENAMED). */
// build ways: splits_2.c
// build -clang-lto: -DSTATICS_RENAMED
// build -lto-parts: $(calls) $(O2) splits_2.c -flto=auto -flto-partition=1to1

#include "calls.h"

#define CALLS 12

static int values[64] OWN_PAGE;

typedef long Assembled(const int* from, long count);

#define NAMED(symbol, name, amd64, arm64, riscv64)                                     \
   __asm__(".text\n.globl \"" symbol "\"\n.type \"" symbol "\", %function\n\"" symbol "\":\n" \
           INSTRUCTIONS(amd64, arm64, riscv64) "\n.size \"" symbol "\", . - \"" symbol "\"\n");   \
   Assembled name __asm__(symbol);

NAMED("chilled",            chilled,          "add (%rdi), %eax; test %rsi, %rsi; js chilled.cold; chilled_back: ret",
                                              "ldr w9, [x0]; tbnz x1, 63, chilled.cold; chilled_back: ret",
                                              "lw t1, (a0); bltz a1, chilled.cold; chilled_back: ret")
NAMED("chilled.cold",       chilled_cold,     "add 4(%rdi), %eax; jmp chilled_back",
                                              "ldr w9, [x0, 4]; b chilled_back",
                                              "lw t1, 4(a0); j chilled_back")
NAMED("parted",             parted,           "add (%rdi), %eax; test %rsi, %rsi; jz 1f; js parted.part.0;"
                                              "call parted.part.0; 1: ret",
                                              "ldr w9, [x0]; cbz x1, 1f; tbnz x1, 63, parted.part.0;"
                                              "stp x29, x30, [sp, -16]!; bl parted.part.0; ldp x29, x30, [sp], 16; 1: ret",
                                              "lw t1, (a0); beqz a1, 1f; bltz a1, parted.part.0; addi sp, sp, -16; sd ra, (sp);"
                                              "call parted.part.0; ld ra, (sp); addi sp, sp, 16; 1: ret")
NAMED("parted.part.0",      parted_part,      "add 4(%rdi), %eax; ret",
                                              "ldr w9, [x0, 4]; ret",
                                              "lw t1, 4(a0); ret")
NAMED("head_inlined",       head_inlined,     "add 8(%rdi), %eax; call parted.part.0; ret",
                                              "str x30, [sp, -16]!; ldr w9, [x0, 8]; bl parted.part.0; ldr x30, [sp], 16; ret",
                                              "addi sp, sp, -16; sd ra, (sp); lw t1, 8(a0); call parted.part.0; ld ra, (sp); addi sp, sp, 16; ret")
NAMED("split_twice",        split_twice,      "add (%rdi), %eax; jmp split_twice.part.0",
                                              "ldr w9, [x0]; b split_twice.part.0",
                                              "lw t1, (a0); j split_twice.part.0")
NAMED("split_twice.part.0", split_twice_part, "add 4(%rdi), %eax; jmp split_twice.part.0.cold",
                                              "ldr w9, [x0, 4]; b split_twice.part.0.cold",
                                              "lw t1, 4(a0); j split_twice.part.0.cold")
NAMED("split_twice.part.0.cold", split_twice_cold, "add 8(%rdi), %eax; ret",
                                                   "ldr w9, [x0, 8]; ret",
                                                   "lw t1, 8(a0); ret")
NAMED("cloned",             cloned,           "add (%rdi), %eax; ret",
                                              "ldr w9, [x0]; ret",
                                              "lw t1, (a0); ret")
NAMED("cloned.constprop.0", cloned_constprop, "add (%rdi), %eax; add 4(%rdi), %eax; ret",
                                              "ldp w9, w10, [x0]; ret",
                                              "lw t1, (a0); lw t2, 4(a0); ret")
NAMED("cloned.isra.0.constprop.1", cloned_both, "add (%rdi), %eax; add 4(%rdi), %eax; add 8(%rdi), %eax; ret",
                                                "ldp w9, w10, [x0]; ldr w11, [x0, 8]; ret",
                                                "lw t1, (a0); lw t2, 4(a0); lw t3, 8(a0); ret")
NAMED("only_cloned.isra.0", only_cloned,      "add (%rdi), %eax; ret",
                                              "ldr w9, [x0]; ret",
                                              "lw t1, (a0); ret")
NAMED("recursive",          recursive,        "call recursive.constprop.0; ret",
                                              "str x30, [sp, -16]!; bl recursive.constprop.0; ldr x30, [sp], 16; ret",
                                              "addi sp, sp, -16; sd ra, (sp); call recursive.constprop.0; ld ra, (sp); addi sp, sp, 16; ret")
NAMED("recursive.constprop.0", recursive_clone, "add (%rdi), %eax; dec %rsi; jz 1f; call recursive.constprop.0; 1: ret",
                                                "str x30, [sp, -16]!; ldr w9, [x0]; subs x1, x1, 1; b.eq 1f; bl recursive.constprop.0; 1: ldr x30, [sp], 16; ret",
                                                "addi sp, sp, -16; sd ra, (sp); lw t1, (a0); addi a1, a1, -1; beqz a1, 1f;"
                                                "call recursive.constprop.0; 1: ld ra, (sp); addi sp, sp, 16; ret")
NAMED("promoted.lto_priv.0", promoted,        "add (%rdi), %eax; ret",
                                              "ldr w9, [x0]; ret",
                                              "lw t1, (a0); ret")
NAMED("promoted.llvm.4711", promoted_llvm,    "add (%rdi), %eax; add 4(%rdi), %eax; ret",
                                              "ldp w9, w10, [x0]; ret",
                                              "lw t1, (a0); lw t2, 4(a0); ret")
NAMED("not.a.part",         not_a_part,       "add (%rdi), %eax; call not.a; ret",
                                              "str x30, [sp, -16]!; ldr w9, [x0]; bl not.a; ldr x30, [sp], 16; ret",
                                              "addi sp, sp, -16; sd ra, (sp); lw t1, (a0); call not.a; ld ra, (sp); addi sp, sp, 16; ret")
NAMED("not.a",              not_a,            "add 4(%rdi), %eax; ret",
                                              "ldr w9, [x0, 4]; ret",
                                              "lw t1, 4(a0); ret")
NAMED("partial.party",      partial_party,    "add (%rdi), %eax; call partial; ret",
                                              "str x30, [sp, -16]!; ldr w9, [x0]; bl partial; ldr x30, [sp], 16; ret",
                                              "addi sp, sp, -16; sd ra, (sp); lw t1, (a0); call partial; ld ra, (sp); addi sp, sp, 16; ret")
NAMED("partial",            partial,          "add 4(%rdi), %eax; ret",
                                              "ldr w9, [x0, 4]; ret",
                                              "lw t1, 4(a0); ret")

static void assembled(void)
{
   for (int i = 0; i < CALLS; i++) {
      chilled(values, 1);
      chilled(values, -1);
      parted(values, 0);
      parted(values, 1);
      parted(values, -1);
      head_inlined(values, 1);
      split_twice(values, 1);
      cloned(values, 1);
      cloned_constprop(values, 1);
      cloned_both(values, 1);
      only_cloned(values, 1);
      recursive(values, 5);
      promoted(values, 1);
      promoted_llvm(values, 1);
      not_a_part(values, 1);
      partial_party(values, 1);
   }
   expect_calls("chilled", 1, CALLS);
   expect_calls("chilled", 2, CALLS);
   expect_line("cost chilled.self = %d", (2 + 3) * CALLS);
   expect_line("cost chilled.sum = chilled.self");
   expect_calls("parted", 1, CALLS);
   expect_calls("parted", 2, 2 * CALLS);
   expect_calls("parted", 1, CALLS);   /* head_inlined's */
   expect_line("cost parted.self = %d", (2 + 5 + 3 + 1) * CALLS);
   expect_line("cost parted.sum = parted.self");
   expect_calls("head_inlined", 2, CALLS);
   expect_line("cost head_inlined.sum = %d", 3 * CALLS);
   expect_line("cost head_inlined.self = %d", 2 * CALLS);
   expect_calls("split_twice", 3, CALLS);
   expect_line("cost split_twice.self = %d", 3 * CALLS);
   expect_calls("cloned", 1, CALLS);
   expect_calls("cloned", 2, CALLS);
   expect_calls("cloned", 3, CALLS);
   expect_calls("only_cloned", 1, CALLS);
   expect_calls("recursive", 1, 6 * CALLS);
   expect_line("cost recursive.real = recursive.self");
   expect_line("cost recursive.self = %d", (2 + 4 * 3 + 2) * CALLS);
   expect_calls("promoted", 1, CALLS);
   expect_calls("promoted", 2, CALLS);
   expect_calls("not.a.part", 2, CALLS);
   expect_calls("not.a", 1, CALLS);
   expect_calls("partial.party", 2, CALLS);
   expect_calls("partial", 1, CALLS);
   static const char* const one_routine[] = { "chilled", "parted", "split_twice", "cloned", "only_cloned", "recursive",
                                              "promoted" };
   for (unsigned i = 0; i < sizeof one_routine / sizeof *one_routine; i++)
      expect_line("routines %s 1", one_routine[i]);
}

/* --- by the compiler ------------------------------------------------------------------------------------ */

#define SEPARATE __attribute__((noinline))

long other_file(const volatile int* from, int count);

SEPARATE static int twice(const volatile int* from, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += from[i];
   USE(total);
   return total;
}

static volatile long sink;

SEPARATE __attribute__((cold)) static void complain(const volatile int* from)
{
   sink += from[3];
}

/* The unlikely half is put into with_cold.cold. */
SEPARATE static int with_cold(const volatile int* from, long count)
{
   int total = from[0];
   if (__builtin_expect(count < 0, 0)) {
      for (long i = count; i < 0; i++)
         total += from[i & 7] * 3;
      complain(from);
   }
   return total;
}

/* Its head is inlined where it is called, the loops are with_part.part.0 (GCC's; Clang would inline all of
   it). */
#ifdef __clang__
SEPARATE
#endif
static int with_part(const volatile int* from, long count)
{
   if (count == 0)
      return 0;
   int total = 0;
   for (long i = 0; i < count; i++) {
      total += from[i & 31];
      total ^= from[(i + 1) & 31];
      for (long j = 0; j < count; j++)
         total += from[j & 31] ^ total;
   }
   for (long i = 0; i < count; i++)
      sink += from[i & 15] + total;
   complain(from);
   return total;
}

SEPARATE static int calls_part(const volatile int* from, long count)
{
   return with_part(from + 1, count) + with_part(from, count);
}

struct Pair { int first, second; };

/* Takes one word instead of the address of two: with_isra.isra.0. */
SEPARATE static int with_isra(const struct Pair* pair, int unused, const volatile int* from)
{
   (void)unused;
   return pair->second + from[1];
}

/* Always called with the same step: with_constprop.constprop.0. */
SEPARATE static int with_constprop(const volatile int* from, int count, int step)
{
   int total = 0;
   for (int i = 0; i < count; i += step)
      total += from[i];
   USE(total);
   return total;
}

SEPARATE static void compiled(const int* from)
{
   const struct Pair pair = { from[0], from[1] };
   for (int i = 0; i < CALLS; i++) {
      with_cold(from, i % 3 == 0 ? -5 : 5);
      if (i % 2 == 1)
         sink += with_part(from, i) + calls_part(from, i + 2);
      sink += with_isra(&pair, i, from);
      sink += with_isra(&pair, -i, from);
      sink += with_constprop(from, 9, 3);
      sink += twice(from, 7);
      sink += other_file(from, 8);
   }
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   assembled();

   compiled(values);
#ifdef STATICS_RENAMED
   expect_line("alias twice twice*");
#endif
   expect_any("compiled", 1);
   expect_any("with_cold", CALLS);
   expect_any("with_part", 3 * CALLS / 2);
   expect_any("complain", CALLS / 3 + 3 * CALLS / 2);
   expect_any("calls_part", CALLS / 2);
   expect_any("with_isra", 2 * CALLS);
   expect_any("with_constprop", CALLS);
   expect_calls("twice", 7, CALLS);
   expect_calls("twice", 8, 2 * CALLS);
   expect_any("other_file", CALLS);
   expect_line("routines twice 2");
   expect_line("cost twice.sum = twice.self");
   expect_line("cost compiled.sum = compiled.self + with_cold.self + with_part.self + calls_part.self + with_isra.sum"
               " + with_constprop.sum + twice@7.sum + other_file.sum + complain.sum");
   return end();
}
