/* Rules of header lines, and of comments that say how the report was made. */

#include "format_rules/rules.h"

#include <glib.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

/* Whether all of the value matches the regular expression. */
static bool matches(Slice value, const char* pattern)
{
   const GRegexCompileFlags flags = G_REGEX_RAW | G_REGEX_DOTALL | G_REGEX_ANCHORED | G_REGEX_DOLLAR_ENDONLY;
   g_autoptr(GRegex) regex = g_regex_new(pattern, flags, 0, NULL);
   return g_regex_match_full(regex, value.bytes, (gssize)value.length, 0, 0, NULL, NULL);
}

/* A date and time as in 2026-11-21T03:40:00Z, or with a zone as +01:00 instead of the Z. */
static bool is_date(Slice value)
{
   bool has_form = matches(value, "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
                                  "T([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)"
                                  "(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$");
   if (!has_form) {
      return false;
   }
   /* The calendar repeats itself after 400 years, and GLib knows no year 0. */
   GDateYear  year = (GDateYear)(atoi(value.bytes) + 400);
   GDateMonth month = (GDateMonth)atoi(value.bytes + strlen("2026-"));
   return atoi(value.bytes + strlen("2026-11-")) <= g_date_get_days_in_month(month, year);
}

/* Up to 19 digits, without leading zeros. */
static bool is_whole_number(Slice value)
{
   return matches(value, "(0|[1-9][0-9]{0,18})$");
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
   checker->may_cost_nothing = value_is(&checker->record, "time-usec")
                               || value_is(&checker->record, "alloc-bytes")
                               || value_is(&checker->record, "alloc-count");
   if (!checker->may_cost_nothing && !value_is(&checker->record, "bb-count")
       && !value_is(&checker->record, "instr")) {
      refuse_value(checker, "the metric is bb-count, instr, time-usec, alloc-bytes or alloc-count");
   }
}

static void input_is_known(Checker* checker)
{
   if (!value_is(&checker->record, "rms") && !value_is(&checker->record, "drms")) {
      refuse_value(checker, "the input metric is rms or drms");
   } else if (checker->has_no_input && !value_is(&checker->record, "rms")) {
      refuse_value(checker, "the input metric is rms, as the report says that it was not measured");
   }
}

/* "part: N": one of several reports of a run, each with the activations that ended
   since the one before.  What an activation called may be in an earlier part, and
   what it is recursive in, in a later one. */
static void note_part(Checker* checker)
{
   checker->is_part |= slice_begins_with(checker->record.value, "part: ");
}

/* Comments of these keys have these forms.  A routine's name may have colons, too; quotes in texts are two
   apostrophes. */
static void comment_has_form(Checker* checker)
{
   static const struct {
      const char* key;
      const char* form;
      const char* rule;
   } forms[] = {
      { "memory-resolution:", " (1|2|4|8|16)$", "the memory resolution is 1, 2, 4, 8 or 16" },
      { HEADER_RECEIVED ":", " [0-9]{1,20}$", "what was received is a number of bytes" },
      { HEADER_FILES ":", " [0-9]{1,20}$", "what was read of files is a number of bytes" },
      { HEADER_FILE ":", " [0-9]{1,20} .+$", "what was read of a file is a number of bytes and its path" },
      { HEADER_STANDARD_INPUT ":", " [0-9]{1,20} .+$",
        "what was read of a file is a number of bytes and its path" },
      { HEADER_PORT ":", " [1-9][0-9]{0,4}$", "a port is a number" },
      { HEADER_SAMPLE ":", " [1-9][0-9]{0,18} of [1-9][0-9]{0,18} processes$",
        "a sample is in the form N of M processes" },
      { HEADER_INPUT_ARGUMENT ":", " .+:[1-9][0-9]{0,18}$",
        "an input size is an argument's value in the form ROUTINE:NUMBER, from 1" },
      { HEADER_EXPECT ":", " \"[^\"]+\" \"[^\"]*\" (0|[1-9][0-9]{0,9}) \"[^\"]+\"$",
        "an expectation has the form \"LIMIT\" \"FILE\" LINE \"ROUTINE\"" },
   };
   Slice value = checker->record.value;
   for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
      size_t length = strlen(forms[i].key);
      if (slice_begins_with(value, forms[i].key)
          && !matches((Slice){ value.bytes + length, value.length - length }, forms[i].form)) {
         refuse_value(checker, forms[i].rule);
      }
   }
}

static void input_is_not_measured(Checker* checker)
{
   static const char key[] = HEADER_RMS ":";
   bool has_key = slice_begins_with(checker->record.value, key);
   if (has_key && !value_is(&checker->record, HEADER_RMS ": not measured")) {
      refuse_value(checker, "without input sizes, the comment is \"rms: not measured\"");
   }
   checker->has_no_input |= has_key;
}

static void note_total(Checker* checker)
{
   checker->total = checker->record.number;
}

const Rule comment_rules[] = {
   note_part, comment_has_form, input_is_not_measured, NULL
};

const Rule version_rules[] = { version_is_4, NULL };

const Rule date_rules[] = { date_is_date, NULL };

const Rule total_rules[] = { note_total, NULL };

const Rule modified_rules[] = { modified_is_date, NULL };

const Rule metric_rules[] = { metric_is_known, NULL };

const Rule input_rules[] = { input_is_known, NULL };
