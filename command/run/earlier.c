/* The file is a key file of GLib.  It is no part of a report, because equal runs have equal reports. */

#include "run/earlier.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "input/file.h"
#include "util/output.h"
#include "util/text.h"

#define FILE_NAME  ".run"
#define GROUP      "run"

/* Digits of the SHA-256 of a key. */
#define HASH_DIGITS  16

char* earlier_key(char* const* command, const GPtrArray* options, const char* only, unsigned per_program)
{
   g_autoptr(GString) key = g_string_new(NULL);
   g_autofree char*   directory = g_get_current_dir();
   g_string_append_printf(key, "cd %s; --per-program=%u --only=%s", directory, per_program,
                          only == NULL ? "" : only);
   for (guint i = 0; i < options->len; i++) {
      g_string_append_c(key, ' ');
      text_append_shell_word(key, g_ptr_array_index(options, i));
   }
   g_string_append(key, " --");
   text_append_shell_words(key, command);
   char* hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, key->str, -1);
   hash[HASH_DIGITS] = '\0';
   return hash;
}

bool earlier_keep(const RunDirectory* directory, const char* key, const Earlier* run, Problem* problem)
{
   g_autoptr(GKeyFile) file = g_key_file_new();
   g_autofree char*    path = g_build_filename(directory->path, FILE_NAME, NULL);
   g_key_file_set_string(file, GROUP, "key", key);
   g_key_file_set_double(file, GROUP, "seconds", run->seconds);
   g_key_file_set_integer(file, GROUP, "processes", (gint)run->processes);
   g_autofree char* text = g_key_file_to_data(file, NULL, NULL);
   bool done = output_write_text(path, text, problem);
   if (!done) {
      problem_keep_file(problem);
   }
   return done;
}

/* NULL: there is none that can be read. */
static GKeyFile* read_record(const char* path, time_t* written)
{
   Problem ignored;
   size_t  length;
   g_autoptr(File)     file = access(path, R_OK) == 0 ? file_open(path, FILE_RUN, &ignored) : NULL;
   g_autofree char*    text = file == NULL ? NULL : file_read_all(file, &length, &ignored);
   g_autoptr(GKeyFile) record = g_key_file_new();
   if (text == NULL || !g_key_file_load_from_data(record, text, length, G_KEY_FILE_NONE, NULL)) {
      return NULL;
   }
   *written = file_modified(file);
   return g_steal_pointer(&record);
}

/* Takes what the record says if it is of such a run. */
static bool take_record(GKeyFile* record, const char* key, Earlier* run)
{
   g_autofree char* found = g_key_file_get_string(record, GROUP, "key", NULL);
   Earlier read = {
      .seconds = g_key_file_get_double(record, GROUP, "seconds", NULL),
      .processes = (unsigned)MAX(g_key_file_get_integer(record, GROUP, "processes", NULL), 0),
   };
   bool is_such = g_strcmp0(found, key) == 0 && read.seconds > 0 && read.seconds < 1e9;
   if (is_such) {
      *run = read;
   }
   return is_such;
}

bool earlier_find(const RunDirectory* directory, const char* key, Earlier* run)
{
   Problem ignored;
   g_autofree char*     absolute = g_canonicalize_filename(directory->path, NULL);
   g_autofree char*     beside = g_path_get_dirname(absolute);
   g_autoptr(GPtrArray) names = listing_read(beside, &ignored);
   time_t newest = 0;
   bool   found = false;
   for (guint i = 0; names != NULL && i < names->len; i++) {
      time_t written = 0;
      g_autofree char*    path = g_build_filename(beside, g_ptr_array_index(names, i), FILE_NAME, NULL);
      g_autoptr(GKeyFile) record = read_record(path, &written);
      if (record != NULL && (!found || written > newest) && take_record(record, key, run)) {
         newest = written;
         found = true;
      }
   }
   g_assert(!found || run->seconds > 0);
   return found;
}
