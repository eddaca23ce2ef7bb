/* Measuring that is switched, and strands and regions that begin, where that is unusual.

      switches CASE MODE

   leaf reads n ints; work calls it, and reads none.

   MODE        the options; what happens
   collect     --collect-atstart=no: collecting is switched by a signal handler, and inside and outside of a
               coroutine: all of them are the thread, and it is the thread's collecting
   stopped     --instr-atstart=no --collect-atstart=no: what is switched while nothing is measured counts when
               it is again
   handler     --instr-atstart=no: a signal handler switches it on, and ends; what it has interrupted is not
               its callee
   jump        --instr-atstart=no: the routine that switched it on returns to one that ends in a jump: the
               jump's target returns to the caller of both
   region      --instr-atstart=no: the routine that switched it on begins a region, and returns without ending
               it
   name        a region has the name of a routine of which there is only a clone, as compilers make them
   stub        a signal handler and a coroutine are known by the address of a PLT stub
   fork        a child inherits memory high up, which made shadow memory wider
   stopped_fork     a child inherits that nothing is measured, and a strand that was used before
   resumed     --instr-atstart=no: measuring is stopped and started while a coroutine is suspended, which is
               resumed then: it begins anew there, and what it jumps to is called
   inside      --toggle-collect=toggles: a coroutine collects as what has begun it, and goes on so where
               nobody else does; if it, or a signal handler, calls the routine again that it was begun in,
               that is a recursion
   clones      --input-arg: a compiler's copies have the routine's arguments, or others; a piece that it split
               off has others
   execve      --cost=time-usec --collect-atstart=no: a thread that collects replaces the program; another one
               does not */
// build: $(plain) -static -D_GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include "../calls/calls.h"
#include <valgrind/aprof.h>

static volatile int values[200] OWN_PAGE;
static const char* mode;

static int is(const char* name)
{
   return strcmp(mode, name) == 0;
}

SUM_ROUTINE(leaf)

ROUTINE int work(int count)
{
   return leaf(values, count) + 1;
}

static void handle(int signal, void (*handler)(int, siginfo_t*, void*))
{
   struct sigaction action = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO };
   if (sigaction(signal, &action, NULL) != 0)
      die("cannot handle a signal");
}

/* --- Coroutines ----------------------------------------------------------------------------------------- */

static ucontext_t outside, inside;
static char coroutine_stack[1 << 16] __attribute__((aligned(16)));

static void prepare_coroutine(void (*body)(void))
{
   getcontext(&inside);
   inside.uc_stack.ss_sp   = coroutine_stack;
   inside.uc_stack.ss_size = sizeof coroutine_stack;
   inside.uc_link          = &outside;
   makecontext(&inside, body, 0);
}

static void resume(void)
{
   swapcontext(&outside, &inside);
}

/* --- Collecting ----------------------------------------------------------------------------------------- */

ROUTINE void toggling_handler(int signal UNUSED, siginfo_t* info UNUSED, void* state UNUSED)
{
   APROF_TOGGLE_COLLECT;
}

ROUTINE void coroutine(void)
{
   work(5);
   swapcontext(&inside, &outside);
   work(6);
   APROF_TOGGLE_COLLECT;
   swapcontext(&inside, &outside);
   work(7);
}

PART void run_collect(void)
{
   handle(SIGUSR1, toggling_handler);
   work(1);
   raise(SIGUSR1);
   work(2);
   raise(SIGUSR1);
   work(3);
   prepare_coroutine(coroutine);
   resume();
   APROF_TOGGLE_COLLECT;
   work(4);
   resume();
   work(8);
   resume();
   expect_calls("work", 2, 1);
   expect_calls("work", 4, 1);
   expect_calls("work", 6, 1);
   expect_line("cost work.sum = work.self + leaf.sum");
}

PART void run_stopped(void)
{
   APROF_TOGGLE_COLLECT;
   work(1);
   APROF_START_INSTRUMENTATION;
   work(2);
   APROF_STOP_INSTRUMENTATION;
   work(3);
   APROF_START_INSTRUMENTATION;
   work(4);
   APROF_STOP_INSTRUMENTATION;
   APROF_TOGGLE_COLLECT;
   APROF_START_INSTRUMENTATION;
   work(5);
   APROF_TOGGLE_COLLECT;
   work(6);
   expect_any("main", 3);
   expect_calls("work", 2, 1);
   expect_calls("work", 4, 1);
   expect_calls("work", 6, 1);
}

