/* Example: runs of 100, 200, ... 800 units that cost 10 each up to 400, and 30 each from then on.  The turn
   at 400 is 4.4, all others are 0: a bend from 400 on, 3 times as steep, which is told, because two turns or
   more are straight and runs are behind it.  Of n^2, all turns are 1, and there is none. */

#include "growth/bend.h"

#include <assert.h>
#include <math.h>

#include "growth/forecast.h"

/* A turn is how the cost of a unit grows from one step between runs to the next, as an exponent of the size:
   0 in a straight piece.  A bend inside a step is two turns. */
#define STRAIGHT       0.03   /* a turn of at most so much is none */
#define STRAIGHT_SHARE 0.1    /* and so much of the bend's: a smooth law turns more and more */
#define LEAST_STRAIGHT 2      /* such turns are needed to know what comes */
#define LEAST_RUNS     5
#define ALONE          0.1    /* a single one must be so much straighter, because it may be one by chance */

typedef struct {
   unsigned count;
   double   of[FORECAST_MOST_SIZES];   /* at the run i + 1 */
   unsigned first, last;          /* those of the bend */
} Turns;

/* Returns what a unit costs from a run to the next one. */
static double slope(const Runs* runs, const double* units, unsigned i)
{
   return (runs->value[i + 1] - runs->value[i]) / (units[i + 1] - units[i]);
}

static bool find_turns(Turns* turns, const Runs* runs, const double* units)
{
   turns->count = runs->count - 2;
   for (unsigned i = 0; i < turns->count; i++) {
      double distance = log((runs->size[i + 1] + runs->size[i + 2]) / (runs->size[i] + runs->size[i + 1]));
      turns->of[i] = log(slope(runs, units, i + 1) / slope(runs, units, i)) / distance;
      if (!isfinite(turns->of[i])) {
         return false;
      }
   }
   return true;
}

/* Finds the largest turn, and beside it the one of the same bend. */
static void find_bend(Turns* turns)
{
   unsigned most = 0;
   for (unsigned i = 1; i < turns->count; i++) {
      most = turns->of[i] > turns->of[most] ? i : most;
   }
   double before = most > 0 ? fabs(turns->of[most - 1]) : 0;
   double behind = most + 1 < turns->count ? fabs(turns->of[most + 1]) : 0;
   turns->first = most - (before > behind);
   turns->last = most + (behind > before);
   assert(turns->first <= turns->last && turns->last < turns->count);
}

bool bend_find(Bend* bend, const Runs* runs, const double* units)
{
   Turns turns;
   if (runs->count < LEAST_RUNS || runs->count > FORECAST_MOST_SIZES || !find_turns(&turns, runs, units)) {
      return false;
   }
   find_bend(&turns);
   double largest = fmax(turns.of[turns.first], turns.of[turns.last]), straight = 0;
   for (unsigned i = 0; i < turns.count; i++) {
      if (i < turns.first || i > turns.last) {
         straight = fmax(straight, fabs(turns.of[i]));
      }
   }
   unsigned straights = turns.count - (turns.last - turns.first + 1);
   *bend = (Bend){
      runs->size[turns.last + 1],
      slope(runs, units, runs->count - 2) / slope(runs, units, turns.first),
      straights >= LEAST_STRAIGHT && turns.last + 1 < turns.count
   };
   double strictness = straights >= LEAST_STRAIGHT ? 1 : ALONE;
   return straights > 0 && straight <= strictness * fmin(STRAIGHT, STRAIGHT_SHARE * largest);
}
