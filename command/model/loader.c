/* Makes the model from the tables of files.  When a file has been read to its end, its
   routines, contexts and points are added to the model. */

#include "model/loader.h"

#include <assert.h>
#include <string.h>

#include "dwarf/function_names.h"
#include "model/builder.h"
#include "model/file_tables.h"
#include "model/names.h"
#include "model/own.h"
#include "util/progress.h"

struct ReportSum {
   LoadOptions options;
   Builder*    builder;
   char*       first_path;   /* of the first file; NULL as long as there is none */
   bool        may_force;    /* the user may ask for `force` */
};

/*--- Names from debug files ---*/

/* The tool names a routine without a symbol by its address in its object, as a symbol table would have it.
   So the report needs nothing but the build id of the object, whose debug file has the same addresses. */

/* Reports have no longer lines. */
#define MOST_TEXT  1000

/* The functions of an object; NULL: not known. */
static const FunctionNames* functions_of(const Header* header, const char* image)
{
   g_autofree char* build_id = header_build_id(header, image);
   bool  is_it = build_id != NULL || !header_is_other_object(header, image);
   return is_it ? function_names_of(image, build_id) : NULL;
}

/* Keeps a text of a debug file as one that a report may have: as the tool would write it. */
static const char* keep(FileTables* tables, const char* text)
{
   g_autoptr(GString) valid = g_string_new_len(text, (gssize)MIN(strlen(text), MOST_TEXT));
   g_string_replace(valid, "\"", "''", 0);
   g_strdelimit(valid->str, "\n\r\t", ' ');
   return g_string_chunk_insert(tables->texts, valid->str);
}

static void name_routine(FileTables* tables, Routine* routine, const FunctionNames* names, uint64_t address)
{
   g_autofree char* symbol = NULL;
   g_autofree char* name = NULL;
   if (function_names_find(names, address, &symbol, &name)) {
      routine->name = keep(tables, name);
      routine->mangled = keep(tables, symbol);
   }
}

/* Names the routines of a file whose names are addresses, as far as the debug files of their objects are
   found.  Each stays a routine of its own, so no number changes. */
static void name_addresses(FileTables* tables)
{
   g_autoptr(GHashTable) objects = g_hash_table_new(g_str_hash, g_str_equal);   /* FunctionNames, by path */
   for (uint32_t i = 0; i < tables->routine_ids.count; i++) {
      Routine* routine = &tables->routines[i];
      gpointer names;
      uint64_t address;
      if (!own_parse_address(routine->name, &address)) {
         continue;
      }
      if (!g_hash_table_lookup_extended(objects, routine->image, NULL, &names)) {
         names = (gpointer)functions_of(&tables->header, routine->image);
         g_hash_table_insert(objects, (gpointer)routine->image, names);
      }
      if (names != NULL) {
         name_routine(tables, routine, names, address);
      }
   }
}

/*--- Adding a file ---*/

/* Whether this file can be added to those before it. */
static bool check_addable(const ReportSum* sum, const FileTables* tables, Problem* problem)
{
   const char* way_out = sum->may_force ? "; --force adds it all the same" : "";
   char        why[500];
   if (sum->options.force || sum->first_path == NULL) {
      return true;
   }
   PointKind here = file_tables_point_kind(tables);
   PointKind there = builder_point_kind(sum->builder);
   if (header_differs(&tables->header, builder_header(sum->builder), why, sizeof why)) {
      return problem_set(problem, tables->path, 0, "cannot be added to %s: %s%s",
                         problem_file_name(sum->first_path), why, way_out);
   }
   if (here != POINTS_OF_UNKNOWN && there != POINTS_OF_UNKNOWN && here != there) {
      return problem_set(problem, tables->path, 0, "cannot be added to %s: only one of them has calling "
                         "contexts%s", problem_file_name(sum->first_path), way_out);
   }
   return true;
}

/* Returns the index in the model of a routine, by the name that all instances of it have. */
static uint32_t add_folded(Builder* builder, const Routine* routine)
{
   g_autofree char* name = generics_fold(routine->name, routine->mangled);
   const Routine    folded = { .name = name, .image = routine->image, .definition = routine->definition };
   return name == NULL ? builder_find_or_add_routine(builder, routine)
                       : builder_find_or_add_single(builder, &folded);
}

/* Returns the routines' indices in the model. Those of the first file are the model's, unless names are
   folded. */
