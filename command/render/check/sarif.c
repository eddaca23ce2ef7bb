/* Results as SARIF 2.1.0.  A limit that is kept is no result.  One that is open
   is "open", at its line of the rules; an exception is an accepted suppression.  The fingerprint of a
   result is of the routine and the kind of limit, so that it stays when lines move or the
   limit changes. */

#include <glib.h>

#include "answer/judge/rules.h"
#include "render/check/outputs.h"
#include "util/json.h"

#define SCHEMA    "https://json.schemastore.org/sarif-2.1.0.json"
#define ROOT      "SRCROOT"

/* Subjects of results: kinds of limits, then those of findings.  The index is that of SARIF's rules. */
static const struct {
   const char* id;
   const char* text;
} descriptions[] = {
   { "worst", "The worst cost of a routine grows with its input as the rules allow." },
   { "mean", "The mean cost of a routine grows with its input as the rules allow." },
   { "grows", "The cost of a call grows with the size that the program declares as the rules allow." },
   { "share", "A routine has at most some share of the cost, now or with larger inputs." },
   { "cost", "A call with some input costs at most so much." },
   { "points", "A routine was called with enough different inputs." },
   { "range", "The inputs of a routine are far enough apart." },
   { "worst-baseline", "The worst cost grows no faster than in the baseline." },
   { "mean-baseline", "The mean cost grows no faster than in the baseline." },
   { "factor", "The same calls cost at most so many times as much as in the baseline." },
   { "program-total", "The program costs at most so many times as much as in the baseline." },
   { "total-growth",
     "What a routine costs, with all that it calls, grows with the size of the run as the rules allow." },
   { "self-growth", "What a routine's own code costs grows with the size of the run as the rules allow." },
   { "calls-growth", "The number of a routine's calls grows with the size of the run as the rules allow." },
   { "program-growth", "What the program costs grows with the size of the run as the rules allow." },
   { "total", "A routine, with all that it calls, costs at most so much in a run of some size." },
   { "self", "A routine's own code costs at most so much in a run of some size." },
   { "calls", "A routine is called at most so often in a run of some size." },
   { "program", "A run of some size costs at most so much." },
   { "rules-syntax", "The rules can be read." },
   { "rule-matches-nothing", "A line of the rules matches a routine." },
   { "exception-is-over", "An exception is not over." },
   { "ended-otherwise", "The program ended as in the baseline." },
   { "program-is-gone", "All programs of the baseline ran." },
   { "other-environment", "The baseline is of the same environment." },
   { "rule-not-applied", "The rules are about what is checked: reports, or an experiment." },
};

/* All kinds of limits, where each quantity has its own of the two kinds of experiments; all findings, and
   that a program is gone. */
_Static_assert(G_N_ELEMENTS(descriptions)
                  == LIMIT_KINDS - 2 + 2 * QUANTITIES + FINDING_KINDS + 1, "a kind is missing");

/* The kind of a limit may go on behind the id, as in share@x100. */
static size_t index_of_kind(const char* kind)
{
   size_t length = strcspn(kind, "@");
   for (size_t i = 0; i < G_N_ELEMENTS(descriptions); i++) {
      if (strncmp(descriptions[i].id, kind, length) == 0 && descriptions[i].id[length] == '\0') {
         return i;
      }
   }
   g_assert_not_reached();
}

/*--- Parts ---*/

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
   bool    is_absolute = g_path_is_absolute(file);
   g_autofree char* uri = is_absolute ? g_filename_to_uri(file, NULL, NULL)
                                      : g_uri_escape_string(file, "/", FALSE);
   tree_set_text(value, "uri", uri);
   if (!is_absolute) {
      tree_set_text(value, "uriBaseId", ROOT);
   }
   return value;
}

static Answer* location_value(Place place)
{
   Answer* location = tree_object();
   if (place.file == NULL) {
      return location;
   }
   Answer* physical = tree_object();
   tree_set(physical, "artifactLocation", artifact_value(place.file));
   if (place.line > 0) {
      Answer* region = tree_object();
      tree_set_count(region, "startLine", place.line);
      if (place.column > 0) {
         tree_set_count(region, "startColumn", place.column);
      }
      tree_set(physical, "region", region);
   }
   tree_set(location, "physicalLocation", physical);
   return location;
}

static void add_logical_location(Answer* location, const Answer* result)
{
   Answer* logical = tree_object();
   Answer* list = tree_list();
   tree_set_text(logical, "name", tree_get_text(result, "name"));
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
   g_autofree char* sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, of, -1);
   tree_set_text(value, "aprofCheck/v1", sum);
   tree_set(to, "partialFingerprints", value);
}

static Answer* begin_result(const char* about, const char* kind, const char* level, const char* message)
{
   Answer* value = tree_object();
   size_t  rule = index_of_kind(about);
   tree_set_text(value, "ruleId", descriptions[rule].id);
   tree_set_count(value, "ruleIndex", rule);
   tree_set_text(value, "kind", kind);
   tree_set_text(value, "level", level);
   tree_set(value, "message", message_value(message));
   return value;
}

