/* Baselines in memory, and how a routine of a report becomes an entry. */

#include "answer/judge/baseline.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/conditions.h"
#include "model/own.h"
#include "util/text.h"

/*--- The fingerprint, from the header and comments of a report ---*/

const char* const fingerprint_keys[] = {
   [FINGERPRINT_METRIC] = "metric", [FINGERPRINT_INPUT] = "input", [FINGERPRINT_INPUT_ARG] = "input-arg",
   [FINGERPRINT_CELL] = "cell", [FINGERPRINT_REP_COST] = "rep-cost", [FINGERPRINT_VALGRIND] = "valgrind",
   [FINGERPRINT_LIBC] = "libc", [FINGERPRINT_PROCESSOR] = "processor",
};

static char* keep(GStringChunk* texts, const char* text)
{
   return text == NULL ? NULL : g_string_chunk_insert(texts, text_printable(text, texts));
}

static const char* cell_size(const Header* header, GStringChunk* texts)
{
   char text[16];
   g_snprintf(text, sizeof text, "%u", header->memory_resolution);
   return header->memory_resolution == 0 ? NULL : keep(texts, text);
}

static const char* input_of(const Header* header)
{
   return header_has_input(header) ? header->input : "not measured";
}

/* A report without the comment has the default. */
static const char* rep_cost(const Header* header)
{
   const char* comment = header_comment(header, HEADER_REP_COST);
   return comment == NULL ? "64-bytes" : comment;
}

Fingerprint fingerprint_of(const Header* header, GStringChunk* texts)
{
   const char* arguments = header->input_arguments == NULL ? "none" : header->input_arguments;
   return (Fingerprint){ .values = {
      [FINGERPRINT_METRIC] = keep(texts, header->metric),
      [FINGERPRINT_INPUT] = keep(texts, input_of(header)),
      [FINGERPRINT_INPUT_ARG] = keep(texts, arguments),
      [FINGERPRINT_CELL] = cell_size(header, texts),
      [FINGERPRINT_REP_COST] = keep(texts, rep_cost(header)),
      [FINGERPRINT_VALGRIND] = keep(texts, header_comment(header, "valgrind")),
      [FINGERPRINT_LIBC] = keep(texts, header_comment(header, "libc")),
      [FINGERPRINT_PROCESSOR] = keep(texts, header_comment(header, "processor")),
   } };
}

static char* first_difference(const Fingerprint* there, const Fingerprint* here, FingerprintKey first,
                              FingerprintKey end)
{
   for (FingerprintKey key = first; key < end; key++) {
      const char* a = there->values[key];
      const char* b = here->values[key];
      if (a != NULL && b != NULL && strcmp(a, b) != 0) {
         return g_strdup_printf("its %s is %s, here %s", fingerprint_keys[key], a, b);
      }
   }
   return NULL;
}

char* fingerprint_other_measure(const Fingerprint* there, const Fingerprint* here)
{
   return first_difference(there, here, FINGERPRINT_METRIC, FINGERPRINT_VALGRIND);
}

char* fingerprint_other_environment(const Fingerprint* there, const Fingerprint* here)
{
   return first_difference(there, here, FINGERPRINT_VALGRIND, FINGERPRINT_KEYS);
}

/*--- Entries ---*/

/* Rounds a number as the file has it. */
static double rounded(const char* format, double number)
{
   char text[64];
   snprintf(text, sizeof text, format, number);
   return strtod(text, NULL);
}

/* On a range that is too narrow, the class is no model, but may have a range of classes: that is no answer.
   */
static ClassRange range_of(const ClassRange* found)
{
   return range_has_class(found) ? (ClassRange){ found->slowest, found->slowest, found->fastest }
                                   : (ClassRange){ found->class, found->class, found->class };
}

/* A constant cost has no exponents: any fits, with a factor of 0. */
static Interval exponents_of(Subjects* subjects, size_t index, GrowthCase which)
{
   const ClassRange*     found = subjects_case(subjects, index, which);
   const GrowthPowerLaw* law = range_has_class(found) ? subjects_law(subjects, index, which) : NULL;
   if (law == NULL || found->class == GROWTH_CONSTANT || !law->fitted) {
      return (Interval){ 0, 0 };
   }
   return (Interval){ rounded("%.2f", law->exponent_low), rounded("%.2f", law->exponent_high) };
}

static BaselineCost cost_of(const Point* point)
{
   return (BaselineCost){ .n = point->rms, .calls = point->calls, .cost = point->sum };
}

/* The largest input, and the largest that is at most half of it, and so on. */
static void add_costs(BaselineEntry* entry, const Named* routine)
{
   uint64_t limit = UINT64_MAX;
   for (size_t i = routine->subject->points; i > 0 && entry->cost_count < BASELINE_COSTS; i--) {
      const Point* point = &routine->points[i - 1];
      assert(i == routine->subject->points || point->rms < point[1].rms);
      if (point->rms <= limit) {
         entry->costs[entry->cost_count++] = cost_of(point);
         limit = (uint64_t)routine->points[routine->subject->points - 1].rms >> entry->cost_count;
      }
   }
}

/* None of what is of the system. */
static RoutinePrints prints_of(Subjects* subjects, size_t index)
{
   const Routine* routine = subjects->list[index].routine;
   return own_is_of_system(routine->image) ? (RoutinePrints){ 0 }
                                           : program_code_of(subjects_code(subjects), routine);
}

