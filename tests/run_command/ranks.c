/* An MPI program: rank r squares an array of 10 (r + 1) numbers, as work.c does, and the first one prints the sum of
   all results. */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned __attribute__((noipa)) squares(const unsigned* numbers, unsigned n)
{
   unsigned sum = 0;
   for (unsigned i = 0; i < n; i++) {
      for (unsigned k = 0; k < n; k++) {
         sum += numbers[i] * numbers[k];
      }
   }
   return sum;
}

int main(int count, char** arguments)
{
   int rank;
   MPI_Init(&count, &arguments);
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   unsigned  n = 10 * ((unsigned)rank + 1);
   unsigned* numbers = malloc(n * sizeof *numbers);
   for (unsigned i = 0; i < n; i++) {
      numbers[i] = 1;
   }
   unsigned result = squares(numbers, n);
   unsigned sum = 0;
   MPI_Reduce(&result, &sum, 1, MPI_UNSIGNED, MPI_SUM, 0, MPI_COMM_WORLD);
   if (rank == 0) {
      printf("sum %u\n", sum);
   }
   free(numbers);
   MPI_Finalize();
   return 0;
}
