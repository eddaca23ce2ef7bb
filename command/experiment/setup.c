#include "experiment/setup.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "experiment/choose.h"
#include "input/file.h"
#include "run/plan.h"
#include "run/programs.h"
#include "run/valgrind.h"
#include "util/number.h"
#include "util/progress.h"
#include "util/text.h"

/* Defaults of the limits. */
#define DEFAULT_RUNS    8
#define RUNS_OF_TWO     16

/* Bytes.  Under Valgrind, programs read no more in a time for which somebody waits. */
#define MOST_LOOKED_AT  UINT64_C(1000000000)

/* Fewer sizes tell nothing. */
#define LEAST_PIECES    4u

/*--- Sizes as the user writes them ---*/

static bool parse_size(const char* text, uint64_t* size)
{
   return number_parse(text, size) && *size <= MAX_SIZE;
}

static bool parse_range(const char* text, SizeRange* range)
{
   g_auto(GStrv) ends = g_strsplit(text, "..", 2);
   bool is_right = ends[0] != NULL && ends[1] != NULL && parse_size(ends[0], &range->low) && range->low > 0;
   if (is_right && *ends[1] == '\0') {
      range->high = UINT64_MAX;
   } else if (is_right) {
      is_right = parse_size(ends[1], &range->high) && range->high >= range->low;
   }
   return is_right;
}

static bool parse_list(const char* text, GArray* list)
{
   g_auto(GStrv) words = g_strsplit(text, ",", -1);
   bool is_right = words[0] != NULL;
   for (size_t i = 0; words[i] != NULL && is_right; i++) {
      uint64_t size;
      is_right = parse_size(words[i], &size);
      g_array_append_val(list, size);
   }
   return is_right;
}

bool setup_parse_sizes(const char* text, WantedSizes* sizes)
{
   const char* equals = strchr(text, '=');
   *sizes = (WantedSizes){
      .name = equals == NULL ? g_strdup("n") : g_strndup(text, (gsize)(equals - text)),
      .list = g_array_new(FALSE, FALSE, sizeof(uint64_t)),
   };
   const char* values = equals == NULL ? text : equals + 1;
   bool is_right = settings_is_parameter(sizes->name)
                   && (strstr(values, "..") != NULL ? parse_range(values, &sizes->range)
                                                    : parse_list(values, sizes->list));
   if (!is_right) {
      setup_free_sizes(sizes);
   }
   return is_right;
}

void setup_free_sizes(WantedSizes* sizes)
{
   g_clear_pointer(&sizes->name, g_free);
   g_clear_pointer(&sizes->list, g_array_unref);
}

static bool has_place(char* const* words, const char* make, const char* place)
{
   return plan_has_place(words, place) || (make != NULL && plan_find_place(make, place) != NULL);
}

bool setup_has_places(const GArray* sizes, char* const* command, const char* make, char missing[40])
{
   bool has_common = make != NULL ? plan_find_place(make, PLACE) != NULL : plan_has_place(command, PLACE);
   if (sizes->len < 2 && has_common) {
      return true;
   }
   g_strlcpy(missing, PLACE, 40);
   for (guint i = 0; i < sizes->len; i++) {
      g_autofree char* place = g_strdup_printf("{%s}", g_array_index(sizes, WantedSizes, i).name);
      bool found = has_place(command, make, place);
      if (!found && sizes->len > 1) {
         g_strlcpy(missing, place, 40);
      }
      if (!found) {
         return false;
      }
   }
   return sizes->len > 0;
}

/*--- One parameter ---*/

static void plan_list(Settings* settings, const GArray* list)
{
   settings->is_fixed = true;
   for (guint i = 0; i < list->len; i++) {
      settings_plan_run(settings, &g_array_index(list, uint64_t, i), NULL);
   }
   settings_name_runs(settings);
}