/* --- Instrumentation ------------------------------------------------------------------------------------ */

ROUTINE void starting_handler(int signal UNUSED, siginfo_t* info UNUSED, void* state UNUSED)
{
#if defined __aarch64__
   ((ucontext_t*)state)->uc_mcontext.pc += 4;   /* behind the instruction */
#elif defined __riscv
   /* Linux says where the program has stopped; Valgrind 3.27, where it goes on. */
   unsigned long* pc = &((ucontext_t*)state)->uc_mcontext.__gregs[REG_PC];
   unsigned short* code = (unsigned short*)*pc;
   if (code[0] == 0x0073 && code[1] == 0x0010)   /* ebreak */
      *pc += 4;
#endif
   APROF_START_INSTRUMENTATION;
}

ROUTINE int interrupted(int count)
{
   __asm__ volatile(INSTRUCTIONS("int3", "brk 0", ".option push; .option norvc; ebreak; .option pop"));
   return work(count) + work(count + 1);
}

ROUTINE int calls_interrupted(int count)
{
   return interrupted(count) + work(count + 2);
}

PART void run_handler(void)
{
   handle(SIGTRAP, starting_handler);
   calls_interrupted(10);
   expect_any("starting_handler", 1);
   expect_any("interrupted", 1);
   expect_any("calls_interrupted", 1);
   for (int n = 10; n <= 12; n++)
      expect_calls("work", n, 1);
   expect_line("cost calls_interrupted.sum = calls_interrupted.self + interrupted.sum + work@12.sum");
   expect_line("cost interrupted.sum = interrupted.self + work@10.sum + work@11.sum");
}

ROUTINE void starts(void)
{
   APROF_START_INSTRUMENTATION;
}

int jumps_on(int count);
ASSEMBLY(jumps_on, "push %rdi; call starts; pop %rdi; jmp work",
         "stp x0, x30, [sp, -16]!; bl starts; ldp x0, x30, [sp], 16; b work",
         "addi sp, sp, -16; sd a0, (sp); sd ra, 8(sp); call starts; ld a0, (sp); ld ra, 8(sp); addi sp, sp, 16; j work")

ROUTINE int calls_jumping(int count)
{
   return jumps_on(count) + work(count + 1);
}

PART void run_jump(void)
{
   calls_jumping(20);
   work(22);
   expect_any("starts", 1);
   expect_any("jumps_on", 1);
   expect_any("calls_jumping", 1);
   for (int n = 20; n <= 22; n++)
      expect_calls("work", n, 1);
   expect_line("cost jumps_on.sum = jumps_on.self + starts.sum + work@20.sum");
   expect_line("cost calls_jumping.sum = calls_jumping.self + jumps_on.sum + work@21.sum");
}

ROUTINE int leaves_open(int count)
{
   APROF_START_INSTRUMENTATION;
   APROF_REGION_BEGIN("open");
   return work(count) + 1;
}

ROUTINE int calls_leaving(int count)
{
   return leaves_open(count) + work(count + 1);
}

PART void run_region(void)
{
   calls_leaving(30);
   work(32);
   expect_any("leaves_open", 1);
   expect_any("calls_leaving", 1);
   for (int n = 30; n <= 32; n++)
      expect_calls("work", n, 1);
   expect_line("cost open.sum = open.self + work@30.sum");
   expect_line("cost leaves_open.sum = leaves_open.self + open.sum");
   expect_line("cost calls_leaving.sum = calls_leaving.self + leaves_open.sum + work@31.sum");
}

/* --- Suspended coroutines ------------------------------------------------------------------------------- */

ROUTINE void yield(void)
{
   swapcontext(&inside, &outside);
}

void yields(long times);
ASSEMBLY(yields, "push %rdi; call yield; pop %rdi; dec %rdi; jnz yields; ret",
         "stp x0, x30, [sp, -16]!; bl yield; ldp x0, x30, [sp], 16; subs x0, x0, 1; b.ne yields; ret",
         "addi sp, sp, -16; sd a0, (sp); sd ra, 8(sp); call yield; ld a0, (sp); ld ra, 8(sp); addi sp, sp, 16;"
         "addi a0, a0, -1; bnez a0, yields; ret")

