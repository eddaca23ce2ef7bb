/* Headers, and how several become one.

   The result must not depend on the order of the reports, so every rule is associative
   and commutative.  Totals are added.  The newest date stays.  If texts differ, the first
   in the alphabet stays.  Comments stay that all reports have, and all comments that say
   what an input size is, or what a report lacks. */

#include "model/header.h"

#include <assert.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "model/metric.h"
#include "util/number.h"
#include "util/problem.h"
#include "util/text.h"

/*--- Texts ---*/

void header_set_text(char** text, const char* bytes, size_t length)
{
   g_free(*text);
   *text = g_strndup(bytes, length);
}

static const char* or_none(const char* text)
{
   return text == NULL ? "not given" : text;
}

/*--- Comments ---*/

void header_add_comment(Header* header, const char* bytes, size_t length)
{
   g_ptr_array_add(header->comments, g_strndup(bytes, length));
}

/* The text after `KEY: ` in a comment, or NULL if the comment has another key. */
static const char* comment_value(const char* comment, const char* key)
{
   size_t length = strlen(key);
   if (strncmp(comment, key, length) != 0 || comment[length] != ':') {
      return NULL;
   }
   return comment + length + 1 + strspn(comment + length + 1, " ");
}

const char* header_next_comment(const Header* header, const char* key, size_t* index)
{
   while (*index < header->comments->len) {
      const char* value = comment_value(g_ptr_array_index(header->comments, (*index)++), key);
      if (value != NULL) {
         return value;
      }
   }
   return NULL;
}

const char* header_comment(const Header* header, const char* key)
{
   size_t index = 0;
   return header_next_comment(header, key, &index);
}

char* header_joined(const Header* header, const char* key,
                    char* (*change)(const char* value, const Header* header))
{
   g_autoptr(GPtrArray) values = g_ptr_array_new_with_free_func(g_free);
   GString*    text = g_string_new(NULL);
   const char* value;
   for (size_t index = 0; (value = header_next_comment(header, key, &index)) != NULL;) {
      g_ptr_array_add(values, change != NULL ? change(value, header) : g_strdup(value));
   }
   g_ptr_array_sort(values, text_compare);
   for (guint i = 0; i < values->len; i++) {
      value = g_ptr_array_index(values, i);
      if (i == 0 || strcmp(value, g_ptr_array_index(values, i - 1)) != 0) {
         g_string_append_printf(text, "%s%s", i == 0 ? "" : ", ", value);
      }
   }
   return g_string_free(text, FALSE);
}

/* A comment that says what an input size is, what a report lacks, what the program expects, or what
   aprof run has recorded of the runs and the code, stays if only one report has it. */
static bool is_for_all(const char* comment)
{
   static const char* const keys[] = {
      HEADER_INPUT_ARGUMENT, HEADER_CHECKPOINT, HEADER_EXPECT, HEADER_GIVEN_UP, HEADER_RMS, HEADER_COMMAND,
      HEADER_WORDS, HEADER_READ, HEADER_PORT, HEADER_ENDED, HEADER_CODE, HEADER_SOURCE, HEADER_SOURCES,
      HEADER_DATA, HEADER_TEXT, HEADER_BUILD, HEADER_DEFINED, HEADER_BUILD_ID, HEADER_LOST, HEADER_UNKNOWN,
      HEADER_INSTRUCTION, HEADER_UNFINISHED,
   };
   for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
      if (comment_value(comment, keys[i]) != NULL) {
         return true;
      }
   }
   return false;
}

static void keep_common_comments(Header* to, const Header* from)
{
   g_autoptr(GHashTable) others = g_hash_table_new(g_str_hash, g_str_equal);
   GPtrArray* kept = g_ptr_array_new_with_free_func(g_free);
   for (guint i = 0; i < from->comments->len; i++) {
      char* comment = g_ptr_array_index(from->comments, i);
      g_hash_table_add(others, comment);
      if (is_for_all(comment)) {
         header_add_comment(to, comment, strlen(comment));
      }
   }
   g_ptr_array_sort(to->comments, text_compare);
   for (guint i = 0; i < to->comments->len; i++) {
      const char* comment = g_ptr_array_index(to->comments, i);
      bool is_common = g_hash_table_contains(others, comment);
      bool is_twice = kept->len > 0 && strcmp(g_ptr_array_index(kept, kept->len - 1), comment) == 0;
      if ((is_common || is_for_all(comment)) && !is_twice) {
         g_ptr_array_add(kept, g_strdup(comment));
      }
   }
   g_ptr_array_unref(to->comments);
   to->comments = kept;
}

