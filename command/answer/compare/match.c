/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Hash tables of the old side's routines: by name and object, by name, by points. */

#include "answer/compare/match.h"

#include <string.h>

#include "answer/compare/names.h"
#include "answer/compare/same_inputs.h"
#include "util/memory.h"

/* Equal points are no coincidence if there are as many, or if they have this part of the program's cost. */
#define TELLING_POINTS  3
#define TELLING_PART    0.01

/*------------------------------------------------------------------*/
/*--- By names                                                   ---*/
/*------------------------------------------------------------------*/

/* `before`: by routine now, the routine before, or NULL.  `is_matched`: by routine before, whether it has a
   counterpart. */
typedef struct {
   const SideRoutine** before;
   bool*               is_matched;
} Matches;

static void match_by_names(const Comparison* comparison, Matches* matches)
{
   const Side* before = comparison->sides[0];
   const Side* now = comparison->sides[1];
   GHashTable* known = g_hash_table_new(side_hash_names, side_has_equal_names);
   for (size_t i = 0; i < before->count; i++) {
      g_hash_table_add(known, &before->routines[i]);
   }
   for (size_t i = 0; i < now->count; i++) {
      const SideRoutine* found = g_hash_table_lookup(known, &now->routines[i]);
      matches->before[i] = found;
      if (found != NULL) {
         matches->is_matched[found - before->routines] = true;
      }
   }
   g_hash_table_destroy(known);
}

/* A name that two routines have in common if they are the same one. */
typedef const char* (*NameOf)(const SideRoutine* routine, GStringChunk* texts);

static const char* whole_name(const SideRoutine* routine, GStringChunk* texts)
{
   (void)texts;
   return routine->name;
}

static const char* short_name(const SideRoutine* routine, GStringChunk* texts)
{
   return compare_name_without_parameters(routine->name, texts);
}

/* Makes a table by name: the routine of that name that is left, or NULL if several are. */
static GHashTable* left_by_name(const Side* side, const bool* is_matched, const SideRoutine* const* matched,
                                NameOf name_of)
{
   GHashTable* left = g_hash_table_new(g_str_hash, g_str_equal);
   for (size_t i = 0; i < side->count; i++) {
      SideRoutine* routine = &side->routines[i];
      if (is_matched != NULL ? !is_matched[i] : matched[i] == NULL) {
         const char* name = name_of(routine, side->texts);
         bool        is_first = !g_hash_table_contains(left, name);
         g_hash_table_insert(left, (gpointer)name, is_first ? routine : NULL);
      }
   }
   return left;
}

static void match_by_name(const Comparison* comparison, Matches* matches, NameOf name_of)
{
   const Side* now = comparison->sides[1];
   GHashTable* left = left_by_name(comparison->sides[0], matches->is_matched, NULL, name_of);
   GHashTable* left_now = left_by_name(now, NULL, matches->before, name_of);
   GHashTableIter iterator;
   gpointer key, value;
   g_hash_table_iter_init(&iterator, left_now);
   while (g_hash_table_iter_next(&iterator, &key, &value)) {
      const SideRoutine* before = value == NULL ? NULL : g_hash_table_lookup(left, key);
      if (before != NULL) {
         matches->before[(const SideRoutine*)value - now->routines] = before;
         matches->is_matched[before - comparison->sides[0]->routines] = true;
      }
   }
   g_hash_table_destroy(left);
   g_hash_table_destroy(left_now);
}

/* Nameless routines that cost next to nothing are not even mentioned as new or gone. */
static bool is_left_out(const Comparison* comparison, const Side* side, const SideRoutine* alone)
{
   return side_is_nameless(alone)
          && (double)alone->totals.real_sum <= comparison->options.least_part * (double)side->total;
}

static void add_pair(Comparison* comparison, const SideRoutine* before, const SideRoutine* now)
{
   PairState state = before == NULL ? STATE_NEW : now == NULL ? STATE_GONE : STATE_UNKNOWN;
   const SideRoutine* alone = before == NULL ? now : before;
   double cost = (double)alone->totals.real_sum, self = (double)alone->totals.self_sum;
   double sign = state == STATE_NEW ? 1 : state == STATE_GONE ? -1 : 0;
   comparison->pairs[comparison->count++] = (Pair){
      .before = before, .now = now, .state = state, .added = sign * cost, .added_self = sign * self,
      .blame = { .callee = NO_PAIR, .root = NO_PAIR }, .renamed = NO_PAIR,
   };
}

