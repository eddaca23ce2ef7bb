/* Routines that begin with a repeated string instruction of x86, which is a loop by itself: n iterations are one
   activation, and cost one block for each 64 bytes. */
// build -O2 (amd64): $(calls) $(O2)
#include "calls.h"

static int values[256] OWN_PAGE;
static int copy[256] OWN_PAGE;

typedef void Loop(const volatile int* from, long count, void* argument);
Loop call_repeat, call_scan;

/* From rsi to rdi, rcx ints; and until an int at rdi is not eax. */
ASSEMBLY(repeat,           "rep movsl; ret", "", "")
ASSEMBLY(scan,             "repe scasl; ret", "", "")
ASSEMBLY(call_repeat,      "mov %rsi, %rcx; mov %rdi, %rsi; mov %rdx, %rdi; call repeat; ret", "", "")
ASSEMBLY(call_scan,        "mov %rsi, %rcx; xor %eax, %eax; call scan; ret", "", "")

/* What the instruction reads in a block: 64 bytes. */
#define INTS_OF_BLOCK 16

/* `loop` calls the routine. */
static void run(const char* routine, Loop* loop, void* argument)
{
   unsigned long blocks = 0;
   for (long count = 2; count <= 200; count += 13) {
      loop(values, count, argument);
      expect(routine, count);
      blocks += (count + INTS_OF_BLOCK - 1) / INTS_OF_BLOCK + 1;
   }
   expect_line("cost %s.self = %lu", routine, blocks);
   expect_line("cost %s.sum = %lu", routine, blocks);
   expect_line("cost %s.real = %lu", routine, blocks);
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   run("repeat", call_repeat, copy);
   run("scan", call_scan, NULL);
   return end();
}
