/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   All records are made before the transaction begins, so that others wait only while rows are written. */

#include "history/adding.h"

#include <string.h>

#include "answer/compare/suite.h"
#include "history/steps.h"
#include "model/loader.h"

/* A program's record. */
typedef struct {
   char*   program;
   char*   measure;
   Snapshot* record;
} Prepared;

static void clear_prepared(gpointer data)
{
   Prepared* prepared = data;
   g_free(prepared->program);
   g_free(prepared->measure);
   snapshot_free(prepared->record);
}

static char* measure_of(const Header* header)
{
   return g_strdup_printf("%s of %s, cells of %u bytes", header->metric,
                          header_has_input(header) ? header->input : "no input", header->memory_resolution);
}

static bool prepare(const Adding* adding, const SuiteProgram* program, GArray* all, Problem* problem)
{
   char**            paths = (char**)program->paths[1]->pdata;
   const LoadOptions load = { .force = adding->force };
   Report* report = report_load((const char* const*)paths, g_strv_length(paths), load, problem);
   if (report == NULL) {
      problem_keep_file(problem);
      return false;
   }
   Prepared prepared = { g_strdup(program->name), measure_of(report_header(report)),
                         snapshot_make(report, adding->top) };
   g_array_append_val(all, prepared);
   report_free(report);
   return true;
}

static bool prepare_all(const Adding* adding, char** paths, GArray* all, Problem* problem)
{
   char** const sides[] = { NULL, paths };
   GArray*      programs = suite_find(sides, problem);
   bool         done = programs != NULL;
   for (guint i = 0; done && i < programs->len; i++) {
      done = prepare(adding, &g_array_index(programs, SuiteProgram, i), all, problem);
   }
   g_clear_pointer(&programs, g_array_unref);
   return done;
}

/*------------------------------------------------------------------*/
/*--- Ancestors                                                  ---*/
/*------------------------------------------------------------------*/

static int64_t last_commit(const GArray* commits)
{
   int64_t last = 0;
   for (guint i = 0; i < commits->len; i++) {
      last = MAX(last, g_array_index(commits, StoredCommit, i).id);
   }
   return last;
}

static char* hashes_of(const GArray* commits, const GArray* ids)
{
   GString* text = g_string_new(NULL);
   for (guint i = 0; i < ids->len; i++) {
      for (guint k = 0; k < commits->len; k++) {
         const StoredCommit* commit = &g_array_index(commits, StoredCommit, k);
         if (commit->id == g_array_index(ids, int64_t, i)) {
            g_string_append_printf(text, "%s%s", text->len == 0 ? "" : " ", commit->hash);
         }
      }
   }
   return g_string_free(text, FALSE);
}

/* The nearest stored ancestors, whatever was measured of them. */
static char* ancestors_of(Store* store, const Adding* adding)
{
   GArray* commits = store_commits(store);
   int64_t last = last_commit(commits);
   bool*   are_all = g_new(bool, last + 1);
   memset(are_all, true, (size_t)last + 1);
   GArray* ids = graph_nearest_of(commits, are_all, adding->repository, adding->commit);
   char*   text = hashes_of(commits, ids);
   g_array_unref(ids);
   g_free(are_all);
   g_array_unref(commits);
   return text;
}

static const StoredRecord* find_record(const GArray* records, int64_t id)
{
   for (guint i = 0; i < records->len; i++) {
      const StoredRecord* record = &g_array_index(records, StoredRecord, i);
      if (record->id == id) {
         return record;
      }
   }
   return NULL;
}

/* The records of the nearest ancestors in the record's series. */
static GArray* since_of(Store* store, const Adding* adding, const GArray* records)
{
   GArray* commits = store_commits(store);
   int64_t last = last_commit(commits);
   bool*   are_meant = g_new0(bool, last + 1);
   int64_t* by_commit = g_new0(int64_t, last + 1);
   for (guint i = 0; i < records->len; i++) {
      const StoredRecord* record = &g_array_index(records, StoredRecord, i);
      are_meant[record->commit] = true;
      by_commit[record->commit] = record->id;
   }
   GArray* ids = graph_nearest_of(commits, are_meant, adding->repository, adding->commit);
   for (guint i = 0; i < ids->len; i++) {
      int64_t* id = &g_array_index(ids, int64_t, i);
      *id = by_commit[*id];
   }
   g_free(by_commit);
   g_free(are_meant);
   g_array_unref(commits);
   return ids;
}

static void find_steps(Store* store, const Adding* adding, int64_t series, int64_t id)
{
   GArray* records = store_records(store, series);
   if (find_record(records, id) != NULL) {
      GArray* since = since_of(store, adding, records);
      if (since->len > 0) {
         g_array_unref(steps_of(store, id, since));
      }
      g_array_unref(since);
   }
   g_array_unref(records);
}

/*------------------------------------------------------------------*/
/*--- Adding                                                     ---*/
/*------------------------------------------------------------------*/

static bool add_one(Store* store, const Adding* adding, const Prepared* prepared, const char* ancestors,
                    AddCounts* counts, Problem* problem)
{
   const Addition addition = {
      .commit = adding->commit, .ancestors = ancestors, .branch = adding->branch,
      .now = g_get_real_time() / G_USEC_PER_SEC, .replaces = adding->replaces,
      .series = { .name = (char*)adding->name, .program = prepared->program,
                  .machine = (char*)adding->machine, .measure = prepared->measure },
   };
   StoredPlace place;
   Added       added = store_add(store, &addition, prepared->record, &place);
   counts->added += added == ADDED_NEW;
   counts->same += added == ADDED_SAME;
   counts->replaced += added == ADDED_REPLACED;
   if (added == ADDED_OTHER) {
      return problem_set(problem, NULL, 0, "%.10s has other costs of %s already: --replace replaces them,"
                                           " and --name=NAME keeps both", adding->commit->hash,
                                                     prepared->program);
   }
   if (added != ADDED_SAME) {
      find_steps(store, adding, place.series, place.record);
   }
   return true;
}

bool add_reports(Store* store, const Adding* adding, char** paths, AddCounts* counts, Problem* problem)
{
   GArray* all = g_array_new(FALSE, FALSE, sizeof(Prepared));
   g_array_set_clear_func(all, clear_prepared);
   bool done = prepare_all(adding, paths, all, problem) && store_begin(store, problem);
   if (done) {
      char* ancestors = ancestors_of(store, adding);
      for (guint i = 0; i < all->len && done; i++) {
         done = add_one(store, adding, &g_array_index(all, Prepared, i), ancestors, counts, problem);
      }
      g_free(ancestors);
      if (done) {
         done = store_end(store, problem);
      } else {
         store_undo(store);
      }
   }
   g_array_unref(all);
   return done;
}
