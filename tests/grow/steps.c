/* Programs of which each step of the size N multiplies the cost:

      power N B     B^N calls
      stars N       matches N times "*a", and "b", against 50 times "a", as shells without a memo do
      regex         matches "(a|aa)*b" against standard input, of which each character is an a, by backtracking
      fib N         Fibonacci's numbers
      subsets N     adds up each subset of N numbers
      letters N     reads a word that doubles N times */
// build: $(closed_form) -static

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST  4096

static volatile unsigned long sum;

static unsigned long __attribute__((noipa)) power(unsigned long n, unsigned long base)
{
   unsigned long calls = 1;
   for (unsigned long i = 0; i < base && n > 0; i++) {
      calls += power(n - 1, base);
   }
   return calls;
}

static int __attribute__((noipa)) match(const char* text, const char* pattern)
{
   if (*pattern != '*') {
      return *pattern == '\0' ? *text == '\0' : *text == *pattern && match(text + 1, pattern + 1);
   }
   for (; *text != '\0'; text++) {
      if (match(text, pattern + 1)) {
         return 1;
      }
   }
   return match(text, pattern + 1);
}

static int match_stars(unsigned long n)
{
   char text[51], pattern[2 * n + 2];
   memset(text, 'a', sizeof text - 1);
   text[sizeof text - 1] = '\0';
   for (unsigned long i = 0; i < n; i++) {
      memcpy(pattern + 2 * i, "*a", 2);
   }
   memcpy(pattern + 2 * n, "b", 2);
   return match(text, pattern);
}

static int __attribute__((noipa)) match_regex(const char* text)
{
   return *text == 'b' || (*text == 'a' && (match_regex(text + 1) || (text[1] == 'a' && match_regex(text + 2))));
}

static unsigned long __attribute__((noipa)) fib(unsigned long n)
{
   return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static unsigned long __attribute__((noipa)) count_subsets(unsigned long n, unsigned long left)
{
   return n == 0 ? left == 0 : count_subsets(n - 1, left) + count_subsets(n - 1, left - n);
}

/* Counts each b of the word that begins as "a" and is rewritten N times, a as ab and b as ba. */
static unsigned long __attribute__((noipa)) count_letters(unsigned long n)
{
   unsigned long found = 0;
   for (unsigned long i = 0; i < 1UL << n; i++) {
      found += (unsigned long)__builtin_parityl(i);
   }
   return found;
}

int main(int words_count, char** words)
{
   const char*   mode = words[1];
   unsigned long n = words_count > 2 ? strtoul(words[2], NULL, 10) : 0;
   char          text[LONGEST];
   if (strcmp(mode, "regex") == 0) {
      text[fread(text, 1, sizeof text - 1, stdin)] = '\0';
      sum = (unsigned long)match_regex(text);
   } else if (strcmp(mode, "power") == 0) {
      sum = power(n, strtoul(words[3], NULL, 10));
   } else {
      sum = mode[1] == 't' && mode[2] == 'a' ? (unsigned long)match_stars(n)
          : mode[0] == 'f'                   ? fib(n)
          : mode[1] == 'u'                   ? count_subsets(n, n)
                                             : count_letters(n);
   }
   return 0;
}
