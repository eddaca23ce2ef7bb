/* What is counted as cost.

      metrics CASE instr|time|fork

   instr   routines in assembly, whose executed instructions can be counted by hand:
           straight     5
           count_down   1 for its preparation, 2 for each of n turns, 1 for the return
           early_out    returns after 3 instructions if its argument is 0, else after 5
           repeat       rep stosb of n bytes: once for each byte, and once to find that none is left
           calls_two    4 of its own, and those of straight, twice
   time    busy waits until a clock has gone on by 60 ms; tiny is too short for any clock, and no call of it
           is lost
   fork    the time of children begins when they do, that of their bottom activation too */
// build: $(plain) -static -D_GNU_SOURCE
#include <sys/wait.h>
#include <time.h>
#include "../calls/calls.h"

static char bytes[64] OWN_PAGE;

void straight(void);
ASSEMBLY(straight, "nop; nop; nop; nop; ret",
         "nop; nop; nop; nop; ret",
         "nop; nop; nop; nop; ret")

void count_down(long count);
ASSEMBLY(count_down, "nop; 1: dec %rdi; jnz 1b; ret",
         "nop; 1: subs x0, x0, 1; b.ne 1b; ret",
         "nop; 1: addi a0, a0, -1; bnez a0, 1b; ret")

void early_out(long argument);
ASSEMBLY(early_out, "test %rdi, %rdi; jz 1f; nop; nop; 1: ret",
         "cmp x0, 0; b.eq 1f; nop; nop; 1: ret",
         "nop; beqz a0, 1f; nop; nop; 1: ret")

void repeat(char* to, long count);
ASSEMBLY(repeat, "mov %rsi, %rcx; xor %eax, %eax; rep stosb; ret",
         "adr x9, 1f; sub x9, x9, x1, lsl 2; br x9; .rept 10; nop; .endr; 1: ret",
         ".option push; .option norvc; slli t2, a1, 2; auipc t1, 0; sub t1, t1, t2; jalr zero, 56(t1); .rept 10; nop; .endr;"
         "ret; .option pop")

void calls_two(void);
ASSEMBLY(calls_two, "nop; call straight; call straight; ret",
         "mov x9, x30; bl straight; bl straight; ret x9",
         "mv t2, ra; jal straight; jal straight; jr t2")

ROUTINE void tiny(void)
{
   __asm__ volatile("");
}

static double now(void)
{
   struct timespec time;
   clock_gettime(CLOCK_MONOTONIC, &time);
   return time.tv_sec + time.tv_nsec / 1e9;
}

ROUTINE void busy(void)
{
   double end = now() + 0.06;
   while (now() < end)
      tiny();
}

ROUTINE void many_tiny(void)
{
   for (int i = 0; i < 100000; i++)
      tiny();
}

PART void count_instructions(void)
{
   long expected = 0;
   for (long n = 1; n <= 10; n++) {
      count_down(n);
      repeat(bytes, n);
      expected += 1 + 2 * n + 1;
   }
   straight();
   early_out(0);
   early_out(1);
   calls_two();
   expect_line("cost straight.sum = 15");
   expect_line("cost count_down.sum = %ld", expected);
   expect_line("cost early_out.sum = 8");
   expect_line("cost calls_two.sum = 14");
   expect_line("cost calls_two.self = 4");
   expect_line("cost repeat.sum = %d", 10 * (2 + 1 + 1) + 55);
}

PART void measure_time(void)
{
   busy();
   many_tiny();
   expect_any("busy", 1);
   expect_any("many_tiny", 1);
   expect_line("cost busy.sum > 59999");
   expect_line("cost many_tiny.sum <= main.sum");
   expect_line("cost 100000 <= tiny.calls");
}

PART void measure_children(void)
{
   for (int i = 0; i < 20; i++) {
      pid_t child = fork();
      if (child == 0) {
         begin_process();
         fprintf(expectations, "program metrics\n");
         busy();
         expect_any("busy", 1);
         expect_line("cost 59999 < main.sum");
         return;
      }
      int status;
      if (waitpid(child, &status, 0) != child || status != 0)
         die("a child has not ended as it should");
   }
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   if (strcmp(argv[2], "instr") == 0)
      count_instructions();
   else if (strcmp(argv[2], "fork") == 0)
      measure_children();
   else
      measure_time();
   return end();
}
