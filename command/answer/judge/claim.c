#include "answer/judge/claim.h"

#include <math.h>
#include <string.h>

#include "answer/grow/words.h"
#include "answer/judge/check.h"
#include "answer/judge/rules_file.h"
#include "answer/judge/size_check.h"
#include "growth/far.h"
#include "util/text.h"

#define LOGARITHM     "log n"
#define LONGEST_NAME  50

const char* claim_class(const char* claim)
{
   static const struct {
      const char* claim;
      const char* class;
   } classes[] = {
      { "(1)", "constant" }, { "lgN", LOGARITHM }, { "N", "n" }, { "NlgN", "n log n" }, { "N^2", "n^2" },
      { "N^3", "n^3" },
   };
   for (size_t i = 0; i < G_N_ELEMENTS(classes); i++) {
      if (strcmp(classes[i].claim, claim) == 0) {
         return classes[i].class;
      }
   }
   return NULL;
}

/* Rules have no logarithm: from the largest size to ten times that, it is this power. */
static char* rule_of(const RunSubjects* subjects, const char* class)
{
   double largest = fmax(subjects->size[subjects->last], 2);
   char   number[G_ASCII_DTOSTR_BUF_SIZE];
   if (strcmp(class, LOGARITHM) != 0) {
      return g_strconcat("program <= ", class, NULL);
   }
   g_ascii_formatd(number, sizeof number, "%.3f", log10(log(FAR_TIMES * largest) / log(largest)));
   return g_strconcat("program <= n^", number, NULL);
}

Verdict claim_judge(const RunSubjects* subjects, const char* class)
{
   Findings findings = findings_new();
   Rules    rules = rules_new("Complexity");
   Parser   parser = { .rules = &rules, .findings = &findings, .file = rules.file, .line = 1 };
   char*    rule = rule_of(subjects, class);
   rules_parse_line(&parser, rule);
   Check check = check_begin(&rules, &findings, NULL);
   size_check_apply(&check, subjects, "");
   g_assert(check.results->len == 1);
   Verdict verdict = g_array_index(check.results, Result, 0).verdict;
   check_free(&check);
   rules_free(&rules);
   findings_free(&findings);
   g_free(rule);
   return verdict;
}

/* The routine whose own code will be most of the cost, if it is at least half. */
static const RunSubject* culprit_of(const RunSubjects* subjects)
{
   const RunSubject* first = subjects->routines->len == 0 ? NULL : g_ptr_array_index(subjects->routines, 0);
   return first != NULL && first->self_share >= 0.5 ? first : NULL;
}

char* claim_found(const RunSubjects* subjects)
{
   const Curve*      curve = &subjects->program;
   const RunSubject* culprit = curve->is_known ? culprit_of(subjects) : NULL;
   SizeText          size;
   if (!curve->is_known) {
      return subjects->sizes < run_subjects_least_sizes(subjects)
         ? g_strdup_printf("%u arguments, at least %u are needed", subjects->sizes,
                           run_subjects_least_sizes(subjects))
         : g_strdup("how its cost grows is open");
   }
   char* name = culprit == NULL ? NULL : text_cut(culprit->name, LONGEST_NAME);
   char* of_culprit = culprit == NULL
      ? g_strdup("")
      : g_strdup_printf("; %s has %.0f%% of the cost at %s", name, 100 * culprit->self_share,
                        words_size(subjects, subjects->size[subjects->last], size));
   char* text = g_strdup_printf("%s, %s%s", curve->class, curve_state_name(curve->state), of_culprit);
   g_free(of_culprit);
   g_free(name);
   return text;
}
