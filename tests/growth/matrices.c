/* Matrices of order m. A float is a cell, so a matrix is m² of them: n is m² or 2 m², and m³ is n^1.5. */

#include "workload.h"

#define LARGEST 96

static float a[LARGEST * LARGEST];
static float b[LARGEST * LARGEST];
static float c[LARGEST * LARGEST];

static void fill(float* matrix, int m)
{
   for (int i = 0; i < m * m; i++) {
      matrix[i] = 1 + (float)random_below(1000);
   }
}

/* matrix_product: n^1.5
   Reads 2 m² cells, m³ steps. */
ROUTINE void matrix_product(const float* left, const float* right, float* product, int m)
{
   for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
         float sum = 0;
         for (int k = 0; k < m; k++) {
            sum += left[i * m + k] * right[k * m + j];
         }
         product[i * m + j] = sum;
      }
   }
}

/* matrix_transpose: n
   m² cells, m² steps. */
ROUTINE void matrix_transpose(const float* from, float* to, int m)
{
   for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
         to[j * m + i] = from[i * m + j];
      }
   }
}

/* matrix_vector: n
   m² + m cells, m² steps. */
ROUTINE void matrix_vector(const float* matrix, const float* vector, float* result, int m)
{
   for (int i = 0; i < m; i++) {
      float sum = 0;
      for (int j = 0; j < m; j++) {
         sum += matrix[i * m + j] * vector[j];
      }
      result[i] = sum;
   }
}

/* lu_decompose: n^1.5
   m² cells, which are overwritten; m³/3 steps. */
ROUTINE void lu_decompose(float* matrix, int m)
{
   for (int k = 0; k < m; k++) {
      for (int i = k + 1; i < m; i++) {
         float factor = matrix[i * m + k] /= matrix[k * m + k];
         for (int j = k + 1; j < m; j++) {
            matrix[i * m + j] -= factor * matrix[k * m + j];
         }
      }
   }
}

/* triangular_solve: n
   Reads half of m² cells, and the right side, once. */
ROUTINE void triangular_solve(const float* matrix, float* right, int m)
{
   for (int i = 0; i < m; i++) {
      for (int j = 0; j < i; j++) {
         right[i] -= matrix[i * m + j] * right[j];
      }
   }
}

/* floyd_warshall: n^1.5
   Distances of all pairs of m nodes: m² cells, m³ steps. */
ROUTINE void floyd_warshall(float* distance, int m)
{
   for (int k = 0; k < m; k++) {
      for (int i = 0; i < m; i++) {
         for (int j = 0; j < m; j++) {
            float detour = distance[i * m + k] + distance[k * m + j];
            if (detour < distance[i * m + j]) {
               distance[i * m + j] = detour;
            }
         }
      }
   }
}

void run_matrices(void)
{
   for (int m = 2; m <= LARGEST; m = next_size(m, 12)) {
      fill(a, m);
      fill(b, m);
      matrix_product(a, b, c, m);
      matrix_transpose(a, c, m);
      matrix_vector(a, b, c, m);
      triangular_solve(a, b, m);
      lu_decompose(a, m);
      fill(b, m);
      floyd_warshall(b, m);
   }
}
