/* Text for people.

   Every character counts as one column.  This is exact for the names of nearly all
   programs, and nearly right for the others. */

#include "util/text.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "util/memory.h"

/* Bytes of UTF-8. */
#define LONGEST_CHARACTER  4

/*--- Characters ---*/

size_t text_character_length(const char* bytes, size_t length)
{
   if (length == 0 || (unsigned char)bytes[0] < 0x80) {
      return length == 0 ? 0 : 1;
   }
   gunichar character = g_utf8_get_char_validated(bytes, (gssize)length);
   bool     is_valid = character != (gunichar)-1 && character != (gunichar)-2;
   return is_valid ? (size_t)(g_utf8_next_char(bytes) - bytes) : 0;
}

const char* text_file_name(const char* path)
{
   const char* slash = strrchr(path, '/');
   return slash == NULL ? path : slash + 1;
}

size_t text_position(const char* const* words, size_t count, const char* word)
{
   for (size_t i = 0; i < count; i++) {
      if (strcmp(words[i], word) == 0) {
         return i;
      }
   }
   g_assert_not_reached();
}

int text_compare(const void* left, const void* right)
{
   return strcmp(*(const char* const*)left, *(const char* const*)right);
}

size_t text_trailing_digits(const char* text, size_t length)
{
   size_t start = length;
   while (start > 0 && text[start - 1] >= '0' && text[start - 1] <= '9') {
      start--;
   }
   return length - start;
}

bool text_is_control(const char* character, size_t length)
{
   const unsigned char* at = (const unsigned char*)character;
   return length == 1 ? at[0] < 0x20 || at[0] == 0x7f
                      : length == 2 && at[0] == 0xc2 && at[1] < 0xa0;
}

/* U+FFFE and U+FFFF are no characters, and XML forbids them. */
static bool is_no_character(const char* character, size_t length)
{
   return length == 3 && memcmp(character, "\xef\xbf", 2) == 0 && (unsigned char)character[2] >= 0xbe;
}

static bool is_printable(const char* text, size_t length)
{
   size_t character = text_character_length(text, length);
   return character != 0 && !text_is_control(text, character) && !is_no_character(text, character);
}

size_t text_unit_length(const char* text, size_t length)
{
   size_t character = text_character_length(text, length);
   return character == 0 ? 1 : character;
}

int text_columns(const char* text)
{
   size_t length = strlen(text);
   int    columns = 0;
   for (size_t at = 0; at < length; columns++) {
      at += text_unit_length(text + at, length - at);
   }
   return columns;
}

size_t text_print_character(FILE* out, const char* text)
{
   size_t length = strnlen(text, LONGEST_CHARACTER);
   size_t size = text_unit_length(text, length);
   bool   printable = is_printable(text, length);
   fwrite(printable ? text : "?", printable ? size : 1, 1, out);
   return size;
}

/* Prints the columns from `first` to before `end`. */
static void print_columns(FILE* out, const char* text, size_t first, size_t end)
{
   size_t length = strlen(text);
   size_t column = 0;
   for (size_t at = 0; at < length && column < end; column++) {
      at += column >= first ? text_print_character(out, text + at) : text_unit_length(text + at, length - at);
   }
}

void text_print(FILE* out, const char* text)
{
   print_columns(out, text, 0, SIZE_MAX);
}

int text_print_cut(FILE* out, const char* text, int columns)
{
   size_t room = columns < 4 ? 4 : (size_t)columns;
   size_t wanted = (size_t)text_columns(text);
   if (wanted <= room) {
      print_columns(out, text, 0, wanted);
      return (int)wanted;
   }
   size_t tail = (room - 3) * 2 / 5;
   print_columns(out, text, 0, room - 3 - tail);
   fputs("...", out);
   print_columns(out, text, wanted - tail, wanted);
   return (int)room;
}

char* text_cut(const char* text, int columns)
{
   char*  cut = NULL;
   size_t size;
   FILE*  out = memory_stream(&cut, &size);
   text_print_cut(out, text, columns);
   memory_stream_end(out, &cut);
   return cut;
}

