#include "experiment/settings.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "experiment/record.h"
#include "util/json.h"

/* Parts of a file begin at this part of it, and other inputs at this size. */
#define PARTS_OF_FILE  1000
#define FIRST_MADE     16

/* How far a range reaches that has no end. */
#define OPEN_RANGE  UINT64_C(1000000)

#define FILE_NAME  "experiment.json"
#define FORMAT     1

static const char* const way_names[] = {
   [INPUT_OF_NUMBER] = "number", [INPUT_CUT] = "cut", [INPUT_MADE] = "made", [INPUT_OF_FILES] = "files",
};

bool settings_is_parameter(const char* name)
{
   static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
   return *name != '\0' && strspn(name, letters) == strlen(name);
}

static void free_planned(gpointer data)
{
   PlannedRun* run = data;
   g_free(run->name);
   g_free(run->file);
}

GArray* planned_runs_new(void)
{
   GArray* runs = g_array_new(FALSE, FALSE, sizeof(PlannedRun));
   g_array_set_clear_func(runs, free_planned);
   return runs;
}

Settings* settings_new(void)
{
   Settings* settings = g_new0(Settings, 1);
   settings->planned = planned_runs_new();
   settings->options = g_ptr_array_new_with_free_func(g_free);
   return settings;
}

void settings_free(Settings* settings)
{
   g_strfreev(settings->command);
   g_free(settings->work_directory);
   g_free(settings->source);
   g_free(settings->how);
   for (unsigned i = 0; i < MAX_PARAMETERS; i++) {
      g_free(settings->parameters[i]);
   }
   g_free(settings->unit);
   g_array_unref(settings->planned);
   g_ptr_array_unref(settings->options);
   g_free(settings->only);
   g_free(settings->valgrind);
   g_free(settings);
}

/*--- The runs ---*/

void settings_plan_run(Settings* settings, const uint64_t* size, const char* file)
{
   PlannedRun run = { .file = g_strdup(file) };
   g_assert(settings->parameter_count <= MAX_PARAMETERS);
   memcpy(run.size, size, settings->parameter_count * sizeof *size);
   g_array_append_val(settings->planned, run);
}

uint64_t range_usual_begin(InputWay way, uint64_t end)
{
   return way == INPUT_CUT ? MAX(end / PARTS_OF_FILE, 1) : FIRST_MADE;
}

uint64_t range_open_end(const SizeRange* range)
{
   return MIN(range->low * OPEN_RANGE, MAX_SIZE);
}

int settings_compare_sizes(gconstpointer left, gconstpointer right)
{
   uint64_t a = *(const uint64_t*)left, b = *(const uint64_t*)right;
   return a < b ? -1 : a > b;
}

char* settings_run_name(const Settings* settings, const uint64_t* size)
{
   GString* name = g_string_new(NULL);
   for (unsigned i = 0; i < settings->parameter_count; i++) {
      g_string_append_printf(name, "%s%s=%" PRIu64, i == 0 ? "" : ",", settings->parameters[i], size[i]);
   }
   return g_string_free(name, FALSE);
}

/* The product of the sizes decides: with two parameters, what takes longest comes last. */
static int compare_sizes(gconstpointer left, gconstpointer right)
{
   const PlannedRun* a = left;
   const PlannedRun* b = right;
   double of_a = (double)a->size[0] * (double)MAX(a->size[1], 1);
   double of_b = (double)b->size[0] * (double)MAX(b->size[1], 1);
   return of_a != of_b ? (of_a < of_b ? -1 : 1) : a->size[0] < b->size[0] ? -1 : a->size[0] > b->size[0];
}

void settings_name_runs(Settings* settings)
{
   g_autoptr(GHashTable) counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   g_array_sort(settings->planned, compare_sizes);
   for (guint i = 0; i < settings->planned->len; i++) {
      PlannedRun* run = &g_array_index(settings->planned, PlannedRun, i);
      char*       name = settings_run_name(settings, run->size);
      guint       number = GPOINTER_TO_UINT(g_hash_table_lookup(counts, name)) + 1;
      g_free(run->name);
      run->name = number == 1 ? g_strdup(name) : g_strdup_printf("%s-%u", name, number);
      g_hash_table_insert(counts, name, GUINT_TO_POINTER(number));
   }
}

/*--- Writing ---*/

static Answer* planned_runs(const Settings* settings)
{
   Answer* list = tree_list();
   for (guint i = 0; i < settings->planned->len; i++) {
      const PlannedRun* run = &g_array_index(settings->planned, PlannedRun, i);
      Answer* entry = tree_object();
      for (unsigned k = 0; k < settings->parameter_count; k++) {
         tree_set_count(entry, settings->parameters[k], run->size[k]);
      }
      if (run->file != NULL) {
         tree_set_text(entry, "file", run->file);
      }
      tree_append(list, entry);
   }
   return list;
}

