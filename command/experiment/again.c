#include "experiment/again.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "util/caller.h"
#include "util/text.h"

static void add_option(GString* line, const char* name, const char* value)
{
   if (value != NULL) {
      g_autofree char* word = g_strconcat("--", name, "=", value, NULL);
      g_string_append_c(line, ' ');
      text_append_shell_word(line, word);
   }
}

/* Returns the planned sizes of one parameter: "10,20,40". */
static char* list_of_sizes(const Settings* settings, unsigned parameter)
{
   g_autoptr(GArray) sizes = g_array_new(FALSE, FALSE, sizeof(uint64_t));
   GString* list = g_string_new(NULL);
   for (guint i = 0; i < settings->planned->len; i++) {
      g_array_append_val(sizes, g_array_index(settings->planned, PlannedRun, i).size[parameter]);
   }
   g_array_sort(sizes, settings_compare_sizes);
   for (guint i = 0; i < sizes->len; i++) {
      uint64_t size = g_array_index(sizes, uint64_t, i);
      if (i == 0 || size != g_array_index(sizes, uint64_t, i - 1)) {
         g_string_append_printf(list, "%s%" PRIu64, i == 0 ? "" : ",", size);
      }
   }
   return g_string_free(list, FALSE);
}

/* Returns "10..1000", or "10.." if the end is open. */
static char* range_of_sizes(const SizeRange* range)
{
   return range->high == range_open_end(range)
        ? g_strdup_printf("%" PRIu64 "..", range->low)
        : g_strdup_printf("%" PRIu64 "..%" PRIu64, range->low, range->high);
}

static void add_sizes(GString* line, const Settings* settings, const char* sizes)
{
   for (unsigned i = 0; i < settings->parameter_count; i++) {
      g_autofree char* values = sizes != NULL        ? g_strdup(sizes)
                                : settings->is_fixed ? list_of_sizes(settings, i)
                                                     : range_of_sizes(&settings->range);
      bool has_usual_name = settings->parameter_count == 1 && strcmp(settings->parameters[i], "n") == 0;
      g_autofree char* named = has_usual_name ? g_strdup(values)
                                              : g_strconcat(settings->parameters[i], "=", values, NULL);
      add_option(line, "sizes", named);
   }
}

static void add_files(GString* line, const Settings* settings)
{
   g_string_append(line, " --each");
   for (guint i = 0; i < settings->planned->len; i++) {
      g_string_append_c(line, ' ');
      text_append_shell_word(line, g_array_index(settings->planned, PlannedRun, i).file);
   }
}

/* Whether these are the sizes of the parts of a file without --sizes. */
static bool has_usual_range(const Settings* settings)
{
   return !settings->is_fixed && settings->range.low == range_usual_begin(INPUT_CUT, settings->range.high);
}

static void add_input(GString* line, const Settings* settings, const char* sizes)
{
   switch (settings->way) {
      case INPUT_OF_NUMBER:
         break;
      case INPUT_CUT:
         add_option(line, "input", settings->source);
         add_option(line, "cut", settings->cut == cut_of_file(settings->source) ? NULL
                                                                               : cut_name(settings->cut));
         if (sizes == NULL && has_usual_range(settings)) {
            return;
         }
         break;
      case INPUT_MADE:
         add_option(line, "make", settings->source);
         break;
      case INPUT_OF_FILES:
         add_files(line, settings);
         return;
   }
   add_sizes(line, settings, sizes);
}

char* again_time(double seconds)
{
   static const unsigned minutes[] = { 1, 2, 3, 5, 10, 15, 20, 30, 45 };
   for (size_t i = 0; i < G_N_ELEMENTS(minutes); i++) {
      if (seconds <= minutes[i] * 60) {
         return g_strdup_printf("%um", minutes[i]);
      }
   }
   return g_strdup_printf("%.0fh", ceil(seconds / 3600));
}

char* again_budget(double seconds)
{
   return seconds <= SETTINGS_USUAL_BUDGET ? NULL : again_time(seconds);
}

char* again_command(const Settings* settings, const Changes* changes)
{
   GString* line = caller_line("grow");
   add_option(line, "budget", changes->budget);
   add_option(line, "only", changes->only != NULL ? changes->only : settings->only);
   add_option(line, "valgrind", settings->valgrind);
   for (guint i = 1; i < settings->options->len; i++) {   /* the first is the command's own */
      g_string_append_c(line, ' ');
      text_append_shell_word(line, g_ptr_array_index(settings->options, i));
   }
   add_input(line, settings, changes->sizes);
   g_string_append(line, " -- ");
   text_append_shell_word(line, settings->command[0]);
   if (changes->behind_program != NULL) {
      g_string_append_printf(line, " %s", changes->behind_program);
   }
   text_append_shell_words(line, settings->command + 1);
   return g_string_free(line, FALSE);
}