ROUTINE void yielding_coroutine(void)
{
   work(90);
   yields(3);
   work(91);
}

PART void run_resumed(void)
{
   APROF_START_INSTRUMENTATION;
   prepare_coroutine(yielding_coroutine);
   resume();
   APROF_STOP_INSTRUMENTATION;
   APROF_START_INSTRUMENTATION;
   work(92);
   resume();
   resume();
   work(93);
   resume();
   expect_any("yielding_coroutine", 2);
   expect_any("yields", 1 + 3);
   expect_any("yield", 1 + 3);
   for (int n = 90; n <= 93; n++)
      expect_calls("work", n, 1);
   expect_any("main", 2);
}

static int toggled;

ROUTINE void toggles(int count);

ROUTINE void toggling_in_handler(int signal UNUSED, siginfo_t* info UNUSED, void* state UNUSED)
{
   toggles(2);
   work(106);
}

ROUTINE void collected_coroutine(void)
{
   work(100);
   yield();
   toggles(3);
   work(101);
   yield();
}

ROUTINE void toggles(int count)
{
   toggled += count;
   if (count == 1) {
      prepare_coroutine(collected_coroutine);
      resume();
      raise(SIGUSR1);
   }
   work(102 + count);
}

PART void run_inside(void)
{
   handle(SIGUSR1, toggling_in_handler);
   toggles(1);
   work(102);   /* the only one that is not collected */
   resume();
   expect_any("toggles", 3);
   expect_calls("work", 100, 1);
   expect_calls("work", 101, 1);
   expect_calls("work", 103, 1);
   expect_calls("work", 104, 1);
   expect_calls("work", 105, 1);
   expect_calls("work", 106, 1);
   resume();
}

/* --- Regions and routines of one name ------------------------------------------------------------------- */

#define CALLS_WORK  INSTRUCTIONS("sub $8, %rsp; call work; add $8, %rsp; ret", \
                                 "str x30, [sp, -16]!; bl work; ldr x30, [sp], 16; ret", \
                                 "addi sp, sp, -16; sd ra, (sp); call work; ld ra, (sp); addi sp, sp, 16; ret")

int parse_clone(int count) __asm__("parse.constprop.0");
__asm__(".text\n.type parse.constprop.0, %function\n"
        "parse.constprop.0: " CALLS_WORK "\n"
        ".size parse.constprop.0, . - parse.constprop.0");

PART void run_name(void)
{
   APROF_REGION_BEGIN("parse");
   parse_clone(40);
   parse_clone(41);
   APROF_REGION_END("parse");
   parse_clone(42);
   expect_line("routines parse 2");
   for (int n = 40; n <= 42; n++)
      expect_calls("parse", n, 1);
   expect_calls("parse", 41, 1);   /* the region */
}

/* --- Arguments of clones -------------------------------------------------------------------------------- */

int copied(int count) __asm__("copied.constprop.0");
int split(int unlike) __asm__("split.part.0");
__asm__(".text\n.type copied.constprop.0, %function\n"
        "copied.constprop.0: " CALLS_WORK "\n"
        ".size copied.constprop.0, . - copied.constprop.0\n"
        ".type split.part.0, %function\n"
        "split.part.0: " INSTRUCTIONS("add %edi, %edi; ", "add w0, w0, w0; ", "addw a0, a0, a0; ") CALLS_WORK "\n"
        ".size split.part.0, . - split.part.0");

PART void run_clones(void)
{
   for (int n = 80; n <= 84; n++) {
      copied(n);
      split(n);
      expect_calls("copied", n, 1);
      expect_calls("split", 2 * n, 1);   /* what it reads */
      expect_calls("work", n, 1);
      expect_calls("work", 2 * n, 1);
   }
}

/* --- Strands that begin in a stub ----------------------------------------------------------------------- */

/* PLT stubs have no symbol: this is behind the end of one. */
void direct(void);
ASSEMBLY(direct, "ret", "ret", "ret")
void behind_stub(void);
ASSEMBLY(behind_stub, "ret", "ret", "ret")
__asm__(".text\n1: " INSTRUCTIONS("jmp *behind(%rip)", "adrp x16, behind; ldr x17, [x16, :lo12:behind]; br x17",
                                  "2: auipc t3, %pcrel_hi(behind); ld t3, %pcrel_lo(2b)(t3); jalr t1, t3")
        "\n .data\n.balign 8\nbehind: .quad behind_stub\n"
        ".globl stub_address\nstub_address: .quad 1b\n.text\n");
