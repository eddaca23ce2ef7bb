/*--------------------------------------------------------------------*/
/*--- Work that grows along one axis.                     curves.c ---*/
/*--------------------------------------------------------------------*/

/* curves AXIS SIZE BLOCKS

   Does the same kind of work for any SIZE, in equal rounds, as many as it takes to execute about BLOCKS basic
   blocks, but two at least:

      blocks     nothing has that size: the work is small calls over a table of 256 KB
      depth      so many activations are on the stack
      routines   so many different routines are called
      threads    so many threads do the work, each a part of each round
      memory     so many megabytes are read
      points     so many different arguments has the routine `point`, input sizes with --input-arg=point:1

   On stdout it writes a checksum. On stderr it writes one line: the number of rounds, and the processor time
   that the process had used, in microseconds, when main began, when the first round had ended, and when all
   had. The first round has to touch memory and translate code that the others find ready.

   Every block of a round is executed inside the routines `work` and `work_of_thread`, so that a report tells
   how many there were. */

#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NOINLINE __attribute__((noinline, noclone))

#define TABLE_LENGTH  65536   /* a power of two */

/* Smaller sizes are repeated within a round, so that what begins and ends a round does not matter. */
#define CALLS_PER_ROUND  100000

static uint32_t table[TABLE_LENGTH];

static void fail(const char* what)
{
   fprintf(stderr, "curves: %s\n", what);
   exit(1);
}

static void* allocate(size_t size)
{
   void* memory = malloc(size);
   if (memory == NULL)
      fail("not enough memory");
   return memory;
}

static unsigned long repetitions(unsigned long calls)
{
   return calls >= CALLS_PER_ROUND ? 1 : CALLS_PER_ROUND / calls;
}

/*--------------------------------------------------------------------*/
/*--- blocks: small calls over a table                             ---*/
/*--------------------------------------------------------------------*/

NOINLINE static uint32_t mix(uint32_t a, uint32_t b)
{
   return a * 0x9e3779b9u + (b ^ a >> 15) + 1;
}

/* Reads four neighbours, calls twice, writes one. */
NOINLINE static uint32_t visit(uint32_t* numbers, uint32_t mask, uint32_t at)
{
   uint32_t sum = 0;
   for (uint32_t i = 0; i < 4; i++)
      sum += numbers[(at + i) & mask];
   sum = mix(mix(sum, at), numbers[at & mask]);
   numbers[at & mask] = sum;
   return sum;
}

NOINLINE static uint32_t visit_many(uint32_t* numbers, uint32_t mask, uint32_t visits)
{
   uint32_t sum = 1;
   for (uint32_t i = 0; i < visits; i++)
      sum = visit(numbers, mask, sum >> 7);
   return sum;
}

#define BLOCKS_PER_VISIT  10

static uint32_t blocks_round(unsigned long size)
{
   (void)size;
   return visit_many(table, TABLE_LENGTH - 1, CALLS_PER_ROUND);
}

static unsigned long blocks_of_blocks(unsigned long size)
{
   (void)size;
   return CALLS_PER_ROUND * BLOCKS_PER_VISIT;
}

/*--------------------------------------------------------------------*/
/*--- depth: recursion over a list                                 ---*/
/*--------------------------------------------------------------------*/

typedef struct Node {
   struct Node* next;
   uint32_t     value;
   uint32_t     sum;
} Node;

static Node* nodes;

static void depth_prepare(unsigned long size)
{
   nodes = allocate(size * sizeof *nodes);
   for (unsigned long i = 0; i < size; i++)
      nodes[i] = (Node){ .next = i + 1 < size ? &nodes[i + 1] : NULL, .value = (uint32_t)i };
}

/* Reads what nobody on the stack has accessed but main, and what the caller has; after the return, what the
   callee has. */
NOINLINE static uint32_t descend(Node* node, const uint32_t* of_caller)
{
   uint32_t own[4] = { node->value, *of_caller, 3, 4 };
   uint32_t sum    = own[node->value & 3];
   if (node->next != NULL)
      sum += descend(node->next, &own[1]) ^ node->next->sum;
   node->sum = mix(sum, own[0]);
   return node->sum;
}

#define BLOCKS_PER_LEVEL  5

static uint32_t depth_round(unsigned long size)
{
   static const uint32_t first = 1;
   uint32_t              sum   = 0;
   for (unsigned long i = 0; i < repetitions(size); i++)
      sum += descend(nodes, &first);
   return sum;
}

static unsigned long depth_blocks(unsigned long size)
{
   return size * repetitions(size) * BLOCKS_PER_LEVEL;
}

/*--------------------------------------------------------------------*/
/*--- routines: each does the same                                 ---*/
/*--------------------------------------------------------------------*/

