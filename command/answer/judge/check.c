/* From rules to results. */

#include "answer/judge/check.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "answer/definition.h"
#include "answer/judge/parts.h"
#include "answer/judge/patterns.h"
#include "answer/origin.h"
#include "growth/far.h"
#include "util/exit_status.h"
#include "util/progress.h"
#include "util/text.h"

/*--- Limits ---*/

/* The report of an experiment says how calls compare, and nothing else. */
static bool is_applied(const Check* check, const Rule* rule, const Limit* limit)
{
   return rule->is_of_size || !check->is_of_experiment || limit_needs_baseline(limit);
}

static bool is_exact(const RoutinePattern* pattern)
{
   return strpbrk(pattern->name, "*?[") == NULL;
}

static bool is_of_program(const Rule* rule)
{
   const Limit* first = &g_array_index(rule->limits, Limit, 0);
   return rule->is_of_total || (rule->is_of_size && first->quantity == QUANTITY_PROGRAM);
}

/* Whether a rule is about what is judged. */
static bool is_meant(const Rule* rule, const Judged* judged)
{
   bool is_program = judged->names == NULL;
   return rule->is_of_size == judged->is_of_runs && is_of_program(rule) == is_program
          && (is_program || pattern_means(&rule->pattern, judged->names, judged->is_own));
}

static GPtrArray* find_limits(const Check* check, const Judged* judged)
{
   GPtrArray* limits = g_ptr_array_new();
   for (guint i = 0; i < check->rules->rules->len; i++) {
      const Rule* rule = &g_array_index(check->rules->rules, Rule, i);
      bool        means = is_meant(rule, judged);
      check->used_rules[i] |= means;
      for (guint k = 0; k < rule->limits->len && means; k++) {
         const Limit* limit = &g_array_index(rule->limits, Limit, k);
         if (is_applied(check, rule, limit) && (!judged->is_trifle || is_exact(&rule->pattern))) {
            limits_set(limits, limit);
         }
      }
   }
   return limits;
}

/* Returns the exception that ends last, of those that are not over; NULL: there is none. */
static const Exception* find_exception(Check* check, const Judged* judged, const char* today)
{
   const Exception* found = NULL;
   for (guint i = 0; i < check->rules->exceptions->len && judged->names != NULL; i++) {
      const Exception* exception = &g_array_index(check->rules->exceptions, Exception, i);
      if (pattern_means(&exception->pattern, judged->names, judged->is_own)) {
         check->used_exceptions[i] = true;
         if (strcmp(today, exception->until) <= 0
             && (found == NULL || strcmp(found->until, exception->until) < 0)) {
            found = exception;
         }
      }
   }
   return found;
}

/*--- Results ---*/

static const char* object_name(const Check* check, const Named* routine)
{
   const char* path = routine->subject->routine->image;
   const char* slash = strrchr(path, '/');
   const char* name = *routine->object != '\0' ? routine->object : slash != NULL ? slash + 1 : path;
   return text_printable(name, check->texts);
}

static bool is_of_class(const Limit* limit)
{
   return limit->kind == LIMIT_WORST || limit->kind == LIMIT_MEAN || limit->kind == LIMIT_GROWS
          || limit->kind == LIMIT_WORST_BASELINE || limit->kind == LIMIT_MEAN_BASELINE;
}

static void add_result(Check* check, const Judged* judged, const Limit* limit, const Decision* decision,
                       const Exception* exception)
{
   assert(decision->verdict < VERDICTS);
   assert(!(decision->low > decision->value) && !(decision->value > decision->high));
   bool   is_ignored = exception != NULL && decision->verdict != VERDICT_PASSED;
   Result result = {
      .index = judged->index, .share = judged->share, .name = text_printable(judged->name, check->texts),
      .object = text_printable(judged->object, check->texts), .limit = limit,
      .verdict = is_ignored ? VERDICT_IGNORED : decision->verdict, .exception = is_ignored ? exception : NULL,
      .found = decision->found, .value = decision->value, .low = decision->low, .high = decision->high,
      .from = decision->verdict <= VERDICT_MAYBE ? judged->from : NULL, .defined = { judged->defined },
   };
   if (judged->names == NULL) {
      result.defined[1] = check->main;
   }
   check->counts[result.verdict]++;
   g_array_append_val(check->results, result);
}

