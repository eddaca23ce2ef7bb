/* Routines that ran get the names by which they ran, so that they are found again. */

#include "answer/judge/baseline_report.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "dwarf/copies.h"
#include "util/memory.h"
#include "util/text.h"

/*--- The header ---*/

static void add_comment(Header* header, const char* key, const char* text)
{
   if (text != NULL) {
      g_ptr_array_add(header->comments, g_strdup_printf("%s: %s", key, text));
   }
}

/* The program is the one that ran now, whatever its file is called.  As many processes ran: the digest of the
   work tells that. */
static Header header_of(const Baseline* baseline, const Header* now)
{
   const char* const* values = baseline->fingerprint.values;
   Header header = {
      .version = 4, .reports = now->reports, .begun = now->begun, .measured = now->measured,
      .has_total = baseline->total > 0, .total = (uint64_t)baseline->total,
      .metric = g_strdup(values[FINGERPRINT_METRIC]), .input = g_strdup(values[FINGERPRINT_INPUT]),
      .application = g_strdup(now->application), .has_real_sums = true,
      .comments = g_ptr_array_new_with_free_func(g_free),
   };
   add_comment(&header, "libc", values[FINGERPRINT_LIBC]);
   add_comment(&header, HEADER_RMS, header_comment(now, HEADER_RMS));
   add_comment(&header, HEADER_ENDED, baseline->ended);
   if (baseline->ended == NULL) {   /* a program that does not end has only checkpoints */
      add_comment(&header, HEADER_CHECKPOINT, header_comment(now, HEADER_CHECKPOINT));
   }
   add_comment(&header, HEADER_WORK, baseline->work);
   add_comment(&header, HEADER_BUILD, baseline->prints.build);
   add_comment(&header, HEADER_DATA, baseline->prints.data);
   add_comment(&header, HEADER_SOURCES, baseline->prints.sources);
   add_comment(&header, HEADER_TEXT, baseline->prints.text);
   return header;
}

/* Adds the prints as comments of a report have them: the key is behind the print. */
static void add_prints(Header* header, const Routine* routine, const RoutinePrints* prints)
{
   g_autofree char* key = copies_key(routine->mangled != NULL ? routine->mangled : routine->name);
   g_autofree char* code = prints->code == NULL ? NULL : g_strdup_printf("%s %s", prints->code, key);
   g_autofree char* source = prints->source == NULL ? NULL : g_strdup_printf("%s %s", prints->source, key);
   add_comment(header, HEADER_CODE, code);
   add_comment(header, HEADER_SOURCE, source);
}

/*--- Routines ---*/

/* Returns the entries of routines that ran: Named by BaselineEntry. */
static GHashTable* find_named(const Baseline* baseline, const Subjects* subjects)
{
   GHashTable*             found = g_hash_table_new(NULL, NULL);
   g_autoptr(GStringChunk) texts = g_string_chunk_new(1024);
   for (size_t i = 0; i < subjects->count; i++) {
      const Named*         named = &subjects->named[i];
      const BaselineEntry* entry = baseline_find(baseline, text_printable(named->name, texts),
                                                 text_printable(named->object, texts));
      if (entry != NULL) {
         g_hash_table_insert(found, (gpointer)entry, (gpointer)named);
      }
   }
   return found;
}

static Routine routine_of(const BaselineEntry* entry, const Named* named, const char* application)
{
   const Routine* now = named == NULL ? NULL : named->subject->routine;
   bool           is_of_program = strcmp(entry->object, COMPARE_PROGRAM) == 0 && application != NULL;
   return (Routine){
      .name = now == NULL ? entry->name : now->name, .mangled = now == NULL ? NULL : now->mangled,
      .image = now != NULL ? now->image : is_of_program ? application : entry->object,
      .first_context = NO_CONTEXT,
   };
}

/* The costliest call of several is not known: 0. */
static Point point_of(const BaselineCost* cost, uint32_t owner)
{
   uint64_t most = cost->calls == 1 ? cost->cost : 0;
   return (Point){ .owner = owner, .rms = cost->n, .calls = cost->calls, .sum = cost->cost,
                   .real_sum = cost->cost, .min = most, .max = most };
}

