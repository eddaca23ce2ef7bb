/* Workloads that were written after the method was fixed, and to which it was not fitted: what is right of
   these is what to expect of programs that nobody has seen. Written as workload.h says, in no order of
   topics. */
// build: $(closed_form)
#include "workload.h"

volatile long sink;

#define LARGEST 20000

static int   values[LARGEST];
static int   others[LARGEST];
static int   results[LARGEST];
static float reals[LARGEST];
static float more_reals[LARGEST];
static char  text[LARGEST + 1];

/*------------------------------------------------------------------*/
/*--- Sorting                                                    ---*/
/*------------------------------------------------------------------*/

/* shaker_sort: worst n^2, mean n^2, best n
   Bubbles up and down until nothing is swapped: one pass if sorted, n²/2 comparisons if sorted downwards. */
ROUTINE void shaker_sort(int* array, int n)
{
   int low = 0, high = n - 1, swapped = 1;
   while (swapped) {
      swapped = 0;
      for (int i = low; i < high; i++) {
         if (array[i] > array[i + 1]) {
            int value = array[i];
            array[i] = array[i + 1];
            array[i + 1] = value;
            swapped = 1;
         }
      }
      high--;
      for (int i = high; i > low; i--) {
         if (array[i - 1] > array[i]) {
            int value = array[i];
            array[i] = array[i - 1];
            array[i - 1] = value;
            swapped = 1;
         }
      }
      low++;
   }
}

static void run_shaker_sort(void)
{
   for (int n = 9; n < 500; n = next_size(n, 17)) {
      fill_ascending(values, n);
      shaker_sort(values, n);
      fill_descending(values, n);
      shaker_sort(values, n);
   }
}

/* counting_sort: n
   Values below 1,000: counters for these, then passes over counters and values. */
ROUTINE void counting_sort(const int* from, int* to, int n)
{
   int begin[1001] = { 0 };
   for (int i = 0; i < n; i++) {
      begin[from[i] + 1]++;
   }
   for (int i = 0; i < 1000; i++) {
      begin[i + 1] += begin[i];
   }
   for (int i = 0; i < n; i++) {
      to[begin[from[i]]++] = from[i];
   }
}

static void run_counting_sort(void)
{
   for (int n = 20; n < LARGEST; n = next_size(n, 28)) {
      fill_random(values, n, 1000);
      counting_sort(values, results, n);
   }
}

/* hybrid_sort: n log n
   Merges halves, down to 16 elements, which are sorted by insertion: n/16 times 64 moves, and log (n/16)
   levels. */
ROUTINE void hybrid_sort(int* array, int n, int* space)
{
   if (n <= 16) {
      for (int i = 1; i < n; i++) {
         int key = array[i], j = i - 1;
         for (; j >= 0 && array[j] > key; j--) {
            array[j + 1] = array[j];
         }
         array[j + 1] = key;
      }
      return;
   }
   int middle = n / 2, left = 0, right = middle;
   hybrid_sort(array, middle, space);
   hybrid_sort(array + middle, n - middle, space);
   for (int i = 0; i < n; i++) {
      space[i] = right >= n || (left < middle && array[left] <= array[right]) ? array[left++] : array[right++];
   }
   for (int i = 0; i < n; i++) {
      array[i] = space[i];
   }
}

static void run_hybrid_sort(void)
{
   for (int n = 30; n < LARGEST; n = next_size(n, 60)) {
      fill_random(values, n, 1 << 25);
      hybrid_sort(values, n, results);
   }
}

/* is_sorted: n
   Stops at the first pair in the wrong order: what it has read, it has compared. */
ROUTINE int is_sorted(const int* array, int n)
{
   for (int i = 1; i < n; i++) {
      if (array[i] < array[i - 1]) {
         return 0;
      }
   }
   return 1;
}

