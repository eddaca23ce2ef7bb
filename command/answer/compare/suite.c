/* Programs are matched by the names of their files; where several have one name, their directory tells them
   apart. */

#include "answer/compare/suite.h"

#include <math.h>
#include <string.h>

#include "answer/compare/words.h"
#include "model/reader.h"
#include "util/text.h"

/*--- Which reports are of one program ---*/

/* A report, and the path of its program. */
typedef struct {
   char* path;
   char* program;   /* "" if the report does not say it */
} SuiteReport;

/* Reads nothing of what can be read only once, such as standard input. */
static bool read_program(const char* path, char** program, Problem* problem)
{
   Record     record;
   ReadResult result = READ_FAILED;
   if (!g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
      *program = g_strdup("");
      return true;
   }
   Reader*    reader = reader_open(path, problem);
   *program = NULL;
   if (reader == NULL) {
      *program = g_strdup("");
      return false;
   }
   while ((result = reader_next(reader, &record, problem)) == READ_RECORD && record.tag != TAG_ROUTINE
          && *program == NULL) {
      if (record.tag == TAG_APPLICATION) {
         *program = g_strndup(record.value.bytes, record.value.length);
      }
   }
   reader_close(reader);
   *program = *program == NULL ? g_strdup("") : *program;
   return result != READ_FAILED;
}

static void clear_report(gpointer data)
{
   SuiteReport* report = data;
   g_free(report->path);
   g_free(report->program);
}

static bool read_side(char** paths, GArray* reports, Problem* problem)
{
   bool done = true;
   for (size_t i = 0; paths != NULL && paths[i] != NULL && done; i++) {
      SuiteReport report = { .path = g_strdup(paths[i]) };
      done = read_program(paths[i], &report.program, problem);
      g_array_append_val(reports, report);
   }
   return done;
}

/* The last name of a path, or the last two. */
static char* last_names(const char* path, bool two)
{
   g_autofree char* name = g_path_get_basename(path);
   g_autofree char* directory = g_path_get_dirname(path);
   g_autofree char* parent = g_path_get_basename(directory);
   return two ? g_build_filename(parent, name, NULL) : g_strdup(name);
}

/* Adds to `twice` the names that several programs of the side have. */
static void find_equal_names(const GArray* reports, GHashTable* twice)
{
   g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   for (guint i = 0; i < reports->len; i++) {
      const char* program = g_array_index(reports, SuiteReport, i).program;
      char*       name = last_names(program, false);
      const char* other = g_hash_table_lookup(known, name);
      if (other != NULL && strcmp(other, program) != 0) {
         g_hash_table_add(twice, g_strdup(name));
      }
      g_hash_table_insert(known, name, (gpointer)program);
   }
}

static void clear_program(gpointer data)
{
   SuiteProgram* program = data;
   g_free(program->name);
   g_clear_pointer(&program->paths[0], g_ptr_array_unref);
   g_clear_pointer(&program->paths[1], g_ptr_array_unref);
}

static SuiteProgram* find_or_add(GArray* programs, const char* name)
{
   for (guint i = 0; i < programs->len; i++) {
      if (strcmp(g_array_index(programs, SuiteProgram, i).name, name) == 0) {
         return &g_array_index(programs, SuiteProgram, i);
      }
   }
   const SuiteProgram added = { .name = g_strdup(name) };
   g_array_append_val(programs, added);
   return &g_array_index(programs, SuiteProgram, programs->len - 1);
}

GArray* suite_new(void)
{
   GArray* programs = g_array_new(FALSE, FALSE, sizeof(SuiteProgram));
   g_array_set_clear_func(programs, clear_program);
   return programs;
}

void suite_add_path(GArray* programs, const char* name, int side, const char* path)
{
   SuiteProgram* program = find_or_add(programs, name);
   if (program->paths[side] == NULL) {
      program->paths[side] = g_ptr_array_new_with_free_func(g_free);
   }
   g_ptr_array_add(program->paths[side], g_strdup(path));
}

static void add_side(GArray* programs, const GArray* reports, int side, GHashTable* twice)
{
   for (guint i = 0; i < reports->len; i++) {
      const SuiteReport* report = &g_array_index(reports, SuiteReport, i);
      g_autofree char* name = last_names(report->program, false);
      if (g_hash_table_contains(twice, name)) {
         g_free(name);
         name = last_names(report->program, true);
      }
      suite_add_path(programs, name, side, report->path);
   }
}

static gint by_name(gconstpointer left, gconstpointer right)
{
   return strcmp(((const SuiteProgram*)left)->name, ((const SuiteProgram*)right)->name);
}