/*--- The header of one report ---*/

/* 1, 2, 4, 8 or 16; 0 for any other text. */
static unsigned parse_memory_resolution(const char* text)
{
   uint64_t number;
   bool     is_right = text != NULL && text[0] != '0' && number_parse(text, &number) && number <= 16
                       && (number & (number - 1)) == 0;
   return is_right ? (unsigned)number : 0;
}

/* Later writers of the published tool used the tag of the date for it. */
static void find_memory_resolution(Header* header)
{
   header->memory_resolution = parse_memory_resolution(header_comment(header, "memory-resolution"));
   if (header->memory_resolution == 0) {
      header->memory_resolution = parse_memory_resolution(header->date);
      if (header->memory_resolution != 0) {
         g_clear_pointer(&header->date, g_free);
      }
   }
}

static void find_input_arguments(Header* header)
{
   g_free(header->input_arguments);
   header->input_arguments = header_comment(header, HEADER_INPUT_ARGUMENT) == NULL
                             ? NULL : header_joined(header, HEADER_INPUT_ARGUMENT, NULL);
}

bool header_has_input(const Header* header)
{
   return header_comment(header, HEADER_RMS) == NULL;
}

/* The tool's patterns know * and ?, but no [. */
static bool has_pattern(const char* text, const char* pattern, size_t length)
{
   g_autoptr(GString) shell_pattern = g_string_new_len(pattern, (gssize)length);
   g_string_replace(shell_pattern, "\\", "\\\\", 0);
   g_string_replace(shell_pattern, "[", "\\[", 0);
   return text != NULL && fnmatch(shell_pattern->str, text, 0) == 0;
}

/* ROUTINE:K.  If several are for one routine, the tool takes the last. */
unsigned header_input_argument(const Header* header, const char* name, const char* mangled)
{
   unsigned    argument = 0;
   const char* value;
   for (size_t index = 0; (value = header_next_comment(header, HEADER_INPUT_ARGUMENT, &index)) != NULL; ) {
      const char* colon = strrchr(value, ':');
      uint64_t    number;
      if (colon != NULL && number_parse(colon + 1, &number) && number <= UINT_MAX
          && (has_pattern(name, value, (size_t)(colon - value))
              || has_pattern(mangled, value, (size_t)(colon - value)))) {
         argument = (unsigned)number;
      }
   }
   return argument;
}

/* Takes the comment's number, which is at least `least`; if there is none, it stays as it is.  The writer
   says it anew, so the comment itself goes. */
static void take_number(Header* header, const char* key, uint64_t least, uint64_t* number)
{
   for (guint i = 0; i < header->comments->len;) {
      const char* value = comment_value(g_ptr_array_index(header->comments, i), key);
      uint64_t    found;
      if (value != NULL && number_parse(value, &found) && found >= least) {
         *number = found;
         g_ptr_array_remove_index(header->comments, i);
      } else {
         i++;
      }
   }
}

/* Takes the comment out, which the writer says anew as well. */
static void find_sample(Header* header)
{
   for (guint i = 0; i < header->comments->len;) {
      const char* value = comment_value(g_ptr_array_index(header->comments, i), HEADER_SAMPLE);
      g_auto(GStrv) words = value == NULL ? NULL : g_strsplit(value, " ", -1);
      if (words != NULL && g_strv_length(words) == 4 && number_parse(words[0], &header->measured)
          && number_parse(words[2], &header->begun)) {
         g_ptr_array_remove_index(header->comments, i);
      } else {
         i++;
      }
   }
}

void header_complete(Header* header)
{
   if (header->metric == NULL) {
      header->metric = g_strdup(METRIC_BASIC_BLOCKS);
   }
   if (header->input == NULL) {
      header->input = g_strdup("rms");
   }
   find_memory_resolution(header);
   find_input_arguments(header);
   header->reports = 1;
   take_number(header, HEADER_REPORTS, 2, &header->reports);
   take_number(header, HEADER_RECEIVED, 0, &header->received);
   find_sample(header);
   assert(header->reports > 0 && header->metric != NULL && header->input != NULL);
}