const char* text_printable(const char* text, GStringChunk* texts)
{
   size_t             length = strlen(text);
   g_autoptr(GString) copy = NULL;
   for (size_t at = 0; at < length;) {
      size_t size = text_unit_length(text + at, length - at);
      bool   printable = is_printable(text + at, length - at);
      if (!printable && copy == NULL) {
         copy = g_string_new_len(text, (gssize)at);
      }
      if (copy != NULL) {
         g_string_append_len(copy, printable ? text + at : "?", printable ? (gssize)size : 1);
      }
      at += size;
   }
   return copy == NULL ? text : g_string_chunk_insert_len(texts, copy->str, (gssize)copy->len);
}

const char* text_keep(char* text, GStringChunk* texts)
{
   const char* kept = text == NULL ? NULL : g_string_chunk_insert(texts, text);
   g_free(text);
   return kept;
}

/* Whether the next words belong to the one before: `= 800` or `%`. */
static bool is_continued(const char* next)
{
   return *next == '%' || (g_str_has_prefix(next, "= ") && g_ascii_isdigit(next[2]));
}

/* Returns the length of a word; of one in backquotes, as a command, up to the blank after these. */
static int length_of_word(const char* text)
{
   const char* begin = text + strspn(text, "(");
   const char* end = *begin == '`' ? strchr(begin + 1, '`') : NULL;
   const char* from = end == NULL ? text : end;
   return (int)(from - text) + (int)strcspn(from, " ");
}

/* Returns the length of what stays on one line: a word, or words as `n = 800` and `5 %`. */
static int length_of_unit(const char* text)
{
   int length = length_of_word(text);
   while (text[length] == ' ' && is_continued(text + length + 1)) {
      const char* next = text + length + 1;
      int         skipped = *next == '=' ? 2 : 0;
      length += 1 + skipped + (int)strcspn(next + skipped, " ");
   }
   return length;
}

void text_print_wrapped(FILE* out, const char* text, int indent, int columns)
{
   int leading = (int)strspn(text, " ");
   int used = leading == 0 ? 0 : fprintf(out, "%*s", leading - 1, "");
   text += leading;
   while (*text != '\0') {
      int length = length_of_unit(text);
      if (used > 0 && used + 1 + length > columns) {
         fprintf(out, "\n%*s", indent, "");
         used = indent;
      } else if (used > 0) {
         putc(' ', out);
         used++;
      }
      g_autofree char* word = g_strndup(text, (gsize)length);
      text_print(out, word);
      used += length;
      text += length + (text[length] == ' ' ? 1 : 0);
   }
   putc('\n', out);
}

void text_append_shell_word(GString* line, const char* word)
{
   static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:+@%{}";
   bool is_plain = *word != '\0' && word[strspn(word, plain)] == '\0';
   g_autofree char* quoted = is_plain ? g_strdup(word) : g_shell_quote(word);
   g_string_append(line, quoted);
}

void text_append_shell_words(GString* line, char* const* words)
{
   for (; *words != NULL; words++) {
      g_string_append_c(line, ' ');
      text_append_shell_word(line, *words);
   }
}

const char* text_quote(const char* bytes, size_t length, QuotedText text)
{
   size_t shown = length < 40 ? length : 40;
   char* to = text;
   *to++ = '"';
   for (size_t i = 0; i < shown; i++) {
      unsigned char byte = (unsigned char)bytes[i];
      if (byte >= 0x20 && byte < 0x7f) {
         *to++ = (char)byte;
      } else {
         to += sprintf(to, "\\x%02x", byte);
      }
   }
   g_assert((size_t)(to - text) + sizeof "\"..." <= sizeof(QuotedText));
   strcpy(to, shown < length ? "\"..." : "\"");
   return text;
}

/*--- Numbers ---*/

const char* text_short_number(double number, ShortText text)
{
   static const char units[] = " kMGTPE";
   double given = number;
   size_t unit = 0;
   /* 999.5 would be rounded to 1000. */
   while (number >= 999.5 && unit < sizeof units - 2) {
      number /= 1000;
      unit++;
   }
   if (!(number < 999.5)) {
      snprintf(text, sizeof(ShortText), "%.2e", given);
      return text;
   }
   bool whole = unit == 0 && number == (double)(uint64_t)number;
   int  digits = whole || number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2;
   int  length = snprintf(text, sizeof(ShortText), "%.*f", digits, number);
   if (unit > 0 && length > 0 && (size_t)length < sizeof(ShortText) - 1) {
      text[length] = units[unit];
      text[length + 1] = '\0';
   }
   return text;
}