typedef unsigned Routine(const unsigned* numbers, unsigned count);

extern Routine* const      routines[];
extern const unsigned long routines_count;

#define NUMBERS_PER_CALL  8

static void routines_prepare(unsigned long size)
{
   if (size > routines_count)
      fail("there are not so many routines");
}

static uint32_t routines_round(unsigned long size)
{
   uint32_t sum = 0;
   for (unsigned long again = 0; again < repetitions(size); again++)
      for (unsigned long i = 0; i < size; i++)
         sum += routines[i](&table[i * NUMBERS_PER_CALL % TABLE_LENGTH], NUMBERS_PER_CALL);
   return sum;
}

static unsigned long routines_blocks(unsigned long size)
{
   return size * repetitions(size) * (NUMBERS_PER_CALL + 2);
}

/*--------------------------------------------------------------------*/
/*--- threads: a barrier at both ends of a round                   ---*/
/*--------------------------------------------------------------------*/

#define VISITS_PER_ROUND  400000
#define OWN_LENGTH        16384      /* 64 KB */
#define SHARED_LENGTH     (1 << 20)  /* 4 MB */
#define LINE_LENGTH       16         /* 64 bytes */

static uint32_t shared[SHARED_LENGTH];

static pthread_barrier_t barrier;
static unsigned long     thread_count;
static uint32_t*         of_thread;   /* by thread: its sum */

NOINLINE static void work_of_thread(uint32_t* own, uint32_t* sum)
{
   *sum = mix(*sum, shared[*sum % SHARED_LENGTH])
          + visit_many(own, OWN_LENGTH - 1, VISITS_PER_ROUND / (uint32_t)thread_count);
}

/* Each has read all that they share, as threads do that answer from one set of data. */
static void* run_thread(void* data)
{
   uint32_t* sum = data;
   uint32_t* own = calloc(OWN_LENGTH, sizeof *own);
   if (own == NULL)
      fail("not enough memory");
   for (uint32_t i = 0; i < SHARED_LENGTH; i += LINE_LENGTH)
      *sum += shared[i];
   for (;;) {
      pthread_barrier_wait(&barrier);
      work_of_thread(own, sum);
      pthread_barrier_wait(&barrier);
   }
   return NULL;
}

static void threads_prepare(unsigned long size)
{
   thread_count = size;
   of_thread    = calloc(size, sizeof *of_thread);
   if (of_thread == NULL || size > VISITS_PER_ROUND)
      fail("too many threads");
   for (uint32_t i = 0; i < SHARED_LENGTH; i++)
      shared[i] = i;
   pthread_barrier_init(&barrier, NULL, (unsigned)size + 1);
   for (unsigned long i = 0; i < size; i++) {
      pthread_t thread;
      if (pthread_create(&thread, NULL, run_thread, &of_thread[i]) != 0)
         fail("a thread cannot be created");
   }
}

static uint32_t threads_round(unsigned long size)
{
   pthread_barrier_wait(&barrier);
   pthread_barrier_wait(&barrier);
   uint32_t sum = 0;
   for (unsigned long i = 0; i < size; i++)
      sum = mix(sum, of_thread[i]);
   return sum;
}

static unsigned long threads_blocks(unsigned long size)
{
   (void)size;
   return (unsigned long)VISITS_PER_ROUND * BLOCKS_PER_VISIT;
}

/*--------------------------------------------------------------------*/
/*--- memory: pages in an order that no hardware foresees          ---*/
/*--------------------------------------------------------------------*/

#define PAGE        4096
#define LINE        64
#define PAGES_IN_MB (1024 * 1024 / PAGE)

static char* memory;

static void memory_prepare(unsigned long size)
{
   memory = allocate(size << 20);
   for (unsigned long at = 0; at < size << 20; at += LINE)
      *(uint32_t*)(memory + at) = (uint32_t)at;
}

NOINLINE static uint32_t read_page(const char* page)
{
   uint32_t sum = 0;
   for (unsigned at = 0; at < PAGE; at += LINE)
      sum += *(const uint32_t*)(page + at);
   return sum;
}

static unsigned long memory_repetitions(unsigned long size)
{
   return size * PAGES_IN_MB >= CALLS_PER_ROUND / 10 ? 1 : CALLS_PER_ROUND / 10 / (size * PAGES_IN_MB);
}

/* The number of pages is a power of two if that of megabytes is: then an odd factor gives all of them. */
static uint32_t memory_round(unsigned long size)
{
   unsigned long pages = size * PAGES_IN_MB;
   uint32_t      sum   = 0;
   for (unsigned long again = 0; again < memory_repetitions(size); again++)
      for (unsigned long i = 0; i < pages; i++)
         sum += read_page(memory + i * 0x9e3779b1UL % pages * PAGE);
   return sum;
}

