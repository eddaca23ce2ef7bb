/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Values of JSON, made of what the command knows.  What is not known is null: a text
   that is NULL, a number that is not finite. */

#ifndef COMMAND_UTIL_JSON_VALUES_H
#define COMMAND_UTIL_JSON_VALUES_H

#include <json.h>
#include <stdint.h>
#include <stdio.h>

/* JSON is UTF-8, so what is none becomes question marks. */
extern json_object* json_text(const char* text);

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
