#include "answer/compare/size_words.h"

#include "util/text.h"

const char* size_words_class(const SizePair* sizes, int side)
{
   const Curve* curve = &sizes->curves[side];
   return curve->is_known && curve->state != CURVE_OPEN ? curve->class : "open";
}

void size_words_add_classes(GString* text, const SizePair* sizes, const char* joint)
{
   if (sizes->class_change != 0) {
      g_string_append_printf(text, "%s grows as %s, not %s%s", joint, size_words_class(sizes, 1),
                             size_words_class(sizes, 0),
                             sizes->state == CURVE_CONFIRMED ? "" : " (likely)");
   }
}

/* "(12.1M -> 109M)". */
static void add_costs(GString* text, const Total* total, const char* certainty)
{
   ShortText before, now;
   g_string_append_printf(text, " (%s -> %s%s)", text_short_number(total->cost[0], before),
                          text_short_number(total->cost[1], now), certainty);
}

/* "at 100,000 lines the program will cost 3.1 times as much (12.1M -> 37.5M, confirmed), and at 10,000 lines
   it costs 1.02 times as much". */
static void add_forecast(GString* text, const Comparison* comparison)
{
   const Sizes* sizes = comparison->sizes;
   TimesText    times, last;
   g_string_append_printf(text, "at %s the program will cost %s", sizes->words,
                          text_times_as_much(comparison->total.factor, times));
   add_costs(text, &comparison->total, ", confirmed");
   g_string_append_printf(text, ", and at %s it costs %s", sizes->last_words,
                          text_times_as_much(sizes->program.at_size.value, last));
}

/* ", and 25.7 times at ten times that (confirmed)". */
static void add_beyond(GString* text, const SizePair* program)
{
   ShortText times;
   if (program->state == CURVE_OPEN || !program->beyond.known) {
      g_string_append(text, "; what it costs at ten times that is open");
   } else {
      g_string_append_printf(text, ", and %s times at ten times that (%s)",
                             text_times(program->beyond.value, times), curve_state_name(program->state));
   }
}

void size_words_add_total(GString* text, const Comparison* comparison)
{
   TimesText times;
   if (comparison->sizes->source == COSTS_FORECAST) {
      add_forecast(text, comparison);
      return;
   }
   g_string_append_printf(text, "at %s the program costs %s", comparison->sizes->words,
                          text_times_as_much(comparison->total.factor, times));
   add_costs(text, &comparison->total, "");
   add_beyond(text, &comparison->sizes->program);
}
