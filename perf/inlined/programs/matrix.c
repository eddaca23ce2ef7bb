/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   Square matrices: product, power, transposition, norm. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
   int size;
   double* values;
} Matrix;

static double* at(const Matrix* matrix, int row, int column)
{
   return &matrix->values[row * matrix->size + column];
}

static Matrix new_matrix(int size)
{
   Matrix matrix = { size, calloc(size * size, sizeof(double)) };
   return matrix;
}

static Matrix make_matrix(int size)
{
   Matrix matrix = new_matrix(size);
   for (int i = 0; i < size; i++)
      for (int j = 0; j < size; j++)
         *at(&matrix, i, j) = (i * 7 + j * 3) % 11 / (11.0 * size);
   return matrix;
}

static double dot(const Matrix* a, const Matrix* b, int row, int column)
{
   double sum = 0;
   for (int k = 0; k < a->size; k++)
      sum += *at(a, row, k) * *at(b, k, column);
   return sum;
}

static Matrix multiply(const Matrix* a, const Matrix* b)
{
   Matrix product = new_matrix(a->size);
   for (int i = 0; i < a->size; i++)
      for (int j = 0; j < a->size; j++)
         *at(&product, i, j) = dot(a, b, i, j);
   return product;
}

static Matrix power(const Matrix* matrix, int exponent)
{
   Matrix result = multiply(matrix, matrix);
   for (int i = 2; i < exponent; i++) {
      Matrix next = multiply(&result, matrix);
      free(result.values);
      result = next;
   }
   return result;
}

static void transpose(Matrix* matrix)
{
   for (int i = 0; i < matrix->size; i++) {
      for (int j = i + 1; j < matrix->size; j++) {
         double value = *at(matrix, i, j);
         *at(matrix, i, j) = *at(matrix, j, i);
         *at(matrix, j, i) = value;
      }
   }
}

static double trace(const Matrix* matrix)
{
   double sum = 0;
   for (int i = 0; i < matrix->size; i++)
      sum += *at(matrix, i, i);
   return sum;
}

static double norm(const Matrix* matrix)
{
   double sum = 0;
   for (int i = 0; i < matrix->size * matrix->size; i++)
      sum += matrix->values[i] * matrix->values[i];
   return sqrt(sum);
}

static int is_symmetric(const Matrix* matrix)
{
   for (int i = 0; i < matrix->size; i++)
      for (int j = 0; j < i; j++)
         if (fabs(*at(matrix, i, j) - *at(matrix, j, i)) > 1e-9)
            return 0;
   return 1;
}

int main(void)
{
   for (int size = 4; size <= 56; size += 1 + size / 7) {
      Matrix a = make_matrix(size);
      Matrix b = make_matrix(size);
      transpose(&b);
      Matrix product = multiply(&a, &b);
      Matrix cube = power(&product, 3);
      printf("%d: %d %.6f %.6f\n", size, is_symmetric(&product), trace(&cube), norm(&a));
      free(a.values);
      free(b.values);
      free(product.values);
      free(cube.values);
   }
   return 0;
}
