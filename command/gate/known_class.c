/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Classes with their exponents. */

#include "gate/known_class.h"

#include <math.h>

#include "util/text.h"

KnownClass known_class_of_entry(const BaselineEntry* entry, GrowthCase which)
{
   return (KnownClass){ entry->classes[which], entry->exponents[which] };
}

KnownClass known_class_of(Facts* facts, size_t index, GrowthCase which)
{
   const GrowthRecord*   record = facts_growth(facts, index, which);
   const GrowthPowerLaw* law = &record->power_law;
   KnownClass known = { .range = { record->class, record->slowest, record->fastest } };
   if (law->fitted && record->class != GROWTH_CONSTANT) {
      known.exponents = (Interval){ law->exponent_low, law->exponent_high };
   }
   return known;
}

bool known_class_is_known(const KnownClass* known)
{
   return known->range.class < GROWTH_MODELS;
}

/* The exponent that a class has for very large n. */
static double exponent_of(GrowthClass class)
{
   static const double exponents[] = {
      [GROWTH_CONSTANT] = 0, [GROWTH_N] = 1, [GROWTH_N_LOG_N] = 1, [GROWTH_N_1_5] = 1.5, [GROWTH_N_2] = 2,
      [GROWTH_N_2_LOG_N] = 2, [GROWTH_N_3] = 3, [GROWTH_EXP] = INFINITY,
   };
   return exponents[class];
}

/* No power law fits an exponential, so its exponent says nothing. */
static bool has_exponents(const KnownClass* known)
{
   return known->exponents.high > 0 && known->range.slowest != GROWTH_EXP;
}

bool known_class_exceeds(const KnownClass* known, GrowthClass limit)
{
   return known_class_is_known(known) && known->range.slowest > limit
          && (!has_exponents(known) || known->exponents.low > exponent_of(limit));
}

bool known_class_is_faster(const KnownClass* now, const KnownClass* before)
{
   return known_class_is_known(now) && known_class_is_known(before)
          && now->range.slowest > before->range.fastest
          && (!has_exponents(now) || !has_exponents(before) || now->exponents.low > before->exponents.high);
}

/* As growth/ does. */
#define NEEDED_INPUTS  5

static char* unknown_text(const SideRoutine* routine, GrowthClass class, const char* name)
{
   GroupedText smallest, largest;
   const char* plural = routine->point_count == 1 ? "" : "s";
   if (class == GROWTH_TOO_FEW_POINTS && routine->point_count < NEEDED_INPUTS) {
      return g_strdup_printf("its %s cost has no class: it was called with %zu different input%s, and %d are needed",
                             name, routine->point_count, plural, NEEDED_INPUTS);
   }
   if (class == GROWTH_TOO_FEW_POINTS || class == GROWTH_RANGE_TOO_NARROW) {
      return g_strdup_printf("its %s cost has no class: its %zu different inputs, %s to %s, are too close together",
                             name, routine->point_count, text_grouped_number(side_smallest(routine), smallest),
                             text_grouped_number(side_largest(routine), largest));
   }
   return g_strdup_printf("its %s cost has no class: it follows no trend", name);
}

char* known_class_text(Facts* facts, size_t index, GrowthCase which)
{
   const KnownClass known = known_class_of(facts, index, which);
   const char*      name = growth_case_name(which);
   GrowthText       text;
   if (!known_class_is_known(&known)) {
      return unknown_text(facts_routine(facts, index), known.range.class, name);
   }
   const char* class = growth_range_name(known.range.class, known.range.slowest, known.range.fastest, text);
   return has_exponents(&known)
          ? g_strdup_printf("its %s cost grows as %s (as n^c, c is %.2f to %.2f)", name, class,
                            known.exponents.low, known.exponents.high)
          : g_strdup_printf("its %s cost grows as %s", name, class);
}
