/* Mutual tail recursion of a million steps, or of ten million if the name of the case begins with
   ten_million. Each step is an activation, as it is when the routines call each other without the compiler's
   help; but the machine's stack stays where it is, and so must the memory of the profiler.

   step_a, step_b       call each other by direct jumps
   turn_a, turn_b       by indirect jumps
   state_1, 2, 3        a machine of three states, by the compiler */
// build ways:
#include "calls.h"

#define FEW_STEPS  3000
#define MEGABYTES_ALLOWED  40

static int values[4] OWN_PAGE;

typedef long Step(const int* from, long count, void* argument);
Step step_a, step_b, turn_a, turn_b;

ASSEMBLY(step_a, "mov (%rdi), %eax; dec %rsi; jnz step_b; ret",
                 "ldr w9, [x0]; subs x1, x1, 1; b.ne step_b; ret",
                 "lw t1, (a0); addi a1, a1, -1; bnez a1, step_b; ret")
ASSEMBLY(step_b, "mov (%rdi), %eax; dec %rsi; jnz step_a; ret",
                 "ldr w9, [x0]; subs x1, x1, 1; b.ne step_a; ret",
                 "lw t1, (a0); addi a1, a1, -1; bnez a1, step_a; ret")
ASSEMBLY(turn_a, "mov (%rdi), %eax; lea turn_b(%rip), %rcx; dec %rsi; jz 1f; jmp *%rcx; 1: ret",
                 "ldr w9, [x0]; adr x3, turn_b; subs x1, x1, 1; b.eq 1f; br x3; 1: ret",
                 "lw t1, (a0); lla t2, turn_b; addi a1, a1, -1; beqz a1, 1f; jr t2; 1: ret")
ASSEMBLY(turn_b, "mov (%rdi), %eax; lea turn_a(%rip), %rcx; dec %rsi; jz 1f; jmp *%rcx; 1: ret",
                 "ldr w9, [x0]; adr x3, turn_a; subs x1, x1, 1; b.eq 1f; br x3; 1: ret",
                 "lw t1, (a0); lla t2, turn_a; addi a1, a1, -1; beqz a1, 1f; jr t2; 1: ret")

ROUTINE long state_1(const volatile int* from, long count, long result);
ROUTINE long state_2(const volatile int* from, long count, long result);

ROUTINE long state_3(const volatile int* from, long count, long result)
{
   return count <= 0 ? result : state_1(from, count - 1, result + from[2]);
}

ROUTINE long state_2(const volatile int* from, long count, long result)
{
   return count <= 0 ? result : state_3(from, count - 1, result + from[1]);
}

ROUTINE long state_1(const volatile int* from, long count, long result)
{
   return count <= 0 ? result : state_2(from, count - 1, result + from[0]);
}

static void expect_steps(const char* name, unsigned long calls, unsigned long blocks)
{
   expect_calls(name, 1, calls);
   expect_line("cost %s.self = %lu", name, blocks);
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   long steps = is_case("ten_million") ? 10000000 : 1000000;
   step_a(values, FEW_STEPS, NULL);
   long before = megabytes();
   step_a(values, steps, NULL);
   turn_a(values, steps, NULL);
   require(megabytes() - before < MEGABYTES_ALLOWED, "the profiler's memory must not grow with the steps");

   expect_steps("step_a", (steps + FEW_STEPS) / 2, (steps + FEW_STEPS) / 2);
   expect_steps("step_b", (steps + FEW_STEPS) / 2, (steps + FEW_STEPS) / 2 + 2);
   expect_line("cost step_a.real = step_a.self + step_b.self");
   expect_steps("turn_a", steps / 2, steps);
   expect_steps("turn_b", steps / 2, steps);
   expect_line("cost turn_a.real = turn_a.self + turn_b.self");

   /* At -O0 these do use the machine's stack. */
   state_1(values, FEW_STEPS, 0);
   for (long rest = 0; rest <= FEW_STEPS; rest++)
      expect((const char*[]){ "state_1", "state_2", "state_3" }[(FEW_STEPS - rest) % 3], rest < 3 ? rest : 3);
   expect_line("cost state_1.real = state_1.self + state_2.self + state_3.self");
   return end();
}
