/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Results as JSON: one object, with a result on each line.  docs/formats.md describes it. */

#include <math.h>

#include "answer/judge/sentences.h"
#include "render/check/outputs.h"
#include "render/json.h"

/* Six digits: the rest of a share depends on the length of the environment, which the program's start
   reads. */
static void set_rounded(Answer* to, const char* key, double number)
{
   char text[40];
   g_snprintf(text, sizeof text, "%.6g", number);
   tree_set(to, key, tree_number(number, text));
}

/* Null if it is a class, or not known. */
static Answer* measured_value(const Result* result)
{
   if (isnan(result->value)) {
      return NULL;
   }
   Answer* value = tree_object();
   set_rounded(value, "value", result->value);
   set_rounded(value, "low", result->low);
   set_rounded(value, "high", result->high);
   return value;
}

static Answer* place_value(const char* file, unsigned line, unsigned column)
{
   Answer* value = tree_object();
   tree_set_text(value, "file", file);
   tree_set_count(value, "line", line);
   if (column > 0) {
      tree_set_count(value, "column", column);
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

static Answer* limit_value(const Gate* gate, const Limit* limit)
{
   LimitName    name;
   Answer* value = tree_object();
   tree_set_text(value, "kind", limit_name(limit, name));
   tree_set_text(value, "text", limit->text);
   tree_set(value, "place", place_value(gate->rules->file, limit->line, limit->column));
   return value;
}

static Answer* exception_value(const Gate* gate, const Exception* exception)
{
   if (exception == NULL) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set_text(value, "until", exception->until);
   tree_set_text(value, "reason", exception->reason);
   tree_set(value, "place", place_value(gate->rules->file, exception->line, exception->column));
   return value;
}

static Answer* result_value(const Gate* gate, const Result* result)
{
   Answer* value = tree_object();
   char*        message = message_of_result(result);
   tree_set_text(value, "verdict", verdict_name(result->verdict));
   tree_set_text(value, "level", level_name(gate_level_of_verdict(gate, result->verdict)));
   tree_set_text(value, "name", result->name);
   tree_set_text(value, "object", result->object);
   tree_set(value, "limit", limit_value(gate, result->limit));
   tree_set_text(value, "message", message);
   tree_set(value, "measured", measured_value(result));
   tree_set_text(value, "introduced_by", result->from);
   tree_set(value, "exception", exception_value(gate, result->exception));
   tree_set(value, "place", result->file == NULL
                          ? NULL : place_value(result->file, (unsigned)result->line, 0));
   g_free(message);
   return value;
}

static Answer* finding_value(const Gate* gate, const Finding* finding)
{
   Answer* value = tree_object();
   tree_set_text(value, "kind", finding_name(finding->kind));
   tree_set_text(value, "level", level_name(gate_level_of_finding(gate, finding->kind)));
   tree_set(value, "place", place_value(finding->file, finding->line, finding->column));
   tree_set_text(value, "message", finding->text);
   return value;
}

static Answer* counts_value(const Gate* gate)
{
   Answer* value = tree_object();
   for (Verdict verdict = 0; verdict < VERDICTS; verdict++) {
      tree_set_count(value, verdict_name(verdict), gate->counts[verdict]);
   }
   return value;
}

static void print_member(FILE* out, const char* key, Answer* value)
{
   fprintf(out, "\"%s\":", key);
   json_print(out, value);
   fputs(",\n", out);
}

static void print_head(FILE* out, const Gate* gate)
{
   Answer* paths = tree_list();
   for (size_t i = 0; i < gate->path_count; i++) {
      tree_append(paths, tree_text(gate->paths[i]));
   }
   Outcome outcome = gate_outcome(gate);
   fputs("{", out);
   print_member(out, "outcome", tree_text(outcome_name(outcome)));
   print_member(out, "exit_status", tree_count((uint64_t)gate_exit_status(outcome)));
   print_member(out, "reports", paths);
   print_member(out, "rules", tree_text(gate->rules->file));
   print_member(out, "baseline", tree_text(gate->reference.baseline == NULL
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
