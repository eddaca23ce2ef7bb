/* Sequences, points in a plane, and what the kernel reads. */

#include "workload.h"

#include <fcntl.h>
#include <unistd.h>

#define LARGEST 16384

static int values[LARGEST];
static int results[LARGEST];

/* prefix_sums: n
   One pass. */
ROUTINE void prefix_sums(const int* from, int* to, int n)
{
   int sum = 0;
   for (int i = 0; i < n; i++) {
      sum += from[i];
      to[i] = sum;
   }
}

/* prefix_sums_naive: n^2
   The sum up to i begins anew for each i. */
ROUTINE void prefix_sums_naive(const int* from, int* to, int n)
{
   for (int i = 0; i < n; i++) {
      int sum = 0;
      for (int k = 0; k <= i; k++) {
         sum += from[k];
      }
      to[i] = sum;
   }
}

/* copy_words: n
   One word, two cells, in each step. */
ROUTINE void copy_words(const int64_t* from, int64_t* to, int words)
{
   for (int i = 0; i < words; i++) {
      to[i] = from[i];
   }
}

/* fill_words: too few points
   Writes alone: the input is no more than a number. */
ROUTINE void fill_words(int* to, int n)
{
   for (int i = 0; i < n; i++) {
      to[i] = 0;
   }
}

/* ring_queue: n
   n items go into a queue and come out again. */
ROUTINE long ring_queue(const int* from, int n)
{
   int  ring[64], head = 0, tail = 0;
   long sum = 0;
   for (int i = 0; i < n; i++) {
      ring[tail++ % 64] = from[i];
      if (tail - head == 64) {
         while (head < tail) {
            sum += ring[head++ % 64];
         }
      }
   }
   return sum;
}

/* sieve: n
   The array of flags is read once by the outer loop; crossing out is n (1/2 + 1/3 + 1/5 + ...) = n log log n
   steps, and log log n does not grow visibly: of 2.1 at n = 20, 3.2 at 16,000. */
ROUTINE int sieve(const int* wanted, int* composite, int n)
{
   int found = 0;
   for (int i = 0; i < n; i++) {
      composite[i] = wanted[i] == 0;
   }
   for (int i = 2; i < n; i++) {
      if (!composite[i]) {
         found++;
         for (int k = 2 * i; k < n; k += i) {
            composite[k] = 1;
         }
      }
   }
   return found;
}

static void run_sequences_of_ints(void)
{
   for (int n = 6; n < LARGEST; n = next_size(n, 35)) {
      fill_random(values, n, 1000);
      prefix_sums(values, results, n);
      copy_words((int64_t*)values, (int64_t*)results, n / 2);
      fill_words(results, n);
      sink = ring_queue(values, n);
      sink = sieve(values, results, n);
      if (n < 800) {
         prefix_sums_naive(values, results, n);
      }
   }
}

typedef struct {
   int x;
   int y;
} Place;

static Place places[4096];
static Place sorted[4096];
static Place merged[4096];
static Place hull[2 * 4096];

static int is_before(const Place* a, const Place* b)
{
   return a->x != b->x ? a->x < b->x : a->y < b->y;
}

static void sort_places(Place* place, Place* space, int n)
{
   if (n < 2) {
      return;
   }
   int middle = n / 2, left = 0, right = middle;
   sort_places(place, space, middle);
   sort_places(place + middle, space, n - middle);
   for (int i = 0; i < n; i++) {
      int take_left = right >= n || (left < middle && is_before(&place[left], &place[right]));
      space[i] = take_left ? place[left++] : place[right++];
   }
   for (int i = 0; i < n; i++) {
      place[i] = space[i];
   }
}

static long cross(const Place* a, const Place* b, const Place* c)
{
   return (long)(b->x - a->x) * (c->y - a->y) - (long)(b->y - a->y) * (c->x - a->x);
}

/* convex_hull: n log n
   n/2 places of two cells: sorted by merging, then one pass for each half of the hull. */
ROUTINE int convex_hull(const Place* place, int count)
{
   int used = 0;
   for (int i = 0; i < count; i++) {
      sorted[i] = place[i];
   }
   sort_places(sorted, merged, count);
   for (int pass = 0; pass < 2; pass++) {
      int bottom = used;
      for (int i = 0; i < count; i++) {
         const Place* next = &sorted[pass == 0 ? i : count - 1 - i];
         while (used - bottom >= 2 && cross(&hull[used - 2], &hull[used - 1], next) <= 0) {
            used--;
         }
         hull[used++] = *next;
      }
   }
   return used;
}

/* closest_pair: n^2
   All pairs of n/2 places. */
ROUTINE long closest_pair(const Place* place, int count)
{
   long least = 1L << 60;
   for (int i = 0; i < count; i++) {
      for (int k = 0; k < i; k++) {
         long x = place[i].x - place[k].x, y = place[i].y - place[k].y;
         if (x * x + y * y < least) {
            least = x * x + y * y;
         }
      }
   }
   return least;
}

static void run_places(void)
{
   for (int count = 5; count < 4096; count = next_size(count, 35)) {
      for (int i = 0; i < count; i++) {
         places[i] = (Place){ (int)random_below(1 << 20), (int)random_below(1 << 20) };
      }
      sink = convex_hull(places, count);
      if (count < 600) {
         sink = closest_pair(places, count);
      }
   }
}

/* write_out: constant
   The kernel reads n cells, in no block of the program. */
ROUTINE long write_out(int file, const int* from, int n)
{
   return write(file, from, (size_t)n * sizeof *from);
}

static void run_write_out(void)
{
   int file = open("/dev/null", O_WRONLY);
   for (int n = 10; n < LARGEST; n = next_size(n, 40)) {
      sink = write_out(file, values, n);
   }
   close(file);
}

void run_sequences(void)
{
   run_sequences_of_ints();
   run_places();
   run_write_out();
}