bool header_is_other_object(const Header* header, const char* object)
{
   uint64_t    modified;
   struct stat file;
   return header->reports == 1 && header->application != NULL && strcmp(header->application, object) == 0
          && header->modified != NULL && number_parse(header->modified, &modified)
          && stat(object, &file) == 0 && (uint64_t)file.st_mtime != modified;
}

char* header_build_id(const Header* header, const char* object)
{
   g_autofree char* found = NULL;
   const char*      value;
   for (size_t index = 0; (value = header_next_comment(header, HEADER_BUILD_ID, &index)) != NULL; ) {
      size_t length = strcspn(value, " ");
      if (value[length] == '\0' || strcmp(value + length + 1, object) != 0) {
         continue;
      }
      if (found != NULL && (strncmp(found, value, length) != 0 || found[length] != '\0')) {
         return NULL;
      }
      header_set_text(&found, value, length);
   }
   return g_steal_pointer(&found);
}

void header_free(Header* header)
{
   g_free(header->date);
   g_free(header->modified);
   g_free(header->metric);
   g_free(header->input);
   g_free(header->input_arguments);
   g_free(header->application);
   g_free(header->command_line);
   g_clear_pointer(&header->comments, g_ptr_array_unref);
   *header = (Header){ 0 };
}

/*--- Several reports ---*/

/* A property as two reports give it. */
typedef struct {
   const char* what;
   const char* here;
   const char* there;
} Compared;

/* Says in `text` which of them differ, if any do. */
static bool one_differs(const Compared* compared, size_t count, char* text, size_t size)
{
   for (size_t i = 0; i < count; i++) {
      if (g_strcmp0(compared[i].here, compared[i].there) != 0) {
         snprintf(text, size, "%s is %.150s, there %.150s", compared[i].what, or_none(compared[i].here),
                  or_none(compared[i].there));
         return true;
      }
   }
   return false;
}

bool header_calls_may_cost_nothing(const Header* header)
{
   Metric metric = metric_find(header->metric);
   return metric_has_zeros(&metric);
}

bool header_measures_otherwise(const Header* header, const Header* from, char* text, size_t size)
{
   const Compared compared[] = {
      { "its metric (m)",       header->metric,          from->metric },
      { "its input metric (i)", header->input,           from->input },
      { "its --input-arg",      header->input_arguments, from->input_arguments },
      { "its --rep-cost",       header_comment(header, HEADER_REP_COST),
                                header_comment(from, HEADER_REP_COST) },
      { "its rms (c rms)",      header_comment(header, HEADER_RMS), header_comment(from, HEADER_RMS) },
   };
   if (one_differs(compared, sizeof compared / sizeof *compared, text, size)) {
      return true;
   }
   if (header->memory_resolution != from->memory_resolution) {
      snprintf(text, size, "its memory resolution is %u, there %u (0: not given)",
               header->memory_resolution, from->memory_resolution);
      return true;
   }
   return false;
}

bool header_differs(const Header* header, const Header* from, char* text, size_t size)
{
   const Compared compared[] = {
      { "its program (a)",             header->application, from->application },
      { "the date of its program (e)", header->modified,    from->modified },
   };
   return header_measures_otherwise(header, from, text, size)
          || one_differs(compared, sizeof compared / sizeof *compared, text, size);
}

/* Keeps the text that comes first in the alphabet, or last. A missing one is not kept. */
static void keep(char** to, const char* from, bool first)
{
   if (from != NULL && (*to == NULL || (strcmp(from, *to) < 0) == first)) {
      header_set_text(to, from, strlen(from));
   }
}

/* A report without a sample has all processes that there were. */
static void add_samples(Header* to, const Header* from)
{
   bool is_sample = to->begun > 0 || from->begun > 0;
   if (is_sample) {
      uint64_t measured = to->begun > 0 ? to->measured : to->reports;
      uint64_t begun = to->begun > 0 ? to->begun : to->reports;
      to->measured = add_saturating(measured, from->begun > 0 ? from->measured : from->reports);
      to->begun = add_saturating(begun, from->begun > 0 ? from->begun : from->reports);
   }
}

