#include "answer/grow/harm.h"

#include <math.h>

#include "answer/grow/culprit.h"
#include "growth/classes.h"
#include "subject/limits.h"

/* The program may cost so much more than its size, or n log n, tells. */
#define MOST_HARMLESS  1.1

int growth_curve_level(const Curve* curve)
{
   GrowthClass class = curve->exponent >= ALARMING_POWER  ? GROWTH_N_2
                       : curve->term == TERM_N_LOG_N      ? GROWTH_N_LOG_N
                       : curve->exponent > HARMLESS_POWER ? GROWTH_N_1_5 : GROWTH_N;
   bool        is_open = !curve->is_known || curve->state == CURVE_OPEN || isnan(curve->exponent);
   return is_open ? -1 : growth_level(class);
}

/* An open curve does as much harm as it is seen to grow. */
static GrowthHarm harm_of(const Curve* self)
{
   return growth_curve_level(self) == growth_level(GROWTH_N_LOG_N) ? HARM_N_LOG_N
          : self->exponent <= HARMLESS_POWER                       ? HARM_N : HARM_FASTER;
}

/* Returns by what n log n grows from the largest run to the farthest size. */
static double n_log_n_factor(const RunSubjects* subjects)
{
   double times = subjects->reach.times[CURVE_FAR];
   return times * (1 + log(times) / log(fmax(subjects->size[subjects->last], 2)));
}

static GrowthHarm program_harm(const RunSubjects* subjects)
{
   double factor = run_subjects_factor(subjects);
   return factor <= MOST_HARMLESS * subjects->reach.times[CURVE_FAR] ? HARM_N
        : factor <= MOST_HARMLESS * n_log_n_factor(subjects)  ? HARM_N_LOG_N : HARM_FASTER;
}

GrowthHarm growth_harm(const RunSubjects* subjects)
{
   GrowthHarm harm = subjects->other_size == NULL ? program_harm(subjects) : HARM_FASTER;
   for (guint i = 0; i < subjects->routines->len; i++) {
      const RunSubject* routine = g_ptr_array_index(subjects->routines, i);
      if (routine->far_self_share >= SHARE_MATTERS) {
         harm = MAX(harm, harm_of(&routine->growth->self));
      }
   }
   return harm;
}

const RunSubject* growth_named(const RunSubjects* subjects)
{
   bool is_harmful = subjects->program.is_known
                     && (run_subjects_factor(subjects) < SAME_COST || growth_harm(subjects) == HARM_FASTER);
   return is_harmful ? growth_culprit(subjects) : NULL;
}
