/* Sums over arrays.  A sum reads each element once and writes no memory, so its rms is the number of cells
   that the elements overlap: n for n ints at resolution 4, n for n bytes at resolution 1, 2n for n longs at
   4.  With a stride of s ints the elements stand 4s bytes apart: if that is a cell or more, each has cells of
   its own; if less, n of them reach over the cells of (n - 1) 4s bytes, with one more for the last. */
// build: $(closed_form) -static
#include "../common/expect.h"

#define LARGEST 4096

static int values[LARGEST + 16] OWN_PAGE;

ROUTINE int sum(const int* from, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += from[i];
   return total;
}

ROUTINE int sum_backwards(const int* from, int count)
{
   int total = 0;
   for (int i = count - 1; i >= 0; i--)
      total += from[i];
   return total;
}

ROUTINE int sum_twice(const int* from, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += from[i];
   __asm__ volatile("" ::: "memory");
   for (int i = 0; i < count; i++)
      total ^= from[i];
   return total;
}

ROUTINE int sum_bytes(const unsigned char* from, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += from[i];
   return total;
}

ROUTINE int sum_shorts(const unsigned short* from, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += from[i];
   return total;
}

ROUTINE long sum_longs(const long* from, int count)
{
   long total = 0;
   for (int i = 0; i < count; i++)
      total += from[i];
   return total;
}

ROUTINE int sum_stride(const int* from, int count, long stride)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += from[i * stride];
   return total;
}

static const int counts[] = {
   0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 100, 500, 1000, LARGEST
};

int main(int argc, char** argv)
{
   start(argc, argv);
   for (unsigned c = 0; c < sizeof counts / sizeof counts[0]; c++) {
      int n = counts[c];
      for (int first = 0; first < 4; first++) {
         sum(values + first, n);
         expect("sum", cells(values + first, 4ul * n));
         require(resolution != 4 || cells(values + first, 4ul * n) == (unsigned long)n, "sum of n ints is n");
      }
      sum_backwards(values, n);
      expect("sum_backwards", cells(values, 4ul * n));
      sum_twice(values, n);
      expect("sum_twice", cells(values, 4ul * n));

      for (int offset = 0; offset < 16; offset++) {
         const unsigned char* bytes = (unsigned char*)values + offset;
         sum_bytes(bytes, n);
         expect("sum_bytes", cells(bytes, n));
         sum_shorts((unsigned short*)bytes, n);
         expect("sum_shorts", cells(bytes, 2ul * n));
      }
      sum_longs((long*)values, n / 2);
      expect("sum_longs", cells(values, n / 2 * 8ul));
   }
   for (int n = 1; n <= 64; n++)
      for (int stride = 1; stride <= 8; stride++) {
         sum_stride(values, n, stride);
         unsigned long distance = 4 * stride;
         expect("sum_stride", resolution < 4 ? n * (4 / resolution)
                              : distance >= resolution ? (unsigned long)n
                              : (n - 1) * distance / resolution + 1);
      }
   return finish();
}