static bool refuse_few(const Settings* settings, uint64_t pieces, Problem* problem)
{
   struct stat status;
   ShortText   bytes;
   bool  is_part = stat(settings->source, &status) == 0 && (uint64_t)status.st_size > MOST_LOOKED_AT;
   g_autofree char* name = g_strndup(cut_name(settings->cut),
                                     strlen(cut_name(settings->cut)) - (pieces == 1));
   return problem_set(problem, settings->source, 0, "has only %" PRIu64 " %s%s%s, and at least %u sizes are "
                      "needed: %s", pieces, name, is_part ? " in its first " : "",
                      is_part ? text_bytes(MOST_LOOKED_AT, bytes) : "", LEAST_PIECES,
                      settings->cut == CUT_BYTES ? "take a larger file" : "--cut=bytes cuts it otherwise");
}

/* Finds how many pieces the file has; if no size is asked for, in as much of it as programs may read. */
static bool count_pieces(Settings* settings, uint64_t* pieces, Problem* problem)
{
   const char* source = settings->source;
   bool        is_open = !settings->is_fixed && settings->range.high == UINT64_MAX;
   progress_begin_reading(&source, 1);
   bool is_read = cut_count(source, settings->cut, is_open ? MOST_LOOKED_AT : UINT64_MAX, pieces,
                             &settings->how, problem);
   progress_end();
   return is_read && (!is_open || *pieces >= LEAST_PIECES || refuse_few(settings, *pieces, problem));
}

/* The largest size is that of the file. */
static bool limit_to_file(Settings* settings, Problem* problem)
{
   uint64_t pieces;
   if (!count_pieces(settings, &pieces, problem)) {
      return false;
   }
   for (guint i = 0; i < settings->planned->len; i++) {
      uint64_t size = g_array_index(settings->planned, PlannedRun, i).size[0];
      if (size > pieces) {
         return problem_set(problem, settings->source, 0, "has %" PRIu64 " %s: a size of %" PRIu64 " is too "
                            "large", pieces, cut_name(settings->cut), size);
      }
   }
   if (settings->range.low == 0) {
      settings->range.low = range_usual_begin(INPUT_CUT, pieces);
   }
   settings->range.high = MIN(settings->range.high, pieces);
   if (!settings->is_fixed && settings->range.low > settings->range.high) {
      return problem_set(problem, settings->source, 0, "has only %" PRIu64 " %s", pieces,
                         cut_name(settings->cut));
   }
   return true;
}

static bool set_one(Settings* settings, const WantedSizes* sizes, Problem* problem)
{
   settings->parameter_count = 1;
   settings->parameters[0] = g_strdup(sizes == NULL ? "n" : sizes->name);
   if (sizes != NULL && sizes->list->len > 0) {
      plan_list(settings, sizes->list);
   } else {
      const uint64_t  begin = settings->way == INPUT_CUT ? 0 : range_usual_begin(settings->way, 0);
      const SizeRange usual = { begin, UINT64_MAX };
      settings->range = sizes == NULL ? usual : sizes->range;
   }
   if (settings->way == INPUT_CUT && !limit_to_file(settings, problem)) {
      return false;
   }
   if (settings->range.high == UINT64_MAX) {
      settings->range.high = range_open_end(&settings->range);
   }
   return true;
}

/*--- Two parameters ---*/

/* The sizes of one parameter, the smallest first, so many or those of the list. */
static GArray* steps_of(const WantedSizes* sizes, unsigned count)
{
   if (sizes->list->len == 0) {
      SizeRange range = sizes->range;
      if (range.high == UINT64_MAX) {
         range.high = range_open_end(&range);
      }
      return choose_spaced(&range, count);
   }
   GArray* steps = g_array_copy(sizes->list);
   g_array_sort(steps, settings_compare_sizes);
   return steps;
}

/* Both begin at their smallest sizes; then each grows alone, and both together, up to the largest.  So a + b,
   a b and the like are told apart. */
