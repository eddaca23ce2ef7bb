/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Values of JSON.  What is not known is null. */

#ifndef COMMAND_UTIL_JSON_H
#define COMMAND_UTIL_JSON_H

#include <json.h>
#include <stdint.h>
#include <stdio.h>

/* JSON is UTF-8, so what is none becomes question marks.  NULL becomes null. */
extern json_object* json_of_text(const char* text);

/* What is not finite becomes null. */
extern json_object* json_of_number(double number);

/* An object of value, low and high. */
extern json_object* json_of_interval(double value, double low, double high);

extern void json_add_text(json_object* to, const char* key, const char* text);
extern void json_add_number(json_object* to, const char* key, double number);
extern void json_add_count(json_object* to, const char* key, uint64_t count);

/* On one line; valid until the value is changed or freed. */
extern const char* json_line(json_object* value);

/* Prints it on one line, and frees it. */
extern void json_print(FILE* out, json_object* value);

#endif