extern void* stub_address;

PART void run_stub(void)
{
   handle(SIGUSR1, (void (*)(int, siginfo_t*, void*))stub_address);
   handle(SIGUSR2, (void (*)(int, siginfo_t*, void*))direct);
   for (int i = 0; i < 10; i++) {
      raise(SIGUSR1);
      raise(SIGUSR2);
   }
   expect_any("direct", 10);
   expect_any("behind_stub", 10);
   expect_line("cost behind_stub.sum = direct.sum + 10");   /* the stub's block: there is no caller */
}

/* --- Children ------------------------------------------------------------------------------------------- */

static void wait_for_child(void)
{
   int status;
   if (wait(&status) == -1 || status != 0)
      die("the child has not ended as it should");
}

PART void run_fork(void)
{
   char* high = mmap((char*)0x400000000000, 4096, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
   if (high == MAP_FAILED)
      die("no memory high up");
   *high = 1;
   work(50);
   if (fork() == 0) {
      begin_process();
      fprintf(expectations, "program switches\n");
      work(51);
      expect_calls("work", 51, 1);
   } else {
      wait_for_child();
      work(52);
      expect_calls("work", 50, 1);
      expect_calls("work", 52, 1);
   }
}

ROUTINE void working_handler(int signal UNUSED, siginfo_t* info UNUSED, void* state UNUSED)
{
   work(60);
}

static void write_much(void)
{
   int null = open("/dev/null", O_WRONLY);
   for (int i = 0; i < 50; i++)
      if (write(null, (const char*)values + 16 * i, 16) != 16)
         die("cannot write to /dev/null");
   close(null);
}

PART void run_stopped_fork(void)
{
   handle(SIGUSR1, working_handler);
   raise(SIGUSR1);
   APROF_STOP_INSTRUMENTATION;
   if (fork() == 0) {
      begin_process();
      expect_line("strands");
      fprintf(expectations, "program switches\n");
      write_much();
      APROF_START_INSTRUMENTATION;
      work(61);
      expect_calls("work", 61, 1);
   } else {
      wait_for_child();
      expect_calls("work", 60, 1);
   }
}

/* --- execve --------------------------------------------------------------------------------------------- */

static int arrived[2];   /* a pipe */

ROUTINE void waits(void)
{
   if (write(arrived[1], "x", 1) != 1)
      die("cannot write to a pipe");
   for (;;)
      pause();
}

static void* run_thread(void* unused)
{
   waits();
   return unused;
}

PART void run_execve(char* program)
{
   char byte;
   pthread_t thread;
   char* arguments[] = { program, (char*)"", (char*)"nothing", NULL };
   if (pipe(arrived) != 0 || pthread_create(&thread, NULL, run_thread, NULL) != 0)
      die("cannot start a thread");
   if (read(arrived[0], &byte, 1) != 1)
      die("cannot read from a pipe");
   expect_line("absent waits");
   expect_line("absent run_thread");
   expect_calls("work", 70, 1);
   end();
   APROF_TOGGLE_COLLECT;
   work(70);
   execv(program, arguments);
}

int main(int argc, char** argv)
{
   if (argc > 2 && strcmp(argv[2], "nothing") == 0)
      return 0;
   begin(argc, argv);
   mode = argc > 2 ? argv[2] : "";
   expect_line("strands");
   if (is("collect"))            run_collect();
   else if (is("stopped"))       run_stopped();
   else if (is("handler"))       run_handler();
   else if (is("jump"))          run_jump();
   else if (is("region"))        run_region();
   else if (is("name"))          run_name();
   else if (is("stub"))          run_stub();
   else if (is("fork"))          run_fork();
   else if (is("stopped_fork"))  run_stopped_fork();
   else if (is("resumed"))       run_resumed();
   else if (is("inside"))        run_inside();
   else if (is("clones"))        run_clones();
   else if (is("execve"))        run_execve(argv[0]);
   else                          die("no such mode");
   return end();
}
