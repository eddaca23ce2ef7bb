/* Strings, with loops over bytes and with the processor's string instructions, at every alignment to 16.

   string_length reads each byte and the NUL: the cells of length + 1 bytes.  string_compare reads both
   strings up to the first difference.  string_copy reads the source with its NUL; what it writes is no input.
   A string instruction of count zero accesses nothing.  stosb writes only: 0. */
// build: $(closed_form) -static
#include "../common/expect.h"

static char text[512] OWN_PAGE;
static char other[512] OWN_PAGE;

ROUTINE long string_length(const char* s)
{
   long length = 0;
   while (s[length] != 0)
      length++;
   return length;
}

ROUTINE int string_compare(const unsigned char* a, const unsigned char* b)
{
   long i = 0;
   while (a[i] == b[i] && a[i] != 0)
      i++;
   return a[i] - b[i];
}

ROUTINE void string_copy(char* to, const char* from)
{
   long i = 0;
   char c;
   do {
      c = from[i];
      to[i] = c;
      i++;
   } while (c != 0);
}

/* By the processor's string instructions, where there are any. */
#if defined __x86_64__

ROUTINE long length_by_scasb(const char* s, long limit)
{
   long left = limit;
   __asm__ volatile("repne scasb" : "+D"(s), "+c"(left) : "a"(0) : "memory", "cc");
   return limit - left;
}

ROUTINE long compare_by_cmpsb(const char* a, const char* b, long limit)
{
   long left = limit;
   __asm__ volatile("repe cmpsb" : "+S"(a), "+D"(b), "+c"(left) : : "memory", "cc");
   return limit - left;
}

ROUTINE long sum_by_lodsb(const char* from, long count)
{
   long total = 0;
   for (; count > 0; count--) {
      long byte = 0;
      __asm__ volatile("lodsb" : "+S"(from), "+a"(byte) : : "memory");
      total += byte;
   }
   return total;
}

ROUTINE void fill_by_stosb(char* to, long count)
{
   __asm__ volatile("rep stosb" : "+D"(to), "+c"(count) : "a"('x') : "memory");
}

/* Writes first, so what it then reads is its own. */
ROUTINE long fill_and_sum(char* to, long count)
{
   long total = 0, left = count;
   char* next = to;
   __asm__ volatile("rep stosb" : "+D"(next), "+c"(left) : "a"('x') : "memory");
   for (long i = 0; i < count; i++)
      total += to[i];
   return total;
}

#else

ROUTINE long length_by_scasb(const char* s, long limit)
{
   long i = 0;
   while (i < limit && s[i++] != 0)
      ;
   return i;
}

ROUTINE long compare_by_cmpsb(const char* a, const char* b, long limit)
{
   long i = 0;
   while (i < limit && a[i] == b[i])
      i++;
   return i;
}

ROUTINE long sum_by_lodsb(const char* from, long count)
{
   long total = 0;
   for (long i = 0; i < count; i++)
      total += from[i];
   return total;
}

ROUTINE void fill_by_stosb(volatile char* to, long count)
{
   for (long i = 0; i < count; i++)
      to[i] = 'x';
}

/* Writes first, so what it then reads is its own. */
ROUTINE long fill_and_sum(volatile char* to, long count)
{
   long total = 0;
   for (long i = 0; i < count; i++)
      to[i] = 'x';
   for (long i = 0; i < count; i++)
      total += to[i];
   return total;
}

#endif

int main(int argc, char** argv)
{
   start(argc, argv);
   static const int lengths[] = { 0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100, 250 };
   for (unsigned l = 0; l < sizeof lengths / sizeof lengths[0]; l++)
      for (int offset = 0; offset < 16; offset++) {
         int n = lengths[l];
         char* s = text + offset;
         char* t = other + (offset * 5) % 16;
         for (int i = 0; i < n; i++)
            s[i] = t[i] = (char)('a' + i % 26);
         s[n] = t[n] = 0;

         string_length(s);
         expect("string_length", cells(s, n + 1));
         length_by_scasb(s, 500);
         expect("length_by_scasb", cells(s, n + 1));
         length_by_scasb(s, 0);
         expect("length_by_scasb", 0);
         length_by_scasb(s, n / 2);
         expect("length_by_scasb", cells(s, n / 2));
         sum_by_lodsb(s, n);
         expect("sum_by_lodsb", cells(s, n));

         string_compare((unsigned char*)s, (unsigned char*)t);
         expect("string_compare", cells(s, n + 1) + cells(t, n + 1));
         compare_by_cmpsb(s, t, n);
         expect("compare_by_cmpsb", cells(s, n) + cells(t, n));
         t[n / 2] = '!';
         string_compare((unsigned char*)s, (unsigned char*)t);
         expect("string_compare", cells(s, n / 2 + 1) + cells(t, n / 2 + 1));
         compare_by_cmpsb(s, t, 500);
         expect("compare_by_cmpsb", cells(s, n / 2 + 1) + cells(t, n / 2 + 1));

         string_copy(t, s);
         expect("string_copy", cells(s, n + 1));
         fill_by_stosb(s, n);
         expect("fill_by_stosb", 0);
         fill_and_sum(s, n);
         expect("fill_and_sum", 0);
      }
   return finish();
}
