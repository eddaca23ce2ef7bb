/* Recursion one million deep, on the stack of a thread, or of the main program if the case begins with
   million_main.

   descend           calls itself. With n levels to go it costs 3 n - 1 blocks, and reads n ints, or all of
                     the 8 that there are
   ping, pong        call each other, likewise
   deep_1, 2, 3      the same by the compiler, three routines calling each other. The cases million_checked...
                     leave them out: the oracle would keep a million sets of up to a million cells, those of
                     their frames */
// build ways:
#include <pthread.h>
#include "calls.h"

#define LEVELS  1000000ul
#define INTS    8
#define STACK   (400ul << 20)

static int values[INTS] OWN_PAGE;

typedef void Descent(const int* from, long levels);
Descent descend, ping, pong;

/* Reads from[levels & 7]. */
#define LEVEL_AMD64(next) "mov %esi, %eax; and $7, %eax; mov (%rdi, %rax, 4), %eax; dec %rsi; jz 1f; call " #next "; 1: ret"
#define LEVEL_ARM64(next) "str x30, [sp, -16]!; and x3, x1, 7; ldr w9, [x0, x3, lsl 2]; subs x1, x1, 1; b.eq 1f;" \
                          "bl " #next "; 1: ldr x30, [sp], 16; ret"
#define LEVEL_RISCV64(next) "addi sp, sp, -16; sd ra, (sp); andi t1, a1, 7; slli t1, t1, 2; add t1, a0, t1;" \
                            "lw t1, (t1); addi a1, a1, -1; beqz a1, 1f; call " #next "; 1: ld ra, (sp);" \
                            "addi sp, sp, 16; ret"
#define ONE_LEVEL(name, next) ASSEMBLY(name, LEVEL_AMD64(next), LEVEL_ARM64(next), LEVEL_RISCV64(next))

ONE_LEVEL(descend, descend)
ONE_LEVEL(ping,    pong)
ONE_LEVEL(pong,    ping)

ROUTINE long deep_1(const volatile int* from, long levels);
ROUTINE long deep_2(const volatile int* from, long levels);

ROUTINE long deep_3(const volatile int* from, long levels)
{
   return from[levels % INTS] + (levels > 1 ? deep_1(from, levels - 1) + 1 : 0);
}

ROUTINE long deep_2(const volatile int* from, long levels)
{
   return from[levels % INTS] + (levels > 1 ? deep_3(from, levels - 1) + 1 : 0);
}

ROUTINE long deep_1(const volatile int* from, long levels)
{
   return from[levels % INTS] + (levels > 1 ? deep_2(from, levels - 1) + 1 : 0);
}

static int with_compiled;

static void* descend_all(void* unused)
{
   descend(values, LEVELS);
   ping(values, LEVELS);
   if (with_compiled)
      deep_1(values, LEVELS);
   return unused;
}

/* Of a cycle of routines, the one at this place in it. */
static void expect_levels(const char* name, unsigned long cycle, unsigned long place)
{
   for (unsigned long levels = 1; levels <= INTS; levels++)
      if ((LEVELS - levels) % cycle == place)
         expect(name, levels);
   unsigned long calls = 0;
   for (unsigned long levels = INTS + 1; levels <= LEVELS; levels++)
      calls += (LEVELS - levels) % cycle == place;
   expect_calls(name, INTS, calls);
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   with_compiled = !is_case("million_checked");
   if (is_case("million_main")) {
      descend_all(NULL);
   } else {
      pthread_t thread;
      pthread_attr_t attributes;
      pthread_attr_init(&attributes);
      if (pthread_attr_setstacksize(&attributes, STACK) != 0
          || pthread_create(&thread, &attributes, descend_all, NULL) != 0 || pthread_join(thread, NULL) != 0)
         die("cannot run a thread with a large stack");
      expect_line("strands");
   }

   expect_levels("descend", 1, 0);
   expect_line("cost descend.self = %lu", 3 * LEVELS - 1);
   expect_line("cost descend.real = %lu", 3 * LEVELS - 1);
   expect_line("cost descend.sum = %lu", 3 * LEVELS * (LEVELS + 1) / 2 - LEVELS);
   expect_levels("ping", 2, 0);
   expect_levels("pong", 2, 1);
   expect_line("cost ping.self = %lu", 3 * LEVELS / 2);
   expect_line("cost pong.self = %lu", 3 * LEVELS / 2 - 1);
   expect_line("cost ping.real = %lu", 3 * LEVELS - 1);
   expect_line("cost pong.real = %lu", 3 * LEVELS - 1 - 3);
   if (with_compiled) {
      expect_levels("deep_1", 3, 0);
      expect_levels("deep_2", 3, 1);
      expect_levels("deep_3", 3, 2);
      expect_line("cost deep_1.real = deep_1.self + deep_2.self + deep_3.self");
   }
   return end();
}