void check_judge(Check* check, Judged* judged, Decide decide, gconstpointer data, const char* today)
{
   const Exception* exception = find_exception(check, judged, today);
   g_autoptr(GPtrArray) limits = find_limits(check, judged);
   for (guint i = 0; i < limits->len; i++) {
      const Limit* limit = g_ptr_array_index(limits, i);
      if (!limit->is_lifted) {
         const Decision decision = decide(check, judged, data, limit);
         add_result(check, judged, limit, &decision, exception);
      }
   }
}

Judged judged_program(const char* application, bool is_of_runs)
{
   return (Judged){ .index = NO_INDEX, .share = INFINITY, .name = CHECK_PROGRAM, .is_of_runs = is_of_runs,
                    .object = application == NULL ? CHECK_PROGRAM : text_file_name(application) };
}

static Judged judged_routine(const Check* check, size_t index, RoutineNames* names)
{
   const Named*   named = &check->subjects->named[index];
   const Subject* subject = &check->subjects->list[index];
   *names = pattern_names(named);
   return (Judged){ .names = names, .is_own = subjects_is_own(check->subjects, subject), .index = index,
                    .share = subjects_share(check->subjects, subject), .name = named->name,
                    .object = object_name(check, named),
                    .defined = defined_routine(report_header(check->subjects->report), subject->routine) };
}

static bool have_baseline(const GPtrArray* limits)
{
   for (guint i = 0; i < limits->len; i++) {
      if (limit_needs_baseline(g_ptr_array_index(limits, i))) {
         return true;
      }
   }
   return false;
}

BaselineNeed check_baseline_need(const Check* check, size_t index)
{
   RoutineNames         names;
   const Judged         judged = judged_routine(check, index, &names);
   const Judged         program = judged_program(NULL, false);
   g_autoptr(GPtrArray) limits = find_limits(check, &judged);
   g_autoptr(GPtrArray) of_program = find_limits(check, &program);
   return have_baseline(limits)                            ? NEED_OF_LIMITS
          : judged.is_own && have_baseline(of_program) ? NEED_OF_TOTAL : NEED_NONE;
}

static bool is_by_parts(const Check* check, const Limit* limit)
{
   return limit->kind == LIMIT_GROWS && check->parts != NULL;
}

static Decision decide_routine(Check* check, Judged* judged, gconstpointer data, const Limit* limit)
{
   (void)data;
   Decision decision;
   if (judged->names == NULL) {
      return against_total(limit, &check->reference);
   }
   return is_by_parts(check, limit)
          && parts_decide(check->parts, check->subjects->list[judged->index].routine->name, limit, &decision)
          ? decision : verdict_of(check->subjects, judged->index, limit, &check->reference);
}

const char* check_name(const Check* check, const char* name)
{
   return compare_name(text_printable(name, check->texts), check->texts);
}

/* Sets who is to blame for what the program costs more than in the baseline; if that is not known, where the
   cost is. */
static void find_origin_of_program(const Check* check, Result* result)
{
   const Comparison* comparison = check->reference.comparison;
   uint32_t          culprit = comparison == NULL ? NO_PAIR : comparison->total.culprit;
   uint32_t          named = comparison == NULL || culprit != NO_PAIR ? culprit : comparison->total.place;
   if (named != NO_PAIR) {
      const Pair*    pair = &comparison->pairs[named];
      const Routine* routine = pair_routine(pair)->subject->routine;
      result->from = culprit == NO_PAIR ? NULL : check_name(check, routine->name);
      result->defined[0] = defined_routine(report_header(comparison->sides[pair->now != NULL]->report),
                                           routine);
   }
}

/* The routine that a growth is inherited from; NULL: it is the routine's own, or not known. */
static const Routine* inherited_from(const Check* check, size_t index)
{
   Subjects* far = subjects_far(check->subjects, FAR_TIMES);
   origins_find(far);
   const Origin* origin = subject_origin(&far->list[index]);
   return origin == NULL ? NULL : origin->root;
}

