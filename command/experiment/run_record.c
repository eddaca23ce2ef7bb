#include "experiment/run_record.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "experiment/record.h"
#include "util/json.h"
#include "util/text.h"

#define FILE_NAME  "run.json"

static const char* const ending_names[] = {
   [RUN_EXITED] = "exit", [RUN_SIGNALLED] = "signal", [RUN_TIMED_OUT] = "timeout",
   [RUN_NOT_STARTED] = "not started", [RUN_WITHOUT_INPUT] = "no input",
   [RUN_WITHOUT_MEMORY] = "memory", [RUN_PRINTING] = "printing",
};

static void free_program(gpointer data)
{
   g_free(((RecordedProgram*)data)->report);
}

RunRecord* run_record_new(void)
{
   RunRecord* record = g_new0(RunRecord, 1);
   record->native_seconds = NAN;
   record->native_kernel_seconds = NAN;
   record->native_memory = NAN;
   record->native_moved = NAN;
   record->input_bytes = NAN;
   record->programs = g_array_new(FALSE, FALSE, sizeof(RecordedProgram));
   g_array_set_clear_func(record->programs, free_program);
   return record;
}

void run_record_free(RunRecord* record)
{
   g_free(record->words);
   g_array_unref(record->programs);
   g_free(record);
}

bool run_record_is_too_large(const RunRecord* record)
{
   return record->ending == RUN_TIMED_OUT || record->ending == RUN_WITHOUT_MEMORY;
}

char* run_record_ending(const RunRecord* record)
{
   ShortText bytes;
   switch (record->ending) {
      case RUN_EXITED:        return g_strdup_printf("exit status %d", record->number);
      case RUN_SIGNALLED:     return g_strdup_printf("ended by a signal (%s)", strsignal(record->number));
      case RUN_TIMED_OUT:     return g_strdup_printf("took longer than %d s", record->number);
      case RUN_NOT_STARTED:   return g_strdup("could not be started");
      case RUN_WITHOUT_INPUT: return g_strdup("its input could not be made");
      case RUN_WITHOUT_MEMORY:
         return g_strdup_printf("needed more than %s of memory", text_bytes(1e6 * record->number, bytes));
      case RUN_PRINTING:
         return g_strdup_printf("printed more than %s", text_bytes(1e6 * record->number, bytes));
   }
   g_assert_not_reached();
}

/*--- Writing ---*/

static Answer* programs_of(const RunRecord* record)
{
   Answer* list = tree_list();
   for (guint i = 0; i < record->programs->len; i++) {
      const RecordedProgram* program = &g_array_index(record->programs, RecordedProgram, i);
      Answer* entry = tree_object();
      tree_set_text(entry, "report", program->report);
      tree_set_count(entry, "cost", program->cost);
      tree_append(list, entry);
   }
   return list;
}

static Answer* tree_of(const RunRecord* record, const Settings* settings)
{
   Answer* root = tree_object();
   Answer* sizes = tree_object();
   for (unsigned i = 0; i < settings->parameter_count; i++) {
      tree_set_count(sizes, settings->parameters[i], record->size[i]);
   }
   tree_set(root, "sizes", sizes);
   tree_set_text(root, "ending", ending_names[record->ending]);
   tree_set_count(root, "number", (uint64_t)record->number);
   tree_set_number(root, "seconds", record->seconds);
   tree_set_number(root, "native_seconds", record->native_seconds);
   tree_set_number(root, "native_kernel_seconds", record->native_kernel_seconds);
   tree_set_number(root, "native_memory", record->native_memory);
   tree_set_number(root, "native_moved", record->native_moved);
   tree_set_number(root, "input_bytes", record->input_bytes);
   tree_set_text(root, "message", record->words);
   tree_set_count(root, "problems", record->problems);
   tree_set_flag(root, "input_is_unread", record->input_is_unread);
   tree_set(root, "programs", programs_of(record));
   return root;
}

bool run_record_write(const RunRecord* record, const Settings* settings, const char* run_directory,
                      Problem* problem)
{
   g_autofree char* path = g_build_filename(run_directory, FILE_NAME, NULL);
   return record_write(path, tree_of(record, settings), problem);
}

char* run_record_text(const RunRecord* record, const Settings* settings)
{
   g_autoptr(Answer) root = tree_of(record, settings);
   return g_strdup(json_text(root));
}

/*--- Reading ---*/

static void read_programs(RunRecord* record, RecordFile* file)
{
   const Answer* list = record_list(file, file->root, "programs", true);
   for (size_t i = 0; list != NULL && i < json_object_array_length(list); i++) {
      const Answer*   entry = json_object_array_get_idx(list, i);
      const char*     report = record_text(file, entry, "report", true);
      RecordedProgram program = { .cost = record_count(file, entry, "cost", true) };
      program.report = report == NULL ? g_strdup("") : g_path_get_basename(report);
      g_array_append_val(record->programs, program);
   }
}

static void read_ending(RunRecord* record, RecordFile* file)
{
   const char* ending = record_text(file, file->root, "ending", true);
   for (size_t i = 0; ending != NULL && i < G_N_ELEMENTS(ending_names); i++) {
      if (strcmp(ending, ending_names[i]) == 0) {
         record->ending = (RunEnding)i;
      }
   }
   record->number = (int)record_count(file, file->root, "number", true);
   record->seconds = record_number(file, file->root, "seconds", true);
   record->native_seconds = record_number(file, file->root, "native_seconds", false);
   record->native_kernel_seconds = record_number(file, file->root, "native_kernel_seconds", false);
   record->native_memory = record_number(file, file->root, "native_memory", false);
   record->native_moved = record_number(file, file->root, "native_moved", false);
   record->input_bytes = record_number(file, file->root, "input_bytes", false);
   record->words = g_strdup(record_text(file, file->root, "message", false));
   record->problems = (guint)record_count(file, file->root, "problems", true);
   record->input_is_unread = record_flag(file, file->root, "input_is_unread", false);
}

/* Ends the file.  NULL, with the problem set, if it is wrong. */
static RunRecord* record_of(RecordFile* file, const Settings* settings)
{
   RunRecord* record = file->root == NULL ? NULL : run_record_new();
   if (record != NULL) {
      const Answer* sizes = record_object(file, file->root, "sizes", true);
      for (unsigned i = 0; i < settings->parameter_count; i++) {
         record->size[i] = record_count(file, sizes, settings->parameters[i], true);
      }
      read_ending(record, file);
      read_programs(record, file);
      if (file->is_wrong) {
         g_clear_pointer(&record, run_record_free);
      }
   }
   record_free(file);
   return record;
}

RunRecord* run_record_read(const Settings* settings, const char* run_directory, bool* is_there,
                           Problem* problem)
{
   g_autofree char* path = g_build_filename(run_directory, FILE_NAME, NULL);
   RunRecord* record = NULL;
   *is_there = access(path, F_OK) == 0;
   if (*is_there) {
      RecordFile file = record_read(path, problem);
      record = record_of(&file, settings);
   }
   return record;
}

RunRecord* run_record_parse(const Settings* settings, const char* name, const char* text, Problem* problem)
{
   RecordFile file = record_parse(name, text, problem);
   return record_of(&file, settings);
}
