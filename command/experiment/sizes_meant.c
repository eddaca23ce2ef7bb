#include "experiment/sizes_meant.h"

#include <glib.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "experiment/settings.h"
#include "experiment/setup.h"

#define DIGITS           "0123456789"
#define MOST_ZEROS       18

/* Signs between the two ends of a range, and between sizes of a list.  A sign that begins with another one
   comes before it. */
static const char* const range_signs[] = {
   "...", "..", "-", ":", "\xe2\x80\x93", "\xe2\x80\xa6", " to ", NULL
};
static const char* const list_signs[] = { ", ", ",", ";", " ", NULL };

/* The length of the sign that the text begins with; 0: it begins with none. */
static size_t sign_length(const char* text, const char* const* signs)
{
   for (; *signs != NULL; signs++) {
      if (g_str_has_prefix(text, *signs)) {
         return strlen(*signs);
      }
   }
   return 0;
}

/* How many zeros the ending of a number stands for, as 3 for "k" or "e3".  `length` is that of the ending. */
static unsigned zeros_of(const char* ending, size_t* length)
{
   static const char units[] = "kmgt";
   const char  letter = g_ascii_tolower(ending[0]);
   const char* unit = letter == '\0' ? NULL : strchr(units, letter);
   size_t      digits = letter == 'e' ? strspn(ending + 1, DIGITS) : 0;
   *length = unit != NULL ? 1 : digits > 0 ? 1 + digits : 0;
   return unit != NULL ? 3 * (unsigned)(unit - units + 1)
          : digits > 0 ? (unsigned)g_ascii_strtoull(ending + 1, NULL, 10) : 0;
}

/* Moves behind a number, and adds it to the list.  False if there is none. */
static bool take_number(const char** at, GArray* numbers)
{
   char*    end;
   uint64_t number = g_ascii_strtoull(*at, &end, 10);
   size_t   length;
   unsigned zeros = zeros_of(end, &length);
   bool     is_right = g_ascii_isdigit(**at) && zeros <= MOST_ZEROS;
   for (unsigned i = 0; i < zeros && is_right; i++) {
      is_right = !__builtin_mul_overflow(number, 10, &number);
   }
   g_array_append_val(numbers, number);
   *at = end + length;
   return is_right;
}

/* False if it is neither a range nor a list. */
static bool take_all(const char* text, GArray* numbers, bool* is_range)
{
   bool is_right = take_number(&text, numbers);
   *is_range = false;
   while (is_right && *text != '\0') {
      size_t range = sign_length(text, range_signs);
      size_t length = range > 0 ? range : sign_length(text, list_signs);
      *is_range |= range > 0;
      text += length;
      bool is_end = length > 0 && *text == '\0';
      is_right = is_end || (length > 0 && take_number(&text, numbers) && (!*is_range || numbers->len == 2));
   }
   return is_right && (!*is_range || numbers->len == 2);
}

static char* text_of(const char* name, GArray* numbers, bool is_range)
{
   GString* text = g_string_new(name);
   g_assert(!is_range || numbers->len == 2);
   if (is_range) {
      g_array_sort(numbers, settings_compare_sizes);
   }
   for (guint i = 0; i < numbers->len; i++) {
      g_string_append_printf(text, "%s%" PRIu64, i == 0 ? "" : is_range ? ".." : ",",
                             g_array_index(numbers, uint64_t, i));
   }
   return g_string_free(text, FALSE);
}

char* sizes_meant(const char* text)
{
   const char* equals = strchr(text, '=');
   const char* values = equals == NULL ? text : equals + 1;
   g_autofree char*  name = g_strndup(text, (gsize)(values - text));
   g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(uint64_t));
   bool        is_range;
   char*       meant = take_all(values, numbers, &is_range) ? text_of(name, numbers, is_range) : NULL;
   WantedSizes sizes;
   if (meant != NULL && !setup_parse_sizes(meant, &sizes)) {
      g_clear_pointer(&meant, g_free);
   } else if (meant != NULL) {
      setup_free_sizes(&sizes);
   }
   return meant;
}