static void plan_two(Settings* settings, const GArray* a, const GArray* b)
{
   const uint64_t* first = &g_array_index(a, uint64_t, 0);
   const uint64_t* second = &g_array_index(b, uint64_t, 0);
   const guint     steps = MAX(a->len, b->len);
   g_assert(a->len > 0 && b->len > 0);
   settings->is_fixed = true;
   for (guint i = 0; i < a->len; i++) {
      settings_plan_run(settings, (uint64_t[]){ first[i], second[0] }, NULL);
   }
   for (guint i = 1; i < b->len; i++) {
      settings_plan_run(settings, (uint64_t[]){ first[0], second[i] }, NULL);
   }
   for (guint i = 1; i < steps; i++) {
      guint k = (i * (a->len - 1) + (steps - 1) / 2) / (steps - 1);
      guint l = (i * (b->len - 1) + (steps - 1) / 2) / (steps - 1);
      if (k > 0 && l > 0) {
         settings_plan_run(settings, (uint64_t[]){ first[k], second[l] }, NULL);
      }
   }
   settings_name_runs(settings);
}

static bool set_two(Settings* settings, const WantedSizes* sizes, Problem* problem)
{
   if (strcmp(sizes[0].name, sizes[1].name) == 0) {
      return problem_set(problem, NULL, 0, "--sizes: two parameters need two names, as in --sizes=a=10..1000 "
                         "--sizes=b=5..50");
   }
   unsigned steps = (settings->runs - 1) / 3 + 1;
   g_autoptr(GArray) a = steps_of(&sizes[0], steps);
   g_autoptr(GArray) b = steps_of(&sizes[1], steps);
   settings->parameter_count = 2;
   settings->parameters[0] = g_strdup(sizes[0].name);
   settings->parameters[1] = g_strdup(sizes[1].name);
   plan_two(settings, a, b);
   return true;
}

/*--- Any input ---*/

static void add_file(Settings* settings, const char* file, uint64_t size)
{
   settings->is_fixed = true;
   settings->parameter_count = 1;
   if (settings->parameters[0] == NULL) {
      settings->parameters[0] = g_strdup("n");
   }
   settings_plan_run(settings, &size, file);
}

static bool set_sizes(Settings* settings, const GArray* sizes, Problem* problem)
{
   const WantedSizes* wanted = sizes->len == 0 ? NULL : &g_array_index(sizes, WantedSizes, 0);
   if (sizes->len > 1 && (settings->way == INPUT_CUT || sizes->len > MAX_PARAMETERS)) {
      return problem_set(problem, NULL, 0, "%s", settings->way == INPUT_CUT
                         ? "--input: a part of a file has one size" : "--sizes: two parameters at most");
   }
   return sizes->len > 1 ? set_two(settings, wanted, problem) : set_one(settings, wanted, problem);
}

static void fix_plan(Settings* settings)
{
   if (settings->is_fixed) {
      return;
   }
   g_autoptr(GArray) sizes = choose_spaced(&settings->range, settings->runs);
   plan_list(settings, sizes);
}

/*--- Lists of files ---*/

/* Takes a line; false if it is none of a list. */
static bool take_line(GHashTable* sizes, char* line)
{
   g_autofree uint64_t* size = g_new(uint64_t, 1);
   char*     number = line + strspn(line, " \t");
   char*     name = number + strcspn(number, " \t");
   if (*name != '\0') {
      *name++ = '\0';
      name += strspn(name, " \t");
   }
   bool is_right = *name != '\0' && parse_size(number, size);
   if (is_right) {
      g_hash_table_replace(sizes, g_strdup(name), g_steal_pointer(&size));
   }
   return is_right;
}

