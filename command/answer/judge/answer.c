/* The check as a tree. */

#include "answer/judge/answer.h"

#include <math.h>
#include <stdlib.h>

#include "util/text.h"

/* The most routines of an open limit that are named. */
#define NAMED_ROUTINES  5
#define LONGEST_NAME   40

/*--- Sentences ---*/

/* Returns the limit as a complexity test says it, or else the rule: "n log n". */
static const char* limit_text(const Limit* limit)
{
   static const char grows[] = "grows <= ";
   return limit->text + (g_str_has_prefix(limit->text, grows) ? sizeof grows - 1 : 0);
}

/* "its worst cost grows as n^2 (as n^c, c is 2.14 to 2.21); it inherits that from f; the limit is worst <=
   n log n"; to be freed. */
static char* sentence_of_result(const Result* result)
{
   const char* limit = limit_text(result->limit);
   GString*    text = g_string_new(result->found);
   if (result->from != NULL && result->limit->kind != LIMIT_TOTAL) {   /* that has said who it was */
      g_string_append_printf(text, "; it inherits that from %s", result->from);
   }
   switch (result->verdict) {
      case VERDICT_VIOLATED:
      case VERDICT_PASSED:
         g_string_append_printf(text, "; the limit is %s", limit);
         break;
      case VERDICT_MAYBE:
         g_string_append_printf(text, "; the limit is %s, which may be violated", limit);
         break;
      case VERDICT_OPEN:
         g_string_append_printf(text, "; so it is open whether the limit is kept: %s", limit);
         break;
      case VERDICT_IGNORED:
         g_string_append_printf(text, "; the limit is %s, ignored until %s: %s", limit,
                                result->exception->until, result->exception->reason);
         break;
   }
   return g_string_free(text, FALSE);
}

/* "worst <= n log n is open for 11 routines (main, report and 9 more); for main: ..."; to be
   freed. */
static char* sentence_of_open(const Result* first, size_t count, const char* names)
{
   return count == 1
          ? g_strdup_printf("%s is open for %s: %s", first->limit->text, names, first->found)
          : g_strdup_printf("%s is open for %zu routines (%s); for %s: %s", first->limit->text, count,
                            names, first->name, first->found);
}

static void add_count(GString* text, size_t count, const char* one, const char* many)
{
   if (count > 0) {
      g_string_append_printf(text, ", %zu %s", count, count == 1 ? one : many);
   }
}

char* answer_check_summary(const size_t counts[VERDICTS])
{
   GString* text = g_string_new(NULL);
   size_t   all = 0;
   for (Verdict verdict = 0; verdict < VERDICTS; verdict++) {
      all += counts[verdict];
   }
   g_string_printf(text, "%zu of %zu limit%s %s violated", counts[VERDICT_VIOLATED], all, all == 1 ? "" : "s",
                   counts[VERDICT_VIOLATED] == 1 ? "is" : "are");
   add_count(text, counts[VERDICT_MAYBE], "may be", "may be");
   add_count(text, counts[VERDICT_OPEN], "is open", "are open");
   add_count(text, counts[VERDICT_IGNORED], "is ignored", "are ignored");
   add_count(text, counts[VERDICT_PASSED], "is kept", "are kept");
   return g_string_free(text, FALSE);
}

const char* answer_check_verdict(Outcome outcome, bool has_violated)
{
   if (outcome == OUTCOME_VIOLATED && !has_violated) {
      return "Failed";   /* because what is open fails, or the program ended otherwise */
   }
   static const char* const texts[] = {
      [OUTCOME_PASSED] = "Passed", [OUTCOME_VIOLATED] = "Violated",
      [OUTCOME_UNREADABLE] = "The rules cannot be read", [OUTCOME_OPEN] = "All is open",
   };
   return texts[outcome];
}

/*--- Results ---*/

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

