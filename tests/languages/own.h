static __attribute__((noinline)) int sum_of(const int* numbers, int count)
{
   int sum = 0;
   for (int i = 0; i < count; i++)
      sum += numbers[i];
   return sum;
}