/*--- Results ---*/

static Answer* suppression_value(const Answer* exception)
{
   Answer* value = tree_object();
   tree_set_text(value, "kind", "external");
   tree_set_text(value, "status", "accepted");
   tree_set_text(value, "justification", tree_get_text(exception, "reason"));
   return value;
}

static Answer* result_value(const Answer* result)
{
   const char* name = tree_get_text(result, "name");
   const char* limit = tree_get_text(result, "limit.kind");
   g_autofree char* text = g_strdup_printf("%s: %s", name, tree_get_text(result, "message"));
   g_autofree char* identity = g_strdup_printf("%s\n%s\n%s", tree_get_text(result, "object"), name, limit);
   bool        is_open = strcmp(tree_get_text(result, "verdict"), "open") == 0 && !has_level(result, "error");
   Answer* value = begin_result(limit, is_open ? "open" : "fail",
                                is_open                      ? "none"
                                : has_level(result, "error") ? "error"
                                                             : "warning",
                                text);
   Answer*     location = location_value(place_of_result(result));
   add_logical_location(location, result);
   add_to_list(value, "locations", location);
   add_fingerprint(value, identity);
   if (tree_get(result, "exception") != NULL) {
      add_to_list(value, "suppressions", suppression_value(tree_get(result, "exception")));
   }
   return value;
}

/* A limit that is open: at its line of the rules. */
static Answer* open_value(const Answer* open)
{
   const Answer* limit = tree_get(open, "limit");
   Answer*       value = begin_result(tree_get_text(limit, "kind"), "open", "none",
                                      tree_get_text(open, "message"));
   add_to_list(value, "locations", location_value(place_of_limit(open)));
   add_fingerprint(value, tree_get_text(limit, "text"));
   return value;
}

static Answer* finding_value(const Answer* finding)
{
   const char* level = tree_get_text(finding, "level");
   const char* message = tree_get_text(finding, "message");
   const char* kind = has_level(finding, "none") ? "open" : "fail";
   Answer*     value = begin_result(tree_get_text(finding, "kind"), kind, level, message);
   add_to_list(value, "locations", location_value(place_of(finding)));
   add_fingerprint(value, message);
   return value;
}

static void add_findings(Answer* list, const Answer* check)
{
   const Answer* findings = tree_get(check, "findings");
   for (size_t i = 0; i < tree_length(findings); i++) {
      g_autoptr(Answer) finding = tree_item(findings, i);
      tree_append(list, finding_value(finding));
   }
}

/* A limit that is kept is no result.  An open one fails if the user wants that. */
static bool are_results(const Verdicts* verdicts)
{
   return strcmp(verdicts->verdict, "passed") != 0
          && (strcmp(verdicts->verdict, "open") != 0 || verdict_has_level(verdicts, "error"));
}

static void add_results(Answer* list, const Answer* check)
{
   const Answer* results = tree_get(check, "results");
   Verdicts      verdicts[VERDICTS];
   results_by_verdict(check, verdicts);
   for (size_t i = 0; i < VERDICTS; i++) {
      for (size_t k = 0; are_results(&verdicts[i]) && k < verdicts[i].count; k++) {
         g_autoptr(Answer) result = tree_item(results, verdicts[i].first + k);
         tree_append(list, result_value(result));
      }
   }
}

static void add_open(Answer* list, const Answer* check)
{
   const Answer* limits = tree_get(check, "open");
   for (size_t i = 0; i < tree_length(limits) && !has_level(tree_at(limits, i), "error"); i++) {
      tree_append(list, open_value(tree_at(limits, i)));
   }
}

static Answer* results_value(const Answer* check)
{
   Answer* list = tree_list();
   add_findings(list, check);
   add_results(list, check);
   add_open(list, check);
   return list;
}

/*--- The run ---*/

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

static Answer* invocation_value(const Answer* check)
{
   Answer* value = tree_object();
   tree_set_flag(value, "executionSuccessful", strcmp(tree_get_text(check, "outcome"), "unreadable") != 0);
   tree_set_count(value, "exitCode", tree_get_count(check, "exit_status"));
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

void render_sarif(FILE* out, const Answer* check)
{
   g_autoptr(Answer) log = tree_object();
   Answer* run = tree_object();
   tree_set_text(log, "$schema", SCHEMA);
   tree_set_text(log, "version", "2.1.0");
   tree_set(run, "tool", tool_value());
   add_to_list(run, "invocations", invocation_value(check));
   tree_set(run, "originalUriBaseIds", roots_value());
   tree_set_text(run, "columnKind", "unicodeCodePoints");
   tree_set(run, "results", results_value(check));
   add_to_list(log, "runs", run);
   json_print_value(out, log);
   putc('\n', out);
}
