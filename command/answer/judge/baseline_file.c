/* Reads and writes baseline files. */

#include "answer/judge/baseline_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "answer/judge/tokens.h"
#include "input/lines.h"
#include "util/number.h"
#include "util/output.h"

#define MAGIC     "# aprof baseline "
#define FORMAT    "1"
#define CONFLICT  "<<<<<<<"

/*--- Reading words ---*/

typedef struct {
   Baseline* baseline;
   Tokens    tokens;
   unsigned  line;
   Problem*  problem;
} Reading;

static bool refuse(const Reading* reading, const char* reason)
{
   return problem_set(reading->problem, reading->baseline->path, reading->line, "%s; take the line from the "
                      "version before, or remove it and run `aprof check` with --update-baseline", reason);
}

static bool next(Reading* reading)
{
   return tokens_next(&reading->tokens) == TOKEN_THERE;
}

static const char* word(const Reading* reading)
{
   return reading->tokens.text->str;
}

static char* keep(const Reading* reading)
{
   return g_string_chunk_insert(reading->baseline->texts, word(reading));
}

static bool take(Reading* reading, const char* expected)
{
   const char* mark = tokens_mark(&reading->tokens);
   if (next(reading) && strcmp(word(reading), expected) == 0) {
      return true;
   }
   tokens_return(&reading->tokens, mark);
   return false;
}

static bool read_number(const char* text, double* number)
{
   char* end;
   *number = g_ascii_strtod(text, &end);
   return end != text && *end == '\0' && isfinite(*number);
}

/* "LOW..HIGH", if such a word is next. */
static bool take_interval(Reading* reading, Interval* interval)
{
   const char* mark = tokens_mark(&reading->tokens);
   g_auto(GStrv) ends = next(reading) ? g_strsplit(word(reading), "..", 2) : NULL;
   bool is_there = ends != NULL && ends[0] != NULL && ends[1] != NULL
      && read_number(ends[0], &interval->low) && read_number(ends[1], &interval->high);
   if (!is_there) {
      *interval = (Interval){ 0, 0 };
      tokens_return(&reading->tokens, mark);
   }
   return is_there;
}

static bool read_class(const char* name, GrowthClass* class)
{
   for (GrowthClass i = 0; i <= GROWTH_NO_TREND; i++) {
      if (strcmp(name, growth_class_name(i)) == 0) {
         *class = i;
         return true;
      }
   }
   return false;
}

/* "n^2", or "n log n to n^2". */
static bool read_range(const char* text, ClassRange* range)
{
   g_auto(GStrv) names = g_strsplit(text, " to ", 2);
   bool is_right = names[0] != NULL && read_class(names[0], &range->slowest)
      && read_class(names[1] != NULL ? names[1] : names[0], &range->fastest);
   range->class = range->slowest;
   return is_right && range->slowest <= range->fastest;
}

static bool read_case(Reading* reading, const char* name, GrowthCase which, BaselineEntry* entry)
{
   if (!take(reading, name) || !next(reading) || !read_range(word(reading), &entry->classes[which])) {
      return false;
   }
   take_interval(reading, &entry->exponents[which]);
   return true;
}

/* N:CALLS:COST */
static bool read_cost(const char* text, BaselineCost* cost)
{
   uint64_t n;
   g_auto(GStrv) parts = g_strsplit(text, ":", -1);
   bool is_right = g_strv_length(parts) == 3 && number_parse(parts[0], &n) && n <= UINT32_MAX
      && number_parse(parts[1], &cost->calls) && cost->calls > 0 && number_parse(parts[2], &cost->cost);
   cost->n = is_right ? (uint32_t)n : 0;
   return is_right;
}

/* CALLS:COST:SELF, or, of a former version, CALLS:COST */
static bool read_all(const char* text, BaselineEntry* entry)
{
   Totals* all = &entry->all;
   g_auto(GStrv) parts = g_strsplit(text, ":", -1);
   guint count = g_strv_length(parts);
   entry->has_self = count == 3;
   return (count == 2 || count == 3) && number_parse(parts[0], &all->calls) && all->calls > 0
        && number_parse(parts[1], &all->real_sum) && (count == 2 || number_parse(parts[2], &all->self_sum));
}