static void end_paths(GArray* programs)
{
   for (guint i = 0; i < programs->len; i++) {
      for (int side = 0; side < 2; side++) {
         GPtrArray* paths = g_array_index(programs, SuiteProgram, i).paths[side];
         if (paths != NULL) {
            g_ptr_array_add(paths, NULL);
         }
      }
   }
}

void suite_complete(GArray* programs)
{
   g_array_sort(programs, by_name);
   end_paths(programs);
}

GArray* suite_find(char** const paths[2], Problem* problem)
{
   GArray*     programs = suite_new();
   g_autoptr(GHashTable) twice = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   GArray*     reports[2];
   bool        done = true;
   for (int side = 0; side < 2; side++) {
      reports[side] = g_array_new(FALSE, FALSE, sizeof(SuiteReport));
      g_array_set_clear_func(reports[side], clear_report);
      done = done && read_side(paths[side], reports[side], problem);
      find_equal_names(reports[side], twice);
   }
   for (int side = 0; side < 2; side++) {
      add_side(programs, reports[side], side, twice);
      g_array_unref(reports[side]);
   }
   suite_complete(programs);
   if (!done) {
      problem_keep_file(problem);
      g_clear_pointer(&programs, g_array_unref);
   }
   return programs;
}

bool suite_is_one(const GArray* programs)
{
   unsigned counts[2] = { 0 };
   for (guint i = 0; i < programs->len; i++) {
      counts[0] += g_array_index(programs, SuiteProgram, i).paths[0] != NULL;
      counts[1] += g_array_index(programs, SuiteProgram, i).paths[1] != NULL;
   }
   return counts[0] > 1 || counts[1] > 1;
}

/*--- States ---*/

/* In the order in which they are told. */
typedef enum {
   SUITE_OTHER_END, SUITE_WORSE, SUITE_OTHER_WORK, SUITE_GONE, SUITE_BETTER, SUITE_NEW, SUITE_SAME
} SuiteState;

#define SUITE_STATES  (SUITE_SAME + 1)

static const char* const suite_state_names[] = {
   [SUITE_OTHER_END] = "ended otherwise", [SUITE_WORSE] = "worse", [SUITE_OTHER_WORK] = "incomparable",
   [SUITE_GONE] = "gone", [SUITE_BETTER] = "better", [SUITE_NEW] = "new", [SUITE_SAME] = "same",
};

typedef struct {
   char*      name;
   SuiteState state;
   char*      verdict;
   double     cost[2];   /* 0: it is not there */
   double     factor;    /* NAN: not known */
} SummedProgram;

struct SuiteSum {
   GArray*  programs;    /* SummedProgram */
   unsigned counts[SUITE_STATES];
   double   cost[2];     /* of those that can be compared */
};

static SuiteState state_of(const Comparison* comparison)
{
   switch (comparison->total.state) {
      case TOTAL_OTHER_END:  return SUITE_OTHER_END;
      case TOTAL_OTHER_WORK: return comparison->counts[STATE_WORSE] > 0 ? SUITE_WORSE : SUITE_OTHER_WORK;
      case TOTAL_WORSE:      return SUITE_WORSE;
      case TOTAL_BETTER:     return SUITE_BETTER;
      case TOTAL_ENVIRONMENT: return comparison->total.factor > 1 ? SUITE_WORSE : SUITE_BETTER;
      case TOTAL_SAME:       break;
   }
   return comparison->counts[STATE_WORSE] > 0    ? SUITE_WORSE
          : comparison->counts[STATE_BETTER] > 0 ? SUITE_BETTER : SUITE_SAME;
}

/*--- The sum ---*/

static void clear_summed(gpointer data)
{
   SummedProgram* program = data;
   g_free(program->name);
   g_free(program->verdict);
}

SuiteSum* suite_sum_new(void)
{
   SuiteSum* sum = g_new0(SuiteSum, 1);
   sum->programs = g_array_new(FALSE, FALSE, sizeof(SummedProgram));
   g_array_set_clear_func(sum->programs, clear_summed);
   return sum;
}

void suite_sum_free(SuiteSum* sum)
{
   g_array_unref(sum->programs);
   g_free(sum);
}

void suite_sum_add(SuiteSum* sum, const SuiteProgram* program, const Comparison* comparison)
{
   SummedProgram added = { .name = g_strdup(program->name), .factor = NAN };
   if (comparison == NULL) {
      added.state = program->paths[0] == NULL ? SUITE_NEW : SUITE_GONE;
      added.verdict = g_strdup(program->paths[0] == NULL ? "It is new." : "It is gone.");
   } else {
      added.state = state_of(comparison);
      added.verdict = words_verdict(comparison);
      added.factor = comparison->total.factor;
      for (int side = 0; side < 2; side++) {
         added.cost[side] = comparison->total.cost[side];
         sum->cost[side] += comparison->is_same_work ? added.cost[side] : 0;
      }
   }
   sum->counts[added.state]++;
   g_array_append_val(sum->programs, added);
}