const char* text_bytes(double number, ShortText text)
{
   ShortText short_number;
   int       length = (int)strlen(text_short_number(number, short_number));
   if (g_ascii_isalpha(short_number[length - 1])) {
      length--;
   }
   snprintf(text, sizeof(ShortText), "%.*s %sB", length, short_number, short_number + length);
   return text;
}

/* Writes a factor of at least 1000 with so many digits that count: "1,140". */
static const char* large_times(double factor, int digits, ShortText text)
{
   char        rounded[32];
   GroupedText room;
   if (!(factor < 1e6)) {
      return isfinite(factor) ? text_short_number(factor, text) : "inf";
   }
   snprintf(rounded, sizeof rounded, "%.*e", digits - 1, factor);
   g_strlcpy(text, text_grouped_number((uint64_t)g_ascii_strtod(rounded, NULL), room), sizeof(ShortText));
   return text;
}

const char* text_times(double factor, ShortText text)
{
   if (factor >= 0.1 && factor < 999.5) {
      snprintf(text, sizeof(ShortText), factor < 9.995 ? "%.2f" : factor < 99.95 ? "%.1f" : "%.0f", factor);
      return text;
   }
   if (factor < 0.1) {
      snprintf(text, sizeof(ShortText), "%.2g", factor);
      return text;
   }
   return large_times(factor, 3, text);
}

const char* text_times_roughly(double factor, ShortText text)
{
   char rounded[32];
   if (!(factor >= 0.095 && factor < 995)) {
      return factor >= 995 ? large_times(factor, 2, text) : text_times(factor, text);
   }
   snprintf(rounded, sizeof rounded, "%.1e", factor);
   snprintf(text, sizeof(ShortText), "%.*f", factor < 0.995 ? 2 : factor < 9.95 ? 1 : 0,
            g_ascii_strtod(rounded, NULL));
   return text;
}

const char* text_percent(double part, ShortText text)
{
   bool is_small = part >= 1e-6 && part < 0.01;
   snprintf(text, sizeof(ShortText), is_small ? "%.2g %%" : "%.0f %%", 100 * part);
   return text;
}

const char* text_percent_tenths(double part, ShortText text)
{
   snprintf(text, sizeof(ShortText), "%.1f %%", 100 * part);
   return text;
}

const char* text_times_as_much(double factor, TimesText text)
{
   ShortText number;
   snprintf(text, sizeof(TimesText), "%s times as much", text_times(factor, number));
   return text;
}

const char* text_time(double seconds, ShortText text)
{
   static const struct { double seconds, most; const char* name; } units[] = {
      { 1, 120, "s" }, { 60, 120, "minutes" }, { 3600, 48, "hours" }, { 86400, INFINITY, "days" }
   };
   ShortText number;
   size_t    unit = 0;
   /* The last one is for all that are longer, an endless time, too. */
   while (unit + 1 < G_N_ELEMENTS(units) && seconds >= units[unit].most * units[unit].seconds) {
      unit++;
   }
   snprintf(text, sizeof(ShortText), "%s %s", text_times_roughly(seconds / units[unit].seconds, number),
            units[unit].name);
   return text;
}

const char* text_duration(double seconds, Duration text)
{
   unsigned whole = (unsigned)CLAMP(seconds + 0.5, 1, 1e9);
   if (whole < 60) {
      snprintf(text, sizeof(Duration), "%u s", whole);
   } else if (whole < 3600) {
      snprintf(text, sizeof(Duration), "%u min %u s", whole / 60, whole % 60);
   } else {
      snprintf(text, sizeof(Duration), "%u h %u min", whole / 3600, whole % 3600 / 60);
   }
   return text;
}

const char* text_grouped_number(uint64_t number, GroupedText text)
{
   char* digit = text + sizeof(GroupedText) - 1;
   *digit = '\0';
   for (int count = 0; count == 0 || number != 0; count++) {
      if (count > 0 && count % 3 == 0) {
         *--digit = ',';
      }
      *--digit = (char)('0' + number % 10);
      number /= 10;
   }
   g_assert(digit >= text);
   return digit;
}
