/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Results as JSON: one object, with a result on each line.  docs/formats.md describes it. */

#include <math.h>

#include "answer/judge/messages.h"
#include "render/check/outputs.h"
#include "util/json_values.h"

/* Six digits: the rest of a share depends on the length of the environment, which the program's start
   reads. */
static void set_rounded(json_object* to, const char* key, double number)
{
   char text[40];
   g_snprintf(text, sizeof text, "%.6g", number);
   json_set(to, key, json_new_number(number, text));
}

/* Null if it is a class, or not known. */
static json_object* measured_value(const Result* result)
{
   if (isnan(result->value)) {
      return NULL;
   }
   json_object* value = json_new_object();
   set_rounded(value, "value", result->value);
   set_rounded(value, "low", result->low);
   set_rounded(value, "high", result->high);
   return value;
}

static json_object* place_value(const char* file, unsigned line, unsigned column)
{
   json_object* value = json_new_object();
   json_set_text(value, "file", file);
   json_set_count(value, "line", line);
   if (column > 0) {
      json_set_count(value, "column", column);
   }
   return value;
}

static const char* level_name(Level level)
{
   static const char* const names[] = {
      [LEVEL_NONE] = "none", [LEVEL_WARNING] = "warning", [LEVEL_ERROR] = "error"
   };
   return names[level];
}

static json_object* limit_value(const Gate* gate, const Limit* limit)
{
   LimitName    name;
   json_object* value = json_new_object();
   json_set_text(value, "kind", limit_name(limit, name));
   json_set_text(value, "text", limit->text);
   json_set(value, "place", place_value(gate->rules->file, limit->line, limit->column));
   return value;
}

static json_object* exception_value(const Gate* gate, const Exception* exception)
{
   if (exception == NULL) {
      return NULL;
   }
   json_object* value = json_new_object();
   json_set_text(value, "until", exception->until);
   json_set_text(value, "reason", exception->reason);
   json_set(value, "place", place_value(gate->rules->file, exception->line, exception->column));
   return value;
}

static json_object* result_value(const Gate* gate, const Result* result)
{
   json_object* value = json_new_object();
   char*        message = message_of_result(result);
   json_set_text(value, "verdict", verdict_name(result->verdict));
   json_set_text(value, "level", level_name(gate_level_of_verdict(gate, result->verdict)));
   json_set_text(value, "name", result->name);
   json_set_text(value, "object", result->object);
   json_set(value, "limit", limit_value(gate, result->limit));
   json_set_text(value, "message", message);
   json_set(value, "measured", measured_value(result));
   json_set_text(value, "introduced_by", result->from);
   json_set(value, "exception", exception_value(gate, result->exception));
   json_set(value, "place", result->file == NULL
                          ? NULL : place_value(result->file, (unsigned)result->line, 0));
   g_free(message);
   return value;
}

static json_object* finding_value(const Gate* gate, const Finding* finding)
{
   json_object* value = json_new_object();
   json_set_text(value, "kind", finding_name(finding->kind));
   json_set_text(value, "level", level_name(gate_level_of_finding(gate, finding->kind)));
   json_set(value, "place", place_value(finding->file, finding->line, finding->column));
   json_set_text(value, "message", finding->text);
   return value;
}

static json_object* counts_value(const Gate* gate)
{
   json_object* value = json_new_object();
   for (Verdict verdict = 0; verdict < VERDICTS; verdict++) {
      json_set_count(value, verdict_name(verdict), gate->counts[verdict]);
   }
   return value;
}

static void print_member(FILE* out, const char* key, json_object* value)
{
   fprintf(out, "\"%s\":", key);
   json_print(out, value);
   fputs(",\n", out);
}

static void print_head(FILE* out, const Gate* gate)
{
   json_object* paths = json_new_array();
   for (size_t i = 0; i < gate->path_count; i++) {
      json_append(paths, json_text(gate->paths[i]));
   }
   Outcome outcome = gate_outcome(gate);
   fputs("{", out);
   print_member(out, "outcome", json_text(outcome_name(outcome)));
   print_member(out, "exit_status", json_new_count((uint64_t)gate_exit_status(outcome)));
   print_member(out, "reports", paths);
   print_member(out, "rules", json_text(gate->rules->file));
   print_member(out, "baseline", json_text(gate->reference.baseline == NULL
                                              ? NULL : gate->reference.baseline->path));
   print_member(out, "counts", counts_value(gate));
}

void output_json(FILE* out, const Gate* gate)
{
   print_head(out, gate);
   fputs("\"findings\":[", out);
   for (guint i = 0; i < gate->findings->list->len; i++) {
      fputs(i == 0 ? "\n" : ",\n", out);
      json_print(out, finding_value(gate, &g_array_index(gate->findings->list, Finding, i)));
   }
   fputs("\n],\n\"results\":[", out);
   for (guint i = 0; i < gate->results->len; i++) {
      fputs(i == 0 ? "\n" : ",\n", out);
      json_print(out, result_value(gate, &g_array_index(gate->results, Result, i)));
   }
   fputs("\n]}\n", out);
}
