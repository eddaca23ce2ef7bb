/* Sorting n ints: every element is read before anything is written in its place, so the rms is n. */

#include "workload.h"

#define LARGEST 4096

static int values[LARGEST];
static int scratch[LARGEST];

/* insertion_sort: worst n^2, mean n^2, best n
   An element moves past all larger ones before it: none if the input is sorted, n²/2 moves if it is sorted
   downwards, n²/4 on average if it is random. The three in equal parts: n²/4 on average. */
ROUTINE void insertion_sort(int* array, int n)
{
   for (int i = 1; i < n; i++) {
      int key = array[i];
      int j = i - 1;
      while (j >= 0 && array[j] > key) {
         array[j + 1] = array[j];
         j--;
      }
      array[j + 1] = key;
   }
}

static void run_insertion_sort(void)
{
   for (int n = 6; n < 700; n = next_size(n, 15)) {
      fill_ascending(values, n);
      insertion_sort(values, n);
      fill_random(values, n, 1 << 20);
      insertion_sort(values, n);
      fill_descending(values, n);
      insertion_sort(values, n);
   }
}

/* selection_sort: n^2
   n - i comparisons to find element i, whatever the order: n²/2. */
ROUTINE void selection_sort(int* array, int n)
{
   for (int i = 0; i + 1 < n; i++) {
      int least = i;
      for (int j = i + 1; j < n; j++) {
         if (array[j] < array[least]) {
            least = j;
         }
      }
      int value = array[least];
      array[least] = array[i];
      array[i] = value;
   }
}

static void run_selection_sort(void)
{
   for (int n = 4; n < 500; n = next_size(n, 20)) {
      fill_random(values, n, 1 << 20);
      selection_sort(values, n);
   }
}

/* bubble_sort: worst n^2, mean n^2, best n
   Passes over the array until one finds nothing to swap: one pass if it is sorted, else about n. */
ROUTINE void bubble_sort(int* array, int n)
{
   int swapped = 1;
   while (swapped) {
      swapped = 0;
      for (int i = 0; i + 1 < n; i++) {
         if (array[i] > array[i + 1]) {
            int value = array[i];
            array[i] = array[i + 1];
            array[i + 1] = value;
            swapped = 1;
         }
      }
   }
}

static void run_bubble_sort(void)
{
   for (int n = 8; n < 400; n = next_size(n, 20)) {
      fill_ascending(values, n);
      bubble_sort(values, n);
      fill_random(values, n, 1 << 20);
      bubble_sort(values, n);
      fill_random(values, n, 1 << 20);
      bubble_sort(values, n);
   }
}

/* merge_sort: n log n
   log n levels of halves, each of which is read and written once: whatever the order, between n/2 log n and n
   log n comparisons. The scratch space is written before it is read. */
ROUTINE void merge_sort(int* array, int n, int* space)
{
   if (n < 2) {
      return;
   }
   int middle = n / 2, left = 0, right = middle;
   merge_sort(array, middle, space);
   merge_sort(array + middle, n - middle, space);
   for (int i = 0; i < n; i++) {
      if (right >= n || (left < middle && array[left] <= array[right])) {
         space[i] = array[left++];
      } else {
         space[i] = array[right++];
      }
   }
   for (int i = 0; i < n; i++) {
      array[i] = space[i];
   }
}

static void run_merge_sort(void)
{
   for (int n = 10; n <= LARGEST; n = next_size(n, 40)) {
      fill_random(values, n, 1 << 20);
      merge_sort(values, n, scratch);
   }
}

ROUTINE void sift_down(int* heap, int n, int i)
{
   int key = heap[i];
   for (int child; (child = 2 * i + 1) < n; i = child) {
      if (child + 1 < n && heap[child + 1] > heap[child]) {
         child++;
      }
      if (heap[child] <= key) {
         break;
      }
      heap[i] = heap[child];
   }
   heap[i] = key;
}

/* heap_sort: n log n
   Each of n elements is taken from the top, and its successor sinks by nearly log n levels. */