static RoutinePrints keep_prints(GStringChunk* texts, RoutinePrints prints)
{
   RoutinePrints kept = { keep(texts, prints.code), keep(texts, prints.source) };
   routine_prints_free(&prints);
   return kept;
}

BaselineEntry baseline_entry_make(Subjects* subjects, size_t index, GStringChunk* texts)
{
   const Named* routine = &subjects->named[index];
   BaselineEntry      entry = {
      .name = keep(texts, routine->name), .object = keep(texts, routine->object),
      .smallest = routine->subject->smallest, .largest = routine->subject->largest,
      .points = routine->subject->points,
   };
   for (GrowthCase which = GROWTH_WORST; which <= GROWTH_MEAN; which++) {
      entry.classes[which] = range_of(subjects_case(subjects, index, which));
      entry.exponents[which] = exponents_of(subjects, index, which);
   }
   GrowthPrediction law = subjects_predict(subjects, index, entry.largest);
   if (law.known) {
      entry.law = (Interval){ rounded("%.4g", law.low), rounded("%.4g", law.high) };
   }
   entry.has_self = report_header(subjects->report)->has_self_costs;
   entry.all = (Totals){ .calls = routine->totals.calls, .real_sum = routine->totals.real_sum,
                         .self_sum = entry.has_self ? routine->totals.self_sum : 0 };
   entry.prints = keep_prints(texts, prints_of(subjects, index));
   add_costs(&entry, routine);
   return entry;
}

static bool are_equal_intervals(const Interval* a, const Interval* b)
{
   return a->low == b->low && a->high == b->high;
}

static bool are_equal_costs(const BaselineCost* a, const BaselineCost* b)
{
   return a->n == b->n && a->calls == b->calls && a->cost == b->cost;
}

bool baseline_entry_is_equal(const BaselineEntry* entry, const BaselineEntry* other)
{
   bool is_equal = entry->smallest == other->smallest && entry->largest == other->largest
      && entry->points == other->points && entry->all.calls == other->all.calls
      && entry->all.real_sum == other->all.real_sum && entry->has_self == other->has_self
      && entry->all.self_sum == other->all.self_sum
      && g_strcmp0(entry->prints.code, other->prints.code) == 0
      && g_strcmp0(entry->prints.source, other->prints.source) == 0
      && entry->cost_count == other->cost_count && are_equal_intervals(&entry->law, &other->law);
   for (GrowthCase which = GROWTH_WORST; which <= GROWTH_MEAN; which++) {
      is_equal &= entry->classes[which].slowest == other->classes[which].slowest
         && entry->classes[which].fastest == other->classes[which].fastest
         && are_equal_intervals(&entry->exponents[which], &other->exponents[which]);
   }
   for (unsigned i = 0; i < entry->cost_count && is_equal; i++) {
      is_equal = are_equal_costs(&entry->costs[i], &other->costs[i]);
   }
   return is_equal;
}

/*--- Baselines ---*/

Baseline* baseline_new(const char* path)
{
   Baseline* baseline = g_new0(Baseline, 1);
   baseline->path = path;
   baseline->entries = g_ptr_array_new_with_free_func(g_free);
   baseline->by_routine = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   baseline->texts = g_string_chunk_new(1024);
   return baseline;
}

void baseline_free(Baseline* baseline)
{
   if (baseline != NULL) {
      g_hash_table_destroy(baseline->by_routine);
      g_clear_pointer(&baseline->report, report_free);
      g_ptr_array_free(baseline->entries, TRUE);
      g_string_chunk_free(baseline->texts);
      g_free(baseline);
   }
}

void baseline_set_conditions(Baseline* baseline, const Header* header)
{
   g_autofree char* ended = conditions_end(header);
   g_autofree char* work = conditions_work(header);
   baseline->ended = keep(baseline->texts, ended);
   baseline->work = keep(baseline->texts, work);
}

void baseline_set_prints(Baseline* baseline, Subjects* subjects)
{
   ProgramPrints prints = program_code_whole(subjects_code(subjects));
   baseline->prints = (ProgramPrints){
      .build = keep(baseline->texts, prints.build), .data = keep(baseline->texts, prints.data),
      .sources = keep(baseline->texts, prints.sources), .text = keep(baseline->texts, prints.text),
   };
   program_prints_free(&prints);
}

static char* key_of(const char* name, const char* object)
{
   return g_strdup_printf("%s\n%s", object, name);
}

/* An entry that is there. */
static BaselineEntry* find(const Baseline* baseline, const char* name, const char* object)
{
   g_autofree char* key = key_of(name, object);
   return g_hash_table_lookup(baseline->by_routine, key);
}

void baseline_set(Baseline* baseline, const BaselineEntry* entry)
{
   BaselineEntry* present = find(baseline, entry->name, entry->object);
   if (present == NULL) {
      present = g_new(BaselineEntry, 1);
      g_ptr_array_add(baseline->entries, present);
      g_hash_table_insert(baseline->by_routine, key_of(entry->name, entry->object), present);
   }
   *present = *entry;
}

const BaselineEntry* baseline_find(const Baseline* baseline, const char* name, const char* object)
{
   return find(baseline, name, object);
}