static void run_is_sorted(void)
{
   fill_ascending(values, 3000);
   for (int i = 0; i < 150; i++) {
      int place = 1 + (int)random_below(2900), value = values[place];
      values[place] = -1;
      sink = is_sorted(values, 3000);
      values[place] = value;
   }
}

/*------------------------------------------------------------------*/
/*--- Sets and queues                                            ---*/
/*------------------------------------------------------------------*/

/* unique_naive: n^2
   Each value is looked for among the distinct ones found so far, which are all: n²/2. */
ROUTINE int unique_naive(const int* from, int* found, int n)
{
   int count = 0;
   for (int i = 0; i < n; i++) {
      int k = 0;
      while (k < count && found[k] != from[i]) {
         k++;
      }
      if (k == count) {
         found[count++] = from[i];
      }
   }
   return count;
}

/* unique_few: n
   The same, but there are at most eight distinct values. */
ROUTINE int unique_few(const int* from, int* found, int n)
{
   int count = 0;
   for (int i = 0; i < n; i++) {
      int k = 0;
      while (k < count && found[k] != from[i]) {
         k++;
      }
      if (k == count) {
         found[count++] = from[i];
      }
   }
   return count;
}

static void run_unique(void)
{
   for (int n = 12; n < 6000; n = next_size(n, 33)) {
      fill_random(values, n, 8);
      sink = unique_few(values, results, n);
      if (n < 900) {
         fill_ascending(values, n);
         sink = unique_naive(values, results, n);
      }
   }
}

/* merge_intersection: n
   Two sorted sequences, one step ahead in either. */
ROUTINE int merge_intersection(const int* a, const int* b, int n)
{
   int i = 0, k = 0, common = 0;
   while (i < n && k < n) {
      if (a[i] < b[k]) {
         i++;
      } else if (a[i] > b[k]) {
         k++;
      } else {
         common++;
         i++;
         k++;
      }
   }
   return common;
}

/* nested_intersection: n^2
   Each of n/2 against all of n/2. */
ROUTINE int nested_intersection(const int* a, const int* b, int n)
{
   int common = 0;
   for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
         common += a[i] == b[k];
      }
   }
   return common;
}

static void run_intersections(void)
{
   for (int n = 6; n < 5000; n = next_size(n, 40)) {
      for (int i = 0; i < n; i++) {
         values[i] = 2 * i + (int)random_below(2);
         others[i] = 2 * i + (int)random_below(2);
      }
      sink = merge_intersection(values, others, n);
      if (n < 500) {
         sink = nested_intersection(values, others, n);
      }
   }
}

/* priority_queue_sorted_list: n^2
   Each value is put into a sorted array by moving those behind it: n²/4 for random ones. */
ROUTINE long priority_queue_sorted_list(const int* from, int* queue, int n)
{
   int used = 0;
   for (int i = 0; i < n; i++) {
      int place = used++;
      for (; place > 0 && queue[place - 1] > from[i]; place--) {
         queue[place] = queue[place - 1];
      }
      queue[place] = from[i];
   }
   return queue[0];
}

/* priority_queue_heap: n log n
   n values into a heap and out again: in, a constant number of steps on average; out, log n. */
ROUTINE long priority_queue_heap(const int* from, int* heap, int n)
{
   long sum = 0;
   int  used = 0;
   for (int i = 0; i < n; i++) {
      int place = used++;
      for (; place > 0 && heap[(place - 1) / 2] > from[i]; place = (place - 1) / 2) {
         heap[place] = heap[(place - 1) / 2];
      }
      heap[place] = from[i];
   }
   while (used > 0) {
      sum += heap[0];
      int last = heap[--used], place = 0;
      for (int child; (child = 2 * place + 1) < used; place = child) {
         child += child + 1 < used && heap[child + 1] < heap[child];
         if (heap[child] >= last) {
            break;
         }
         heap[place] = heap[child];
      }
      heap[place] = last;
   }
   return sum;
}

