/* Sizes of a complexity test that grow by themselves (APROF_NEXT_SIZE).  Each is the double of the one
   before, so that tables and vectors which double are equally full each time.  They end before one would
   take more work than ENOUGH, with making and dropping the input, or be beyond LAST_SIZE.  If there are few,
   some are added between the largest ones.

   Work is counted, and no time is measured, so sizes are the same in each run, and on a busy machine.  It is
   what Valgrind counts to switch threads: blocks that are reached by a jump back or over a register, each
   iteration of a repeated string instruction among them; and so many more for a system call. */

#include "requests/requests.h"

#define FIRST_SIZE   5
#define LAST_SIZE    327680
#define MOST_SIZES   17           /* from the first to the last */
#define FEW_SIZES    7            /* fewer are few */
#define ENOUGH       15000000ULL
#define SYSTEM_CALL  1000         /* blocks that take as long, about */

static ULong work;   /* of the process so far */

static struct {
   UWord largest;
   UInt  count;
   UInt  between;               /* so many of them are no doubles */
   ULong begun;                 /* work before the present size */
   ULong work_of[MOST_SIZES];   /* of the doubles */
} test;

void sizes_blocks_run(ULong blocks)
{
   static ULong before;
   work += blocks - before;
   before = blocks;
}

void sizes_before_system_call(void)
{
   work += SYSTEM_CALL;
}

/* Whether the next double takes too much work.  What has grown faster than a power of the size, as 2^n,
   will grow by the square of what it has grown by. */
static Bool next_is_too_much(void)
{
   if (test.count < 2) {
      return test.count > 0 && test.work_of[0] > ENOUGH;
   }
   const ULong* last = &test.work_of[test.count - 1];
   double step   = (double)last[0] - (double)last[-1];
   double before = (double)last[-1] - (test.count > 2 ? (double)last[-2] : 0);
   double times  = before > 0 && step > 2 * before ? step / before : 2;
   return (double)last[0] + (step > 0 ? step * (times > 16 ? times * times : times) : 0) > (double)ENOUGH;
}

static UWord next_size(void)
{
   static const UInt eighths[] = { 6, 7, 5, 3 };
   if (test.between == 0 && test.count < MOST_SIZES && 2 * test.largest <= LAST_SIZE && !next_is_too_much()) {
      return test.largest * 2;
   }
   return test.count > 1 && test.count < FEW_SIZES && test.between < sizeof eighths / sizeof *eighths
      ? test.largest * eighths[test.between++] / 8 : 0;
}

UWord sizes_next(UWord measured)
{
   UWord next = FIRST_SIZE;
   if (measured == 0) {
      VG_(memset)(&test, 0, sizeof test);
   } else {
      if (test.between == 0 && test.count < MOST_SIZES) {
         test.largest = measured;
         test.work_of[test.count] = work - test.begun;
      }
      test.count++;
      next = next_size();
   }
   test.begun = work;
   return next;
}
