/* Routines without a name: how much of the cost they have, in each object file, and where names could come
   from. */

#include "answer/show/show.h"

#include <stdlib.h>
#include <string.h>

#include "answer/definition.h"
#include "model/own.h"
#include "subject/limits.h"
#include "util/text.h"

typedef struct {
   const char* object;
   uint64_t    cost;
} Nameless;

static int compare_nameless(const void* left, const void* right)
{
   const Nameless* a = left;
   const Nameless* b = right;
   return a->cost != b->cost ? (a->cost > b->cost ? -1 : 1) : strcmp(a->object, b->object);
}

/* Costs by object, the largest first. */
static GArray* find_nameless(const Request* request)
{
   GArray*               found = g_array_new(FALSE, FALSE, sizeof(Nameless));
   g_autoptr(GHashTable) places = g_hash_table_new(g_str_hash, g_str_equal);   /* of objects, from 1 on */
   for (size_t i = 0; i < request->ranking.count; i++) {
      const Routine* routine = request_ranked(request, i)->routine;
      if (own_is_address(routine->name)) {
         guint place = GPOINTER_TO_UINT(g_hash_table_lookup(places, routine->image));
         if (place == 0) {
            Nameless first = { routine->image, 0 };
            g_array_append_val(found, first);
            place = found->len;
            g_hash_table_insert(places, (gpointer)routine->image, GUINT_TO_POINTER(place));
         }
         g_array_index(found, Nameless, place - 1).cost += routine->totals.self_sum;
      }
   }
   g_array_sort(found, compare_nameless);
   return found;
}

static char* nameless_words(const Request* request, const Nameless* nameless, double share)
{
   ShortText        part;
   g_autofree char* advice = definition_advice(report_header(request->report), nameless->object, "them");
   return g_strdup_printf("%s of the cost is that of routines without a name in %s: %s",
                          text_percent(share, part), text_file_name(nameless->object), advice);
}

Answer* answer_nameless(const Request* request)
{
   Answer*           value = tree_list();
   g_autoptr(GArray) found = find_nameless(request);
   for (guint i = 0; i < found->len; i++) {
      const Nameless* nameless = &g_array_index(found, Nameless, i);
      double          share = subjects_share_of(request->subjects, nameless->cost);
      if (share >= SHARE_SMALL) {
         g_autofree char* words = nameless_words(request, nameless, share);
         tree_append(value, tree_text(words));
      }
   }
   return value;
}