/* If such words are next. */
static void read_costs(Reading* reading, BaselineEntry* entry)
{
   const char* mark = tokens_mark(&reading->tokens);
   while (entry->cost_count < BASELINE_COSTS && next(reading)
          && read_cost(word(reading), &entry->costs[entry->cost_count])) {
      entry->cost_count++;
      mark = tokens_mark(&reading->tokens);
   }
   tokens_return(&reading->tokens, mark);
}

/*--- Reading lines ---*/

static bool read_fingerprint(Reading* reading)
{
   reading->baseline->fingerprint_line = reading->line;
   while (next(reading)) {
      FingerprintKey key = 0;
      while (key < FINGERPRINT_KEYS && strcmp(word(reading), fingerprint_keys[key]) != 0) {
         key++;
      }
      if (key == FINGERPRINT_KEYS || !next(reading)) {
         return refuse(reading, "the fingerprint has a word that is none of its keys");
      }
      reading->baseline->fingerprint.values[key] = keep(reading);
   }
   return true;
}

/* The place of what a line with this first word says with one text; NULL: it is of another line. */
static const char** condition_of(Baseline* baseline, const char* key)
{
   const struct {
      const char*  key;
      const char** text;
   } conditions[] = {
      { "ended", &baseline->ended },
      { "work", &baseline->work },
      { "build", (const char**)&baseline->prints.build },
      { "data", (const char**)&baseline->prints.data },
      { "sources", (const char**)&baseline->prints.sources },
      { "text", (const char**)&baseline->prints.text },
   };
   for (size_t i = 0; i < G_N_ELEMENTS(conditions); i++) {
      if (strcmp(key, conditions[i].key) == 0) {
         return conditions[i].text;
      }
   }
   return NULL;
}

static bool read_condition(Reading* reading, const char** condition)
{
   bool is_there = next(reading);
   *condition = is_there ? keep(reading) : NULL;
   return (is_there && tokens_next(&reading->tokens) == TOKEN_END)
          || refuse(reading, "one text is needed after ended, work, build, data, sources, or text");
}

static bool read_total(Reading* reading)
{
   return (next(reading) && read_number(word(reading), &reading->baseline->total)
           && reading->baseline->total > 0 && tokens_next(&reading->tokens) == TOKEN_END)
          || refuse(reading, "the cost of the program is needed after total");
}

/* The name has been read. */
static bool read_entry(Reading* reading)
{
   BaselineEntry entry = { .name = keep(reading), .object = COMPARE_PROGRAM };
   Interval      inputs;
   if (take(reading, "in") && next(reading)) {
      entry.object = keep(reading);
   }
   if (!read_case(reading, "worst", GROWTH_WORST, &entry)
       || !read_case(reading, "mean", GROWTH_MEAN, &entry)) {
      return refuse(reading, "worst and mean with their classes are needed after the name");
   }
   if (!take(reading, "n") || !take_interval(reading, &inputs) || inputs.low < 0
       || inputs.high > UINT32_MAX || inputs.low > inputs.high || !take(reading, "points") || !next(reading)
       || !number_parse(word(reading), &entry.points)) {
      return refuse(reading, "n SMALLEST..LARGEST and points NUMBER are needed after the classes");
   }
   entry.smallest = (uint32_t)inputs.low;
   entry.largest = (uint32_t)inputs.high;
   if (take(reading, "costs")) {
      read_costs(reading, &entry);
   }
   if (take(reading, "law")) {
      take_interval(reading, &entry.law);
   }
   if (take(reading, "all") && !(next(reading) && read_all(word(reading), &entry))) {
      return refuse(reading, "CALLS:COST:SELF is needed after all");
   }
   if (take(reading, "code") && next(reading)) {
      entry.prints.code = keep(reading);
   }
   if (take(reading, "source") && next(reading)) {
      entry.prints.source = keep(reading);
   }
   if (entry.cost_count == 0 || tokens_next(&reading->tokens) != TOKEN_END) {
      return refuse(reading, "costs N:CALLS:COST are needed at the end");
   }
   if (baseline_find(reading->baseline, entry.name, entry.object) != NULL) {
      return refuse(reading, "the routine has two lines");
   }
   baseline_set(reading->baseline, &entry);
   return true;
}

