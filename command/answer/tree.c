/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   By json-c, which tells of a lack of memory by NULL, or not at all. */

#include "util/json_values.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/text.h"

static void __attribute__((noreturn)) no_room(void)
{
   memory_exhausted("a value of JSON");
}

static json_object* checked(json_object* value)
{
   if (value == NULL) {
      no_room();
   }
   return value;
}

json_object* json_text(const char* text)
{
   if (text == NULL) {
      return NULL;
   }
   GString* valid = g_string_sized_new(64);
   size_t   length = strlen(text);
   for (size_t at = 0; at < length;) {
      size_t character = text_character_length(text + at, length - at);
      /* json-c escapes only the control characters below U+0020. */
      bool is_raw = text_is_control(text + at, character) && (unsigned char)text[at] >= 0x7f;
      if (character == 0 || is_raw) {
         g_string_append_c(valid, '?');
      } else {
         g_string_append_len(valid, text + at, (gssize)character);
      }
      at += character == 0 ? 1 : character;
   }
   json_object* value = json_object_new_string_len(valid->str, (int)valid->len);
   g_string_free(valid, TRUE);
   return checked(value);
}

json_object* json_new_number(double number, const char* text)
{
   if (!isfinite(number)) {
      return NULL;
   }
   return checked(text == NULL ? json_object_new_double(number) : json_object_new_double_s(number, text));
}

json_object* json_new_count(uint64_t count)
{
   return checked(json_object_new_uint64(count));
}

json_object* json_new_boolean(bool is_true)
{
   return checked(json_object_new_boolean(is_true));
}

json_object* json_new_array(void)
{
   return checked(json_object_new_array());
}

void json_append(json_object* to, json_object* value)
{
   if (json_object_array_add(to, value) != 0) {
      no_room();
   }
}

json_object* json_new_object(void)
{
   return checked(json_object_new_object());
}

void json_set(json_object* to, const char* key, json_object* value)
{
   if (json_object_object_add(to, key, value) != 0) {
      no_room();
   }
}

void json_set_text(json_object* to, const char* key, const char* text)
{
   json_set(to, key, json_text(text));
}

void json_set_number(json_object* to, const char* key, double number)
{
   json_set(to, key, json_new_number(number, NULL));
}

void json_set_count(json_object* to, const char* key, uint64_t count)
{
   json_set(to, key, json_new_count(count));
}

json_object* json_interval(double value, double low, double high)
{
   json_object* interval = json_new_object();
   json_set_number(interval, "value", value);
   json_set_number(interval, "low", low);
   json_set_number(interval, "high", high);
   return interval;
}

/* If there is no room for all of the text, json-c leaves out parts; only errno tells. */
static const char* value_text(json_object* value)
{
   errno = 0;
   const char* text = json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN
                                                            | JSON_C_TO_STRING_NOSLASHESCAPE);
   if (text == NULL || errno == ENOMEM) {
      no_room();
   }
   return text;
}

void json_print(FILE* out, json_object* value)
{
   fputs(value_text(value), out);
   json_object_put(value);
}

void json_print_open(FILE* out, json_object* value)
{
   const char* text = value_text(value);
   fwrite(text, 1, strlen(text) - 1, out);
   json_object_put(value);
}
