/* Dynamic programming. The table is written before it is read, so only the problem itself is input. */

#include "workload.h"

#define LARGEST 512

static int first[LARGEST];
static int second[LARGEST];
static int table[LARGEST + 1][LARGEST + 1];

static int larger(int a, int b)
{
   return a > b ? a : b;
}

static int smaller(int a, int b)
{
   return a < b ? a : b;
}

/* common_subsequence: n^2
   Two sequences of m: 2 m cells, a table of m². */
ROUTINE int common_subsequence(const int* a, const int* b, int m)
{
   for (int i = 0; i <= m; i++) {
      for (int j = 0; j <= m; j++) {
         if (i == 0 || j == 0) {
            table[i][j] = 0;
         } else if (a[i - 1] == b[j - 1]) {
            table[i][j] = table[i - 1][j - 1] + 1;
         } else {
            table[i][j] = larger(table[i - 1][j], table[i][j - 1]);
         }
      }
   }
   return table[m][m];
}

/* edit_distance: n^2
   The same, with two rows of the table. */
ROUTINE int edit_distance(const int* a, const int* b, int m)
{
   int rows[2][LARGEST + 1];
   for (int j = 0; j <= m; j++) {
      rows[0][j] = j;
   }
   for (int i = 1; i <= m; i++) {
      int* above = rows[(i - 1) % 2];
      int* row = rows[i % 2];
      row[0] = i;
      for (int j = 1; j <= m; j++) {
         int other = smaller(above[j], row[j - 1]) + 1;
         row[j] = smaller(other, above[j - 1] + (a[i - 1] != b[j - 1]));
      }
   }
   return rows[m % 2][m];
}

/* knapsack: n
   m items (2 m cells) and a capacity of 200, whatever m: 200 m steps. */
ROUTINE int knapsack(const int* weight, const int* value, int m)
{
   int best[201];
   for (int room = 0; room <= 200; room++) {
      best[room] = 0;
   }
   for (int i = 0; i < m; i++) {
      for (int room = 200; room >= weight[i]; room--) {
         best[room] = larger(best[room], best[room - weight[i]] + value[i]);
      }
   }
   return best[200];
}

/* longest_ascent: n^2
   The longest ascending subsequence that ends at i, from all that end before it: m²/2 steps. */
ROUTINE int longest_ascent(const int* sequence, int m)
{
   int longest[LARGEST], best = 0;
   for (int i = 0; i < m; i++) {
      longest[i] = 1;
      for (int k = 0; k < i; k++) {
         if (sequence[k] < sequence[i] && longest[k] + 1 > longest[i]) {
            longest[i] = longest[k] + 1;
         }
      }
      best = larger(best, longest[i]);
   }
   return best;
}

/* chain_order: n^3
   The best order of m matrix products: m²/2 intervals, each split in all places: m³/6 steps for m + 1 cells.
   */
ROUTINE int chain_order(const int* size, int m)
{
   for (int i = 0; i < m; i++) {
      table[i][i] = 0;
   }
   for (int length = 1; length < m; length++) {
      for (int i = 0; i + length < m; i++) {
         int j = i + length;
         table[i][j] = 0x7fffffff;
         for (int k = i; k < j; k++) {
            int cost = table[i][k] + table[k + 1][j] + size[i] * size[k + 1] * size[j + 1];
            table[i][j] = smaller(table[i][j], cost);
         }
      }
   }
   return table[0][m - 1];
}

void run_dynamic(void)
{
   for (int m = 4; m < LARGEST; m = next_size(m, 22)) {
      fill_random(first, m, 3);
      fill_random(second, m, 3);
      sink = common_subsequence(first, second, m);
      sink = edit_distance(first, second, m);
      fill_random(first, m, 50);
      sink = knapsack(first, second, m);
      sink = longest_ascent(first, m);
      if (m < 150) {
         sink = chain_order(first, m - 1);
      }
   }
}