static unsigned long memory_blocks(unsigned long size)
{
   return size * PAGES_IN_MB * memory_repetitions(size) * (PAGE / LINE + 2);
}

/*--------------------------------------------------------------------*/
/*--- points: arguments in an order that no table foresees         ---*/
/*--------------------------------------------------------------------*/

NOINLINE static uint32_t point(uint32_t argument)
{
   uint32_t sum = argument;
   for (uint32_t i = 0; i < 4; i++)
      sum += table[(argument + i) % TABLE_LENGTH];
   return sum;
}

/* A factor that has no common divisor with the size, for which powers of ten are usual, gives all
   arguments. */
static uint32_t points_round(unsigned long size)
{
   uint32_t sum = 0;
   for (unsigned long again = 0; again < repetitions(size); again++)
      for (unsigned long i = 0; i < size; i++)
         sum += point((uint32_t)(i * 6180339887UL % size));
   return sum;
}

static unsigned long points_blocks(unsigned long size)
{
   return size * repetitions(size) * 6;
}

/*--------------------------------------------------------------------*/
/*--- Rounds                                                       ---*/
/*--------------------------------------------------------------------*/

typedef struct {
   const char*   name;
   void          (*prepare)(unsigned long size);
   uint32_t      (*round)(unsigned long size);
   unsigned long (*blocks)(unsigned long size);   /* of a round, about */
} Axis;

static void nothing(unsigned long size)
{
   (void)size;
}

static const Axis axes[] = {
   { "blocks",   nothing,          blocks_round,   blocks_of_blocks },
   { "depth",    depth_prepare,    depth_round,    depth_blocks },
   { "routines", routines_prepare, routines_round, routines_blocks },
   { "threads",  threads_prepare,  threads_round,  threads_blocks },
   { "memory",   memory_prepare,   memory_round,   memory_blocks },
   { "points",   nothing,          points_round,   points_blocks },
};

static const Axis* find_axis(const char* name)
{
   for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
      if (strcmp(axes[i].name, name) == 0)
         return &axes[i];
   fail("there is no such axis");
   return NULL;
}

static long long microseconds_used(void)
{
   struct timespec used;
   clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
   return used.tv_sec * 1000000LL + used.tv_nsec / 1000;
}

NOINLINE static uint32_t work(const Axis* axis, unsigned long size)
{
   uint32_t sum = axis->round(size);
   __asm__ volatile("" : "+r"(sum));   /* no tail call: `work` is on the stack until the round has ended */
   return sum;
}

typedef struct {
   const Axis*   axis;
   unsigned long size;
   unsigned long rounds;
   long long     first_round_ended;
   uint32_t      sum;
} Job;

static void* run_rounds(void* data)
{
   Job* job = data;
   for (uint32_t i = 0; i < TABLE_LENGTH; i++)
      table[i] = mix(i, i);
   job->axis->prepare(job->size);
   for (unsigned long i = 0; i < job->rounds; i++) {
      job->sum = mix(job->sum, work(job->axis, job->size));
      if (i == 0)
         job->first_round_ended = microseconds_used();
   }
   return NULL;
}

/* A thread's stack may be as large as one asks for. */
#define STACK_PER_LEVEL  256
#define STACK_AT_LEAST   (1UL << 20)

static void run_on_large_stack(Job* job)
{
   pthread_attr_t attributes;
   pthread_t      thread;
   pthread_attr_init(&attributes);
   pthread_attr_setstacksize(&attributes, STACK_AT_LEAST + job->size * STACK_PER_LEVEL);
   if (pthread_create(&thread, &attributes, run_rounds, job) != 0)
      fail("a thread with so large a stack cannot be created");
   pthread_join(thread, NULL);
}

int main(int argc, char** argv)
{
   long long begun = microseconds_used();
   if (argc != 4)
      fail("usage: curves AXIS SIZE BLOCKS");
   Job job = { .axis = find_axis(argv[1]), .size = strtoul(argv[2], NULL, 10) };
   if (job.size == 0)
      fail("SIZE must be a positive number");
   job.rounds = strtoul(argv[3], NULL, 10) / job.axis->blocks(job.size);
   if (job.rounds < 2)
      job.rounds = 2;

   if (job.axis->prepare == depth_prepare)
      run_on_large_stack(&job);
   else
      run_rounds(&job);

   printf("%08x\n", job.sum);
   fprintf(stderr, "%lu %lld %lld %lld\n", job.rounds, begun, job.first_round_ended, microseconds_used());
   return 0;
}