static Answer* limit_value(const Limit* limit)
{
   LimitName name;
   Answer*   value = tree_object();
   tree_set_text(value, "kind", limit_name(limit, name));
   tree_set_text(value, "text", limit->text);
   tree_set(value, "place", place_value(limit->file, limit->line, limit->column));
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

static Answer* result_value(const void* owner, size_t index)
{
   const Check*  check = owner;
   const Result* result = &g_array_index(check->results, Result, index);
   Answer*       value = tree_object();
   g_autofree char* message = sentence_of_result(result);
   tree_set_text(value, "verdict", verdict_names[result->verdict]);
   tree_set_text(value, "level", level_names[level_of_verdict(result->verdict, check->open)]);
   tree_set_text(value, "name", result->name);
   tree_set_text(value, "object", result->object);
   tree_set(value, "limit", limit_value(result->limit));
   tree_set_text(value, "message", message);
   tree_set(value, "measured", measured_value(result));
   tree_set_text(value, "introduced_by", result->from);
   tree_set(value, "exception", exception_value(check, result->exception));
   tree_set(value, "place", result->file == NULL
                          ? NULL : place_value(result->file, (unsigned)result->line, 0));
   return value;
}

static Answer* finding_value(const void* owner, size_t index)
{
   const Check*   check = owner;
   const Finding* finding = &g_array_index(check->findings->list, Finding, index);
   Answer*        value = tree_object();
   tree_set_text(value, "kind", finding_names[finding->kind]);
   tree_set_text(value, "level", level_names[check_level_of_finding(check, finding->kind)]);
   tree_set(value, "place", place_value(finding->file, finding->line, finding->column));
   tree_set_text(value, "message", finding->text);
   return value;
}

/*--- What is open ---*/

/* A test suite calls most routines once, and a line for each would hide what matters. */
typedef struct {
   const Result* first;     /* of the costliest routine */
   size_t        count;     /* of routines */
   GString*      names;     /* "main, report and 9 more" */
} OpenLimit;

static void clear_open(gpointer data)
{
   OpenLimit* limit = data;
   g_string_free(limit->names, TRUE);
}

static OpenLimit* find_or_add(GArray* list, const Result* result)
{
   for (guint i = 0; i < list->len; i++) {
      OpenLimit* limit = &g_array_index(list, OpenLimit, i);
      if (limit->first->limit == result->limit) {
         return limit;
      }
   }
   OpenLimit added = { .first = result, .names = g_string_new(NULL) };
   g_array_append_val(list, added);
   return &g_array_index(list, OpenLimit, list->len - 1);
}

static void add_name(GString* names, const char* name)
{
   char* cut = text_cut(name, LONGEST_NAME);
   g_string_append_printf(names, "%s%s", names->len > 0 ? ", " : "", cut);
   free(cut);
}

/* Groups open results by limit, those of the costliest routines first. */
static GArray* group_open(const Check* check)
{
   GArray* list = g_array_new(FALSE, FALSE, sizeof(OpenLimit));
   g_array_set_clear_func(list, clear_open);
   for (guint i = 0; i < check->results->len; i++) {
      const Result* result = &g_array_index(check->results, Result, i);
      if (result->verdict == VERDICT_OPEN) {
         OpenLimit* limit = find_or_add(list, result);
         if (limit->count++ < NAMED_ROUTINES) {
            add_name(limit->names, result->name);
         }
      }
   }
   return list;
}

static Answer* open_value(const Check* check, const OpenLimit* limit)
{
   Answer* value = tree_object();
   if (limit->count > NAMED_ROUTINES) {
      g_string_append_printf(limit->names, " and %zu more", limit->count - NAMED_ROUTINES);
   }
   g_autofree char* found = g_strdup_printf("%s: %s", limit->first->name, limit->first->found);
   g_autofree char* message = sentence_of_open(limit->first, limit->count, limit->names->str);
   tree_set_text(value, "level", level_names[level_of_verdict(VERDICT_OPEN, check->open)]);
   tree_set(value, "limit", limit_value(limit->first->limit));
   tree_set_count(value, "count", limit->count);
   tree_set_text(value, "routines", limit->names->str);
   tree_set_text(value, "found", found);
   tree_set_text(value, "message", message);
   return value;
}

static Answer* open_values(const Check* check)
{
   Answer* value = tree_list();
   g_autoptr(GArray) list = group_open(check);
   for (guint i = 0; i < list->len; i++) {
      tree_append(value, open_value(check, &g_array_index(list, OpenLimit, i)));
   }
   return value;
}

/*--- All of it ---*/

static Answer* counts_value(const Check* check)
{
   Answer* value = tree_object();
   for (Verdict verdict = 0; verdict < VERDICTS; verdict++) {
      tree_set_count(value, verdict_names[verdict], check->counts[verdict]);
   }
   return value;
}

Answer* answer_check(const Check* check, const char* const* paths)
{
   Answer*         value = tree_object();
   Outcome         outcome = check_outcome(check);
   g_autofree char* summary = answer_check_summary(check->counts);
   tree_set_text(value, "outcome", outcome_names[outcome]);
   tree_set_count(value, "exit_status", (uint64_t)check_exit_status(outcome));
   tree_set(value, "reports", tree_texts(paths));
   tree_set_text(value, "rules", check->rules->file);
   tree_set_text(value, "baseline", check->reference.path);
   tree_set(value, "counts", counts_value(check));
   tree_set_text(value, "verdict", answer_check_verdict(outcome, check->counts[VERDICT_VIOLATED] > 0));
   tree_set_text(value, "summary", summary);
   tree_set_text(value, "open_level", level_names[level_of_verdict(VERDICT_OPEN, check->open)]);
   tree_set(value, "open", open_values(check));
   tree_set(value, "findings", tree_long_list(check->findings->list->len, finding_value, check));
   tree_set(value, "results", tree_long_list(check->results->len, result_value, check));
   return value;
}
