/* Takes away what no call leads to, one function after the other, and then what leads to no other.  Circles
   remain. */

#include "convert/circles.h"

/* Calls between names, which are numbers: call i is from ends[0][i] to ends[1][i]. */
typedef struct {
   uint32_t* ends[2];
   size_t    count;
   uint32_t  names;
} NamedCalls;

/* Clears `in_circle` of all names to which no calls lead but from such names; or from which, if `to` is 0. */
static void clear_outer(const NamedCalls* calls, int to, bool* in_circle)
{
   const uint32_t* callers = calls->ends[!to];
   const uint32_t* callees = calls->ends[to];
   const size_t    most = (size_t)calls->names + 1;
   g_autofree size_t*   first = g_new0(size_t, most);   /* by caller: its callees in `sorted` */
   g_autofree uint32_t* sorted = g_new(uint32_t, calls->count + 1);
   g_autofree uint32_t* leading = g_new0(uint32_t, most);   /* calls, from names not cleared yet */
   g_autofree uint32_t* cleared = g_new(uint32_t, most);
   uint32_t count = 0;
   for (size_t i = 0; i < calls->count; i++) {
      first[callers[i]]++;
      leading[callees[i]]++;
   }
   first[calls->names] = calls->count;
   for (uint32_t name = 0; name < calls->names; name++) {
      first[name] += name > 0 ? first[name - 1] : 0;   /* where they end */
      if (leading[name] == 0) {
         cleared[count++] = name;
      }
   }
   for (size_t i = 0; i < calls->count; i++) {
      sorted[--first[callers[i]]] = callees[i];   /* in the end, where they begin */
   }
   for (uint32_t at = 0; at < count; at++) {
      const uint32_t name = cleared[at];
      in_circle[name] = false;
      for (size_t i = first[name]; i < first[name + 1]; i++) {
         if (--leading[sorted[i]] == 0) {
            cleared[count++] = sorted[i];
         }
      }
   }
}

/* Numbers names from 0 on. */
static uint32_t* number_names(const char* const* names, uint32_t count, uint32_t* different)
{
   g_autoptr(GHashTable) numbers = g_hash_table_new(g_str_hash, g_str_equal);
   uint32_t* numbered = g_new(uint32_t, (size_t)count + 1);
   for (uint32_t i = 0; i < count; i++) {
      gpointer number;
      if (!g_hash_table_lookup_extended(numbers, names[i], NULL, &number)) {
         number = GUINT_TO_POINTER(g_hash_table_size(numbers));
         g_hash_table_insert(numbers, (gpointer)names[i], number);
      }
      numbered[i] = GPOINTER_TO_UINT(number);
   }
   *different = g_hash_table_size(numbers);
   return numbered;
}

bool* circles_find(const CallGraph* graph, const char* const* names)
{
   const size_t most = graph->call_count + 1;
   g_autofree uint32_t* callers = g_new(uint32_t, most);
   g_autofree uint32_t* callees = g_new(uint32_t, most);
   NamedCalls calls = { .ends = { callers, callees } };
   g_autofree uint32_t* numbers = number_names(names, graph->function_count, &calls.names);
   g_autofree bool*     in_circle = g_new(bool, (size_t)calls.names + 1);
   bool* found = g_new0(bool, (size_t)graph->function_count + 1);
   for (size_t i = 0; i < graph->call_count; i++) {
      const uint32_t caller = numbers[graph->calls[i].caller];
      const uint32_t callee = numbers[graph->calls[i].callee];
      if (caller != callee) {
         callers[calls.count] = caller;
         callees[calls.count++] = callee;
      }
   }
   for (uint32_t i = 0; i < calls.names; i++) {
      in_circle[i] = true;
   }
   clear_outer(&calls, 1, in_circle);
   clear_outer(&calls, 0, in_circle);
   for (uint32_t i = 0; i < graph->function_count; i++) {
      found[i] = in_circle[numbers[i]];
   }
   return found;
}