static void run_queues(void)
{
   for (int n = 8; n < 8000; n = next_size(n, 35)) {
      fill_random(values, n, 1 << 28);
      sink = priority_queue_heap(values, results, n);
      if (n < 700) {
         sink = priority_queue_sorted_list(values, results, n);
      }
   }
}

/* find_root: n
   A union-find forest without compression: the path to the root is read once. */
ROUTINE int find_root(const int* parent, int node)
{
   while (parent[node] != node) {
      node = parent[node];
   }
   return node;
}

static void run_find_root(void)
{
   for (int i = 0; i < 2000; i++) {
      values[i] = i == 0 ? 0 : i - 1;
   }
   for (int i = 0; i < 100; i++) {
      sink = find_root(values, (int)random_below(2000));
   }
}

/*------------------------------------------------------------------*/
/*--- Numbers and matrices                                       ---*/
/*------------------------------------------------------------------*/

/* polynomial_product: n^2
   n/2 coefficients times n/2. */
ROUTINE void polynomial_product(const int* a, const int* b, int* product, int n)
{
   for (int i = 0; i < 2 * n; i++) {
      product[i] = 0;
   }
   for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
         product[i + k] += a[i] * b[k];
      }
   }
}

/* horner: n
   One step for each coefficient. */
ROUTINE int horner(const int* coefficient, int n, int x)
{
   int value = 0;
   for (int i = 0; i < n; i++) {
      value = value * x + coefficient[i];
   }
   return value;
}

/* long_addition: n
   Digit by digit. */
ROUTINE int long_addition(const int* a, const int* b, int* sum, int n)
{
   int carry = 0;
   for (int i = 0; i < n; i++) {
      int digit = a[i] + b[i] + carry;
      carry = digit > 9;
      sum[i] = carry ? digit - 10 : digit;
   }
   return carry;
}

static void run_polynomials(void)
{
   for (int n = 4; n < 9000; n = next_size(n, 30)) {
      fill_random(values, n, 10);
      fill_random(others, n, 10);
      sink = horner(values, n, 3);
      sink = long_addition(values, others, results, n);
      if (n < 400) {
         polynomial_product(values, others, results, n);
      }
   }
}

/* fourier: n log n
   The discrete Fourier transform by halves (only sums and differences, as the factors do not matter here):
   log n levels of n steps. */
ROUTINE void fourier(float* real, int n, float* space)
{
   if (n == 1) {
      return;
   }
   int half = n / 2;
   for (int i = 0; i < half; i++) {
      space[i] = real[2 * i];
      space[half + i] = real[2 * i + 1];
   }
   for (int i = 0; i < n; i++) {
      real[i] = space[i];
   }
   fourier(real, half, space);
   fourier(real + half, half, space);
   for (int i = 0; i < half; i++) {
      float sum = real[i] + real[half + i], difference = real[i] - real[half + i];
      real[i] = sum;
      real[half + i] = difference;
   }
}

static void run_fourier(void)
{
   for (int i = 0; i < 8192; i++) {
      reals[i] = (float)random_below(100);
   }
   fourier(reals, 8192, more_reals);
}

/* forces: n^2
   All pairs of n/2 bodies of two coordinates. */
ROUTINE float forces(const float* x, const float* y, int bodies)
{
   float sum = 0;
   for (int i = 0; i < bodies; i++) {
      for (int k = i + 1; k < bodies; k++) {
         float dx = x[i] - x[k], dy = y[i] - y[k];
         sum += dx * dx + dy * dy;
      }
   }
   return sum;
}

static void run_forces(void)
{
   for (int bodies = 5; bodies < 600; bodies = next_size(bodies, 28)) {
      sink = (long)forces(reals, more_reals, bodies);
   }
}

/* matrix_square: n^1.5
   One matrix of m² cells, m³ steps. */
ROUTINE void matrix_square(const float* matrix, float* square, int m)
{
   for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
         float sum = 0;
         for (int k = 0; k < m; k++) {
            sum += matrix[i * m + k] * matrix[k * m + j];
         }
         square[i * m + j] = sum;
      }
   }
}