/* Who introduces a growth, of what is violated. */
static void find_origins(Check* check)
{
   for (guint i = 0; i < check->results->len; i++) {
      Result* result = &g_array_index(check->results, Result, i);
      if (result->verdict > VERDICT_MAYBE) {
         continue;
      }
      if (result->limit->kind == LIMIT_TOTAL) {
         find_origin_of_program(check, result);
      } else if (result->index == NO_INDEX) {
         continue;   /* it is about an experiment, and known */
      } else if (check->reference.comparison != NULL && limit_needs_baseline(result->limit)) {
         const Named* from = against_origin(result->index, &check->reference);
         result->from = from == NULL ? NULL : check_name(check, from->subject->routine->name);
      } else if (is_of_class(result->limit) && !is_by_parts(check, result->limit)) {
         const Routine* from = inherited_from(check, result->index);
         result->from = from == NULL ? NULL : check_name(check, from->name);
      }
   }
}

static int compare_results(gconstpointer left, gconstpointer right)
{
   const Result* a = left;
   const Result* b = right;
   if (a->verdict != b->verdict) {
      return a->verdict < b->verdict ? -1 : 1;
   }
   if (isinf(a->share) != isinf(b->share)) {
      return isinf(a->share) ? -1 : 1;
   }
   if ((a->from == NULL) != (b->from == NULL)) {
      return a->from == NULL ? -1 : 1;
   }
   if (a->share != b->share) {
      return a->share > b->share ? -1 : 1;
   }
   int order = strcmp(a->name, b->name);
   order = order != 0 ? order : strcmp(a->object, b->object);
   return order != 0 ? order
        : a->limit->line != b->limit->line ? (a->limit->line < b->limit->line ? -1 : 1)
        : (a->limit->column > b->limit->column) - (a->limit->column < b->limit->column);
}

/*--- Findings ---*/

/* Whether it would match if libraries were meant. */
static bool matches_library(const Check* check, const RoutinePattern* pattern, const char** object)
{
   for (size_t i = 0; check->subjects != NULL && pattern->object == NULL && i < check->subjects->count; i++) {
      const Named* routine = &check->subjects->named[i];
      const RoutineNames names = pattern_names(routine);
      if (pattern_means(pattern, &names, true)) {
         *object = object_name(check, routine);
         return true;
      }
   }
   return false;
}

static void find_unused(Check* check, const RoutinePattern* pattern, const char* file, unsigned line,
                        unsigned column)
{
   const char* object;
   if (check->subjects == NULL) {
      findings_add(check->findings, FINDING_UNUSED, file, line, column,
                   "no routine %smatches \"%s\"%s",
                   pattern->object == NULL ? "of your own code " : "that ran ", pattern->name,
                   pattern->object == NULL ? "; for those of a library, add: in OBJECT" : "");
   } else if (matches_library(check, pattern, &object)) {
      findings_add(check->findings, FINDING_UNUSED, file, line, column,
                   "no routine of your own code matches \"%s\"; for that of a library, write: %s in %s",
                   pattern->name, pattern->name, object);
   } else if (pattern->object != NULL) {
      findings_add(check->findings, FINDING_UNUSED, file, line, column,
                   "no routine that ran matches \"%s\" in \"%s\"", pattern->name, pattern->object);
   } else {
      findings_add(check->findings, FINDING_UNUSED, file, line, column,
                   "no routine that ran matches \"%s\"", pattern->name);
   }
}

static void note_unused(Check* check, const Rule* rule)
{
   if (rule->expected != NULL) {
      findings_add(check->findings, FINDING_UNUSED, rule->file, rule->line, 0,
                   "no routine or region that ran has this name: %s", rule->expected);
   } else {
      find_unused(check, &rule->pattern, rule->file, rule->line, rule->column);
   }
}

/* Whether the rule is about something that is not checked here. */
static bool is_about_other(const Check* check, const Rule* rule)
{
   if (!check->is_of_experiment) {
      return rule->is_of_size;
   }
   bool is_applied_here = rule->is_of_size || check->reference.comparison != NULL;
   for (guint k = 0; k < rule->limits->len && is_applied_here && !rule->is_of_size; k++) {
      is_applied_here = limit_needs_baseline(&g_array_index(rule->limits, Limit, k));
   }
   return !is_applied_here;
}