static GHashTable* read_list(const char* path, Problem* problem)
{
   size_t length;
   g_autofree char* text = file_text(path, FILE_RULES, &length, problem);
   if (text == NULL) {
      return NULL;
   }
   g_autoptr(GHashTable) sizes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
   g_auto(GStrv)         lines = g_strsplit(text, "\n", -1);
   for (size_t i = 0; lines[i] != NULL; i++) {
      if (*g_strchomp(lines[i]) != '\0' && !take_line(sizes, lines[i])) {
         problem_set(problem, path, i + 1, "a size, blanks and the name of a file are needed, as wc prints "
                     "them");
         return NULL;
      }
   }
   return g_steal_pointer(&sizes);
}

/*--- All together ---*/

static bool find_file_size(const char* file, const char* what, GHashTable* list, uint64_t* size,
                           Problem* problem)
{
   if (list == NULL) {
      return cut_count_all(file, strcmp(what, "lines") == 0 ? CUT_LINES : CUT_BYTES, UINT64_MAX, size,
                           problem);
   }
   const uint64_t* found = g_hash_table_lookup(list, file);
   if (found == NULL) {
      return problem_set(problem, what, 0, "has no size of %s", file);
   }
   *size = *found;
   return access(file, R_OK) == 0 || cut_count_all(file, CUT_BYTES, UINT64_MAX, size, problem);
}

static bool set_files(Settings* settings, const Wanted* wanted, Problem* problem)
{
   const char* what = wanted->size == NULL ? "bytes" : wanted->size;
   bool        is_kind = strcmp(what, "bytes") == 0 || strcmp(what, "lines") == 0;
   g_autoptr(GHashTable) list = is_kind ? NULL : read_list(what, problem);
   bool        is_right = is_kind || list != NULL;
   settings->way = INPUT_OF_FILES;
   settings->unit = g_strdup(is_kind ? what : "number");
   for (guint i = 0; i < wanted->files->len && is_right; i++) {
      const char* file = g_ptr_array_index(wanted->files, i);
      uint64_t    size;
      is_right = find_file_size(file, what, list, &size, problem);
      if (is_right) {
         add_file(settings, file, size);
      }
   }
   settings_name_runs(settings);
   return is_right;
}

static bool set_input(Settings* settings, const Wanted* wanted, Problem* problem)
{
   if (wanted->files->len > 0) {
      return set_files(settings, wanted, problem);
   }
   settings->way = wanted->input != NULL ? INPUT_CUT : wanted->make != NULL ? INPUT_MADE : INPUT_OF_NUMBER;
   settings->source = g_strdup(wanted->input != NULL ? wanted->input : wanted->make);
   if (settings->way == INPUT_CUT
       && (wanted->cut == NULL || !cut_parse(wanted->cut, &settings->cut))) {
      settings->cut = cut_of_file(wanted->input);
   }
   settings->unit = g_strdup(settings->way == INPUT_CUT ? cut_name(settings->cut) : "number");
   return set_sizes(settings, wanted->sizes, problem);
}

bool setup_make(Settings* settings, const Wanted* wanted, Problem* problem)
{
   settings->command = g_strdupv((char**)wanted->command);
   settings->work_directory = g_get_current_dir();
   settings->runs = wanted->runs != 0 ? wanted->runs
                    : wanted->sizes->len > 1 ? RUNS_OF_TWO : DEFAULT_RUNS;
   settings->timeout = wanted->timeout;
   settings->memory = wanted->memory;
   g_autofree char* program = program_find(wanted->command[0], problem);
   g_auto(Valgrind) valgrind = { 0 };
   if (program == NULL || !set_input(settings, wanted, problem)
       || !(wanted->is_plan || valgrind_find(&valgrind, settings->valgrind, problem))) {
      return false;
   }
   bool is_listed = settings->is_fixed && wanted->sizes->len < 2;
   settings->budget = wanted->has_budget ? wanted->budget : is_listed ? 0 : SETTINGS_USUAL_BUDGET;
   if (wanted->is_plan) {
      settings->runs_elsewhere = true;
      fix_plan(settings);
   }
   return true;
}