/* gauss_solve: n^1.5
   m² + m cells; m³/3 steps to a triangle, m²/2 back. */
ROUTINE void gauss_solve(float* matrix, float* right, int m)
{
   for (int k = 0; k < m; k++) {
      for (int i = k + 1; i < m; i++) {
         float factor = matrix[i * m + k] / matrix[k * m + k];
         for (int j = k; j < m; j++) {
            matrix[i * m + j] -= factor * matrix[k * m + j];
         }
         right[i] -= factor * right[k];
      }
   }
   for (int i = m - 1; i >= 0; i--) {
      for (int j = i + 1; j < m; j++) {
         right[i] -= matrix[i * m + j] * right[j];
      }
      right[i] /= matrix[i * m + i];
   }
}

/* row_sums: n
   Each cell once. */
ROUTINE void row_sums(const float* matrix, float* sums, int m)
{
   for (int i = 0; i < m; i++) {
      sums[i] = 0;
      for (int j = 0; j < m; j++) {
         sums[i] += matrix[i * m + j];
      }
   }
}

/* blur: n
   Nine neighbours for each of m² cells. */
ROUTINE void blur(const float* picture, float* blurred, int m)
{
   for (int i = 1; i + 1 < m; i++) {
      for (int j = 1; j + 1 < m; j++) {
         float sum = 0;
         for (int k = -1; k <= 1; k++) {
            for (int l = -1; l <= 1; l++) {
               sum += picture[(i + k) * m + j + l];
            }
         }
         blurred[i * m + j] = sum / 9;
      }
   }
}

static void run_matrices(void)
{
   for (int m = 3; m < 70; m = next_size(m, 10)) {
      for (int i = 0; i < m * m; i++) {
         reals[i] = 1 + (float)random_below(50);
      }
      row_sums(reals, more_reals, m);
      blur(reals, more_reals, m);
      matrix_square(reals, more_reals, m);
      gauss_solve(reals, more_reals, m);
   }
}

/*------------------------------------------------------------------*/
/*--- Texts                                                      ---*/
/*------------------------------------------------------------------*/

/* reverse: n
   In place; four characters are a cell. */
ROUTINE void reverse(char* string, int length)
{
   for (int i = 0, k = length - 1; i < k; i++, k--) {
      char c = string[i];
      string[i] = string[k];
      string[k] = c;
   }
}

/* count_words: n
   One pass. */
ROUTINE int count_words(const char* string)
{
   int words = 0, inside = 0;
   for (; *string != '\0'; string++) {
      int letter = *string != ' ';
      words += letter && !inside;
      inside = letter;
   }
   return words;
}

/* palindromes: n^2
   Around each place of "aa...a", as far as both sides agree: to the nearer end, n/4 on average. */
ROUTINE int palindromes(const char* string, int length)
{
   int found = 0;
   for (int centre = 0; centre < length; centre++) {
      for (int i = 0; centre - i >= 0 && centre + i < length && string[centre - i] == string[centre + i]; i++) {
         found++;
      }
   }
   return found;
}

/* count_loop_strlen: n^2
   for (i = 0; i < strlen(s); i++): the length is counted anew each time. */
ROUTINE int count_loop_strlen(const char* string)
{
   int count = 0;
   for (int i = 0;; i++) {
      int length = 0;
      while (string[length] != '\0') {
         length++;
      }
      if (i >= length) {
         return count;
      }
      count += string[i] == 'e';
   }
}

/* match_rolling: n
   Rabin and Karp: a hash of the window that moves. */
ROUTINE int match_rolling(const char* string, int length, int window)
{
   unsigned hash = 0, power = 1, matches = 0;
   for (int i = 0; i < length; i++) {
      hash = hash * 31 + (unsigned char)string[i];
      if (i >= window) {
         hash -= power * (unsigned char)string[i - window];
      } else {
         power *= 31;
      }
      matches += hash % 64 == 7;
   }
   return (int)matches;
}

