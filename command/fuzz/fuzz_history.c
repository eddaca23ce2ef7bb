/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A libFuzzer target: any bytes as a history.  Those that begin as a database are one, which is shown in all
   ways, and copied to an empty one.  Others are a file of a branch.  Beside not crashing, such a file must be
   written so that it can be read again, and is then written the same, byte by byte; its path leads nowhere
   else; and what a store has of it is the same. */

#include "fuzz/target.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/history.h"
#include "history/compared.h"
#include "history/copying.h"
#include "history/curves.h"
#include "history/evolution.h"
#include "history/exports.h"
#include "history/log.h"
#include "history/step.h"
#include "render/history/outputs.h"
#include "render/json.h"
#include "render/page/page.h"

#define WIDTH  80

static const char magic[] = "SQLite format 3";

static char*     path;      /* of the database */
static Snapshot* sample;

/*------------------------------------------------------------------*/
/*--- A database                                                 ---*/
/*------------------------------------------------------------------*/

static void show(const HistoryView* view, const GPtrArray* lines)
{
   Answer* log = history_log(view, lines, NULL, true);
   Answer* find = history_evolution(view, lines, "find");
   Answer* curves = history_curves(view, lines);
   render_json(stdout, log);
   render_history_log(stdout, log, WIDTH);
   render_json(stdout, find);
   render_history_show(stdout, find, true, WIDTH);
   page_write_history(stdout, curves);
   history_write_csv(curves, true, stdout);
   tree_free(curves);
   tree_free(find);
   tree_free(log);
}

static void show_all(Store* store)
{
   const HistoryOptions options = { .to = -1 };
   HistoryView          view = { 0 };
   Problem              problem;
   GPtrArray*           lines = view_make(&view, store, NULL, NULL, &problem)
                                ? history_lines(&options, &view, &problem) : NULL;
   bool                 done = lines != NULL;
   for (guint i = 0; done && i < lines->len; i++) {
      done = line_find_steps(g_ptr_array_index(lines, i), &problem);
   }
   if (done) {
      show(&view, lines);
   }
   g_clear_pointer(&lines, g_ptr_array_unref);
   view_clear(&view);
}

static void copy(Store* store)
{
   Problem    problem;
   CopyCounts counts;
   Store*     other = store_open(":memory:", NULL, true, &problem);
   fuzz_must(other != NULL, "there can be an empty history");
   if (store_copy(store, other, false, &counts, &problem)) {
      fuzz_must(store_is_right(other, &problem), "a copy is right");
      fuzz_must(store_count(other) == counts.added, "a copy has what was copied");
   }
   store_close(other);
}

static void read_database(const uint8_t* data, size_t size)
{
   Problem problem;
   fuzz_must(g_file_set_contents(path, (const char*)data, (gssize)size, NULL), "the file can be written");
   Store* store = store_open(path, NULL, false, &problem);
   if (store != NULL) {
      show_all(store);
      copy(store);
      store_close(store);
   }
   unlink(path);
}

/*------------------------------------------------------------------*/
/*--- A file of a branch                                         ---*/
/*------------------------------------------------------------------*/

static char* written(const Entry* entry)
{
   GString* text = g_string_new(NULL);
   entry_write(entry, text);
   return g_string_free(text, FALSE);
}

static void check_written(const Entry* entry)
{
   char* first = written(entry);
   char* copied = g_strdup(first);
   Entry again;
   fuzz_must(entry_read(copied, &again), "what was written can be read");
   char* second = written(&again);
   fuzz_must(strcmp(first, second) == 0, "it is written the same again");
   entry_clear(&again);
   g_free(second);
   g_free(copied);
   g_free(first);
}

static void check_path(const Entry* entry)
{
   char* own = entry_path(entry);
   fuzz_must(entry_has_path(own) && strstr(own, "..") == NULL && strpbrk(own, "\n \"") == NULL,
             "its path is one of the history");
   g_free(own);
}

static bool store_entry(Store* store, void* data, Problem* problem)
{
   StoredPlace place;
   store_add(store, data, false, &place);
   return store_is_right(store, problem);
}

/* The store must have what the file has. */
static void check_stored(Entry* entry)
{
   Problem     problem;
   StoredPlace place;
   Store*      store = store_open(":memory:", NULL, true, &problem);
   fuzz_must(store != NULL && store_write(store, store_entry, entry, &problem), "it can be stored");
   fuzz_must(store_add(store, entry, false, &place) == ADDED_SAME, "it is stored as it was");
   store_close(store);
}

static void compare(const Snapshot* snapshot)
{
   GArray* steps = steps_new();
   compared_steps(sample, snapshot, steps, NULL, NULL);
   compared_steps(snapshot, snapshot, steps, NULL, NULL);
   g_array_unref(steps);
}

static void read_entry(const uint8_t* data, size_t size)
{
   char* text = g_strndup((const char*)data, size);
   Entry entry;
   if (entry_read(text, &entry)) {
      check_path(&entry);
      check_written(&entry);
      if (entry.snapshot != NULL) {
         check_stored(&entry);
         compare(entry.snapshot);
      }
   }
   entry_clear(&entry);
   g_free(text);
}

/*------------------------------------------------------------------*/
/*--- libFuzzer                                                  ---*/
/*------------------------------------------------------------------*/

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
