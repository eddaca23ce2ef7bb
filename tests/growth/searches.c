/* Searching. A search's input is what it looks at, not what it could have looked at: it takes a constant
   number of steps for each cell that it reads, so every search that never looks twice is linear in its rms.
   */

#include "workload.h"

#define LARGEST (1 << 18)

static int values[LARGEST];

/* linear_search: n
   Found at place k: k cells read, k steps. */
ROUTINE int linear_search(const int* array, int n, int key)
{
   for (int i = 0; i < n; i++) {
      if (array[i] == key) {
         return i;
      }
   }
   return -1;
}

static void run_linear_search(void)
{
   fill_ascending(values, 2000);
   for (int i = 0; i < 300; i++) {
      sink = linear_search(values, 2000, (int)random_below(2000));
   }
}

/* binary_search: n
   log m of m cells are read, in log m steps. */
ROUTINE int binary_search(const int* array, int n, int key)
{
   int low = 0, high = n - 1;
   while (low <= high) {
      int middle = low + (high - low) / 2;
      if (array[middle] == key) {
         return middle;
      } else if (array[middle] < key) {
         low = middle + 1;
      } else {
         high = middle - 1;
      }
   }
   return -1;
}

static void run_binary_search(void)
{
   fill_ascending(values, LARGEST);
   for (int n = 1; n <= LARGEST; n *= 2) {
      for (int i = 0; i < 50; i++) {
         sink = binary_search(values, n, (int)random_below((uint32_t)n));
      }
   }
}

/* find_maximum: n
   One pass. */
ROUTINE int find_maximum(const int* array, int n)
{
   int largest = array[0];
   for (int i = 1; i < n; i++) {
      if (array[i] > largest) {
         largest = array[i];
      }
   }
   return largest;
}

static void run_find_maximum(void)
{
   fill_random(values, 100000, 1 << 30);
   for (int n = 4; n < 100000; n *= 2) {
      sink = find_maximum(values, n);
   }
}

/* find_duplicate: worst n^2, mean n^2, best n^2
   All pairs, as there is none: n²/2. */
ROUTINE int find_duplicate(const int* array, int n)
{
   for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
         if (array[i] == array[j]) {
            return i;
         }
      }
   }
   return -1;
}

static void run_find_duplicate(void)
{
   fill_ascending(values, 1000);
   for (int n = 10; n < 1000; n = next_size(n, 60)) {
      sink = find_duplicate(values, n);
   }
}

/* three_sum: n^3
   All triples, as none has the sum: n³/6. */
ROUTINE int three_sum(const int* array, int n, int sum)
{
   for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
         for (int k = j + 1; k < n; k++) {
            if (array[i] + array[j] + array[k] == sum) {
               return i;
            }
         }
      }
   }
   return -1;
}

static void run_three_sum(void)
{
   fill_random(values, 200, 1 << 20);
   for (int n = 4; n < 150; n = next_size(n, 25)) {
      sink = three_sum(values, n, -1);
   }
}

void run_searches(void)
{
   run_linear_search();
   run_binary_search();
   run_find_maximum();
   run_find_duplicate();
   run_three_sum();
}
