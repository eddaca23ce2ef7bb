/* Facts of routines, from compare/, growth/ and the ranking of aprof show. */

#include "answer/judge/facts.h"

#include <math.h>
#include <string.h>

#include "answer/origin.h"
#include "growth/far.h"
#include "model/own.h"
#include "subject/limits.h"

typedef struct {
   ProjectedState state;
   Share          share;
} Projected;

typedef struct {
   Subjects*  subjects;
   Projected* projected;      /* by routine of the side */
} Projection;

Facts* facts_new(Report* report, const char* own)
{
   Facts* facts = g_new0(Facts, 1);
   facts->side = side_make(report, NULL, NULL, own);
   facts->own_patterns = own;
   facts->projections = g_array_new(FALSE, FALSE, sizeof(Projection));
   return facts;
}

void facts_free(Facts* facts)
{
   for (guint i = 0; i < facts->projections->len; i++) {
      Projection* projection = &g_array_index(facts->projections, Projection, i);
      subjects_free(projection->subjects);
      g_free(projection->projected);
   }
   g_array_free(facts->projections, TRUE);
   g_clear_pointer(&facts->code, side_code_close);
   side_free(facts->side);
   g_free(facts);
}

bool facts_is_own(const Facts* facts, size_t index)
{
   const Subject* subject = &facts->side->routines[index].subject;
   return subject->is_own && !subject_is_marginal(subject, facts_share(facts, index));
}

const ClassRange* facts_case(Facts* facts, size_t index, GrowthCase which)
{
   return subject_case(side_subject(facts->side, &facts->side->routines[index]), which);
}

GrowthPrediction facts_predict(Facts* facts, size_t index, uint32_t n)
{
   return subject_predict(side_subject(facts->side, &facts->side->routines[index]), GROWTH_MEAN, n);
}

const GrowthPowerLaw* facts_power_law(Facts* facts, size_t index, GrowthCase which)
{
   return side_power_law(facts->side, &facts->side->routines[index], which);
}

double facts_share(const Facts* facts, size_t index)
{
   return side_share(facts->side, &facts->side->routines[index]);
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

/* A projection is of the whole program, so the growth of all routines matters.  As in the list of aprof show,
   the costliest ones must do. */
static Projection make_projection(Facts* facts, double times)
{
   const SubjectOptions options = {
      .times = times, .own = facts->own_patterns, .growth_limit = MOST_FITTED
   };
   Report*    report = facts->side->report;
   Projection projection = { .subjects = subjects_of_report(report, &options) };
   origins_find(projection.subjects);
   projection.projected = g_new0(Projected, facts->side->count + 1);
   for (uint32_t i = 0; i < report_routine_count(report); i++) {
      const Subject* subject = &projection.subjects->list[i];
      if (subject->points > 0) {
         Projected* projected = &projection.projected[facts->side->side_routine[i]];
         Share      share = subjects_far_share(projection.subjects, subject);
         if (subject->is_unknown) {
            projected->state = PROJECTED_TOO_SMALL;
         } else if (!subjects_projection(projection.subjects, subject).known) {
            projected->state = PROJECTED_NO_GROWTH;
         }
         add_share(projected, &share);
      }
   }
   return projection;
}

static const Projection* projection_of(Facts* facts, double times)
{
   for (guint i = 0; i < facts->projections->len; i++) {
      const Projection* projection = &g_array_index(facts->projections, Projection, i);
      if (projection->subjects->times == times) {
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
   const Subjects* subjects = facts->projections->len > 0
                              ? g_array_index(facts->projections, Projection, 0).subjects
                              : projection_of(facts, FAR_TIMES)->subjects;
   for (uint32_t i = 0; i < report_routine_count(subjects->report); i++) {
      const Origin* origin = subject_origin(&subjects->list[i]);
      if (origin != NULL && facts->side->side_routine[i] == index) {
         *certain = origin->is_certain;
         return origin->root;
      }
   }
   return NULL;
}

static SideCode* code_of(Facts* facts)
{
   facts->code = facts->code == NULL ? side_code_open(facts->side) : facts->code;
   return facts->code;
}

RoutinePrints facts_prints(Facts* facts, size_t index)
{
   const SideRoutine* routine = &facts->side->routines[index];
   bool               is_of_system = own_is_of_system(routine->subject.routine->image);
   return is_of_system ? (RoutinePrints){ 0 } : side_code_prints(code_of(facts), routine);
}

ProgramPrints facts_program_prints(Facts* facts)
{
   return side_code_program(code_of(facts));
}

/*------------------------------------------------------------------*/
/*--- Names and patterns                                         ---*/
/*------------------------------------------------------------------*/

RoutineNames routine_names(const SideRoutine* routine)
{
   const Routine* reported = routine->subject.routine;
   return (RoutineNames){ routine->name, reported->name, reported->mangled, reported->image,
                          routine->object };
}

bool routine_has_name(const char* pattern, const SideRoutine* routine)
{
   const RoutineNames names = routine_names(routine);
   return pattern_is_name(pattern, &names);
}

bool routine_matches(const RoutinePattern* pattern, const SideRoutine* routine, bool is_own)
{
   const RoutineNames names = routine_names(routine);
   return pattern_means(pattern, &names, is_own);
}