ROUTINE void heap_sort(int* array, int n)
{
   for (int i = n / 2 - 1; i >= 0; i--) {
      sift_down(array, n, i);
   }
   for (int last = n - 1; last > 0; last--) {
      int value = array[0];
      array[0] = array[last];
      array[last] = value;
      sift_down(array, last, 0);
   }
}

static void run_heap_sort(void)
{
   for (int n = 10; n <= LARGEST; n = next_size(n, 25)) {
      fill_random(values, n, 1 << 20);
      heap_sort(values, n);
   }
}

/* Lomuto's partition by the first element; returns its place. */
static int partition(int* array, int low, int high)
{
   int pivot = array[low], last = low;
   for (int i = low + 1; i <= high; i++) {
      if (array[i] < pivot) {
         int value = array[++last];
         array[last] = array[i];
         array[i] = value;
      }
   }
   array[low] = array[last];
   array[last] = pivot;
   return last;
}

/* quick_sort: worst n^2, mean n log n, best n log n
   The pivot is the first element: on a sorted array every part but one is empty, n²/2 comparisons; on a
   random one 1.39 n log n. For each size there are n random inputs and one sorted one, which adds n/2 to the
   mean. The stack of parts is written before it is read. */
ROUTINE void quick_sort(int* array, int n)
{
   int stack[2 * LARGEST], top = 0;
   stack[top++] = 0;
   stack[top++] = n - 1;
   while (top > 0) {
      int high = stack[--top], low = stack[--top];
      if (low < high) {
         int middle = partition(array, low, high);
         stack[top++] = low;
         stack[top++] = middle - 1;
         stack[top++] = middle + 1;
         stack[top++] = high;
      }
   }
}

static void run_quick_sort(void)
{
   for (int n = 6; n < 300; n = next_size(n, 20)) {
      for (int i = 0; i < n; i++) {
         fill_random(values, n, 1 << 20);
         quick_sort(values, n);
      }
      fill_ascending(values, n);
      quick_sort(values, n);
   }
}

/* quick_select: worst n^2, mean n, best n
   Of the parts only one is looked at again: n + n/2 + n/4 + ... on average; on a sorted array, looking for
   the last element, n²/2. For each size there are n random inputs and one sorted one. */
ROUTINE int quick_select(int* array, int n, int wanted)
{
   int low = 0, high = n - 1;
   while (low < high) {
      int middle = partition(array, low, high);
      if (middle == wanted) {
         break;
      } else if (middle < wanted) {
         low = middle + 1;
      } else {
         high = middle - 1;
      }
   }
   return array[wanted];
}

static void run_quick_select(void)
{
   for (int n = 8; n < 500; n = next_size(n, 20)) {
      for (int i = 0; i < n; i++) {
         fill_random(values, n, 1 << 20);
         sink = quick_select(values, n, n / 2);
      }
      fill_ascending(values, n);
      sink = quick_select(values, n, n - 1);
   }
}

/* radix_sort: n
   Four passes, each over n elements and 256 counters, which are written before they are read. */
ROUTINE void radix_sort(int* array, int n, int* space)
{
   for (int shift = 0; shift < 32; shift += 8) {
      int begin[257] = { 0 };
      for (int i = 0; i < n; i++) {
         begin[(((unsigned)array[i] >> shift) & 255) + 1]++;
      }
      for (int digit = 0; digit < 256; digit++) {
         begin[digit + 1] += begin[digit];
      }
      for (int i = 0; i < n; i++) {
         space[begin[((unsigned)array[i] >> shift) & 255]++] = array[i];
      }
      for (int i = 0; i < n; i++) {
         array[i] = space[i];
      }
   }
}

static void run_radix_sort(void)
{
   for (int n = 10; n <= LARGEST; n = next_size(n, 30)) {
      fill_random(values, n, 1 << 30);
      radix_sort(values, n, scratch);
   }
}

void run_sorts(void)
{
   run_insertion_sort();
   run_selection_sort();
   run_bubble_sort();
   run_merge_sort();
   run_heap_sort();
   run_quick_sort();
   run_quick_select();
   run_radix_sort();
}
