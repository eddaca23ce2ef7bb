/* Names of routines have the name of their program before them.  A line of the rules that matches nothing is
   a finding only if it matches nothing in any of the programs. */

#include "answer/judge/suite_answer.h"

#include <assert.h>
#include <string.h>

#include "answer/judge/answer.h"
#include "util/text.h"

struct SuiteAnswer {
   OpenPolicy  open;
   unsigned    programs;
   Answer*     results[VERDICTS];   /* lists */
   uint64_t    counts[VERDICTS];
   Answer*     reports;
   Answer*     limits;              /* that are open */
   GHashTable* findings;            /* by text: in how many programs */
   GPtrArray*  first;               /* Answer: each of them once, in the order of their coming */
   char*       rules;
   char*       baseline;
   unsigned    outcomes[OUTCOME_OPEN + 1];
};

SuiteAnswer* suite_answer_new(OpenPolicy open)
{
   SuiteAnswer* suite = g_new0(SuiteAnswer, 1);
   suite->open = open;
   for (Verdict verdict = 0; verdict < VERDICTS; verdict++) {
      suite->results[verdict] = tree_list();
   }
   suite->reports = tree_list();
   suite->limits = tree_list();
   suite->findings = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   suite->first = g_ptr_array_new();
   return suite;
}

static void prefix(Answer* value, const char* key, const char* program)
{
   g_autofree char* text = g_strdup_printf("%s: %s", program, tree_get_text(value, key));
   tree_set_text(value, key, text);
}

static void add_results(SuiteAnswer* suite, const char* program, const Answer* answer)
{
   const Answer* results = tree_get(answer, "results");
   for (size_t i = 0; i < tree_length(results); i++) {
      Answer* result = tree_item(results, i);
      Verdict verdict = text_position(verdict_names, VERDICTS, tree_get_text(result, "verdict"));
      assert(verdict < VERDICTS);
      prefix(result, "name", program);
      tree_append(suite->results[verdict], result);
      suite->counts[verdict]++;
   }
}

static void add_finding(SuiteAnswer* suite, Answer* finding)
{
   char*    key = g_strdup_printf("%s %s", tree_get_text(finding, "kind"), tree_get_text(finding, "message"));
   unsigned before = GPOINTER_TO_UINT(g_hash_table_lookup(suite->findings, key));
   g_hash_table_insert(suite->findings, key, GUINT_TO_POINTER(before + 1));
   if (before == 0) {
      g_ptr_array_add(suite->first, finding);
   } else {
      tree_free(finding);
   }
}

/* Adds the name of the program to what is about it, and not about the rules. */
static void add_findings(SuiteAnswer* suite, const char* program, const Answer* answer)
{
   const Answer* findings = tree_get(answer, "findings");
   for (size_t i = 0; i < tree_length(findings); i++) {
      Answer* finding = tree_item(findings, i);
      if (strcmp(tree_get_text(finding, "kind"), finding_names[FINDING_OTHER_END]) == 0) {
         prefix(finding, "message", program);
      }
      add_finding(suite, finding);
   }
}

static void add_all(Answer* to, const Answer* list)
{
   for (size_t i = 0; i < tree_length(list); i++) {
      tree_append(to, tree_item(list, i));
   }
}

void suite_answer_add(SuiteAnswer* suite, const char* program, const Answer* answer)
{
   const char* outcome_name = tree_get_text(answer, "outcome");
   Outcome     outcome = text_position(outcome_names, G_N_ELEMENTS(suite->outcomes), outcome_name);
   suite->programs++;
   assert(outcome < G_N_ELEMENTS(suite->outcomes));
   suite->outcomes[outcome]++;
   add_results(suite, program, answer);
   add_findings(suite, program, answer);
   add_all(suite->reports, tree_get(answer, "reports"));
   const Answer* limits = tree_get(answer, "open");
   for (size_t i = 0; i < tree_length(limits); i++) {
      Answer* limit = tree_item(limits, i);
      prefix(limit, "routines", program);
      prefix(limit, "message", program);
      tree_append(suite->limits, limit);
   }
   if (suite->rules == NULL) {
      suite->rules = g_strdup(tree_get_text(answer, "rules"));
      suite->baseline = g_strdup(tree_get_text(answer, "baseline"));
   }
}