static void add_routine(Contents* contents, const BaselineEntry* entry, const Named* named)
{
   TooLarge ignored;   /* such a sum stays at 2^64-1 */
   Routine* routine = &contents->routines[contents->routine_count];
   Point*   points = &contents->points[contents->point_count];
   *routine = routine_of(entry, named, contents->header.application);
   for (unsigned i = 0; i < entry->cost_count; i++) {
      points[i] = point_of(&entry->costs[i], contents->routine_count);
      totals_add_point(&routine->totals, &points[i]);
   }
   points_sort(points, entry->cost_count);
   routine->first_point = contents->point_count;
   routine->points = (uint32_t)points_add_equal(points, entry->cost_count, &ignored);
   if (entry->all.calls > 0) {
      routine->totals = entry->all;
      routine->totals.sum = entry->all.real_sum;
   }
   add_prints(&contents->header, routine, &entry->prints);
   contents->point_count += routine->points;
   contents->routine_count++;
}

static Report* make_report(const Baseline* baseline, const Subjects* subjects)
{
   guint                 count = baseline->entries->len;
   g_autoptr(GHashTable) named = find_named(baseline, subjects);
   Contents contents = {
      .header = header_of(baseline, report_header(subjects->report)), .point_kind = POINTS_OF_ROUTINES,
      .routines = memory_resize(NULL, (size_t)count + 1, sizeof(Routine)),
      .points = memory_resize(NULL, (size_t)count * BASELINE_COSTS + 1, sizeof(Point)),
   };
   contents.header.has_self_costs = true;
   for (guint i = 0; i < count; i++) {
      const BaselineEntry* entry = g_ptr_array_index(baseline->entries, i);
      contents.header.has_self_costs &= entry->has_self;
      add_routine(&contents, entry, g_hash_table_lookup(named, entry));
   }
   return report_make(&contents);
}

/*--- Growth ---*/

static GrowthPowerLaw power_law_of(const Interval* exponents)
{
   return (GrowthPowerLaw){ .fitted = exponents->high > 0, .exponent_low = exponents->low,
                            .exponent_high = exponents->high };
}

static SubjectGrowth* growth_of_entry(const BaselineEntry* entry)
{
   SubjectGrowth* growth = memory_resize(NULL, 1, sizeof *growth);
   *growth = (SubjectGrowth){ .records = memory_resize(NULL, GROWTH_CASES, sizeof(GrowthRecord)) };
   memset(growth->records, 0, GROWTH_CASES * sizeof(GrowthRecord));
   for (GrowthCase which = GROWTH_WORST; which <= GROWTH_MEAN; which++) {
      growth->cases[which] = entry->classes[which];
      growth->records[which].has_power_law = true;
      growth->records[which].power_law = power_law_of(&entry->exponents[which]);
   }
   growth->cases[GROWTH_BEST] = (ClassRange){ GROWTH_TOO_FEW_POINTS, GROWTH_TOO_FEW_POINTS,
                                              GROWTH_TOO_FEW_POINTS };
   if (entry->law.low > 0 && entry->law.high >= entry->law.low) {
      predictor_set_known(&growth->records[GROWTH_MEAN].predictor, entry->classes[GROWTH_MEAN].slowest,
                          entry->largest, entry->law.low, entry->law.high);
   }
   return growth;
}

static const BaselineEntry* entry_of(const Baseline* baseline, const Named* kept)
{
   return g_ptr_array_index(baseline->entries, report_routine_index(baseline->report,
                                                                    kept->subject->routine));
}

static void set_kept(const Baseline* baseline, Subjects* kept)
{
   kept->total = kept->whole = (uint64_t)baseline->total;
   for (size_t i = 0; i < kept->count; i++) {
      const BaselineEntry* entry = entry_of(baseline, &kept->named[i]);
      kept->named[i].known = entry->all.calls == 0 ? CALLS_OF_SOME : CALLS_ADDED_UP;
      kept->list[i].smallest = entry->smallest;
      kept->list[i].growth = growth_of_entry(entry);
   }
}

/*--- The comparison ---*/

Comparison* baseline_compare(Baseline* baseline, const Subjects* subjects, const CompareOptions* options)
{
   g_clear_pointer(&baseline->report, report_free);
   baseline->report = make_report(baseline, subjects);
   CompareOptions with_file = *options;
   with_file.is_kept = true;
   Comparison* comparison = comparison_begin(baseline->report, subjects->report, &with_file);
   set_kept(baseline, comparison->sides[0]);
   comparison_judge(comparison);
   return comparison;
}

const BaselineEntry* baseline_entry_of(const Baseline* baseline, const Comparison* comparison, size_t index)
{
   assert(index < comparison->sides[1]->count);
   uint32_t     pair = comparison->pair_of[1][index];
   const Named* kept = pair == NO_PAIR ? NULL : comparison->pairs[pair].before;
   return kept == NULL ? NULL : entry_of(baseline, kept);
}
