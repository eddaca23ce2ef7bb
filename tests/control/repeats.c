/* What repeated string instructions cost.

      repeats CASE 64-bytes|iteration all|interrupted

   Each routine runs one instruction, whose count register is its first argument. Under --input-arg that is
   its input, so that the cost of each count can be stated: that of the instruction, and a block for the
   return.

   With --rep-cost=64-bytes, m iterations on b bytes each cost ceil(m * b / 64) blocks, and at least one. With
   --rep-cost=iteration they cost m, and one more to find that the count register is 0, if that is what ends
   them.

      rep_INSTRUCTION_up, _down   forwards and backwards (the direction flag), behind other instructions
                                  in its block
      rep_INSTRUCTION_reached     in a block of its own, to which the routine jumps: a block more
      rep_INSTRUCTION_ends        operands that end it after ENDS iterations at most
      rep_twice                   the same instruction, executed twice by one routine: it begins anew
      rep_fixed                   the count is a constant, so Valgrind needs no check that it is 0

   interrupted: a timer interrupts an instruction, and the handler runs another one, or never returns. */
// build (amd64): $(plain) -static
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
#include "../calls/calls.h"

#define MOST   70
#define ENDS   50
#define MIDDLE (8 * MOST)   /* where operands begin: there is room in both directions */

static char from[16 * MOST + 64] OWN_PAGE, to[16 * MOST + 64] OWN_PAGE;

typedef void Routine(long count, const char* from, char* to);

#define OF_X86(name, instructions)  ASSEMBLY(name, instructions, "", "")

#define TAKE_ARGUMENTS  "mov %rdi, %rcx; mov %rdx, %rdi; xor %eax, %eax; "

