/* Input from other threads.  C is the number of cells of a buffer, r the number of rounds.

   consume             a consumer that sums what a producer has filled again and again: rms C, drms rC
   consume, stride     of which the producer changes a part each time: drms C and r - 1 times that part
   stage               a stage of a pipeline: reads one buffer, writes the next
   own_rounds          changes its own array while others run: C in both
   count_up            one counter that two threads increment in turns: rms C, drms rC
   overwrite           what a thread overwrites before it reads is no input
   observe             what another thread's instruction of any kind has written, and nothing else
   observe_below       what a callee reads anew is input to its callers as well, once
   sum_signal_sum      what a handler of the same thread writes is no input

   Threads wait for each other by a byte through a pipe, which the kernel writes to a place that nobody looks
   at; the byte that is sent is one cell of input to each activation that sends. */
// build: $(closed_form) -static -pthread
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
#include "dynamic.h"

#define SIZE 4096
#define SENT 1        /* cells of input, for those who send */

typedef struct { int in, out; char sent OWN_CELL; char received OWN_CELL; } Line;

static Line forth[4] OWN_PAGE, back[4] OWN_PAGE;
static char buffers[4][SIZE] OWN_PAGE;
static char own[2][SIZE] OWN_PAGE;
static volatile int counter OWN_CELL;

PART void send(Line* line)
{
   CALL3(SYS_write, line->out, &line->sent, 1);
}

PART void wait_for(Line* line)
{
   CALL3(SYS_read, line->in, &line->received, 1);
}

PART void open_line(Line* line)
{
   int ends[2];
   if (pipe(ends) != 0)
      die("cannot make a pipe");
   line->in = ends[0];
   line->out = ends[1];
}

static unsigned long descriptors(const Line* to_send, const Line* to_wait)
{
   unsigned long total = 0;
   if (to_send != NULL)
      total += cells(&to_send->out, 4) + SENT;
   if (to_wait != NULL)
      total += cells(&to_wait->in, 4);
   return total;
}

ROUTINE void produce(char* to, long n, long step, long rounds, Line* full, Line* empty)
{
   for (long i = 0; i < rounds; i++) {
      for (long j = 0; j < n; j += step)
         *(volatile char*)&to[j] = (char)(i + j);
      send(full);
      wait_for(empty);
   }
}

ROUTINE long consume(const char* from, long n, long rounds, Line* full, Line* empty)
{
   long total = 0;
   for (long i = 0; i < rounds; i++) {
      wait_for(full);
      total += sum(from, n);
      send(empty);
   }
   return total;
}

ROUTINE long overwrite(char* to, long n, long rounds, Line* full, Line* empty)
{
   long total = 0;
   for (long i = 0; i < rounds; i++) {
      wait_for(full);
      fill(to, n);
      total += sum(to, n);
      send(empty);
   }
   return total;
}

/* Six arguments, lest one be on the stack: the line back is the one beside. */
ROUTINE void stage(const char* from, char* to, long n, long rounds, Line* full, Line* next)
{
   for (long i = 0; i < rounds; i++) {
      wait_for(full);
      for (long j = 0; j < n; j++)
         *(volatile char*)&to[j] = *(const volatile char*)&from[j] + 1;
      send(next);
      wait_for(next - forth + back);
      send(full - forth + back);
   }
}

ROUTINE long own_rounds(char* array, long n, long rounds, Line* go, Line* done)
{
   long total = 0;
   for (long i = 0; i < rounds; i++) {
      for (long j = 0; j < n; j++)
         total += ++*(volatile char*)&array[j];
      send(done);
      wait_for(go);
   }
   return total;
}

ROUTINE void count_up(long rounds, Line* mine, Line* others)
{
   for (long i = 0; i < rounds; i++) {
      wait_for(mine);
      counter++;
      send(others);
   }
}

/* --- one instruction --------------------------------------------------------------------------------- */

typedef enum {
   NOTHING, BYTE, EIGHT, MISALIGNED, STRING, VECTOR, EXCHANGE, ADD, SWAPPED, NOT_SWAPPED, SWAPPED_16, NOT_SWAPPED_16,
   STATE, PUSH, SYSTEM_CALL, KINDS
} Kind;