static void note_rules(Check* check)
{
   const Rule* first = NULL;
   guint       count = 0;
   for (guint i = 0; i < check->rules->rules->len; i++) {
      const Rule* rule = &g_array_index(check->rules->rules, Rule, i);
      if (is_about_other(check, rule)) {
         first = first == NULL ? rule : first;
         count++;
      }
   }
   if (count > 0) {
      findings_add(check->findings, FINDING_NOT_APPLIED, first->file, first->line, first->column,
                   "not looked at: %u rule%s about %s, from this line on", count, count == 1 ? "" : "s",
                   check->is_of_experiment ? "calls (of a report)"
                                           : "sizes of runs (of an experiment of aprof grow)");
   }
}

/* How the program ended otherwise than in the baseline; NULL: it did not. */
static const char* other_end(const Check* check)
{
   const Comparison* comparison = check->reference.comparison;
   return comparison != NULL && comparison->total.state == TOTAL_OTHER_END ? comparison->total.why : NULL;
}

static void add_findings(Check* check, const char* today)
{
   for (guint i = 0; i < check->rules->rules->len; i++) {
      const Rule* rule = &g_array_index(check->rules->rules, Rule, i);
      if (!is_about_other(check, rule) && !check->used_rules[i]) {
         note_unused(check, rule);
      }
   }
   for (guint i = 0; i < check->rules->exceptions->len; i++) {
      const Exception* exception = &g_array_index(check->rules->exceptions, Exception, i);
      if (strcmp(today, exception->until) > 0) {
         findings_add(check->findings, FINDING_EXPIRED, check->rules->file, exception->line,
                      exception->column, "the exception for \"%s\" is over since %s: %s",
                      exception->pattern.name, exception->until, exception->reason);
      } else if (!check->used_exceptions[i]) {
         find_unused(check, &exception->pattern, check->rules->file, exception->line, exception->column);
      }
   }
   note_rules(check);
   unsigned line_of_fingerprint = check->reference.baseline == NULL
                                  ? 0 : check->reference.baseline->fingerprint_line;
   if (other_end(check) != NULL) {
      findings_add(check->findings, FINDING_OTHER_END, check->reference.path, 0, 0,
                   "incomparable, because the program ended otherwise: %s", other_end(check));
   }
   if (check->reference.other_environment != NULL) {
      findings_add(check->findings, FINDING_FINGERPRINT, check->reference.path,
                   line_of_fingerprint, 0,
                   "the baseline is of another environment: %s", check->reference.other_environment);
   }
   if (check->reference.other_measure != NULL) {
      findings_add(check->findings, FINDING_FINGERPRINT, check->reference.path,
                   line_of_fingerprint, 0,
                   "the baseline cannot be compared: %s", check->reference.other_measure);
   }
   findings_sort(check->findings);
}

/*--- Places ---*/

/* Debug information takes time to read, and nobody reads more results. */
#define MOST_ROUTINES  200

static char* relative(const char* path)
{
   g_autofree char* here = g_get_current_dir();
   size_t length = strlen(here);
   bool is_below = strncmp(path, here, length) == 0 && path[length] == '/';
   return g_strdup(is_below ? path + length + 1 : path);
}

typedef struct {
   char* file;   /* NULL: not known */
   int   line;
} Known;

static void free_known(gpointer data)
{
   Known* known = data;
   g_free(known->file);
   g_free(known);
}

static Known* find_place(const Defined* defined)
{
   InlinedCode code = definition_find(defined->header, defined->image, defined->symbol);
   Known*      known = g_new0(Known, 1);
   if (code.file != NULL && code.line > 0) {
      *known = (Known){ relative(code.file), code.line };
   }
   inlined_free(&code);
   return known;
}

/* `places`: Known by object and symbol. */
static void set_place(GHashTable* places, const Defined* defined, Result* result)
{
   char*        key = g_strdup_printf("%s\n%s", defined->image, defined->symbol);
   const Known* known = g_hash_table_lookup(places, key);
   if (known == NULL && g_hash_table_size(places) < MOST_ROUTINES) {
      known = find_place(defined);
      g_hash_table_insert(places, g_steal_pointer(&key), (gpointer)known);
   }
   if (known != NULL) {
      result->file = g_strdup(known->file);
      result->line = known->line;
   }
   g_free(key);
}