void suite_sum_add_refused(SuiteSum* sum, const SuiteProgram* program, const char* why)
{
   const SummedProgram added = {
      .name = g_strdup(program->name), .state = SUITE_OTHER_WORK, .factor = NAN,
      .verdict = g_strdup_printf("Incomparable: %s.", why)
   };
   sum->counts[added.state]++;
   g_array_append_val(sum->programs, added);
}

static gint by_state(gconstpointer left, gconstpointer right)
{
   const SummedProgram* a = *(const SummedProgram* const*)left;
   const SummedProgram* b = *(const SummedProgram* const*)right;
   double more_a = fabs(a->cost[1] - a->cost[0]), more_b = fabs(b->cost[1] - b->cost[0]);
   return a->state != b->state ? (a->state < b->state ? -1 : 1)
          : more_a != more_b   ? (more_a > more_b ? -1 : 1) : strcmp(a->name, b->name);
}

/* Returns an array, which the caller frees: those that are told first come first. */
static GPtrArray* sorted(const SuiteSum* sum)
{
   GPtrArray* programs = g_ptr_array_new();
   for (guint i = 0; i < sum->programs->len; i++) {
      g_ptr_array_add(programs, &g_array_index(sum->programs, SummedProgram, i));
   }
   g_ptr_array_sort(programs, by_state);
   return programs;
}

/*--- Words ---*/

/* "1 worse, 17 same". */
static char* words_states(const SuiteSum* sum)
{
   GString* text = g_string_new(NULL);
   for (SuiteState state = 0; state < SUITE_STATES; state++) {
      if (sum->counts[state] > 0) {
         g_string_append_printf(text, "%s%u %s", text->len == 0 ? "" : ", ", sum->counts[state],
                                suite_state_names[state]);
      }
   }
   return g_string_free(text, FALSE);
}

/* Returns the verdict without "Worse: " and the like, which the sentence begins with. */
static const char* without_state(const char* verdict)
{
   static const char* const begins[] = {
      "Worse: ", "Better: ", "Incomparable, because ", "Incomparable as a whole, because ", "Incomparable: "
   };
   for (size_t i = 0; i < G_N_ELEMENTS(begins); i++) {
      if (g_str_has_prefix(verdict, begins[i])) {
         return verdict + strlen(begins[i]);
      }
   }
   return verdict;
}

static char* headline(const SuiteSum* sum, const SummedProgram* first)
{
   static const char* const begins[] = {
      [SUITE_OTHER_END] = "Incomparable", [SUITE_WORSE] = "Worse", [SUITE_OTHER_WORK] = "Incomparable",
      [SUITE_GONE] = "Gone", [SUITE_BETTER] = "Better",
   };
   TimesText times;
   guint     count = sum->programs->len;
   if (first->state == SUITE_GONE) {
      return g_strdup_printf("Nothing got worse, but %u of %u programs are gone: %s%s",
                             sum->counts[SUITE_GONE], count, first->name,
                             sum->counts[SUITE_GONE] > 1 ? " and others." : ".");
   }
   if (first->state < SUITE_NEW) {
      return g_strdup_printf("%s: %u of %u programs: %s: %s", begins[first->state], sum->counts[first->state],
                             count, first->name, without_state(first->verdict));
   }
   text_times_as_much(sum->cost[1] / fmax(1, sum->cost[0]), times);
   return g_strdup_printf("Nothing got worse: %u programs cost %s together.", sum->counts[SUITE_SAME], times);
}

static Answer* program_value(const SummedProgram* program)
{
   Answer* value = tree_object();
   tree_set_text(value, "name", program->name);
   tree_set_text(value, "state", suite_state_names[program->state]);
   tree_set_text(value, "verdict", program->verdict);
   tree_set_number(value, "factor", program->factor);
   tree_set_number(value, "before", program->cost[0]);
   tree_set_number(value, "now", program->cost[1]);
   return value;
}

Answer* suite_sum_answer(const SuiteSum* sum)
{
   g_autoptr(GPtrArray) programs = sorted(sum);
   Answer*    value = tree_object();
   Answer*    list = tree_list();
   g_autofree char* first = headline(sum, g_ptr_array_index(programs, 0));
   g_autofree char* states = words_states(sum);
   tree_set_text(value, "verdict", first);
   tree_set_text(value, "summary", states);
   tree_set_number(value, "factor", sum->cost[0] > 0 ? sum->cost[1] / sum->cost[0] : NAN);
   for (guint i = 0; i < programs->len; i++) {
      tree_append(list, program_value(g_ptr_array_index(programs, i)));
   }
   tree_set(value, "programs", list);
   return value;
}
