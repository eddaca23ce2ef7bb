/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Values of JSON, made of what the command knows.  What is not known is null: a text
   that is NULL, a number that is not finite.  If there is not enough memory, the command
   ends with a message (memory.h). */

#ifndef COMMAND_UTIL_JSON_VALUES_H
#define COMMAND_UTIL_JSON_VALUES_H

#include <json.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* JSON is UTF-8, so what is none becomes question marks. */
extern json_object* json_text(const char* text);

/* `text`: the number as it is to be printed; NULL: with all its digits. */
extern json_object* json_new_number(double number, const char* text);
extern json_object* json_new_count(uint64_t count);
extern json_object* json_new_boolean(bool is_true);

extern json_object* json_new_array(void);
extern void json_append(json_object* to, json_object* value);

extern json_object* json_new_object(void);
extern void json_set(json_object* to, const char* key, json_object* value);

extern void json_set_text(json_object* to, const char* key, const char* text);
extern void json_set_number(json_object* to, const char* key, double number);
extern void json_set_count(json_object* to, const char* key, uint64_t count);

/* An object of a value and its interval. */
extern json_object* json_interval(double value, double low, double high);

/* Prints and frees it. */
extern void json_print(FILE* out, json_object* value);

/* The same with an object, but without the brace that ends it. */
extern void json_print_open(FILE* out, json_object* value);

#endif
