/* Sorting n ints.

   insertion_sort   takes element i (a read) before anything is written at i, and compares it with element
                    i-1, read before too: every element's first access is a read.  rms n at resolution 4 for
                    any n >= 2 and any order; 0 for n < 2, where the loop does not run.
   selection_sort   likewise n for n >= 2.
   merge_sort       an activation on n >= 2 elements reads all of them before it writes them back; the scratch
                    space is written first (0).  Of n = 1: 0.  So each activation has the cells of its
                    elements, and the sizes halve: one activation for each range that the recursion visits.
   merge            the last step of merge_sort: the same cells. */
// build: $(closed_form) -static
#include "../common/expect.h"

#define LARGEST 129

static int values[LARGEST + 4] OWN_PAGE;
static int scratch[LARGEST + 4] OWN_PAGE;

ROUTINE void insertion_sort(int* array, long n)
{
   for (long i = 1; i < n; i++) {
      int key = array[i];
      long j = i - 1;
      while (j >= 0 && array[j] > key) {
         array[j + 1] = array[j];
         j--;
      }
      array[j + 1] = key;
   }
}

ROUTINE void selection_sort(int* array, long n)
{
   for (long i = 0; i + 1 < n; i++) {
      long least = i;
      for (long j = i + 1; j < n; j++)
         if (array[j] < array[least])
            least = j;
      int value = array[least];
      array[least] = array[i];
      array[i] = value;
   }
}

ROUTINE void merge(int* array, long middle, long n, int* space)
{
   long left = 0, right = middle;
   for (long i = 0; i < n; i++)
      if (right >= n || (left < middle && array[left] <= array[right]))
         space[i] = array[left++];
      else
         space[i] = array[right++];
   for (long i = 0; i < n; i++)
      array[i] = space[i];
}

ROUTINE void merge_sort(int* array, long n, int* space)
{
   if (n < 2)
      return;
   merge_sort(array, n / 2, space);
   merge_sort(array + n / 2, n - n / 2, space);
   merge(array, n / 2, n, space);
}

static void expect_merge_sort(const int* array, long n)
{
   expect("merge_sort", n < 2 ? 0 : cells(array, 4ul * n));
   if (n < 2)
      return;
   expect("merge", cells(array, 4ul * n));
   expect_merge_sort(array, n / 2);
   expect_merge_sort(array + n / 2, n - n / 2);
}

static void fill(int* array, long n, int order)
{
   unsigned random = 12345;
   for (long i = 0; i < n; i++) {
      random = random * 1103515245u + 12345u;
      array[i] = order == 0 ? (int)(random >> 16) : order == 1 ? (int)i : (int)(n - i);
   }
}

static void require_sorted(const int* array, long n)
{
   for (long i = 1; i < n; i++)
      require(array[i - 1] <= array[i], "the array is not sorted");
}

int main(int argc, char** argv)
{
   start(argc, argv);
   static const int counts[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 30, 64, LARGEST };
   for (unsigned c = 0; c < sizeof counts / sizeof counts[0]; c++)
      for (int order = 0; order < 3; order++)
         for (int first = 0; first < 2; first++) {
            long n = counts[c];
            int* array = values + first;
            unsigned long whole = n < 2 ? 0 : cells(array, 4ul * n);

            fill(array, n, order);
            insertion_sort(array, n);
            expect("insertion_sort", whole);
            require_sorted(array, n);

            fill(array, n, order);
            selection_sort(array, n);
            expect("selection_sort", whole);
            require_sorted(array, n);

            fill(array, n, order);
            merge_sort(array, n, scratch);
            expect_merge_sort(array, n);
            require_sorted(array, n);
         }
   return finish();
}
