/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Questions about one row. */

#include "answer/routine_facts.h"

bool ranking_is_fast(GrowthClass class)
{
   return class >= GROWTH_N_LOG_N && class <= GROWTH_EXP;
}

double ranking_share(uint64_t part, uint64_t whole)
{
   return whole == 0 ? 0.0 : (double)part / (double)whole;
}

GrowthClass ranking_class(const RankedRoutine* row, GrowthCase which)
{
   return row->growth == NULL ? GROWTH_TOO_FEW_POINTS : row->growth->classes[which];
}

bool ranking_may_be_faster(const RankedRoutine* row, GrowthCase which)
{
   return row->growth != NULL && row->growth->may_be_faster[which];
}

bool ranking_is_exponential(const RankedRoutine* row)
{
   return ranking_class(row, GROWTH_MEAN) == GROWTH_EXP;
}

const Origin* ranking_origin(const RankedRoutine* row)
{
   return row->growth == NULL ? NULL : row->growth->origin;
}

const Routine* ranking_inherited_from(const RankedRoutine* row)
{
   bool is_inherited = row->section == SECTION_INHERITED || row->section == SECTION_LIBRARY_INHERITED;
   return is_inherited ? row->growth->origin->root : NULL;
}