static void run_texts(void)
{
   for (int length = 24; length < LARGEST; length = next_size(length, 30)) {
      for (int i = 0; i < length; i++) {
         text[i] = random_below(6) == 0 ? ' ' : 'a';
      }
      text[length] = '\0';
      sink = count_words(text);
      sink = match_rolling(text, length, 8);
      reverse(text, length);
      if (length < 1500) {
         for (int i = 0; i < length; i++) {
            text[i] = 'a';
         }
         sink = palindromes(text, length);
         sink = count_loop_strlen(text);
      }
   }
}

/*------------------------------------------------------------------*/
/*--- Dynamic programming, recursion, search                     ---*/
/*------------------------------------------------------------------*/

/* coin_change: n
   n coins, amounts to 300: 300 steps for each coin. */
ROUTINE int coin_change(const int* coin, int n)
{
   int ways[301] = { 1 };
   for (int i = 0; i < n; i++) {
      for (int amount = coin[i]; amount <= 300; amount++) {
         ways[amount] += ways[amount - coin[i]];
      }
   }
   return ways[300];
}

/* best_split: n^2
   Where to cut a sequence so that the sums' squares are least: for each end, all beginnings. */
ROUTINE long best_split(const int* value, int n)
{
   static long best[LARGEST];
   best[0] = 0;
   for (int end = 1; end <= n; end++) {
      long sum = 0;
      best[end] = 1L << 60;
      for (int begin = end - 1; begin >= 0; begin--) {
         sum += value[begin];
         long cost = best[begin] + sum * sum + 1000;
         best[end] = cost < best[end] ? cost : best[end];
      }
   }
   return best[n];
}

/* search_tree_order: n^3
   The optimal order of a search tree for n frequencies: n²/2 intervals, each with all roots: n³/6. */
ROUTINE int search_tree_order(const int* weight, int n)
{
   static int cost[130][130], sum[130][130];
   for (int i = 0; i <= n; i++) {
      cost[i][i] = sum[i][i] = 0;
   }
   for (int length = 1; length <= n; length++) {
      for (int i = 0; i + length <= n; i++) {
         int j = i + length;
         sum[i][j] = sum[i][j - 1] + weight[j - 1];
         cost[i][j] = 0x7fffffff;
         for (int root = i; root < j; root++) {
            int both = cost[i][root] + cost[root + 1][j];
            cost[i][j] = both < cost[i][j] ? both : cost[i][j];
         }
         cost[i][j] += sum[i][j];
      }
   }
   return cost[0][n];
}

static void run_dynamic(void)
{
   for (int n = 5; n < 3000; n = next_size(n, 24)) {
      for (int i = 0; i < n; i++) {
         values[i] = 1 + (int)random_below(40);
      }
      sink = coin_change(values, n);
      if (n < 600) {
         sink = best_split(values, n);
      }
      if (n < 125) {
         sink = search_tree_order(values, n);
      }
   }
}

/* count_paths: exp
   How many ways there are to go from the first of n steps to behind the last, by one, two or three of those
   that are not broken (which is read): 1.8^n activations. */
ROUTINE long count_paths(const int* broken, int n)
{
   if (n <= 0) {
      return n == 0;
   }
   if (broken[0] != 0) {
      return 0;
   }
   return count_paths(broken + 1, n - 1) + count_paths(broken + 2, n - 2) + count_paths(broken + 3, n - 3);
}

/* partition_evenly: exp
   Can n values be split into two parts of the same sum? All 2^n are tried, as they cannot. */
ROUTINE int partition_evenly(const int* value, int n, int difference)
{
   if (n == 0) {
      return difference == 0;
   }
   return partition_evenly(value + 1, n - 1, difference + value[0])
      || partition_evenly(value + 1, n - 1, difference - value[0]);
}

