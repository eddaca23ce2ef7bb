/* Findings, and the kinds of limits. */

#include "answer/judge/rules.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/*--- Findings ---*/

static void clear_finding(gpointer data)
{
   Finding* finding = data;
   g_free(finding->text);
}

Findings findings_new(void)
{
   Findings findings = { .list = g_array_new(FALSE, FALSE, sizeof(Finding)) };
   g_array_set_clear_func(findings.list, clear_finding);
   return findings;
}

void findings_free(Findings* findings)
{
   g_array_free(findings->list, TRUE);
   findings->list = NULL;
}

void findings_add(Findings* findings, FindingKind kind, const char* file, unsigned line,
                  unsigned column, const char* format, ...)
{
   Finding finding = { .kind = kind, .file = file, .line = line, .column = column };
   va_list arguments;
   va_start(arguments, format);
   finding.text = g_strdup_vprintf(format, arguments);
   va_end(arguments);
   g_array_append_val(findings->list, finding);
}

static int compare_places(gconstpointer left, gconstpointer right)
{
   const Finding* a = left;
   const Finding* b = right;
   int order = strcmp(a->file, b->file);
   order = order != 0 ? order : (a->line > b->line) - (a->line < b->line);
   return order != 0 ? order : (a->column > b->column) - (a->column < b->column);
}

void findings_sort(Findings* findings)
{
   g_array_sort(findings->list, compare_places);
}

size_t findings_count(const Findings* findings, FindingKind kind)
{
   size_t count = 0;
   for (guint i = 0; i < findings->list->len; i++) {
      count += g_array_index(findings->list, Finding, i).kind == kind;
   }
   return count;
}

const char* const finding_names[] = {
   [FINDING_SYNTAX] = "rules-syntax",
   [FINDING_UNUSED] = "rule-matches-nothing",
   [FINDING_EXPIRED] = "exception-is-over",
   [FINDING_FINGERPRINT] = "other-environment",
   [FINDING_OTHER_END] = "ended-otherwise",
   [FINDING_NOT_APPLIED] = "rule-not-applied",
};

/*--- Rules ---*/

static void clear_rule(gpointer data)
{
   Rule* rule = data;
   g_array_free(rule->limits, TRUE);
}

Rules rules_new(const char* file)
{
   Rules rules = {
      .file = file, .rules = g_array_new(FALSE, FALSE, sizeof(Rule)),
      .exceptions = g_array_new(FALSE, FALSE, sizeof(Exception)), .texts = g_string_chunk_new(1024)
   };
   g_array_set_clear_func(rules.rules, clear_rule);
   return rules;
}

void rules_free(Rules* rules)
{
   g_array_free(rules->rules, TRUE);
   g_array_free(rules->exceptions, TRUE);
   g_string_chunk_free(rules->texts);
   *rules = (Rules){ 0 };
}

bool limits_are_of_one_kind(const Limit* a, const Limit* b)
{
   return a->kind == b->kind && a->quantity == b->quantity && a->at == b->at;
}

void limits_set(GPtrArray* limits, const Limit* limit)
{
   for (guint i = 0; i < limits->len; i++) {
      if (limits_are_of_one_kind(g_ptr_array_index(limits, i), limit)) {
         limits->pdata[i] = (gpointer)limit;
         return;
      }
   }
   g_ptr_array_add(limits, (gpointer)limit);
}

bool limit_needs_baseline(const Limit* limit)
{
   return (limit->kind == LIMIT_WORST_BASELINE || limit->kind == LIMIT_MEAN_BASELINE
           || limit->kind == LIMIT_FACTOR || limit->kind == LIMIT_TOTAL) && !limit->is_lifted;
}

bool rules_need_baseline(const Rules* rules)
{
   for (guint i = 0; i < rules->rules->len; i++) {
      const GArray* limits = g_array_index(rules->rules, Rule, i).limits;
      for (guint k = 0; k < limits->len; k++) {
         if (limit_needs_baseline(&g_array_index(limits, Limit, k))) {
            return true;
         }
      }
   }
   return false;
}

const char* const quantity_names[] = {
   [QUANTITY_TOTAL] = "total", [QUANTITY_SELF] = "self", [QUANTITY_CALLS] = "calls",
   [QUANTITY_PROGRAM] = "program",
};

/* "total-growth", "program-growth@10000", "self@10000". */
static const char* name_of_size_limit(const Limit* limit, LimitName text)
{
   const char* growth = limit->kind == LIMIT_GROWTH ? "-growth" : "";
   if (limit->at == 0) {
      snprintf(text, sizeof(LimitName), "%s%s", quantity_names[limit->quantity], growth);
   } else {
      snprintf(text, sizeof(LimitName), "%s%s@%.0f", quantity_names[limit->quantity], growth, limit->at);
   }
   return text;
}

const char* limit_name(const Limit* limit, LimitName text)
{
   static const char* const names[] = {
      [LIMIT_WORST] = "worst", [LIMIT_MEAN] = "mean", [LIMIT_GROWS] = "grows",
      [LIMIT_SHARE] = "share", [LIMIT_COST] = "cost", [LIMIT_POINTS] = "points", [LIMIT_RANGE] = "range",
         [LIMIT_WORST_BASELINE] = "worst-baseline",
      [LIMIT_MEAN_BASELINE] = "mean-baseline", [LIMIT_FACTOR] = "factor",
      [LIMIT_TOTAL] = "program-total",
   };
   if (limit->kind == LIMIT_GROWTH || limit->kind == LIMIT_AT) {
      return name_of_size_limit(limit, text);
   }
   if (limit->kind == LIMIT_COST) {
      snprintf(text, sizeof(LimitName), "cost@%.0f", limit->at);
   } else if (limit->kind == LIMIT_SHARE && limit->at != 1) {
      snprintf(text, sizeof(LimitName), "share@x%g", limit->at);
   } else {
      snprintf(text, sizeof(LimitName), "%s", names[limit->kind]);
   }
   return text;
}
