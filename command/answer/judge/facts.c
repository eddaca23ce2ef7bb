/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Facts of routines, from compare/, growth/ and the ranking of aprof show. */

#include "answer/judge/facts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

/* A projection is of the whole program, so the growth of all routines matters.  As in the list of aprof show,
   the costliest ones must do. */
#define PROJECTED_ROUTINES  1000

/* Inputs are so many times as large where only the origin of a growth is wanted. */
#define USUAL_TIMES  10.0

#define FEW_POINTS  5

typedef struct {
   ProjectedState state;
   Share          share;
} Projected;

typedef struct {
   double     times;
   Ranking    ranking;
   Projected* projected;      /* by routine */
} Projection;

/* The growth of a routine: worst and mean. */
typedef struct {
   Growth          growth[2];       /* without the fit */
   Predictor       predictor;       /* of the mean */
   GrowthPowerLaw* power_laws;      /* NULL: not asked for yet */
} KnownGrowth;

struct Facts {
   Report*         report;
   Side*           side;
   GrowthAnalysis* analysis;
   double          total;           /* the program's cost without its start */
   const char*     own_patterns;
   bool*           own;             /* by routine */
   KnownGrowth**   growth;          /* by routine; NULL: not asked for yet */
   GArray*         projections;     /* Projection */
};

/* True of code without a name that was called with few inputs: it belongs to the start of the program, or to
   its end. */
static bool is_nameless(const SideRoutine* routine)
{
   return strncmp(routine->name, "0x", 2) == 0 && routine->point_count < FEW_POINTS;
}

/* Shares are without the dynamic linker, whose work depends on the length of the environment and of paths. */
static double cost_without_start(const Side* side)
{
   double total = (double)side->total;
   for (size_t i = 0; i < side->count; i++) {
      total -= side->routines[i].is_start_up ? (double)side->routines[i].totals.self_sum : 0;
   }
   return total;
}

Facts* facts_new(Report* report, const char* own)
{
   Facts* facts = g_new0(Facts, 1);
   facts->report = report;
   facts->side = side_make(report, NULL, own);
   facts->analysis = growth_new();
   facts->own_patterns = own;
   facts->total = cost_without_start(facts->side);
   facts->own = g_new(bool, facts->side->count + 1);
   facts->growth = g_new0(KnownGrowth*, facts->side->count + 1);
   facts->projections = g_array_new(FALSE, FALSE, sizeof(Projection));
   for (size_t i = 0; i < facts->side->count; i++) {
      const SideRoutine* routine = &facts->side->routines[i];
      facts->own[i] = routine->is_own && !routine->is_start_up && !is_nameless(routine);
   }
   return facts;
}

void facts_free(Facts* facts)
{
   for (guint i = 0; i < facts->projections->len; i++) {
      Projection* projection = &g_array_index(facts->projections, Projection, i);
      ranking_free(&projection->ranking);
      g_free(projection->projected);
   }
   g_array_free(facts->projections, TRUE);
   for (size_t i = 0; i < facts->side->count; i++) {
      if (facts->growth[i] != NULL) {
         g_free(facts->growth[i]->power_laws);
         g_free(facts->growth[i]);
      }
   }
   g_free(facts->growth);
   g_free(facts->own);
   growth_free(facts->analysis);
   side_free(facts->side);
   g_free(facts);
}

const Header* facts_header(const Facts* facts)
{
   return report_header(facts->report);
}

size_t facts_count(const Facts* facts)
{
   return facts->side->count;
}

const SideRoutine* facts_routine(const Facts* facts, size_t index)
{
   return &facts->side->routines[index];
}

bool facts_is_own(const Facts* facts, size_t index)
{
   return facts->own[index];
}

static void set_points(Facts* facts, size_t index)
{
   const SideRoutine* routine = &facts->side->routines[index];
   growth_set_points(facts->analysis, routine->points, routine->point_count);
}

static KnownGrowth* known_growth(Facts* facts, size_t index)
{
   if (facts->growth[index] == NULL) {
      KnownGrowth* known = facts->growth[index] = g_new0(KnownGrowth, 1);
      set_points(facts, index);
      for (GrowthCase which = GROWTH_WORST; which <= GROWTH_MEAN; which++) {
         known->growth[which] = *growth_of(facts->analysis, which);
         known->growth[which].fit = NULL;
      }
      known->predictor = *growth_predictor(facts->analysis, GROWTH_MEAN);
   }
   return facts->growth[index];
}

