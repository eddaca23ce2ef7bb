/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Rules of header lines, and of comments that say how the report was made. */

#include "format_rules/rules.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/number.h"
#include "util/text.h"

static bool value_is(const Record* record, const char* text)
{
   Slice value = record->value;
   return value.length == strlen(text) && memcmp(value.bytes, text, value.length) == 0;
}

static void refuse_value(Checker* checker, const char* rule)
{
   Slice      value = checker->record.value;
   QuotedText quoted;
   here(checker, "%s: %s", rule, text_quote(value.bytes, value.length, quoted));
}

static void version_is_4(Checker* checker)
{
   if (checker->record.number != REPORT_NEWEST_VERSION) {
      here(checker, "the version is %d, for 1.4: %" PRIu64, REPORT_NEWEST_VERSION, checker->record.number);
   }
}

/* A number of `digits` digits from low to high. */
static bool is_number_between(const char* text, int digits, int low, int high)
{
   int number = 0;
   for (int i = 0; i < digits; i++) {
      if (text[i] < '0' || text[i] > '9') {
         return false;
      }
      number = number * 10 + (text[i] - '0');
   }
   return low <= number && number <= high;
}

static bool has_days(const char* date)
{
   static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
   int year = atoi(date);
   int month = atoi(date + 5);
   bool leap = month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
   return is_number_between(date + 8, 2, 1, days[month - 1] + leap);
}

/* Z, +HH:MM or -HH:MM */
static bool is_zone(const char* text)
{
   if (strcmp(text, "Z") == 0) {
      return true;
   }
   return strlen(text) == 6 && (text[0] == '+' || text[0] == '-') && is_number_between(text + 1, 2, 0, 23)
          && text[3] == ':' && is_number_between(text + 4, 2, 0, 59);
}

/* A date and time as in 2026-11-21T03:40:00Z. */
static bool is_date(Slice value)
{
   static const char form[] = "2026-11-21T03:40:00";
   char date[sizeof form + 6] = "";
   if (value.length < sizeof date) {
      memcpy(date, value.bytes, value.length);
   }
   return strlen(date) >= sizeof form
      && is_number_between(date, 4, 0, 9999) && date[4] == '-'
      && is_number_between(date + 5, 2, 1, 12) && date[7] == '-' && has_days(date) && date[10] == 'T'
      && is_number_between(date + 11, 2, 0, 23) && date[13] == ':'
      && is_number_between(date + 14, 2, 0, 59) && date[16] == ':'
      && is_number_between(date + 17, 2, 0, 60)
      && is_zone(date + sizeof form - 1);
}

/* Up to 19 digits, without leading zeros. */
static bool is_whole_number(Slice value)
{
   for (size_t i = 0; i < value.length; i++) {
      if (value.bytes[i] < '0' || value.bytes[i] > '9') {
         return false;
      }
   }
   return value.length >= 1 && value.length <= 19 && (value.bytes[0] != '0' || value.length == 1);
}

static void date_is_date(Checker* checker)
{
   if (!is_date(checker->record.value)) {
      refuse_value(checker, "t is the date and time of creation, as in 2026-11-21T03:40:00Z");
   }
}

static void modified_is_date(Checker* checker)
{
   if (!is_whole_number(checker->record.value) && !is_date(checker->record.value)) {
      refuse_value(checker, "e is the date of the executable, in seconds since 1970 or as in "
                   "2026-11-21T03:40:00Z");
   }
}

static void metric_is_known(Checker* checker)
{
   checker->metric_is_time = value_is(&checker->record, "time-usec");
   if (!checker->metric_is_time && !value_is(&checker->record, "bb-count")
       && !value_is(&checker->record, "instr")) {
      refuse_value(checker, "the metric is bb-count, instr or time-usec");
   }
}

static void input_is_known(Checker* checker)
{
   if (!value_is(&checker->record, "rms") && !value_is(&checker->record, "drms")) {
      refuse_value(checker, "the input metric is rms or drms");
   }
}

static bool begins_with(Slice value, const char* key)
{
   size_t length = strlen(key);
   return value.length >= length && memcmp(value.bytes, key, length) == 0;
}

/* "part: N": one of several reports of a run, each with the activations that ended
   since the one before.  What an activation called may be in an earlier part, and
   what it is recursive in, in a later one. */
static void note_part(Checker* checker)
{
   checker->is_part |= begins_with(checker->record.value, "part: ");
}

static void memory_resolution_is_known(Checker* checker)
{
   static const char key[] = "memory-resolution:";
   if (!begins_with(checker->record.value, key)) {
      return;
   }
   static const char* const known[] = { "1", "2", "4", "8", "16" };
   for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
      char text[sizeof key + 4];
      snprintf(text, sizeof text, "%s %s", key, known[i]);
      if (value_is(&checker->record, text)) {
         return;
      }
   }
   refuse_value(checker, "the memory resolution is 1, 2, 4, 8 or 16");
}

/* The routine's name may have colons, too. */
static void input_argument_has_number(Checker* checker)
{
   static const char key[] = HEADER_INPUT_ARGUMENT ":";
   Slice value = checker->record.value;
   if (!begins_with(value, key)) {
      return;
   }
   size_t colon = value.length - 1;
   while (value.bytes[colon] != ':') {
      colon--;
   }
   Slice number = { value.bytes + colon + 1, value.length - colon - 1 };
   bool  has_name = colon > sizeof key && value.bytes[sizeof key - 1] == ' ';
   if (!has_name || !is_whole_number(number) || number.bytes[0] == '0') {
      refuse_value(checker, "an input size is an argument's value in the form ROUTINE:NUMBER, from 1");
   }
}

static void note_total(Checker* checker)
{
   checker->total = checker->record.number;
}

const Rule comment_rules[] = {
   note_part, memory_resolution_is_known, input_argument_has_number, NULL
};

const Rule version_rules[] = { version_is_4, NULL };

const Rule date_rules[] = { date_is_date, NULL };

const Rule total_rules[] = { note_total, NULL };

const Rule modified_rules[] = { modified_is_date, NULL };

const Rule metric_rules[] = { metric_is_known, NULL };

const Rule input_rules[] = { input_is_known, NULL };
