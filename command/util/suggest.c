/* Two words are as far apart as the letters that must be put in, left out, changed, or exchanged with
   their neighbours, to make one of the other. Large letters and small ones are the same. */

#include "util/suggest.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#define MAX_LENGTH      120    /* of words that are compared */
#define LETTERS_A_SLIP    3    /* of a word, one in so many may be wrong */
#define LEAST_BEGINNING   3    /* so many letters of a longer word may stand for it */

/* A word of one letter has none that may be wrong. */
static size_t least_too_far(size_t letters)
{
   return letters <= 1 ? 1 : MAX(letters / LETTERS_A_SLIP, 1) + 1;
}

Suggestion suggestion_for(const char* word)
{
   size_t length = strlen(word);
   return (Suggestion){ .word = word, .length = length, .distance = least_too_far(length) };
}

Suggestion suggestion_for_option(const char* option)
{
   Suggestion suggestion = suggestion_for(option);
   suggestion.length = strcspn(option, "=");
   suggestion.distance = least_too_far(suggestion.length - strspn(option, "-"));
   return suggestion;
}

static bool is_same(char a, char b)
{
   return g_ascii_tolower(a) == g_ascii_tolower(b);
}

/* The distance. Of the table with a row for each letter of `a`, three rows are kept. */
static size_t distance_of(const char* a, size_t a_length, const char* b, size_t b_length)
{
   size_t  rows[3][MAX_LENGTH + 1];
   size_t* before = rows[0];
   size_t* last = rows[1];
   size_t* row = rows[2];
   g_assert(a_length <= MAX_LENGTH && b_length <= MAX_LENGTH);
   for (size_t k = 0; k <= b_length; k++) {
      last[k] = k;
   }
   for (size_t i = 1; i <= a_length; i++) {
      row[0] = i;
      for (size_t k = 1; k <= b_length; k++) {
         size_t changed = last[k - 1] + !is_same(a[i - 1], b[k - 1]);
         row[k] = MIN(changed, MIN(last[k], row[k - 1]) + 1);
         bool is_exchanged = i > 1 && k > 1 && is_same(a[i - 1], b[k - 2]) && is_same(a[i - 2], b[k - 1]);
         row[k] = is_exchanged ? MIN(row[k], before[k - 2] + 1) : row[k];
      }
      size_t* oldest = before;
      before = last;
      last = row;
      row = oldest;
   }
   return last[b_length];
}

void suggestion_offer(Suggestion* suggestion, const char* candidate)
{
   size_t length = strlen(candidate);
   size_t own = suggestion->length;
   size_t difference = length > own ? length - own : own - length;
   bool   is_beginning = own >= LEAST_BEGINNING
                         && g_ascii_strncasecmp(suggestion->word, candidate, own) == 0;
   if (length > MAX_LENGTH || own > MAX_LENGTH || (difference > suggestion->distance && !is_beginning)) {
      return;
   }
   size_t distance = is_beginning ? MIN(difference, 1)
                                  : distance_of(suggestion->word, own, candidate, length);
   bool is_fuller = distance == suggestion->distance && suggestion->nearest != NULL && length >= own
                    && strlen(suggestion->nearest) < own;   /* letters are left out rather than put in */
   if (distance < suggestion->distance || is_fuller) {
      suggestion->distance = distance;
      suggestion->nearest = candidate;
   }
}

const char* suggestion_among(const char* word, const char* const* candidates)
{
   Suggestion suggestion = suggestion_for(word);
   for (; *candidates != NULL; candidates++) {
      suggestion_offer(&suggestion, *candidates);
   }
   return suggestion.nearest;
}

char* suggestion_text(const char* prefix, const char* nearest)
{
   return nearest == NULL ? g_strdup("") : g_strdup_printf("; did you mean %s%s?", prefix, nearest);
}