const Growth* facts_growth(Facts* facts, size_t index, GrowthCase which)
{
   return &known_growth(facts, index)->growth[which];
}

GrowthPrediction facts_predict(Facts* facts, size_t index, uint32_t n)
{
   const KnownGrowth* known = known_growth(facts, index);
   return known->growth[GROWTH_MEAN].class < GROWTH_MODELS ? predictor_at(&known->predictor, n)
                                                           : (GrowthPrediction){ .known = false };
}

const GrowthPowerLaw* facts_power_law(Facts* facts, size_t index, GrowthCase which)
{
   KnownGrowth* known = known_growth(facts, index);
   if (known->power_laws == NULL) {
      known->power_laws = g_new(GrowthPowerLaw, 2);
      set_points(facts, index);
      known->power_laws[GROWTH_WORST] = *growth_power_law(facts->analysis, GROWTH_WORST);
      known->power_laws[GROWTH_MEAN] = *growth_power_law(facts->analysis, GROWTH_MEAN);
   }
   return &known->power_laws[which];
}

double facts_share(const Facts* facts, size_t index)
{
   double cost = (double)facts->side->routines[index].totals.real_sum;
   return cost >= facts->total ? 1.0 : cost / facts->total;
}

/*------------------------------------------------------------------*/
/*--- Projections                                                ---*/
/*------------------------------------------------------------------*/

/* Copies of a routine are one here: their shares add up. */
static void add_share(Projected* projected, const Share* share)
{
   projected->share.value = fmin(1.0, projected->share.value + share->value);
   projected->share.low = fmin(1.0, projected->share.low + share->low);
   projected->share.high = fmin(1.0, projected->share.high + share->high);
}

static uint32_t index_of_row(const Facts* facts, const RoutineFacts* row)
{
   return facts->side->side_routine[report_routine_index(facts->report, row->routine)];
}

static Projection make_projection(Facts* facts, double times)
{
   const RankingOptions options = {
      .times = times, .own = facts->own_patterns, .growth_limit = PROJECTED_ROUTINES
   };
   Projection projection = { .times = times };
   projection.ranking = ranking_make(facts->report, facts->analysis, &options);
   projection.projected = g_new0(Projected, facts->side->count + 1);
   for (size_t i = 0; i < projection.ranking.count; i++) {
      const RoutineFacts* row = &projection.ranking.rows[i];
      Projected*           projected = &projection.projected[index_of_row(facts, row)];
      Share                share = ranking_projected_share(&projection.ranking, row);
      if (row->is_unknown) {
         projected->state = PROJECTED_TOO_SMALL;
      } else if (!ranking_projection(&projection.ranking, row).known) {
         projected->state = PROJECTED_NO_GROWTH;
      }
      add_share(projected, &share);
   }
   return projection;
}

static const Projection* projection_of(Facts* facts, double times)
{
   for (guint i = 0; i < facts->projections->len; i++) {
      const Projection* projection = &g_array_index(facts->projections, Projection, i);
      if (projection->times == times) {
         return projection;
      }
   }
   Projection projection = make_projection(facts, times);
   g_array_append_val(facts->projections, projection);
   return &g_array_index(facts->projections, Projection, facts->projections->len - 1);
}

ProjectedState facts_projected_share(Facts* facts, size_t index, double times, Share* share)
{
   const Projected* projected = &projection_of(facts, times)->projected[index];
   *share = projected->share;
   return projected->state;
}

const Routine* facts_inherited_from(Facts* facts, size_t index, bool* certain)
{
   double            times = facts->projections->len > 0
                             ? g_array_index(facts->projections, Projection, 0).times : USUAL_TIMES;
   const Projection* projection = projection_of(facts, times);
   for (size_t i = 0; i < projection->ranking.count; i++) {
      const RoutineFacts* row = &projection->ranking.rows[i];
      const Origin*        origin = routine_origin(row);
      if (origin != NULL && index_of_row(facts, row) == index) {
         *certain = origin->is_certain;
         return origin->root;
      }
   }
   return NULL;
}
