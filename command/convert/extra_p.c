/* The runs of an experiment for Extra-P, as JSON lines: one for each metric of each routine in each run.

      {"params":{"n":279},"metric":"cost","callpath":"main","value":10173}

   Routines of one name in several object files are told apart by their object files. */

#include "convert/extra_p.h"

#include <string.h>

#include "util/tree.h"

typedef struct {
   FILE*              out;
   const RunSubjects* subjects;
   GHashTable*        names;   /* how many routines have a name */
} Writer;

static Answer* parameters_of(const Writer* writer, guint run)
{
   Answer* parameters = tree_object();
   for (unsigned i = 0; i < writer->subjects->experiment->parameter_count; i++) {
      tree_set_count(parameters, writer->subjects->experiment->parameters[i],
                     (uint64_t)writer->subjects->runs[run]->size[i]);
   }
   return parameters;
}

static void write_value(const Writer* writer, guint run, const char* metric, const char* path, double value)
{
   Answer* line = tree_object();
   tree_set(line, "params", parameters_of(writer, run));
   tree_set_text(line, "metric", metric);
   tree_set_text(line, "callpath", path);
   tree_set_count(line, "value", (uint64_t)value);
   fputs(json_object_to_json_string_ext(line, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE),
         writer->out);
   putc('\n', writer->out);
   tree_free(line);
}

static void write_routine(const Writer* writer, const RunSubject* routine)
{
   bool  is_alone = GPOINTER_TO_UINT(g_hash_table_lookup(writer->names, routine->name)) == 1;
   char* path = is_alone ? g_strdup(routine->name)
                         : g_strdup_printf("%s (%s)", routine->name, routine->image);
   for (guint run = 0; run < writer->subjects->run_count; run++) {
      write_value(writer, run, "cost", path, routine->total[run]);
      write_value(writer, run, "self cost", path, routine->self[run]);
      write_value(writer, run, "calls", path, routine->calls[run]);
   }
   g_free(path);
}

void convert_extra_p(FILE* out, const RunSubjects* subjects)
{
   Writer writer = {
      .out = out, .subjects = subjects,
      .names = g_hash_table_new(g_str_hash, g_str_equal),
   };
   for (guint i = 0; i < subjects->all->len; i++) {
      const char* name = ((const RunSubject*)g_ptr_array_index(subjects->all, i))->name;
      guint count = GPOINTER_TO_UINT(g_hash_table_lookup(writer.names, name));
      g_hash_table_insert(writer.names, (gpointer)name, GUINT_TO_POINTER(count + 1));
   }
   for (guint i = 0; i < subjects->all->len; i++) {
      write_routine(&writer, g_ptr_array_index(subjects->all, i));
   }
   g_hash_table_unref(writer.names);
}