static const struct { int at, size; } written[KINDS] = {
   [NOTHING] = { 0, 0 },      [BYTE] = { 17, 1 },           [EIGHT] = { 24, 8 },           [MISALIGNED] = { 29, 8 },
   [STRING] = { 3, 77 },      [VECTOR] = { 35, 16 },        [EXCHANGE] = { 44, 4 },        [ADD] = { 64, 8 },
   [SWAPPED] = { 72, 4 },     [NOT_SWAPPED] = { 0, 0 },     [SWAPPED_16] = { 96, 16 },     [NOT_SWAPPED_16] = { 0, 0 },
   [STATE] = { 102, 28 },     [PUSH] = { 80, 8 },           [SYSTEM_CALL] = { 130, 30 },
};

#if defined __x86_64__

static void write_once(char* to, Kind kind)
{
   char* at = to + written[kind].at;
   long a, d, s;
   switch (kind) {
      case BYTE:
         *(volatile char*)at = 1;
         break;
      case EIGHT: case MISALIGNED:
         __asm__ volatile("movq %1, (%0)" : : "r"(at), "r"(5l) : "memory");
         break;
      case STRING:
         d = (long)at, s = written[kind].size;
         __asm__ volatile("rep stosb" : "+D"(d), "+c"(s) : "a"(7) : "memory");
         break;
      case VECTOR:
         __asm__ volatile("pxor %%xmm0, %%xmm0; movups %%xmm0, (%0)" : : "r"(at) : "memory", "xmm0");
         break;
      case EXCHANGE:
         __asm__ volatile("xchgl %1, (%0)" : : "r"(at), "r"(3) : "memory");
         break;
      case ADD:
         __asm__ volatile("lock xaddq %1, (%0)" : : "r"(at), "r"(9l) : "memory");
         break;
      case SWAPPED: case NOT_SWAPPED:
         a = kind == SWAPPED ? *(int*)at : *(int*)at + 1;
         __asm__ volatile("lock cmpxchgl %2, (%1)" : "+a"(a) : "r"(at), "r"(11) : "memory", "cc");
         break;
      case SWAPPED_16: case NOT_SWAPPED_16:
         at = to + 96;
         a = kind == SWAPPED_16 ? ((long*)at)[0] : ((long*)at)[0] + 1, d = ((long*)at)[1];
         __asm__ volatile("lock cmpxchg16b (%2)" : "+a"(a), "+d"(d) : "r"(at), "b"(0l), "c"(1l) : "memory", "cc");
         break;
      case STATE:
         __asm__ volatile("fnstenv (%0)" : : "r"(at) : "memory");
         break;
      case PUSH:
         __asm__ volatile("xchgq %%rsp, %0; pushq $5; movq %0, %%rsp" : : "r"(at + 8) : "memory");
         break;
      case SYSTEM_CALL:
         CALL3(SYS_getrandom, at, written[kind].size, 0);
         break;
      default:
         break;
   }
}

#else

