/* Matrices of m x m ints, each matrix with cells of its own.

   multiply             reads all of A and B and only writes C: the cells of 2 m^2 ints (2 m^2 at resolution
                        4), although it reads 2 m^3 times
   multiply_add         reads each element of C before it writes it: 3 m^2
   transpose            reads and writes each element off the diagonal; the diagonal is never touched: m^2 - m
                        at resolution 4; at 16 a cell of the diagonal counts if it holds another element too
   trace                reads the diagonal: m */
// build: $(closed_form) -static
#include "../common/expect.h"

#define LARGEST 20

static int a[LARGEST * LARGEST] OWN_PAGE;
static int b[LARGEST * LARGEST] OWN_PAGE;
static int c[LARGEST * LARGEST] OWN_PAGE;

ROUTINE void multiply(int* restrict to, const int* left, const int* right, long m)
{
   for (long i = 0; i < m; i++)
      for (long j = 0; j < m; j++) {
         int total = 0;
         for (long k = 0; k < m; k++)
            total += left[i * m + k] * right[k * m + j];
         to[i * m + j] = total;
      }
}

ROUTINE void multiply_add(int* restrict to, const int* left, const int* right, long m)
{
   for (long i = 0; i < m; i++)
      for (long j = 0; j < m; j++) {
         int total = to[i * m + j];
         for (long k = 0; k < m; k++)
            total += left[i * m + k] * right[k * m + j];
         to[i * m + j] = total;
      }
}

ROUTINE void transpose(int* matrix, long m)
{
   for (long i = 0; i < m; i++)
      for (long j = i + 1; j < m; j++) {
         int upper = matrix[i * m + j];
         matrix[i * m + j] = matrix[j * m + i];
         matrix[j * m + i] = upper;
      }
}

ROUTINE int trace(const int* matrix, long m)
{
   int total = 0;
   for (long i = 0; i < m; i++)
      total += matrix[i * m + i];
   return total;
}

static unsigned long off_diagonal(long m)
{
   model_begin();
   for (long i = 0; i < m; i++)
      for (long j = 0; j < m; j++)
         if (i != j)
            model_read(&a[i * m + j], 4);
   require(resolution != 4 || model_rms() == (unsigned long)(m * m - m), "transpose is m^2 - m");
   return model_rms();
}

static unsigned long diagonal(long m)
{
   model_begin();
   for (long i = 0; i < m; i++)
      model_read(&a[i * m + i], 4);
   require(resolution != 4 || model_rms() == (unsigned long)m, "trace is m");
   return model_rms();
}

int main(int argc, char** argv)
{
   start(argc, argv);
   for (long m = 0; m <= LARGEST; m++) {
      unsigned long one = cells(a, 4ul * m * m);
      multiply(c, a, b, m);
      expect("multiply", 2 * one);
      multiply(c, a, a, m);
      expect("multiply", one);
      multiply_add(c, a, b, m);
      expect("multiply_add", 3 * one);
      transpose(a, m);
      expect("transpose", off_diagonal(m));
      trace(a, m);
      expect("trace", diagonal(m));
   }
   return finish();
}
