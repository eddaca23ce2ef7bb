/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Results as SARIF 2.1.0.  A limit that is kept is no result.  One that is not decided
   is "open", at its line of the rules; an exception is an accepted suppression.  The fingerprint of a
   result is of the routine and the kind of limit, so that it stays when lines move or the
   limit changes. */

#include <stdio.h>
#include <string.h>

#include "answer/judge/sentences.h"
#include "answer/judge/undecided.h"
#include "render/check/outputs.h"
#include "render/json.h"

#define SCHEMA    "https://json.schemastore.org/sarif-2.1.0.json"
#define ROOT      "SRCROOT"

/* What results are about; the index is that of SARIF's rules.  Findings come after limits. */
static const struct {
   const char* id;
   const char* text;
} descriptions[] = {
   [LIMIT_WORST] = { "worst", "The worst cost of a routine grows with its input as the rules allow." },
   [LIMIT_MEAN] = { "mean", "The mean cost of a routine grows with its input as the rules allow." },
   [LIMIT_SHARE] = { "share", "A routine has at most some share of the cost, now or with larger inputs." },
   [LIMIT_COST] = { "cost", "A call with some input costs at most so much." },
   [LIMIT_POINTS] = { "points", "A routine was called with enough different inputs." },
   [LIMIT_RANGE] = { "range", "The inputs of a routine are far enough apart." },
   [LIMIT_WORST_BASELINE] = { "worst-baseline", "The worst cost grows no faster than in the baseline." },
   [LIMIT_MEAN_BASELINE] = { "mean-baseline", "The mean cost grows no faster than in the baseline." },
   [LIMIT_FACTOR] = { "factor", "The same calls cost at most so many times as much as in the baseline." },
   [LIMIT_KINDS + FINDING_SYNTAX] = { "rules-syntax", "The rules can be read." },
   [LIMIT_KINDS + FINDING_UNUSED] = { "rule-matches-nothing", "A line of the rules matches a routine." },
   [LIMIT_KINDS + FINDING_EXPIRED] = { "exception-is-over", "An exception is not over." },
   [LIMIT_KINDS + FINDING_FINGERPRINT] = { "other-environment", "The baseline is of the same environment." },
};

/*------------------------------------------------------------------*/
/*--- Parts                                                      ---*/
/*------------------------------------------------------------------*/

static Answer* message_value(const char* text)
{
   Answer* value = tree_object();
   tree_set_text(value, "text", text);
   return value;
}

/* A relative path is below the root of the sources. */
static Answer* artifact_value(const char* file)
{
   Answer* value = tree_object();
   bool         is_absolute = g_path_is_absolute(file);
   char*        uri = is_absolute ? g_filename_to_uri(file, NULL, NULL)
                                  : g_uri_escape_string(file, "/", FALSE);
   tree_set_text(value, "uri", uri);
   if (!is_absolute) {
      tree_set_text(value, "uriBaseId", ROOT);
   }
   g_free(uri);
   return value;
}

static Answer* location_value(const Place* place)
{
   Answer* location = tree_object();
   Answer* physical = tree_object();
   tree_set(physical, "artifactLocation", artifact_value(place->file));
   if (place->line > 0) {
      Answer* region = tree_object();
      tree_set_count(region, "startLine", place->line);
      if (place->column > 0) {
         tree_set_count(region, "startColumn", place->column);
      }
      tree_set(physical, "region", region);
   }
   tree_set(location, "physicalLocation", physical);
   return location;
}

static void add_logical_location(Answer* location, const Result* result)
{
   Answer* logical = tree_object();
   Answer* list = tree_list();
   tree_set_text(logical, "name", result->name);
   tree_set_text(logical, "kind", "function");
   tree_append(list, logical);
   tree_set(location, "logicalLocations", list);
}

static void add_to_list(Answer* to, const char* key, Answer* item)
{
   Answer* list = tree_list();
   tree_append(list, item);
   tree_set(to, key, list);
}

static void add_fingerprint(Answer* to, const char* of)
{
   Answer* value = tree_object();
   char*        sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, of, -1);
   tree_set_text(value, "aprofCheck/v1", sum);
   tree_set(to, "partialFingerprints", value);
   g_free(sum);
}

static Answer* begin_result(size_t rule, const char* kind, const char* level, const char* message)
{
   Answer* value = tree_object();
   tree_set_text(value, "ruleId", descriptions[rule].id);
   tree_set_count(value, "ruleIndex", rule);
   tree_set_text(value, "kind", kind);
   tree_set_text(value, "level", level);
   tree_set(value, "message", message_value(message));
   return value;
}

/*------------------------------------------------------------------*/
/*--- Results                                                    ---*/
/*------------------------------------------------------------------*/