void header_add(Header* to, const Header* from)
{
   add_samples(to, from);
   to->version = MIN(to->version, from->version);
   to->reports = add_saturating(to->reports, from->reports);
   to->received = add_saturating(to->received, from->received);
   to->total_is_too_large |= !add_checked(&to->total, from->total);
   to->has_total &= from->has_total;
   to->has_real_sums &= from->has_real_sums;
   to->has_self_costs &= from->has_self_costs;
   if (to->memory_resolution != from->memory_resolution) {
      to->memory_resolution = 0;
   }
   keep(&to->date, from->date, false);
   keep(&to->modified, from->modified, false);
   keep(&to->metric, from->metric, true);
   keep(&to->input, from->input, true);
   keep(&to->application, from->application, true);
   keep(&to->command_line, from->command_line, true);
   keep_common_comments(to, from);
   find_input_arguments(to);
}

/*--- What is missing ---*/

/* Says of runs that did not come to their own end how they ended. Exit statuses are not told: by them, many
   programs say something else. */
static void add_ends(const Header* header, GPtrArray* texts)
{
   const char* end;
   for (size_t index = 0; (end = header_next_comment(header, HEADER_ENDED, &index)) != NULL; ) {
      if (!g_str_has_prefix(end, "exit status ")) {
         g_ptr_array_add(texts, g_strdup_printf("The program did not come to its end: %.100s.", end));
      }
   }
   for (size_t index = 0; (end = header_next_comment(header, HEADER_INSTRUCTION, &index)) != NULL; ) {
      g_ptr_array_add(texts, g_strdup(end));
   }
}

static void add_lacks(const Header* header, GPtrArray* texts)
{
   const char* value;
   if (header_comment(header, HEADER_CHECKPOINT) != NULL) {
      g_ptr_array_add(texts, g_strdup_printf("The program ran on after this checkpoint%s; how long is not "
                                             "known.", header->reports > 1 ? " of a process" : ""));
   }
   if (header_comment(header, HEADER_UNFINISHED) != NULL) {
      g_ptr_array_add(texts, g_strdup("By its name, a report was still being written: its end may be "
                                      "missing."));
   }
   for (size_t index = 0; (value = header_next_comment(header, HEADER_LOST, &index)) != NULL; ) {
      g_ptr_array_add(texts, g_strdup_printf("Lines are missing, as in a file that is cut off: %.100s.",
                                             value));
   }
   if (header->begun > 0) {
      g_autofree char* name = g_path_get_basename(or_none(header->application));
      g_ptr_array_add(texts, g_strdup_printf("%" PRIu64 " of %" PRIu64 " processes of %.200s were measured "
                                             "(--per-program), and all costs are theirs.", header->measured,
                                             header->begun, name));
   }
   if (!header_has_input(header)) {
      g_ptr_array_add(texts, g_strdup("Inputs were not measured (--rms=no), so growth is not known."));
   }
   for (size_t index = 0; (value = header_next_comment(header, HEADER_GIVEN_UP, &index)) != NULL; ) {
      g_ptr_array_add(texts, g_strdup_printf("Memory was short, so aprof gave up %.200s.", value));
   }
}

char** incomplete_texts(const Header* header)
{
   GPtrArray* texts = g_ptr_array_new();
   add_lacks(header, texts);
   add_ends(header, texts);
   g_ptr_array_add(texts, NULL);
   return (char**)g_ptr_array_free(texts, FALSE);
}

static void warn(const Header* header, const char* command,
                 void (*add)(const Header* header, GPtrArray* texts))
{
   g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
   add(header, texts);
   for (guint i = 0; i < texts->len; i++) {
      message_print("%s: warning: a report is incomplete: %s", command, (char*)g_ptr_array_index(texts, i));
   }
}

void incomplete_warn(const Header* header, const char* command)
{
   warn(header, command, add_lacks);
}

void ends_warn(const Header* header, const char* command)
{
   warn(header, command, add_ends);
}

size_t header_program_length(const Header* header, const char* command)
{
   size_t      first = strcspn(command, " ");
   const char* path = command + (strncmp(command, "./", 2) == 0 ? 2 : 0);
   const char* application = header->application == NULL ? "" : header->application;
   for (size_t length = first; command[length] == ' '; length += 1 + strcspn(command + length + 1, " ")) {
      size_t next = length + 1 + strcspn(command + length + 1, " ");
      g_autofree char* longer = g_strndup(path, (gsize)(command + next - path));
      if (g_str_has_suffix(application, longer)) {
         return next;
      }
   }
   return first;
}
