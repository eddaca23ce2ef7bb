/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   One value after the other, with nothing kept in memory. */

#include "render/page/values.h"

#include <glib.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "render/json.h"
#include "util/memory.h"
#include "util/text.h"

/* The line separators of Unicode end a line of a script. */
static bool is_line_separator(const char* bytes, size_t length)
{
   return length == 3 && (memcmp(bytes, "\xe2\x80\xa8", 3) == 0 || memcmp(bytes, "\xe2\x80\xa9", 3) == 0);
}

static void put_character(FILE* out, const char* bytes, size_t length)
{
   unsigned char first = (unsigned char)bytes[0];
   if (length == 0) {
      putc('?', out);
   } else if (text_is_control(bytes, length) || first == '<') {
      fprintf(out, "\\u%04x", g_utf8_get_char(bytes));
   } else if (is_line_separator(bytes, length)) {
      fprintf(out, "\\u202%c", bytes[2] == '\xa8' ? '8' : '9');
   } else {
      if (first == '"' || first == '\\') {
         putc('\\', out);
      }
      fwrite(bytes, 1, length, out);
   }
}

void value_text(FILE* out, const char* text)
{
   if (text == NULL) {
      putc('0', out);
      return;
   }
   size_t length = strlen(text);
   putc('"', out);
   for (size_t at = 0; at < length;) {
      size_t character = text_character_length(text + at, length - at);
      put_character(out, text + at, character);
      at += character == 0 ? 1 : character;
   }
   putc('"', out);
}

/* All that is no ASCII in JSON is in a string. */
void value_answer(FILE* out, const Answer* value)
{
   char*  text;
   size_t size;
   FILE*  json = memory_stream(&text, &size);
   render_json_value(json, value);
   memory_stream_end(json, &text);
   for (const char* at = text; *at != '\0'; at++) {
      if (*at == '<') {
         fputs("\\u003c", out);
      } else {
         putc(*at, out);
      }
   }
   free(text);
}

void value_number(FILE* out, double number)
{
   if (isfinite(number)) {
      fprintf(out, "%.7g", number);
   } else {
      fputs("null", out);
   }
}

void value_numbers(FILE* out, const double* numbers, size_t count)
{
   putc('[', out);
   for (size_t i = 0; i < count; i++) {
      value_separate(out, i);
      value_number(out, numbers[i]);
   }
   putc(']', out);
}

struct SharedTexts {
   GHashTable* numbers;     /* by text, counted from 1 */
   GPtrArray*  texts;
};

SharedTexts* shared_texts_new(void)
{
   SharedTexts* texts = g_new(SharedTexts, 1);
   texts->numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   texts->texts = g_ptr_array_new();
   return texts;
}

void shared_texts_free(SharedTexts* texts)
{
   g_hash_table_destroy(texts->numbers);
   g_ptr_array_free(texts->texts, TRUE);
   g_free(texts);
}

void value_shared(FILE* out, SharedTexts* texts, const char* text)
{
   guint number = text == NULL ? 0 : GPOINTER_TO_UINT(g_hash_table_lookup(texts->numbers, text));
   if (text != NULL && number == 0) {
      char* copy = g_strdup(text);
      g_ptr_array_add(texts->texts, copy);
      number = texts->texts->len;
      g_hash_table_insert(texts->numbers, copy, GUINT_TO_POINTER(number));
   }
   fprintf(out, "%d", (int)number - 1);
}

void value_shared_texts(FILE* out, const SharedTexts* texts)
{
   putc('[', out);
   for (guint i = 0; i < texts->texts->len; i++) {
      value_separate(out, i);
      value_text(out, g_ptr_array_index(texts->texts, i));
   }
   putc(']', out);
}

void value_separate(FILE* out, size_t index)
{
   if (index > 0) {
      putc(',', out);
   }
}
