#include "answer/compare/loads.h"

#include <math.h>

#include "util/text.h"

/* The most routines that are named as called more, or less. */
#define MOST_LOADS  4

/* And only if the cost of the program changed by this part because of it. */
#define LEAST_LOAD  0.02

static double change_of(const Pair* pair)
{
   return (double)pair->now->totals.real_sum - (double)pair->before->totals.real_sum;
}

static char* load_text(const Comparison* comparison, const Pair* pair)
{
   ShortText calls_before, calls_now, largest_before, largest_now;
   const char* before = text_short_number((double)pair->before->totals.calls, calls_before);
   const char* now = text_short_number((double)pair->now->totals.calls, calls_now);
   g_autofree char* calls = g_strdup_printf("%s: %s -> %s calls", comparison_name_of(comparison, pair),
                                            before, now);
   if (pair->before->subject->has_no_input && pair->now->subject->has_no_input) {
      return g_steal_pointer(&calls);
   }
   return g_strdup_printf("%s, largest n %s -> %s", calls,
                          text_short_number(pair->before->subject->largest, largest_before),
                          text_short_number(pair->now->subject->largest, largest_now));
}

static gint compare_loads(gconstpointer left, gconstpointer right)
{
   double a = fabs(change_of(*(const Pair* const*)left)), b = fabs(change_of(*(const Pair* const*)right));
   return a > b ? -1 : a < b;
}

Answer* answer_loads(const Comparison* comparison)
{
   g_autoptr(GPtrArray) pairs = g_ptr_array_new();
   Answer*    texts = tree_list();
   double     least = LEAST_LOAD * (double)comparison->sides[0]->whole;
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = &comparison->pairs[i];
      if (pair->before != NULL && pair->now != NULL && pair->now->subject->is_own && pair->load != LOAD_SAME
          && pair->state == STATE_SAME && pair->cause == CAUSE_NONE && fabs(change_of(pair)) >= least) {
         g_ptr_array_add(pairs, (gpointer)pair);
      }
   }
   g_ptr_array_sort(pairs, compare_loads);
   for (guint i = 0; i < pairs->len && i < MOST_LOADS; i++) {
      tree_append_text(texts, load_text(comparison, g_ptr_array_index(pairs, i)));
   }
   if (pairs->len > MOST_LOADS) {
      tree_append_text(texts, g_strdup_printf("%u more", pairs->len - MOST_LOADS));
   }
   return texts;
}