static Answer* range_of(const SizeRange* range)
{
   Answer* object = tree_object();
   tree_set_count(object, "low", range->low);
   tree_set(object, "high", range->high == UINT64_MAX ? NULL : tree_count(range->high));
   return object;
}

static Answer* input_of(const Settings* settings)
{
   Answer* object = tree_object();
   tree_set_text(object, "way", way_names[settings->way]);
   tree_set_text(object, "source", settings->source);
   tree_set_text(object, "unit", settings->unit);
   tree_set_text(object, "cut", settings->way == INPUT_CUT ? cut_name(settings->cut) : NULL);
   tree_set_text(object, "how", settings->how);
   return object;
}

static Answer* limits_of(const Settings* settings)
{
   Answer* object = tree_object();
   tree_set_count(object, "runs", settings->runs);
   tree_set_count(object, "budget", settings->budget);
   tree_set_count(object, "timeout", settings->timeout);
   tree_set_count(object, "memory", settings->memory);
   return object;
}

static Answer* tree_of(const Settings* settings)
{
   Answer* root = tree_object();
   tree_set_count(root, "experiment", FORMAT);
   tree_set(root, "command", tree_texts((const char* const*)settings->command));
   tree_set_text(root, "directory", settings->work_directory);
   tree_set(root, "input", input_of(settings));
   tree_set(root, "parameters", tree_list());
   for (unsigned i = 0; i < settings->parameter_count; i++) {
      tree_append(tree_get(root, "parameters"), tree_text(settings->parameters[i]));
   }
   tree_set(root, "planned", settings->is_fixed ? planned_runs(settings) : NULL);
   tree_set(root, "range", settings->is_fixed ? NULL : range_of(&settings->range));
   tree_set_flag(root, "runs_elsewhere", settings->runs_elsewhere);
   tree_set(root, "limits", limits_of(settings));
   tree_set(root, "options", tree_list());
   for (guint i = 0; i < settings->options->len; i++) {
      tree_append(tree_get(root, "options"), tree_text(g_ptr_array_index(settings->options, i)));
   }
   tree_set_text(root, "only", settings->only);
   tree_set_text(root, "valgrind", settings->valgrind);
   return root;
}

/* JSON is UTF-8: a name that is not would lead to another file later. */
static bool check_texts(const Settings* settings, Problem* problem)
{
   g_autoptr(GPtrArray) texts = g_ptr_array_new();
   for (char** word = settings->command; *word != NULL; word++) {
      g_ptr_array_add(texts, *word);
   }
   g_ptr_array_add(texts, settings->work_directory);
   g_ptr_array_add(texts, settings->source);
   g_ptr_array_extend(texts, settings->options, NULL, NULL);
   for (guint i = 0; i < settings->planned->len; i++) {
      g_ptr_array_add(texts, g_array_index(settings->planned, PlannedRun, i).file);
   }
   for (guint i = 0; i < texts->len; i++) {
      const char* text = g_ptr_array_index(texts, i);
      if (text != NULL && !record_can_keep(text)) {
         return problem_set(problem, text, 0, "is not UTF-8, or has control characters: an experiment cannot "
                            "keep such a word");
      }
   }
   return true;
}

bool settings_write(const Settings* settings, const char* directory, Problem* problem)
{
   if (!check_texts(settings, problem)) {
      return false;
   }
   g_autofree char* path = g_build_filename(directory, FILE_NAME, NULL);
   Answer* root = tree_of(settings);
   tree_set_text(root, "aprof", PACKAGE_VERSION);
   return record_write(path, root, problem);
}

char* settings_text(const Settings* settings)
{
   g_autoptr(Answer) root = tree_of(settings);
   return g_strdup(json_text(root));
}

/*--- Reading ---*/

static void refuse(RecordFile* file, const char* what)
{
   if (!file->is_wrong) {
      problem_set(file->problem, file->path, 0, "is damaged, or of another version of aprof: %s", what);
      file->is_wrong = true;
   }
}

/* The position of the word in the table; 0 if the file is wrong. */
static unsigned word_of(RecordFile* file, const Answer* object, const char* name, const char* const* words,
                        unsigned count)
{
   const char* text = record_text(file, object, name, true);
   for (unsigned i = 0; i < count && text != NULL; i++) {
      if (strcmp(words[i], text) == 0) {
         return i;
      }
   }
   refuse(file, name);
   return 0;
}

static void read_input(Settings* settings, RecordFile* file)
{
   const Answer* input = record_object(file, file->root, "input", true);
   settings->way = (InputWay)word_of(file, input, "way", way_names, G_N_ELEMENTS(way_names));
   settings->source = g_strdup(record_text(file, input, "source", false));
   settings->unit = g_strdup(record_text(file, input, "unit", true));
   settings->how = g_strdup(record_text(file, input, "how", false));
   bool needs_source = settings->way == INPUT_CUT || settings->way == INPUT_MADE;
   if (settings->way == INPUT_CUT) {
      const char* kind = record_text(file, input, "cut", true);
      if (kind != NULL && !cut_parse(kind, &settings->cut)) {
         refuse(file, "cut");
      }
   }
   if (needs_source && settings->source == NULL) {
      refuse(file, "source");
   }
}