/* For each side, from its routines to pairs. */
static void index_pairs(Comparison* comparison)
{
   for (int side = 0; side < 2; side++) {
      const Side* of_side = comparison->sides[side];
      uint32_t*   pair_of = memory_resize(NULL, of_side->count + 1, sizeof *pair_of);
      memset(pair_of, 0xff, of_side->count * sizeof *pair_of);   /* NO_PAIR */
      for (uint32_t i = 0; i < comparison->count; i++) {
         const Pair*        pair = &comparison->pairs[i];
         const SideRoutine* routine = side == 0 ? pair->before : pair->now;
         if (routine != NULL) {
            pair_of[routine - of_side->routines] = i;
         }
      }
      comparison->pair_of[side] = pair_of;
   }
}

void match_routines(Comparison* comparison)
{
   const Side* before = comparison->sides[0];
   const Side* now = comparison->sides[1];
   Matches matches = { g_new0(const SideRoutine*, now->count + 1), g_new0(bool, before->count + 1) };
   match_by_names(comparison, &matches);
   match_by_name(comparison, &matches, whole_name);
   match_by_name(comparison, &matches, short_name);
   comparison->pairs = memory_resize(NULL, before->count + now->count + 1, sizeof *comparison->pairs);
   for (size_t i = 0; i < now->count; i++) {
      if (matches.before[i] != NULL || !is_left_out(comparison, now, &now->routines[i])) {
         add_pair(comparison, matches.before[i], &now->routines[i]);
      }
   }
   for (size_t i = 0; i < before->count; i++) {
      if (!matches.is_matched[i] && !is_left_out(comparison, before, &before->routines[i])) {
         add_pair(comparison, &before->routines[i], NULL);
      }
   }
   index_pairs(comparison);
   g_free(matches.before);
   g_free(matches.is_matched);
}

/*------------------------------------------------------------------*/
/*--- By points                                                  ---*/
/*------------------------------------------------------------------*/

static guint hash_points(gconstpointer key)
{
   const SideRoutine* routine = key;
   guint64 sum = routine->totals.real_sum * 31 + routine->totals.self_sum;
   return (guint)(sum ^ (sum >> 32)) + (guint)routine->totals.calls * 7 + (guint)routine->facts.points;
}

static gboolean has_equal_points(gconstpointer left, gconstpointer right)
{
   return same_points(left, right);
}

static bool is_telling(const Comparison* comparison, const SideRoutine* routine)
{
   return routine->facts.points >= TELLING_POINTS
          || (double)routine->totals.real_sum >= TELLING_PART * (double)comparison->sides[0]->total;
}

/* Makes a table by points: the index of the pair plus 1, or 0 if several have them. */
static GHashTable* pairs_by_points(const Comparison* comparison, PairState state)
{
   GHashTable* table = g_hash_table_new(hash_points, has_equal_points);
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = &comparison->pairs[i];
      if (pair->state == state && is_telling(comparison, pair_routine(pair))) {
         gpointer key = (gpointer)pair_routine(pair);
         bool     is_first = !g_hash_table_contains(table, key);
         g_hash_table_insert(table, key, GUINT_TO_POINTER(is_first ? i + 1 : 0));
      }
   }
   return table;
}

void match_renamed(Comparison* comparison)
{
   GHashTable* gone = pairs_by_points(comparison, STATE_GONE);
   GHashTable* added = pairs_by_points(comparison, STATE_NEW);
   GHashTableIter iterator;
   gpointer key, value;
   g_hash_table_iter_init(&iterator, added);
   while (g_hash_table_iter_next(&iterator, &key, &value)) {
      guint now = GPOINTER_TO_UINT(value);
      guint before = GPOINTER_TO_UINT(g_hash_table_lookup(gone, key));
      if (now != 0 && before != 0) {
         comparison->pairs[now - 1].renamed = before - 1;
         comparison->pairs[before - 1].renamed = now - 1;
      }
   }
   g_hash_table_destroy(gone);
   g_hash_table_destroy(added);
}
