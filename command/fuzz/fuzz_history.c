/* A libFuzzer target: any bytes as a history.  Those that begin as a database are one of an older aprof.
   Others are a file of a branch.  Beside not crashing, what is read must be written so that it can be read
   again, and is then written the same, byte by byte; and its path leads nowhere else. */

#include "fuzz/target.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "history/compared.h"
#include "history/old_history.h"

static const char magic[] = "SQLite format 3";

static char*     path;      /* of the database */
static Snapshot* sample;

/*--- Entries ---*/

static char* written(const Entry* entry)
{
   GString* text = g_string_new(NULL);
   entry_write(entry, text);
   return g_string_free(text, FALSE);
}

static void check_written(const Entry* entry)
{
   g_autofree char* first = written(entry);
   g_autofree char* copied = g_strdup(first);
   Entry again;
   fuzz_must(entry_read(copied, &again) && (again.snapshot == NULL || entry_read_items(again.snapshot)),
             "what was written can be read");
   g_autofree char* second = written(&again);
   fuzz_must(strcmp(first, second) == 0, "it is written the same again");
   entry_clear(&again);
}

static void check_path(const Entry* entry)
{
   g_autofree char* own = entry_path(entry);
   fuzz_must(entry_has_path(own) && strstr(own, "..") == NULL && strpbrk(own, "\n \"") == NULL,
             "its path is one of the history");
}

static void compare(const Snapshot* snapshot)
{
   g_autoptr(GArray) steps = steps_new();
   compared_steps(sample, snapshot, NULL, steps, NULL);
   compared_steps(snapshot, snapshot, NULL, steps, NULL);
}

static void check(const Entry* entry)
{
   check_path(entry);
   check_written(entry);
   if (entry->snapshot != NULL) {
      compare(entry->snapshot);
   }
}

static void read_entry(const uint8_t* data, size_t size)
{
   g_autofree char* text = g_strndup((const char*)data, size);
   Entry entry;
   if (entry_read(text, &entry) && (entry.snapshot == NULL || entry_read_items(entry.snapshot))) {
      check(&entry);
   }
   entry_clear(&entry);
}

static void read_database(const uint8_t* data, size_t size)
{
   Problem problem;
   fuzz_must(g_file_set_contents(path, (const char*)data, (gssize)size, NULL), "the file can be written");
   OldHistory* old = old_history_open(path, &problem);
   Entry       entry;
   while (old != NULL && old_history_next(old, &entry, &problem)) {
      check(&entry);
      entry_clear(&entry);
   }
   old_history_close(old);
   unlink(path);
}

/*--- libFuzzer ---*/

int LLVMFuzzerInitialize(int* count, char*** arguments)
{
   (void)count;
   (void)arguments;
   path = g_strdup_printf("%s/fuzz_history.%ld", g_get_tmp_dir(), (long)getpid());
   Report* report = fuzz_sample_report();
   sample = snapshot_make(report, NULL);
   report_free(report);
   fuzz_discard_output();
   return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   if (size >= sizeof magic && memcmp(data, magic, sizeof magic) == 0) {
      read_database(data, size);
   } else {
      read_entry(data, size);
   }
   return 0;
}
