/* The runs of an experiment for Extra-P, as JSON lines: one for each metric of each routine in each run.

      {"params":{"n":279},"metric":"cost","callpath":"main","value":10173}

   Routines of one name in several object files are told apart by their object files. */

#include "convert/conversion.h"

#include "util/json.h"

static Answer* parameters_of(const RunSubjects* subjects, guint run)
{
   Answer* parameters = tree_object();
   for (unsigned i = 0; i < subjects->experiment->parameter_count; i++) {
      tree_set_count(parameters, subjects->experiment->parameters[i], (uint64_t)subjects->runs[run]->size[i]);
   }
   return parameters;
}

static void write_values(FILE* out, const RunSubjects* subjects, const char* path, const RunSubject* routine)
{
   const struct {
      const char*   metric;
      const double* by_run;
   } values[] = { { "cost", routine->total }, { "self cost", routine->self }, { "calls", routine->calls } };
   for (guint run = 0; run < subjects->run_count; run++) {
      for (size_t i = 0; i < G_N_ELEMENTS(values); i++) {
         g_autoptr(Answer) line = tree_object();
         tree_set(line, "params", parameters_of(subjects, run));
         tree_set_text(line, "metric", values[i].metric);
         tree_set_text(line, "callpath", path);
         tree_set_count(line, "value", (uint64_t)values[i].by_run[run]);
         fprintf(out, "%s\n", json_text(line));
      }
   }
}

void convert_extra_p(FILE* out, const RunSubjects* subjects)
{
   g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
   g_autoptr(GHashTable) twice = g_hash_table_new(g_str_hash, g_str_equal);   /* names of several routines */
   for (guint i = 0; i < subjects->all->len; i++) {
      char* name = (char*)((const RunSubject*)g_ptr_array_index(subjects->all, i))->name;
      if (!g_hash_table_add(seen, name)) {
         g_hash_table_add(twice, name);
      }
   }
   for (guint i = 0; i < subjects->all->len; i++) {
      const RunSubject* routine = g_ptr_array_index(subjects->all, i);
      g_autofree char*  path = g_hash_table_contains(twice, routine->name)
                               ? g_strdup_printf("%s (%s)", routine->name, routine->image)
                               : g_strdup(routine->name);
      write_values(out, subjects, path, routine);
   }
}
