/* Copies of n bytes, in units of 1, 8 and 16 bytes and by string instructions (of x86), from each of 16 alignments to
   each of 16: the cells of the n source bytes, whatever the unit and the destination's alignment.  What is
   written is no input, not even where the copy then reads it back, and not where it shares a cell with bytes
   that nobody has written.

   move_up and spread copy within one array, to one byte above.  move_up goes from the end: it reads each byte
   before it writes it, so the cells of the n source bytes.  spread goes from the start: it reads byte 0 and
   then only what it has just written.  That is one cell at any resolution. */
// build: $(closed_form) -static
#include "../common/expect.h"

typedef int Int __attribute__((aligned(1), may_alias));
typedef long Word __attribute__((aligned(1), may_alias));

/* 16 bytes at any address. */
typedef long long Vector __attribute__((vector_size(16), aligned(1), may_alias));

static char source[512] OWN_PAGE;
static char target[512] OWN_PAGE;

ROUTINE void copy_bytes(char* restrict to, const char* restrict from, long n)
{
   for (long i = 0; i < n; i++)
      to[i] = from[i];
}

ROUTINE void copy_words(char* restrict to, const char* restrict from, long n)
{
   long i = 0;
   for (; i + 8 <= n; i += 8)
      *(Word*)(to + i) = *(const Word*)(from + i);
   for (; i < n; i++)
      to[i] = from[i];
}

ROUTINE void copy_vectors(char* restrict to, const char* restrict from, long n)
{
   long i = 0;
   for (; i + 16 <= n; i += 16)
      *(Vector*)(to + i) = *(const Vector*)(from + i);
   for (; i < n; i++)
      to[i] = from[i];
}

/* As C libraries do: the last unit overlaps the one before, which reads and writes some bytes twice. */
ROUTINE void copy_overlapping(char* restrict to, const char* restrict from, long n)
{
   for (long i = 0; i + 16 <= n; i += 16)
      *(Vector*)(to + i) = *(const Vector*)(from + i);
   if (n >= 16)
      *(Vector*)(to + n - 16) = *(const Vector*)(from + n - 16);
}

/* By a string instruction, where there are any. */
#if defined __x86_64__
#define COPY(instruction, unit)  __asm__ volatile(instruction : "+D"(to), "+S"(from), "+c"(n) : : "memory")
#else
#define COPY(instruction, unit)                                                         \
   for (long i = 0; i < n; i++) {                                                       \
      ((unit*)to)[i] = ((const unit*)from)[i];                                          \
      __asm__ volatile("" : : : "memory");                                              \
   }
#endif

ROUTINE void copy_movsb(char* to, const char* from, long n)
{
   COPY("rep movsb", char);
}

ROUTINE void copy_movsl(char* to, const char* from, long n)
{
   COPY("rep movsl", Int);
}

ROUTINE void copy_movsq(char* to, const char* from, long n)
{
   COPY("rep movsq", Word);
}

/* The copy belongs to copy_bytes and to this activation above it: what is summed here was first written. */
ROUTINE long copy_and_sum(char* to, const char* from, long n)
{
   long total = 0;
   copy_bytes(to, from, n);
   for (long i = 0; i < n; i++)
      total += to[i];
   return total;
}

ROUTINE void move_up(char* array, long n)
{
   for (long i = n - 1; i >= 0; i--)
      array[i + 1] = array[i];
}

ROUTINE void spread(volatile char* array, long n)
{
   for (long i = 0; i < n; i++)
      array[i + 1] = array[i];
}

int main(int argc, char** argv)
{
   start(argc, argv);
   static const int counts[] = { 0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 100 };
   for (unsigned c = 0; c < sizeof counts / sizeof counts[0]; c++) {
      long n = counts[c];
      for (int source_offset = 0; source_offset < 16; source_offset++) {
         char* from = source + source_offset;
         unsigned long whole = cells(from, n);
         for (int target_offset = 0; target_offset < 16; target_offset++) {
            char* to = target + target_offset;
            copy_bytes(to, from, n);
            copy_words(to, from, n);
            copy_vectors(to, from, n);
            copy_overlapping(to, from, n);
            copy_movsb(to, from, n);
            copy_movsl(to, from, n / 4);
            copy_movsq(to, from, n / 8);
            copy_and_sum(to, from, n);
         }
         expect_calls("copy_bytes", whole, 2 * 16);
         expect_calls("copy_words", whole, 16);
         expect_calls("copy_vectors", whole, 16);
         expect_calls("copy_overlapping", n >= 16 ? whole : 0, 16);
         expect_calls("copy_movsb", whole, 16);
         expect_calls("copy_movsl", cells(from, n / 4 * 4), 16);
         expect_calls("copy_movsq", cells(from, n / 8 * 8), 16);
         expect_calls("copy_and_sum", whole, 16);

         move_up(from, n);
         expect("move_up", whole);
         spread(from, n);
         expect("spread", n > 0);
      }
   }
   return finish();
}