static void read_planned(Settings* settings, RecordFile* file)
{
   const Answer* list = record_list(file, file->root, "planned", false);
   settings->is_fixed = list != NULL;
   for (size_t i = 0; list != NULL && i < json_object_array_length(list); i++) {
      const Answer* entry = json_object_array_get_idx(list, i);
      uint64_t      size[MAX_PARAMETERS] = { 0 };
      for (unsigned k = 0; k < settings->parameter_count; k++) {
         size[k] = record_count(file, entry, settings->parameters[k], true);
      }
      settings_plan_run(settings, size, record_text(file, entry, "file", settings->way == INPUT_OF_FILES));
   }
   settings_name_runs(settings);
}

static void read_range(Settings* settings, RecordFile* file)
{
   const Answer* range = record_object(file, file->root, "range", !settings->is_fixed);
   if (range != NULL) {
      settings->range.low = record_count(file, range, "low", true);
      settings->range.high = record_count(file, range, "high", false);
      settings->range.high = settings->range.high == 0 ? UINT64_MAX : settings->range.high;
   }
}

static void read_parameters(Settings* settings, RecordFile* file)
{
   g_auto(GStrv) names = record_texts(file, file->root, "parameters");
   settings->parameter_count = g_strv_length(names);
   if (settings->parameter_count < 1 || settings->parameter_count > MAX_PARAMETERS) {
      refuse(file, "parameters");
      settings->parameter_count = 0;
   }
   for (unsigned i = 0; i < settings->parameter_count; i++) {
      settings->parameters[i] = g_strdup(names[i]);
      if (!settings_is_parameter(names[i])) {
         refuse(file, "parameters");
      }
   }
}

static void read_limits(Settings* settings, RecordFile* file)
{
   const Answer* limits = record_object(file, file->root, "limits", true);
   settings->runs = (unsigned)record_count(file, limits, "runs", true);
   settings->budget = (unsigned)record_count(file, limits, "budget", true);
   settings->timeout = (unsigned)record_count(file, limits, "timeout", true);
   settings->memory = record_count(file, limits, "memory", false);
}

static void read_options(Settings* settings, RecordFile* file)
{
   g_auto(GStrv) options = record_texts(file, file->root, "options");
   for (char** option = options; *option != NULL; option++) {
      g_ptr_array_add(settings->options, g_strdup(*option));
   }
   settings->only = g_strdup(record_text(file, file->root, "only", false));
   settings->valgrind = g_strdup(record_text(file, file->root, "valgrind", false));
}

static void read_all(Settings* settings, RecordFile* file)
{
   if (record_count(file, file->root, "experiment", true) != FORMAT) {
      refuse(file, "experiment");
   }
   settings->command = record_texts(file, file->root, "command");
   if (settings->command[0] == NULL) {
      refuse(file, "command");
   }
   settings->work_directory = g_strdup(record_text(file, file->root, "directory", true));
   read_parameters(settings, file);
   read_input(settings, file);
   read_planned(settings, file);
   read_range(settings, file);
   read_limits(settings, file);
   read_options(settings, file);
   settings->runs_elsewhere = record_flag(file, file->root, "runs_elsewhere", false);
}

bool settings_are_own(const char* directory)
{
   struct stat status;
   g_autofree char* path = g_build_filename(directory, FILE_NAME, NULL);
   return stat(path, &status) == 0 && status.st_uid == geteuid() && (status.st_mode & S_IWOTH) == 0;
}

bool settings_are_in(const char* directory)
{
   g_autofree char* path = g_build_filename(directory, FILE_NAME, NULL);
   return g_file_test(path, G_FILE_TEST_IS_REGULAR);
}

/* Ends the file.  NULL, with the problem set, if it is wrong. */
static Settings* settings_of(RecordFile* file)
{
   Settings* settings = file->root == NULL ? NULL : settings_new();
   if (settings != NULL) {
      read_all(settings, file);
      if (file->is_wrong) {
         g_clear_pointer(&settings, settings_free);
      }
   }
   record_free(file);
   return settings;
}

Settings* settings_read(const char* directory, Problem* problem)
{
   if (g_file_test(directory, G_FILE_TEST_IS_DIR) && !settings_are_in(directory)) {
      problem_set(problem, NULL, 0, "%s is no experiment of aprof grow: it has no " FILE_NAME, directory);
      return NULL;
   }
   g_autofree char* path = g_build_filename(directory, FILE_NAME, NULL);
   RecordFile file = record_read(path, problem);
   return settings_of(&file);
}

Settings* settings_parse(const char* name, const char* text, Problem* problem)
{
   RecordFile file = record_parse(name, text, problem);
   return settings_of(&file);
}