static bool is_conflict(const char* line)
{
   return g_str_has_prefix(line, CONFLICT) || g_str_has_prefix(line, "=======")
          || g_str_has_prefix(line, ">>>>>>>") || g_str_has_prefix(line, "|||||||");
}

static bool read_line(Reading* reading, const char* line)
{
   if (is_conflict(line)) {
      return problem_set(reading->problem, reading->baseline->path, reading->line, "a merge conflict: take "
                         "either side, as by `git checkout --ours`, and run `aprof check` with "
                         "--update-baseline");
   }
   tokens_begin(&reading->tokens, line);
   TokenResult result = tokens_next(&reading->tokens);
   bool is_word = !reading->tokens.is_quoted;
   const char** condition = is_word ? condition_of(reading->baseline, word(reading)) : NULL;
   bool is_right = result == TOKEN_END
      || (result == TOKEN_UNENDED ? refuse(reading, "quotes do not end")
          : is_word && strcmp(word(reading), "fingerprint") == 0 ? read_fingerprint(reading)
          : is_word && strcmp(word(reading), "total") == 0 ? read_total(reading)
          : condition != NULL ? read_condition(reading, condition) : read_entry(reading));
   tokens_end(&reading->tokens);
   return is_right;
}

static bool check_first_line(const Reading* reading, const char* line)
{
   if (g_str_has_prefix(line, MAGIC FORMAT ":") || g_str_has_prefix(line, CONFLICT)) {
      return true;
   }
   return problem_set(reading->problem, reading->baseline->path, 1, "this version of aprof reads baselines "
                      "of version " FORMAT ", which begin with \"" MAGIC FORMAT ":\"");
}

static bool take_line(Reading* reading, const Line* line)
{
   reading->line = (unsigned)line->number;
   if (memchr(line->text.bytes, '\0', line->text.length) != NULL) {
      return problem_set(reading->problem, reading->baseline->path, line->number,
                         "the file is not text: it has a NUL");
   }
   return (line->number > 1 || check_first_line(reading, line->text.bytes))
          && read_line(reading, line->text.bytes);
}

static bool read_lines(Reading* reading, Lines* lines)
{
   Line       line;
   ReadResult result;
   while ((result = lines_next(lines, &line, reading->problem)) == READ_RECORD) {
      if (!take_line(reading, &line)) {
         return false;
      }
   }
   return result == READ_END && (reading->line > 0 || check_first_line(reading, ""));
}

Baseline* baseline_file_read(const char* path, Problem* problem)
{
   Lines* lines = lines_open(path, FILE_BASELINE, problem);
   if (lines == NULL) {
      return NULL;
   }
   Reading reading = { .baseline = baseline_new(path), .problem = problem };
   bool    is_right = read_lines(&reading, lines);
   lines_close(lines);
   if (!is_right) {
      baseline_free(reading.baseline);
      return NULL;
   }
   return reading.baseline;
}

bool baseline_file_is_one(const char* path)
{
   char begin[sizeof MAGIC];
   begin[file_beginning(path, begin, strlen(MAGIC))] = '\0';
   return strcmp(begin, MAGIC) == 0 || g_str_has_prefix(begin, CONFLICT);
}

/*--- Writing ---*/

static bool is_keyword(const char* text)
{
   static const char* const keywords[] = { "fingerprint", "total", "ended", "work", "build", "data",
                                             "sources", "text", NULL };
   return g_strv_contains(keywords, text);
}

/* A name in quotes if it would be read as something else without. */
static void print_word(FILE* out, const char* text, bool is_name)
{
   g_autoptr(GString) word = g_string_new(NULL);
   if (is_name && (is_keyword(text) || is_conflict(text))) {
      tokens_append_quoted(word, text);
   } else {
      tokens_append_word(word, text);
   }
   fputs(word->str, out);
}