void check_find_places(Check* check)
{
   g_autoptr(GHashTable) places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_known);
   for (guint i = 0; i < check->results->len; i++) {
      Result* result = &g_array_index(check->results, Result, i);
      if (result->verdict == VERDICT_PASSED) {
         break;   /* they are the last */
      }
      for (size_t k = 0; k < G_N_ELEMENTS(result->defined) && result->file == NULL; k++) {
         if (result->defined[k].image != NULL) {
            set_place(places, &result->defined[k], result);
         }
      }
   }
}

/*--- The check ---*/

static void clear_result(gpointer data)
{
   Result* result = data;
   g_free(result->found);
   g_free(result->file);
}

Check check_begin(const Rules* rules, Findings* findings, Subjects* subjects)
{
   Check check = {
      .rules = rules, .findings = findings, .subjects = subjects, .open = OPEN_WARN,
      .results = g_array_new(FALSE, FALSE, sizeof(Result)), .texts = g_string_chunk_new(1024),
      .used_rules = g_new0(bool, rules->rules->len + 1),
      .used_exceptions = g_new0(bool, rules->exceptions->len + 1),
   };
   g_array_set_clear_func(check.results, clear_result);
   return check;
}

void check_apply(Check* check, const char* today)
{
   const char* application = report_header(check->subjects->report)->application;
   Judged       program = judged_program(application, false);
   g_array_set_size(check->results, 0);
   g_array_set_size(check->findings->list, 0);
   memset(check->counts, 0, sizeof check->counts);
   for (size_t i = 0; i < check->subjects->count; i++) {
      const Routine* routine = check->subjects->list[i].routine;
      if (routine_is_main(routine)) {
         check->main = defined_routine(report_header(check->subjects->report), routine);
      }
   }
   progress_begin("checking", check->subjects->count);
   for (size_t i = 0; i < check->subjects->count; i++) {
      RoutineNames names;
      Judged       judged = judged_routine(check, i, &names);
      check_judge(check, &judged, decide_routine, NULL, today);
      progress_advance(1);
   }
   progress_end();
   check_judge(check, &program, decide_routine, NULL, today);
}

void check_finish(Check* check, const char* today)
{
   find_origins(check);
   g_array_sort(check->results, compare_results);
   add_findings(check, today);
}

void check_free(Check* check)
{
   g_array_free(check->results, TRUE);
   g_string_chunk_free(check->texts);
   g_free(check->used_rules);
   g_free(check->used_exceptions);
}

Level check_level_of_finding(const Check* check, FindingKind kind)
{
   switch (kind) {
      case FINDING_SYNTAX:
      case FINDING_OTHER_END:   return LEVEL_ERROR;
      case FINDING_UNUSED:
      case FINDING_NOT_APPLIED: return level_of_verdict(VERDICT_OPEN, check->open);
      case FINDING_EXPIRED:
      case FINDING_FINGERPRINT: break;
   }
   return LEVEL_WARNING;
}

static bool has_error(const Check* check)
{
   for (Verdict verdict = 0; verdict < VERDICTS; verdict++) {
      if (check->counts[verdict] > 0 && level_of_verdict(verdict, check->open) == LEVEL_ERROR) {
         return true;
      }
   }
   for (FindingKind kind = 0; kind < FINDING_KINDS; kind++) {
      if (findings_count(check->findings, kind) > 0 && check_level_of_finding(check, kind) == LEVEL_ERROR) {
         return true;
      }
   }
   return false;
}

Outcome check_outcome(const Check* check)
{
   size_t decided = check->results->len - check->counts[VERDICT_OPEN];
   return findings_count(check->findings, FINDING_SYNTAX) > 0 ? OUTCOME_UNREADABLE
        : has_error(check)                                    ? OUTCOME_VIOLATED
        : decided == 0                                       ? OUTCOME_OPEN
                                                             : OUTCOME_PASSED;
}

int check_exit_status(Outcome outcome)
{
   static const int statuses[] = {
      [OUTCOME_PASSED] = EXIT_OK, [OUTCOME_VIOLATED] = EXIT_FINDING, [OUTCOME_UNREADABLE] = EXIT_USAGE,
      [OUTCOME_OPEN] = EXIT_OPEN,
   };
   return statuses[outcome];
}

const char* const outcome_names[] = {
   [OUTCOME_PASSED] = "passed", [OUTCOME_VIOLATED] = "violated", [OUTCOME_UNREADABLE] = "unreadable",
   [OUTCOME_OPEN] = "open",
};
