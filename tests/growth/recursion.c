/* Recursion, naive and memoized. Each activation is a call with an input of its own. Where the input is a
   number and not data, there is no rms to compare costs with, and nothing is to be said. */

#include "workload.h"

#define LARGEST 2000

/* fibonacci: too few points
   The input is a number, in a register. */
ROUTINE long fibonacci(int n)
{
   return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

/* hanoi: too few points
   Likewise. */
ROUTINE long hanoi(int discs)
{
   return discs == 0 ? 0 : hanoi(discs - 1) + 1 + hanoi(discs - 1);
}

static int values[LARGEST];
static int memory[LARGEST];

/* rob_naive: exp
   The largest sum of values no two of which are neighbours: with the first value, or without it. As many
   steps as Fibonacci's n-th number, 1.6^n, for n cells. */
ROUTINE int rob_naive(const int* value, int count)
{
   if (count <= 0) {
      return 0;
   }
   int with = value[0] + rob_naive(value + 2, count - 2);
   int without = rob_naive(value + 1, count - 1);
   return with > without ? with : without;
}

/* rob_memoized: n
   The same, but every result is kept in a memory that the caller has emptied: 2 cells and 1 computation for
   each value. */
ROUTINE int rob_memoized(const int* value, int* memo, int count)
{
   if (count <= 0) {
      return 0;
   }
   if (memo[0] < 0) {
      int with = value[0] + rob_memoized(value + 2, memo + 2, count - 2);
      int without = rob_memoized(value + 1, memo + 1, count - 1);
      memo[0] = with > without ? with : without;
   }
   return memo[0];
}

static void run_rob(void)
{
   fill_random(values, LARGEST, 1000);
   sink = rob_naive(values, 24);
   for (int count = 5; count < 1000; count = next_size(count, 30)) {
      for (int i = 0; i < count; i++) {
         memory[i] = -1;
      }
      sink = rob_memoized(values, memory, count);
   }
}

/* subset_sums: exp
   How many subsets have the sum: all 2^n are tried. */
ROUTINE long subset_sums(const int* value, int count, int sum)
{
   if (count == 0) {
      return sum == 0;
   }
   return subset_sums(value + 1, count - 1, sum) + subset_sums(value + 1, count - 1, sum - value[0]);
}

/* permutations: exp
   All n! orders of n values: faster than any power, and the fastest class there is. */
ROUTINE long permutations(int* value, int count)
{
   if (count == 0) {
      return 1;
   }
   long found = 0;
   for (int i = 0; i < count; i++) {
      int swap = value[0];
      value[0] = value[i];
      value[i] = swap;
      found += permutations(value + 1, count - 1);
      value[i] = value[0];
      value[0] = swap;
   }
   return found;
}

static void run_subsets(void)
{
   sink = subset_sums(values, 17, 5000);
   sink = permutations(values, 9);
}

/* sum_halves: n
   Half and half: as many activations as values. */
ROUTINE long sum_halves(const int* value, int count)
{
   return count == 1 ? value[0] : sum_halves(value, count / 2) + sum_halves(value + count / 2, count - count / 2);
}

/* maximum_sum: n log n
   The largest sum of consecutive values: of the left half, the right half, or across the middle, which takes
   a pass over both: log n levels of n steps. */
ROUTINE int maximum_sum(const int* value, int count)
{
   if (count == 1) {
      return value[0];
   }
   int middle = count / 2, left = -1000000, right = -1000000;
   for (int i = middle - 1, sum = 0; i >= 0; i--) {
      sum += value[i];
      left = sum > left ? sum : left;
   }
   for (int i = middle, sum = 0; i < count; i++) {
      sum += value[i];
      right = sum > right ? sum : right;
   }
   int first = maximum_sum(value, middle);
   int second = maximum_sum(value + middle, count - middle);
   int best = first > second ? first : second;
   return left + right > best ? left + right : best;
}

static void run_halves(void)
{
   for (int count = 3; count <= LARGEST; count = next_size(count, 45)) {
      for (int i = 0; i < count; i++) {
         values[i] = (int)random_below(200) - 100;
      }
      sink = sum_halves(values, count);
      sink = maximum_sum(values, count);
   }
}

void run_recursion(void)
{
   sink = fibonacci(15);
   sink = hanoi(10);
   run_rob();
   run_subsets();
   run_halves();
}