/* What the instruction of x86 does, in the way of another processor. */
static void write_once(char* to, Kind kind)
{
   typedef long Word __attribute__((aligned(1), may_alias));
   char* at = to + written[kind].at;
   long old;
   int expected;
   switch (kind) {
      case BYTE:
         *(volatile char*)at = 1;
         break;
      case EIGHT: case MISALIGNED:
         *(volatile Word*)at = 5;
         break;
      case STRING:
         for (int i = 0; i < written[kind].size; i++)
            ((volatile char*)at)[i] = 7;
         break;
      case VECTOR:
#if defined __aarch64__
         __asm__ volatile("movi v0.16b, 0; str q0, [%0]" : : "r"(at) : "memory", "v0");
#elif defined __riscv
         __asm__ volatile("sd zero, (%0); sd zero, 8(%0)" : : "r"(at) : "memory");
#endif
         break;
      case EXCHANGE:
         __atomic_exchange_n((int*)at, 3, __ATOMIC_SEQ_CST);
         break;
      case ADD:
         __atomic_fetch_add((long*)at, 9, __ATOMIC_SEQ_CST);
         break;
      case SWAPPED: case NOT_SWAPPED:
         expected = kind == SWAPPED ? *(int*)at : *(int*)at + 1;
         __atomic_compare_exchange_n((int*)at, &expected, 11, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
         break;
      case SWAPPED_16: case NOT_SWAPPED_16:
         at = to + 96;
#if defined __aarch64__
         __asm__ volatile("1: ldaxp %0, x9, [%1]; cbz %w2, 2f; stlxp w9, %2, xzr, [%1]; cbnz w9, 1b; 2: clrex"
                          : "=&r"(old) : "r"(at), "r"((long)(kind == SWAPPED_16)) : "memory", "x9");
#elif defined __riscv
         __asm__ volatile("1: lr.d %0, (%1); beqz %2, 2f; sc.d t1, %2, (%1); bnez t1, 1b; sd zero, 8(%1); 2:"
                          : "=&r"(old) : "r"(at), "r"((long)(kind == SWAPPED_16)) : "memory", "t1");
#endif
         break;
      case STATE:
#if defined __aarch64__
         __asm__ volatile("stp x9, x10, [%0]; stp w9, w10, [%0, 16]; str w9, [%0, 24]" : : "r"(at) : "memory");
#elif defined __riscv
         __asm__ volatile("sd t1, (%0); sd t2, 8(%0); sd t1, 16(%0); sw t2, 24(%0)" : : "r"(at) : "memory");
#endif
         break;
      case PUSH:
         at += 8;
#if defined __aarch64__
         __asm__ volatile("str xzr, [%0, -8]!" : "+r"(at) : : "memory");
#elif defined __riscv
         __asm__ volatile("addi %0, %0, -8; sd zero, (%0)" : "+r"(at) : : "memory");
#endif
         break;
      case SYSTEM_CALL:
         CALL3(SYS_getrandom, at, written[kind].size, 0);
         break;
      default:
         break;
   }
}

#endif

#define OBSERVED 192

ROUTINE long observe(const char* array, Line* go, Line* done)
{
   long total = sum(array, OBSERVED);
   send(go);
   wait_for(done);
   return total + sum(array, OBSERVED);
}

ROUTINE long sum_observed(const char* array)
{
   return sum(array, OBSERVED);
}

ROUTINE long observe_below(const char* array, Line* go, Line* done)
{
   long total = sum_observed(array);
   send(go);
   wait_for(done);
   return total + sum_observed(array) + sum(array, OBSERVED);
}

static char* handler_fills;

ROUTINE void on_signal(int signal)
{
   (void)signal;
   fill(handler_fills, 500);
}

ROUTINE long sum_signal_sum(const char* array, long process, long thread)
{
   long total = sum(array, 500);
   CALL3(SYS_tgkill, process, thread, SIGUSR1);
   return total + sum(array, 500);
}

/* --- the threads ------------------------------------------------------------------------------------- */

typedef struct { int what; long n, step, rounds; } Work;

enum { PRODUCE, STAGE_1, STAGE_2, OWN, COUNT, WRITE_KINDS };

static void* other(void* argument)
{
   const Work* work = argument;
   switch (work->what) {
      case PRODUCE: produce(buffers[0], work->n, work->step, work->rounds, &forth[0], &back[0]); break;
      case STAGE_1: stage(buffers[0], buffers[1], work->n, work->rounds, &forth[0], &forth[1]); break;
      case STAGE_2: stage(buffers[1], buffers[2], work->n, work->rounds, &forth[1], &forth[2]); break;
      case OWN:     own_rounds(own[1], work->n, work->rounds, &forth[0], &back[0]); break;
      case COUNT:   count_up(work->rounds, &forth[0], &back[0]); break;
      case WRITE_KINDS:
         for (int kind = NOTHING; kind < KINDS; kind++)
            for (int below = 0; below < 2; below++) {
               wait_for(&forth[0]);
               write_once(buffers[3], (Kind)kind);
               send(&back[0]);
            }
         break;
   }
   return NULL;
}

static pthread_t begin(Work* work)
{
   pthread_t thread;
   if (pthread_create(&thread, NULL, other, work) != 0)
      die("cannot create a thread");
   return thread;
}

static void check_consumers(long n, long step, long rounds)
{
   Work work = { PRODUCE, n, step, rounds };
   const char* p = buffers[0];
   unsigned long whole = cells(p, n);
   model_begin();
   for (long j = 0; j < n; j += step)
      model_read(&p[j], 1);
   unsigned long part = model_rms();
   unsigned long lines = descriptors(&back[0], &forth[0]);

   pthread_t producer = begin(&work);
   consume(p, n, rounds, &forth[0], &back[0]);
   pthread_join(producer, NULL);
   expect("produce", descriptors(&forth[0], &back[0]));
   expect_sizes("consume", whole + lines, whole + (rounds - 1) * part + lines);

   producer = begin(&work);
   overwrite(buffers[0], n, rounds, &forth[0], &back[0]);
   pthread_join(producer, NULL);
   expect("produce", descriptors(&forth[0], &back[0]));
   expect("overwrite", lines);
}

static void check_pipeline(long n, long rounds)
{
   Work first = { STAGE_1, n, 1, rounds }, second = { STAGE_2, n, 1, rounds };
   pthread_t one = begin(&first), two = begin(&second);
   for (long i = 0; i < rounds; i++) {
      fill(buffers[0], n);
      send(&forth[0]);
      wait_for(&forth[2]);
      sum(buffers[2], n);
      send(&back[2]);
      wait_for(&back[0]);
   }
   pthread_join(one, NULL);
   pthread_join(two, NULL);
   for (int i = 0; i < 2; i++) {
      unsigned long lines = descriptors(&forth[i + 1], &forth[i]) + descriptors(&back[i], &back[i + 1]);
      unsigned long whole = cells(buffers[i], n);
      expect_sizes("stage", whole + lines, rounds * whole + lines);
   }
}

static void check_kinds(void)
{
   Work work = { WRITE_KINDS, 0, 0, 0 };
   const char* p = buffers[3];
   unsigned long whole = cells(p, OBSERVED), lines = descriptors(&forth[0], &back[0]);
   fill(buffers[3], OBSERVED);
   pthread_t writer = begin(&work);
   for (int kind = NOTHING; kind < KINDS; kind++) {
      unsigned long again = cells(p + written[kind].at, written[kind].size);
      observe(p, &forth[0], &back[0]);
      expect_sizes("observe", whole + lines, whole + again + lines);
      observe_below(p, &forth[0], &back[0]);
      expect_sizes("observe_below", whole + lines, whole + again + lines);
      expect_calls("sum_observed", whole, 2);
   }
   pthread_join(writer, NULL);
}

int main(int argc, char** argv)
{
   start_dynamic(argc, argv);
   for (int i = 0; i < 4; i++) {
      open_line(&forth[i]);
      open_line(&back[i]);
   }
   static const long counts[] = { 1, 3, 16, 100, 1000, 4096 };
   for (unsigned c = 0; c < sizeof counts / sizeof counts[0]; c++) {
      check_consumers(counts[c], 1, 1 + c);
      check_consumers(counts[c], 16 * (1 + c % 3), 2 + c);
      check_pipeline(counts[c], 2 + c);
   }

   Work work = { OWN, 1000, 1, 6 };
   pthread_t thread = begin(&work);
   own_rounds(own[0], 1000, 6, &back[0], &forth[0]);
   pthread_join(thread, NULL);
   expect("own_rounds", cells(own[0], 1000) + descriptors(&forth[0], &back[0]));
   expect("own_rounds", cells(own[1], 1000) + descriptors(&back[0], &forth[0]));

   work = (Work){ COUNT, 0, 0, 10 };
   thread = begin(&work);
   send(&forth[0]);
   count_up(10, &back[0], &forth[0]);
   wait_for(&forth[0]);
   pthread_join(thread, NULL);
   unsigned long here = descriptors(&forth[0], &back[0]), there = descriptors(&back[0], &forth[0]);
   unsigned long value = cells((void*)&counter, sizeof counter);
   expect_sizes("count_up", value + here, 10 * value + here);
   expect_sizes("count_up", value + there, 10 * value + there);

   check_kinds();

   handler_fills = own[0];
   signal(SIGUSR1, on_signal);
   sum_signal_sum(own[0], getpid(), gettid());
   expect("sum_signal_sum", cells(own[0], 500));
   return finish();
}
