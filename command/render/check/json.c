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

static Answer* limit_value(const Check* check, const Limit* limit)
{
   LimitName    name;
   Answer* value = tree_object();
   tree_set_text(value, "kind", limit_name(limit, name));
   tree_set_text(value, "text", limit->text);
   tree_set(value, "place", place_value(check->rules->file, limit->line, limit->column));
   return value;
}

static Answer* exception_value(const Check* check, const Exception* exception)
{
   if (exception == NULL) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set_text(value, "until", exception->until);
   tree_set_text(value, "reason", exception->reason);
   tree_set(value, "place", place_value(check->rules->file, exception->line, exception->column));
   return value;
}

static Answer* result_value(const Check* check, const Result* result)
{
   Answer* value = tree_object();
   char*        message = sentence_of_result(result);
   tree_set_text(value, "verdict", verdict_name(result->verdict));
   tree_set_text(value, "level", level_name(check_level_of_verdict(check, result->verdict)));
   tree_set_text(value, "name", result->name);
   tree_set_text(value, "object", result->object);
   tree_set(value, "limit", limit_value(check, result->limit));
   tree_set_text(value, "message", message);
   tree_set(value, "measured", measured_value(result));
   tree_set_text(value, "introduced_by", result->from);
   tree_set(value, "exception", exception_value(check, result->exception));
   tree_set(value, "place", result->file == NULL
                          ? NULL : place_value(result->file, (unsigned)result->line, 0));
   g_free(message);
   return value;
}

static Answer* finding_value(const Check* check, const Finding* finding)
{
   Answer* value = tree_object();
   tree_set_text(value, "kind", finding_name(finding->kind));
   tree_set_text(value, "level", level_name(check_level_of_finding(check, finding->kind)));
   tree_set(value, "place", place_value(finding->file, finding->line, finding->column));
   tree_set_text(value, "message", finding->text);
   return value;
}

static Answer* counts_value(const Check* check)
{
   Answer* value = tree_object();
   for (Verdict verdict = 0; verdict < VERDICTS; verdict++) {
      tree_set_count(value, verdict_name(verdict), check->counts[verdict]);
   }
   return value;
}

static void print_member(FILE* out, const char* key, Answer* value)
{
   fprintf(out, "\"%s\":", key);
   json_print(out, value);
   fputs(",\n", out);
}

static void print_head(FILE* out, const Check* check)
{
   Answer* paths = tree_list();
   for (size_t i = 0; i < check->path_count; i++) {
      tree_append(paths, tree_text(check->paths[i]));
   }
   Outcome outcome = check_outcome(check);
   fputs("{", out);
   print_member(out, "outcome", tree_text(outcome_name(outcome)));
   print_member(out, "exit_status", tree_count((uint64_t)check_exit_status(outcome)));
   print_member(out, "reports", paths);
   print_member(out, "rules", tree_text(check->rules->file));
   print_member(out, "baseline", tree_text(check->reference.baseline == NULL
                                              ? NULL : check->reference.baseline->path));
   print_member(out, "counts", counts_value(check));
}

void output_json(FILE* out, const Check* check)
{
   print_head(out, check);
   fputs("\"findings\":[", out);
   for (guint i = 0; i < check->findings->list->len; i++) {
      fputs(i == 0 ? "\n" : ",\n", out);
      json_print(out, finding_value(check, &g_array_index(check->findings->list, Finding, i)));
   }
   fputs("\n],\n\"results\":[", out);
   for (guint i = 0; i < check->results->len; i++) {
      fputs(i == 0 ? "\n" : ",\n", out);
      json_print(out, result_value(check, &g_array_index(check->results, Result, i)));
   }
   fputs("\n]}\n", out);
}