static Answer* result_value(const Check* check, const Result* result)
{
   bool        is_error = check_level_of_verdict(check, result->verdict) == LEVEL_ERROR;
   const Place place = check_place(check, result);
   LimitName   name;
   char*       message = sentence_of_result(result);
   char*       text = g_strdup_printf("%s: %s", result->name, message);
   char*       identity = g_strdup_printf("%s\n%s\n%s", result->object, result->name,
                                          limit_name(result->limit, name));
   Answer* value = begin_result(result->limit->kind, "fail", is_error ? "error" : "warning", text);
   Answer* location = location_value(&place);
   add_logical_location(location, result);
   add_to_list(value, "locations", location);
   add_fingerprint(value, identity);
   if (result->exception != NULL) {
      Answer* suppression = tree_object();
      tree_set_text(suppression, "kind", "external");
      tree_set_text(suppression, "status", "accepted");
      tree_set_text(suppression, "justification", result->exception->reason);
      add_to_list(value, "suppressions", suppression);
   }
   g_free(identity);
   g_free(text);
   g_free(message);
   return value;
}

/* A limit that is not decided: at its line of the rules. */
static Answer* undecided_value(const Check* check, const UndecidedLimit* undecided)
{
   const Place  place = { check->rules->file, undecided->limit->line, undecided->limit->column };
   char*        message = undecided_sentence(undecided);
   Answer* value = begin_result(undecided->limit->kind, "open", "none", message);
   add_to_list(value, "locations", location_value(&place));
   add_fingerprint(value, undecided->limit->text);
   g_free(message);
   return value;
}

static Answer* finding_value(const Check* check, const Finding* finding)
{
   Level        level = check_level_of_finding(check, finding->kind);
   const Place  place = { finding->file, finding->line, finding->column };
   Answer* value = begin_result(LIMIT_KINDS + finding->kind, level == LEVEL_NONE ? "open" : "fail",
                                     level == LEVEL_NONE  ? "none"
                                     : level == LEVEL_ERROR ? "error" : "warning", finding->text);
   add_to_list(value, "locations", location_value(&place));
   add_fingerprint(value, finding->text);
   return value;
}

/* What is not decided fails if the user wants that. */
static bool is_result(const Check* check, const Result* result)
{
   return result->verdict != VERDICT_PASSED
          && (result->verdict != VERDICT_UNDECIDED || check->undecided == UNDECIDED_FAIL);
}

static void add_undecided(Answer* list, const Check* check)
{
   GArray* limits = undecided_limits(check);
   for (guint i = 0; i < limits->len && check->undecided != UNDECIDED_FAIL; i++) {
      tree_append(list, undecided_value(check, &g_array_index(limits, UndecidedLimit, i)));
   }
   g_array_unref(limits);
}

static Answer* results_value(const Check* check)
{
   Answer* list = tree_list();
   for (guint i = 0; i < check->findings->list->len; i++) {
      tree_append(list, finding_value(check, &g_array_index(check->findings->list, Finding, i)));
   }
   for (guint i = 0; i < check->results->len; i++) {
      const Result* result = &g_array_index(check->results, Result, i);
      if (is_result(check, result)) {
         tree_append(list, result_value(check, result));
      }
   }
   add_undecided(list, check);
   return list;
}

/*------------------------------------------------------------------*/
/*--- The run                                                    ---*/
/*------------------------------------------------------------------*/

static Answer* tool_value(void)
{
   Answer* driver = tree_object();
   Answer* rules = tree_list();
   Answer* tool = tree_object();
   for (size_t i = 0; i < G_N_ELEMENTS(descriptions); i++) {
      Answer* rule = tree_object();
      tree_set_text(rule, "id", descriptions[i].id);
      tree_set(rule, "shortDescription", message_value(descriptions[i].text));
      tree_append(rules, rule);
   }
   tree_set_text(driver, "name", "aprof");
   tree_set_text(driver, "version", PACKAGE_VERSION);
   tree_set(driver, "rules", rules);
   tree_set(tool, "driver", driver);
   return tool;
}

static Answer* invocation_value(const Check* check)
{
   Outcome      outcome = check_outcome(check);
   Answer* value = tree_object();
   tree_set(value, "executionSuccessful",
                          tree_flag(outcome != OUTCOME_UNREADABLE));
   tree_set(value, "exitCode", tree_count((uint64_t)check_exit_status(outcome)));
   return value;
}

/* The root is the working directory; those who read the file know where that is. */
static Answer* roots_value(void)
{
   Answer* value = tree_object();
   Answer* root = tree_object();
   tree_set(root, "description", message_value("The working directory of aprof check."));
   tree_set(value, ROOT, root);
   return value;
}

void output_sarif(FILE* out, const Check* check)
{
   Answer* log = tree_object();
   Answer* run = tree_object();
   tree_set_text(log, "$schema", SCHEMA);
   tree_set_text(log, "version", "2.1.0");
   tree_set(run, "tool", tool_value());
   add_to_list(run, "invocations", invocation_value(check));
   tree_set(run, "originalUriBaseIds", roots_value());
   tree_set_text(run, "columnKind", "unicodeCodePoints");
   tree_set(run, "results", results_value(check));
   add_to_list(log, "runs", run);
   json_print(out, log);
   putc('\n', out);
}