#define REPEATED(name, instruction)                                                           \
   Routine rep_##name##_up, rep_##name##_down, rep_##name##_reached;                          \
   OF_X86(rep_##name##_up,      TAKE_ARGUMENTS instruction "; ret")                         \
   OF_X86(rep_##name##_down,    TAKE_ARGUMENTS "std; " instruction "; cld; ret")            \
   OF_X86(rep_##name##_reached, TAKE_ARGUMENTS "jmp 1f; nop; 1: " instruction "; ret")

REPEATED(movsb, "rep movsb")
REPEATED(movsw, "rep movsw")
REPEATED(movsl, "rep movsl")
REPEATED(movsq, "rep movsq")
REPEATED(stosb, "rep stosb")
REPEATED(stosw, "rep stosw")
REPEATED(stosl, "rep stosl")
REPEATED(stosq, "rep stosq")
REPEATED(cmpsb, "repe cmpsb")
REPEATED(cmpsw, "repe cmpsw")
REPEATED(cmpsl, "repe cmpsl")
REPEATED(cmpsq, "repe cmpsq")
REPEATED(scasb, "repe scasb")
REPEATED(scasw, "repe scasw")
REPEATED(scasl, "repe scasl")
REPEATED(scasq, "repe scasq")
REPEATED(movsb_short, "addr32 rep movsb")

/* The first two go on as long as bytes are 0, the last one as long as they are not 1. */
Routine rep_cmpsb_ends, rep_scasb_ends, rep_ne_scasb_ends;
OF_X86(rep_cmpsb_ends,    TAKE_ARGUMENTS "repe cmpsb; ret")
OF_X86(rep_scasb_ends,    TAKE_ARGUMENTS "repe scasb; ret")
OF_X86(rep_ne_scasb_ends, TAKE_ARGUMENTS "inc %eax; repne scasb; ret")

Routine rep_twice, rep_fixed;
OF_X86(rep_twice, TAKE_ARGUMENTS "mov %rcx, %r8; mov $2, %edx; "
                    "1: mov %r8, %rcx; jmp 2f; nop; 2: rep stosb; dec %edx; jnz 1b; ret")
OF_X86(rep_fixed, TAKE_ARGUMENTS "mov $20, %ecx; rep stosq; ret")

static int by_iteration;

static long max(long a, long b)
{
   return a > b ? a : b;
}

/* Of one execution, that is ended by the count register or by what it finds. */
static long blocks(long iterations, long bytes, int is_ended_by_count)
{
   return by_iteration ? iterations + is_ended_by_count : max(1, (iterations * bytes + 63) / 64);
}

static void expect_cost(const char* name, const char* way, long count, long cost)
{
   char routine[64];
   snprintf(routine, sizeof routine, "rep_%s%s", name, way);
   expect(routine, count);
   expect_line("cost %s@%ld.self = %ld", routine, count, cost);
}

static void run(const char* name, long bytes, Routine* up, Routine* down, Routine* reached)
{
   for (long count = 0; count <= MOST; count++) {
      up(count, from + MIDDLE, to + MIDDLE);
      down(count, from + MIDDLE, to + MIDDLE);
      reached(count, from + MIDDLE, to + MIDDLE);
      expect_cost(name, "_up",      count, blocks(count, bytes, 1) + 1);
      expect_cost(name, "_down",    count, blocks(count, bytes, 1) + 1);
      expect_cost(name, "_reached", count, blocks(count, bytes, 1) + 2);
   }
}

#define RUN(name, bytes) run(#name, bytes, rep_##name##_up, rep_##name##_down, rep_##name##_reached)

/* For a count of 0, no byte is looked at, and for up to ENDS, the last one may be what it looks for. */
static void run_ends(const char* name, Routine* routine)
{
   for (long count = 0; count <= MOST; count++) {
      routine(count, from + MIDDLE, to + MIDDLE);
      expect_cost(name, "", count, blocks(count < ENDS ? count : ENDS, 1, count < ENDS) + 1);
   }
}

static void all_instructions(void)
{
   RUN(movsb, 1);   RUN(movsw, 2);   RUN(movsl, 4);   RUN(movsq, 8);
   RUN(stosb, 1);   RUN(stosw, 2);   RUN(stosl, 4);   RUN(stosq, 8);
   RUN(cmpsb, 1);   RUN(cmpsw, 2);   RUN(cmpsl, 4);   RUN(cmpsq, 8);
   RUN(scasb, 1);   RUN(scasw, 2);   RUN(scasl, 4);   RUN(scasq, 8);
   RUN(movsb_short, 1);

   to[MIDDLE + ENDS - 1] = 1;
   run_ends("cmpsb_ends",    rep_cmpsb_ends);
   run_ends("scasb_ends",    rep_scasb_ends);
   run_ends("ne_scasb_ends", rep_ne_scasb_ends);

   for (long count = 0; count <= MOST; count++) {
      rep_twice(count, from, to);
      expect_cost("twice", "", count, 2 * (blocks(count, 1, 1) + 2) + 1);
   }
   rep_fixed(1, from, to);
   expect_cost("fixed", "", 1, blocks(20, 8, 1) + 1);
}

/*--- Interruptions ---*/

/* Takes so long under Valgrind that a timer interrupts it. */
#define LONG       (1 << 20)
#define SHORT      100
#define TIMES      10
#define MICROSECONDS 1000

static char         large[LONG];
static volatile int interruptions;
static volatile int leaves;         /* the handler does, for good */
static sigjmp_buf   before;

Routine rep_long_copy, rep_left_copy, rep_handled, rep_next_copy;
OF_X86(rep_long_copy, TAKE_ARGUMENTS "rep movsb; ret")
OF_X86(rep_left_copy, TAKE_ARGUMENTS "rep movsb; ret")
OF_X86(rep_handled,   TAKE_ARGUMENTS "rep movsb; ret")
OF_X86(rep_next_copy, TAKE_ARGUMENTS "jmp 1f; nop; 1: rep movsb; ret")

static void on_timer(int signal_number)
{
   (void)signal_number;
   if (leaves)
      siglongjmp(before, 1);
   rep_handled(SHORT, from, to);
   interruptions++;
}

static void set_timer(long microseconds)
{
   struct itimerval timer = { .it_value.tv_usec = microseconds };
   setitimer(ITIMER_REAL, &timer, NULL);
}

/* What is interrupted goes on where it was. */
static void handlers_that_return(void)
{
   int copies = 0;
   for (; interruptions < TIMES; copies++) {
      set_timer(MICROSECONDS);
      rep_long_copy(LONG, large, large);
   }
   fprintf(expectations, "expect rep_long_copy %d %d\n", LONG, copies);
   expect_line("cost rep_long_copy@%d.self = %ld", LONG, copies * (blocks(LONG, 1, 1) + 1));
   expect_line("cost rep_handled@%d.self = %ld", SHORT, interruptions * (blocks(SHORT, 1, 1) + 1));
}

/* What is left for good leaves nothing to the next one. */
static void handlers_that_leave(void)
{
   leaves = 1;
   for (volatile int i = 0; i < TIMES; i++) {
      if (sigsetjmp(before, 1) == 0) {
         set_timer(MICROSECONDS);
         for (;;)
            rep_left_copy(LONG, large, large);
      }
      rep_next_copy(SHORT, from, to);
      expect("rep_next_copy", SHORT);
   }
   expect_line("cost rep_next_copy@%d.self = %ld", SHORT, TIMES * (blocks(SHORT, 1, 1) + 2));
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   if (argc != 4)
      die("usage: repeats CASE COUNTING all|interrupted");
   by_iteration = strcmp(argv[2], "iteration") == 0;
   if (strcmp(argv[3], "all") == 0) {
      all_instructions();
   } else {
      signal(SIGALRM, on_timer);
      handlers_that_return();
      handlers_that_leave();
      expect_line("strands");
   }
   return end();
}