static const char* open_level(const SuiteAnswer* suite)
{
   return level_names[level_of_verdict(VERDICT_OPEN, suite->open)];
}

void suite_answer_add_gone(SuiteAnswer* suite, const char* program, const char* baseline)
{
   Answer* finding = tree_object();
   Answer* place = tree_object();
   g_autofree char* message = g_strdup_printf("%s is in the baseline, and did not run now", program);
   tree_set_text(finding, "kind", "program-is-gone");
   tree_set_text(finding, "level", open_level(suite));
   tree_set_text(place, "file", baseline);
   tree_set_count(place, "line", 0);
   tree_set(finding, "place", place);
   tree_set_text(finding, "message", message);
   g_ptr_array_add(suite->first, finding);
   suite->outcomes[OUTCOME_VIOLATED] += suite->open == OPEN_FAIL;
}

/*--- One answer ---*/

static Answer* findings_value(SuiteAnswer* suite)
{
   Answer* list = tree_list();
   for (guint i = 0; i < suite->first->len; i++) {
      Answer* finding = g_ptr_array_index(suite->first, i);
      g_autofree char* key = g_strdup_printf("%s %s", tree_get_text(finding, "kind"),
                                             tree_get_text(finding, "message"));
      bool    is_of_rule = strcmp(tree_get_text(finding, "kind"), finding_names[FINDING_UNUSED]) == 0;
      guint   programs = GPOINTER_TO_UINT(g_hash_table_lookup(suite->findings, key));
      if (is_of_rule && programs < suite->programs) {
         tree_free(finding);
      } else {
         tree_append(list, finding);
      }
   }
   return list;
}

static Answer* results_value(SuiteAnswer* suite)
{
   Answer* list = tree_list();
   for (Verdict verdict = 0; verdict < VERDICTS; verdict++) {
      add_all(list, suite->results[verdict]);
      tree_free(suite->results[verdict]);
   }
   return list;
}

/* One that fails makes all fail; what is open is so only if nothing passed. */
static Outcome outcome_of(const SuiteAnswer* suite)
{
   static const Outcome order[] = { OUTCOME_UNREADABLE, OUTCOME_VIOLATED, OUTCOME_PASSED };
   for (size_t i = 0; i < G_N_ELEMENTS(order); i++) {
      if (suite->outcomes[order[i]] > 0) {
         return order[i];
      }
   }
   return OUTCOME_OPEN;
}

Answer* suite_answer_finish(SuiteAnswer* suite, Outcome* outcome)
{
   Answer* counts = tree_object();
   *outcome = outcome_of(suite);
   size_t  all[VERDICTS];
   for (Verdict verdict = 0; verdict < VERDICTS; verdict++) {
      tree_set_count(counts, verdict_names[verdict], suite->counts[verdict]);
      all[verdict] = suite->counts[verdict];
   }
   g_autofree char* summary = answer_check_summary(all);
   g_autofree char* of_programs = g_strdup_printf("%s, in %u programs", summary, suite->programs);
   Answer* value = tree_object();
   tree_set_text(value, "outcome", outcome_names[*outcome]);
   tree_set_count(value, "exit_status", (uint64_t)check_exit_status(*outcome));
   tree_set(value, "reports", suite->reports);
   tree_set_text(value, "rules", suite->rules);
   tree_set_text(value, "baseline", suite->baseline);
   tree_set(value, "counts", counts);
   tree_set_text(value, "verdict", answer_check_verdict(*outcome, suite->counts[VERDICT_VIOLATED] > 0));
   tree_set_text(value, "summary", of_programs);
   tree_set_text(value, "open_level", open_level(suite));
   tree_set(value, "open", suite->limits);
   tree_set(value, "findings", findings_value(suite));
   tree_set(value, "results", results_value(suite));
   g_hash_table_unref(suite->findings);
   g_ptr_array_unref(suite->first);
   g_free(suite->rules);
   g_free(suite->baseline);
   g_free(suite);
   return value;
}
