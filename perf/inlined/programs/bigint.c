/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   Whole numbers of any length: sum, product, and from and to decimal digits. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   int length;
   uint32_t* limbs;
} Number;

static Number new_number(int length)
{
   Number number = { length, calloc(length, sizeof(uint32_t)) };
   return number;
}

static void trim(Number* number)
{
   while (number->length > 1 && number->limbs[number->length - 1] == 0)
      number->length--;
}

/* Multiplies by a small factor, and adds. */
static void scale(Number* number, uint32_t factor, uint32_t carry)
{
   for (int i = 0; i < number->length; i++) {
      uint64_t value = (uint64_t)number->limbs[i] * factor + carry;
      number->limbs[i] = (uint32_t)value;
      carry = (uint32_t)(value >> 32);
   }
   if (carry != 0)
      number->limbs[number->length++] = carry;
}

static Number from_decimal(const char* digits)
{
   Number number = new_number((int)strlen(digits) / 9 + 2);
   number.length = 1;
   for (; *digits != '\0'; digits++) {
      if (*digits == '_')
         continue;
      scale(&number, 10, (uint32_t)(*digits - '0'));
   }
   return number;
}

static uint32_t divide_small(Number* number, uint32_t divisor)
{
   uint64_t rest = 0;
   for (int i = number->length - 1; i >= 0; i--) {
      rest = rest << 32 | number->limbs[i];
      number->limbs[i] = (uint32_t)(rest / divisor);
      rest %= divisor;
   }
   trim(number);
   return (uint32_t)rest;
}

static Number add(const Number* a, const Number* b)
{
   if (a->length < b->length)
      return add(b, a);
   Number sum = new_number(a->length + 1);
   uint64_t carry = 0;
   for (int i = 0; i < a->length; i++) {
      carry += (uint64_t)a->limbs[i] + (i < b->length ? b->limbs[i] : 0);
      sum.limbs[i] = (uint32_t)carry;
      carry >>= 32;
   }
   sum.limbs[a->length] = (uint32_t)carry;
   trim(&sum);
   return sum;
}

static Number multiply(const Number* a, const Number* b)
{
   Number product = new_number(a->length + b->length);
   for (int i = 0; i < a->length; i++) {
      uint64_t carry = 0;
      for (int j = 0; j < b->length; j++) {
         carry += (uint64_t)a->limbs[i] * b->limbs[j] + product.limbs[i + j];
         product.limbs[i + j] = (uint32_t)carry;
         carry >>= 32;
      }
      product.limbs[i + b->length] = (uint32_t)carry;
   }
   trim(&product);
   return product;
}

static int digit_sum(Number* number)
{
   int sum = 0;
   while (number->length > 1 || number->limbs[0] != 0)
      sum += (int)divide_small(number, 10);
   return sum;
}

int main(void)
{
   static char digits[3001];
   for (int length = 30; length <= 3000; length += length / 4) {
      for (int i = 0; i < length; i++)
         digits[i] = i % 8 == 4 ? '_' : (char)('1' + i * i % 9);
      digits[length] = '\0';
      Number a = from_decimal(digits);
      Number b = from_decimal(digits + length / 3);
      Number sum = add(&b, &a);
      Number product = multiply(&sum, &a);
      printf("%d digits: sum of digits %d\n", length, digit_sum(&product));
      free(a.limbs);
      free(b.limbs);
      free(sum.limbs);
      free(product.limbs);
   }
   return 0;
}
