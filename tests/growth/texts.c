/* Strings. Four characters are a cell, so n is a quarter of the length. */

#include "workload.h"

#define LARGEST 16384

static char text[LARGEST + 1];
static char pattern[LARGEST + 1];
static char buffer[LARGEST + 1];

static void fill_text(char* where, int length, int letters)
{
   for (int i = 0; i < length; i++) {
      where[i] = (char)('a' + random_below((uint32_t)letters));
   }
   where[length] = '\0';
}

static int match_at(const char* where, const char* what, int length)
{
   int i = 0;
   while (i < length && where[i] == what[i]) {
      i++;
   }
   return i == length;
}

/* match_random: n
   The pattern is "zz...": never found, and hardly ever is more than its first character compared. */
ROUTINE int match_random(const char* where, int length, const char* what, int what_length)
{
   for (int i = 0; i + what_length <= length; i++) {
      if (match_at(where + i, what, what_length)) {
         return i;
      }
   }
   return -1;
}

/* match_worst: n^2
   "aa...ab" is looked for in "aa...a", which is twice as long: it is compared to its end everywhere. */
ROUTINE int match_worst(const char* where, int length, const char* what, int what_length)
{
   for (int i = 0; i + what_length <= length; i++) {
      if (match_at(where + i, what, what_length)) {
         return i;
      }
   }
   return -1;
}

/* match_kmp: n
   Knuth, Morris and Pratt: the same input, but no character of the text is compared more than twice on
   average. */
ROUTINE int match_kmp(const char* where, int length, const char* what, int what_length)
{
   int border[LARGEST / 2 + 1];
   border[0] = -1;
   for (int i = 0, k = -1; i < what_length;) {
      while (k >= 0 && what[i] != what[k]) {
         k = border[k];
      }
      border[++i] = ++k;
   }
   for (int i = 0, k = 0; i < length; i++) {
      while (k >= 0 && where[i] != what[k]) {
         k = border[k];
      }
      if (++k == what_length) {
         return i;
      }
   }
   return -1;
}

static void run_matches(void)
{
   for (int length = 20; length < LARGEST; length = next_size(length, 30)) {
      int half = length / 2;
      fill_text(text, length, 4);
      fill_text(pattern, half, 1);
      pattern[0] = pattern[1] = 'z';
      sink = match_random(text, length, pattern, half);
      fill_text(text, length, 1);
      fill_text(pattern, half, 1);
      pattern[half - 1] = 'b';
      sink = match_kmp(text, length, pattern, half);
      if (length < 2500) {
         sink = match_worst(text, length, pattern, half);
      }
   }
}

/* string_length: n
   Four characters for each cell. */
ROUTINE long string_length(const char* string)
{
   const char* end = string;
   while (*end != '\0') {
      end++;
   }
   return end - string;
}

static void run_string_length(void)
{
   fill_text(text, LARGEST, 26);
   for (int i = 0; i < 60; i++) {
      sink = string_length(text + LARGEST - 16 - (int)random_below(4000));
   }
}

/* concatenate: n^2
   As strcat in a loop: the end of what has been put together is looked for anew for each piece. n pieces of
   four characters: 4 + 8 + 12 + ... = 2 n² steps. */
ROUTINE void concatenate(const char* pieces, int count, char* result)
{
   result[0] = '\0';
   for (int i = 0; i < count; i++) {
      char* end = result;
      while (*end != '\0') {
         end++;
      }
      for (int k = 0; k < 4; k++) {
         end[k] = pieces[4 * i + k];
      }
      end[4] = '\0';
   }
}

/* concatenate_by_end: n
   The end is remembered. */
ROUTINE void concatenate_by_end(const char* pieces, int count, char* result)
{
   char* end = result;
   for (int i = 0; i < count; i++) {
      for (int k = 0; k < 4; k++) {
         end[k] = pieces[4 * i + k];
      }
      end += 4;
   }
   *end = '\0';
}

static void run_concatenate(void)
{
   fill_text(text, LARGEST, 26);
   for (int count = 5; count < 500; count = next_size(count, 20)) {
      concatenate(text, count, buffer);
      concatenate_by_end(text, count, buffer);
   }
}

/* word_hash: n
   Four steps for each cell. */
ROUTINE unsigned word_hash(const char* string, int length)
{
   unsigned hash = 2166136261;
   for (int i = 0; i < length; i++) {
      hash = (hash ^ (unsigned char)string[i]) * 16777619;
   }
   return hash;
}

static void run_word_hash(void)
{
   for (int i = 0; i < 200; i++) {
      sink = word_hash(text, (int)random_below(300));
   }
}

static int suffixes[1024], space[1024];

/* merge_suffixes: worst n^2 log n, mean n^2 log n, best n^2 log n
   Sorts the suffixes of "aa...a" by merging: n log n comparisons (n characters: n/4 cells), each to the end
   of the shorter suffix, n/3 characters on average. The suffixes' numbers are written here. */
ROUTINE void merge_suffixes(const char* string, int length)
{
   for (int i = 0; i < length; i++) {
      suffixes[i] = i;
   }
   for (int width = 1; width < length; width *= 2) {
      for (int low = 0; low < length; low += 2 * width) {
         int left = low, middle = low + width < length ? low + width : length;
         int right = middle, high = low + 2 * width < length ? low + 2 * width : length;
         for (int i = low; i < high; i++) {
            int before = right >= high;
            if (left < middle && right < high) {
               const char* a = string + suffixes[left];
               const char* b = string + suffixes[right];
               while (*a != '\0' && *a == *b) {
                  a++;
                  b++;
               }
               before = *a < *b;
            }
            space[i] = left < middle && before ? suffixes[left++] : suffixes[right++];
         }
         for (int i = low; i < high; i++) {
            suffixes[i] = space[i];
         }
      }
   }
}

static void run_merge_suffixes(void)
{
   for (int length = 16; length <= 700; length = next_size(length, 22)) {
      fill_text(text, length, 1);
      merge_suffixes(text, length);
   }
}

void run_texts(void)
{
   run_matches();
   run_string_length();
   run_concatenate();
   run_word_hash();
   run_merge_suffixes();
}