static void run_exponential(void)
{
   for (int i = 0; i < 30; i++) {
      values[i] = 0;
   }
   sink = count_paths(values, 17);
   for (int i = 0; i < 30; i++) {
      values[i] = 2 * i;
   }
   values[14] = 1;
   sink = partition_evenly(values, 15, 0);
}

/* power_by_squares: too few points
   The input is two numbers. */
ROUTINE unsigned power_by_squares(unsigned base, unsigned exponent)
{
   unsigned result = 1;
   for (; exponent > 0; exponent /= 2, base *= base) {
      result *= exponent % 2 ? base : 1;
   }
   return result;
}

/* minimum_by_halves: n
   Recursion on both halves, and one comparison: 2 n activations. */
ROUTINE int minimum_by_halves(const int* value, int n)
{
   if (n == 1) {
      return value[0];
   }
   int left = minimum_by_halves(value, n / 2);
   int right = minimum_by_halves(value + n / 2, n - n / 2);
   return left < right ? left : right;
}

/* inversions: n log n
   Counted while merging. */
ROUTINE long inversions(int* array, int n, int* space)
{
   if (n < 2) {
      return 0;
   }
   int  middle = n / 2, left = 0, right = middle;
   long found = inversions(array, middle, space) + inversions(array + middle, n - middle, space);
   for (int i = 0; i < n; i++) {
      if (right >= n || (left < middle && array[left] <= array[right])) {
         space[i] = array[left++];
      } else {
         found += middle - left;
         space[i] = array[right++];
      }
   }
   for (int i = 0; i < n; i++) {
      array[i] = space[i];
   }
   return found;
}

/* inversions_naive: n^2
   All pairs. */
ROUTINE long inversions_naive(const int* array, int n)
{
   long found = 0;
   for (int i = 0; i < n; i++) {
      for (int k = i + 1; k < n; k++) {
         found += array[i] > array[k];
      }
   }
   return found;
}

static void run_recursion(void)
{
   sink = power_by_squares(3, 1000000);
   for (int n = 7; n < 8000; n = next_size(n, 50)) {
      fill_random(values, n, 1 << 20);
      sink = minimum_by_halves(values, n);
      if (n < 900) {
         sink = inversions_naive(values, n);
      }
      sink = inversions(values, n, results);
   }
}

/* pairs_sorted: worst n^2 log n, mean n^2 log n, best n^2 log n
   For each of n values, the distances of all others are sorted by merging: n times n log n. */
ROUTINE int pairs_sorted(const int* value, int n)
{
   static int distance[1000], space[1000];
   int equal = 0;
   for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
         distance[k] = value[i] > value[k] ? value[i] - value[k] : value[k] - value[i];
      }
      for (int width = 1; width < n; width *= 2) {
         for (int low = 0; low < n; low += 2 * width) {
            int left = low, middle = low + width < n ? low + width : n;
            int right = middle, high = low + 2 * width < n ? low + 2 * width : n;
            for (int k = low; k < high; k++) {
               space[k] = right >= high || (left < middle && distance[left] <= distance[right]) ? distance[left++]
                                                                                             : distance[right++];
            }
         }
         for (int k = 0; k < n; k++) {
            distance[k] = space[k];
         }
      }
      for (int k = 1; k < n; k++) {
         equal += distance[k] == distance[k - 1];
      }
   }
   return equal;
}

static void run_pairs_sorted(void)
{
   for (int n = 8; n < 350; n = next_size(n, 20)) {
      fill_random(values, n, 1 << 20);
      sink = pairs_sorted(values, n);
   }
}

int main(void)
{
   run_shaker_sort();
   run_counting_sort();
   run_hybrid_sort();
   run_is_sorted();
   run_unique();
   run_intersections();
   run_queues();
   run_find_root();
   run_polynomials();
   run_fourier();
   run_forces();
   run_matrices();
   run_texts();
   run_dynamic();
   run_exponential();
   run_recursion();
   run_pairs_sorted();
   return 0;
}