static uint32_t* add_routines(const ReportSum* sum, FileTables* tables)
{
   bool      is_folded = sum->options.fold_generics;
   bool      is_first = sum->first_path == NULL && !is_folded;
   uint32_t  count = tables->routine_ids.count;
   uint32_t* indices = g_new(uint32_t, (size_t)count + 1);
   if (is_first) {
      builder_take_routines(sum->builder, tables->routines, count, tables->routine_capacity, tables->texts);
      tables->routines = NULL;
      tables->texts = NULL;
   }
   for (uint32_t i = 0; i < count; i++) {
      indices[i] = is_first  ? i
                 : is_folded ? add_folded(sum->builder, &tables->routines[i])
                 : builder_find_or_add_routine(sum->builder, &tables->routines[i]);
   }
   return indices;
}

/* Returns the contexts' indices in the model. */
static uint32_t* add_contexts(Builder* builder, const FileTables* tables, const uint32_t* routines)
{
   uint32_t  count = tables->context_ids.count;
   uint32_t* indices = g_new(uint32_t, (size_t)count + 1);
   for (uint32_t i = 0; i < count; i++) {
      uint32_t at = tables->context_order[i];
      const FileContext* context = &tables->contexts[at];
      assert(context->routine != NO_ROUTINE);
      uint32_t parent = context->parent == NO_CONTEXT ? NO_CONTEXT : indices[context->parent];
      indices[at] = builder_find_or_add_context(builder, parent, routines[context->routine]);
   }
   return indices;
}

/* For points whose contexts are not wanted, or p lines: the routines' indices. */
static uint32_t* owners_without_contexts(const FileTables* tables, const uint32_t* routines)
{
   uint32_t  count = tables->context_ids.count;
   uint32_t* indices = g_new(uint32_t, (size_t)count + 1);
   for (uint32_t i = 0; i < count; i++) {
      indices[i] = routines[tables->contexts[i].routine];
   }
   return indices;
}

/* Reports with contexts and without, added by force, have none. */
static void agree_on_kind(Builder* builder, PointKind here)
{
   PointKind there = builder_point_kind(builder);
   if (there == POINTS_OF_UNKNOWN) {
      builder_set_point_kind(builder, here);
   } else if (here == POINTS_OF_ROUTINES) {
      builder_drop_contexts(builder);
   }
}

static void add_to_model(ReportSum* sum, FileTables* tables)
{
   Builder*  builder = sum->builder;
   PointKind kind = file_tables_point_kind(tables);
   g_autofree uint32_t* routines = add_routines(sum, tables);
   g_autofree uint32_t* owners = NULL;
   agree_on_kind(builder, kind);
   if (kind == POINTS_OF_CONTEXTS) {
      owners = builder_point_kind(builder) == POINTS_OF_CONTEXTS ? add_contexts(builder, tables, routines)
                                                               : owners_without_contexts(tables, routines);
   }
   builder_end_file(builder, owners != NULL ? owners : routines);
   builder_take_header(builder, &tables->header);
}

/*--- Several files ---*/

ReportSum* report_sum_new(LoadOptions options)
{
   ReportSum* sum = g_new0(ReportSum, 1);
   sum->options = options;
   sum->builder = builder_new(options.fold_generics);
   return sum;
}

bool report_sum_add(ReportSum* sum, const char* path, Problem* problem)
{
   FileTables tables;
   builder_begin_file(sum->builder);
   bool added = file_tables_read(&tables, path, sum->builder, problem)
                && check_addable(sum, &tables, problem);
   if (!added) {
      builder_abandon_file(sum->builder);
   } else {
      if (sum->options.find_names) {
         name_addresses(&tables);
      }
      own_read_definitions(tables.routines, tables.routine_ids.count, &tables.header);
      add_to_model(sum, &tables);
      if (sum->first_path == NULL) {
         sum->first_path = g_strdup(path);
      }
   }
   file_tables_free(&tables);
   return added;
}

Report* report_sum_finish(ReportSum* sum, Problem* problem)
{
   Report* report = builder_finish(sum->builder, problem);
   g_free(sum->first_path);
   g_free(sum);
   return report;
}

void report_sum_free(ReportSum* sum)
{
   builder_free(sum->builder);
   g_free(sum->first_path);
   g_free(sum);
}

Report* report_load(const char* const* paths, size_t count, LoadOptions options, Problem* problem)
{
   ReportSum* sum = report_sum_new(options);
   bool       loaded = true;
   sum->may_force = true;
   progress_begin_reading(paths, count);
   for (size_t i = 0; i < count && loaded; i++) {
      loaded = report_sum_add(sum, paths[i], problem);
   }
   progress_end();
   if (!loaded) {
      report_sum_free(sum);
      return NULL;
   }
   return report_sum_finish(sum, problem);
}