static void print_fingerprint(FILE* out, const Fingerprint* fingerprint)
{
   fputs("fingerprint", out);
   for (FingerprintKey key = 0; key < FINGERPRINT_KEYS; key++) {
      if (fingerprint->values[key] != NULL) {
         fprintf(out, " %s ", fingerprint_keys[key]);
         print_word(out, fingerprint->values[key], false);
      }
   }
   putc('\n', out);
}

static void print_case(FILE* out, const BaselineEntry* entry, GrowthCase which)
{
   const ClassRange* range = &entry->classes[which];
   GrowthText        text;
   fprintf(out, " %s ", growth_case_name(which));
   print_word(out, growth_range_name(range->class, range->slowest, range->fastest, text), false);
   if (entry->exponents[which].high > 0) {
      fprintf(out, " %.2f..%.2f", entry->exponents[which].low, entry->exponents[which].high);
   }
}

static void print_entry(FILE* out, const BaselineEntry* entry)
{
   print_word(out, entry->name, true);
   if (*entry->object != '\0') {
      fputs(" in ", out);
      print_word(out, entry->object, false);
   }
   print_case(out, entry, GROWTH_WORST);
   print_case(out, entry, GROWTH_MEAN);
   fprintf(out, " n %" PRIu32 "..%" PRIu32 " points %" PRIu64 " costs", entry->smallest, entry->largest,
           entry->points);
   for (unsigned i = 0; i < entry->cost_count; i++) {
      const BaselineCost* cost = &entry->costs[i];
      fprintf(out, " %" PRIu32 ":%" PRIu64 ":%" PRIu64, cost->n, cost->calls, cost->cost);
   }
   if (entry->law.high > 0) {
      fprintf(out, " law %.4g..%.4g", entry->law.low, entry->law.high);
   }
   if (entry->all.calls > 0) {
      fprintf(out, " all %" PRIu64 ":%" PRIu64, entry->all.calls, entry->all.real_sum);
   }
   if (entry->all.calls > 0 && entry->has_self) {
      fprintf(out, ":%" PRIu64, entry->all.self_sum);
   }
   if (entry->prints.code != NULL) {
      fputs(" code ", out);
      print_word(out, entry->prints.code, false);
   }
   if (entry->prints.source != NULL) {
      fputs(" source ", out);
      print_word(out, entry->prints.source, false);
   }
   putc('\n', out);
}

static void print_condition(FILE* out, const char* key, const char* text)
{
   if (text != NULL) {
      fprintf(out, "%s ", key);
      print_word(out, text, false);
      putc('\n', out);
   }
}

static int compare_entries(gconstpointer left, gconstpointer right)
{
   const BaselineEntry* a = *(const BaselineEntry* const*)left;
   const BaselineEntry* b = *(const BaselineEntry* const*)right;
   int order = strcmp(a->object, b->object);
   return order != 0 ? order : strcmp(a->name, b->name);
}

bool baseline_file_write(Baseline* baseline, Problem* problem)
{
   Output output;
   if (!output_open(&output, baseline->path, stdout, problem)) {
      return false;
   }
   g_ptr_array_sort(baseline->entries, compare_entries);
   fputs(MAGIC FORMAT ": what routines cost; `aprof check --update-baseline` writes it\n", output.file);
   print_fingerprint(output.file, &baseline->fingerprint);
   if (baseline->total > 0) {
      fprintf(output.file, "total %.0f\n", baseline->total);
   }
   print_condition(output.file, "ended", baseline->ended);
   print_condition(output.file, "work", baseline->work);
   print_condition(output.file, "build", baseline->prints.build);
   print_condition(output.file, "data", baseline->prints.data);
   print_condition(output.file, "sources", baseline->prints.sources);
   print_condition(output.file, "text", baseline->prints.text);
   for (guint i = 0; i < baseline->entries->len; i++) {
      print_entry(output.file, g_ptr_array_index(baseline->entries, i));
   }
   return output_close(&output, problem);
}
