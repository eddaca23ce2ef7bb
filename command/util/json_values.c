/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   By json-c. */

#include "util/json_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/text.h"

json_object* json_text(const char* text)
{
   if (text == NULL) {
      return NULL;
   }
   size_t length = strlen(text);
   char*  valid = memory_resize(NULL, length + 1, 1);
   for (size_t at = 0; at < length;) {
      size_t character = text_character_length(text + at, length - at);
      memcpy(valid + at, character == 0 ? "?" : text + at, character == 0 ? 1 : character);
      at += character == 0 ? 1 : character;
   }
   json_object* value = json_object_new_string_len(valid, (int)length);
   free(valid);
   return value;
}

static json_object* number_value(double number)
{
   return isfinite(number) ? json_object_new_double(number) : NULL;
}

void json_set_text(json_object* to, const char* key, const char* text)
{
   json_object_object_add(to, key, json_text(text));
}

void json_set_number(json_object* to, const char* key, double number)
{
   json_object_object_add(to, key, number_value(number));
}

void json_set_count(json_object* to, const char* key, uint64_t count)
{
   json_object_object_add(to, key, json_object_new_uint64(count));
}

json_object* json_interval(double value, double low, double high)
{
   json_object* interval = json_object_new_object();
   json_set_number(interval, "value", value);
   json_set_number(interval, "low", low);
   json_set_number(interval, "high", high);
   return interval;
}

static const char* value_text(json_object* value)
{
   return json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);
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
