/* Nodes are in an order in which children come first; so ancestors have larger indices.  What only the store
   knows stands before the first of its ancestors that git knows, or at the end. */

#include "history/graph.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
   char*               hash;
   const StoredCommit* stored;    /* NULL: it is not */
   GArray*             parents;   /* indices of nodes; while they are not known, hashes are in `names` */
   char**              names;
   GArray*             nearest;   /* indices of nodes; NULL: not found yet */
} Node;

struct Graph {
   GArray*     nodes;         /* Node */
   GHashTable* by_hash;       /* the index plus 1 */
   GHashTable* stored;        /* StoredCommit by hash */
   GArray*     listed;        /* indices of nodes that are stored */
   guint       waiting;       /* stored commits that git has not named yet */
};

/*--- Nodes ---*/

static Node* node_at(const Graph* graph, guint index)
{
   g_assert(index < graph->nodes->len);
   return &g_array_index(graph->nodes, Node, index);
}

static guint add_node(Graph* graph, const char* hash, char** names)
{
   Node node = { .hash = g_strdup(hash), .stored = g_hash_table_lookup(graph->stored, hash), .names = names,
                 .parents = g_array_new(FALSE, FALSE, sizeof(guint)) };
   g_array_append_val(graph->nodes, node);
   g_hash_table_insert(graph->by_hash, node.hash, GUINT_TO_POINTER(graph->nodes->len));
   return graph->nodes->len - 1;
}

static void clear_node(gpointer data)
{
   Node* node = data;
   g_free(node->hash);
   g_strfreev(node->names);
   g_array_unref(node->parents);
   g_clear_pointer(&node->nearest, g_array_unref);
}

static char** words_of(const char* text)
{
   return *text == '\0' ? g_new0(char*, 1) : g_strsplit(text, " ", -1);
}

/* Returns what the store knows of a commit: its parents, if one of them is known; else the ancestors. */
static char** stored_names(const Graph* graph, const StoredCommit* stored)
{
   char** parents = words_of(stored->parents);
   for (size_t i = 0; parents[i] != NULL; i++) {
      if (g_hash_table_contains(graph->stored, parents[i])
          || g_hash_table_contains(graph->by_hash, parents[i])) {
         return parents;
      }
   }
   g_strfreev(parents);
   return words_of(stored->ancestors);
}

/* Below the last stored commit, nothing matters. */
static bool take_commit(void* data, const char* hash, char** parents)
{
   Graph* graph = data;
   guint  index = add_node(graph, hash, g_strdupv(parents));
   graph->waiting -= node_at(graph, index)->stored != NULL;
   return graph->waiting > 0;
}

static gint compare_dates(gconstpointer left, gconstpointer right)
{
   const StoredCommit* a = *(StoredCommit* const*)left;
   const StoredCommit* b = *(StoredCommit* const*)right;
   return a->date != b->date ? (a->date > b->date) - (a->date < b->date) : (a->id > b->id) - (a->id < b->id);
}

/* Marks a commit that only the store knows, and what it leads to there. */
static void reach(const Graph* graph, const char* hash, GHashTable* reached)
{
   g_autoptr(GPtrArray) todo = g_ptr_array_new_with_free_func(g_free);
   g_ptr_array_add(todo, g_strdup(hash));
   while (todo->len > 0) {
      g_autofree char* name = g_ptr_array_steal_index(todo, todo->len - 1);
      StoredCommit* stored = g_hash_table_lookup(graph->stored, name);
      if (stored != NULL && !g_hash_table_contains(graph->by_hash, name)
          && g_hash_table_add(reached, stored)) {
         g_auto(GStrv) names = stored_names(graph, stored);
         for (size_t i = 0; names[i] != NULL; i++) {
            g_ptr_array_add(todo, g_strdup(names[i]));
         }
      }
   }
}

/* The index before which a commit is to stand: that of the first of its parents, which have places already.
   */
static guint place_of(const Graph* graph, GHashTable* places, char** names, guint end)
{
   guint place = end;
   for (size_t i = 0; names[i] != NULL; i++) {
      guint known = GPOINTER_TO_UINT(g_hash_table_lookup(graph->by_hash, names[i]));
      guint placed = GPOINTER_TO_UINT(g_hash_table_lookup(places, names[i]));
      place = known > 0 ? MIN(place, known - 1) : placed > 0 ? MIN(place, placed - 1) : place;
   }
   return place;
}

typedef struct {
   const StoredCommit* commit;
   guint               place;
   guint               number;   /* the larger, the newer */
} Placed;

static gint compare_places(gconstpointer left, gconstpointer right)
{
   const Placed* a = left;
   const Placed* b = right;
   return a->place != b->place ? (a->place > b->place) - (a->place < b->place)
                               : (a->number < b->number) - (a->number > b->number);
}

/* Adds nodes for the commits, the oldest first, and puts all nodes in their order. */
static void place_stored(Graph* graph, StoredCommit* const* commits, guint count)
{
   guint end = graph->nodes->len;
   g_autoptr(GArray)     placed = g_array_new(FALSE, FALSE, sizeof(Placed));
   g_autoptr(GHashTable) places = g_hash_table_new(g_str_hash, g_str_equal);
   for (guint i = 0; i < count; i++) {
      g_auto(GStrv) names = stored_names(graph, commits[i]);
      Placed one = { commits[i], place_of(graph, places, names, end), i };
      g_array_append_val(placed, one);
      g_hash_table_insert(places, commits[i]->hash, GUINT_TO_POINTER(one.place + 1));
   }
   g_array_sort(placed, compare_places);
   g_autoptr(GArray) former = graph->nodes;
   guint next = 0;
   graph->nodes = g_array_new(FALSE, FALSE, sizeof(Node));
   g_array_set_clear_func(graph->nodes, clear_node);
   for (guint i = 0; i <= end; i++) {
      for (; next < count && g_array_index(placed, Placed, next).place == i; next++) {
         const StoredCommit* commit = g_array_index(placed, Placed, next).commit;
         add_node(graph, commit->hash, stored_names(graph, commit));
      }
      if (i < end) {
         Node* node = &g_array_index(former, Node, i);
         g_array_append_val(graph->nodes, *node);
         g_hash_table_insert(graph->by_hash, node->hash, GUINT_TO_POINTER(graph->nodes->len));
      }
   }
   g_assert(next == count);   /* no place is behind the end */
   g_array_set_clear_func(former, NULL);   /* its nodes are in the new array */
}

/* Adds those commits that git does not know: all, or those that the others lead to. */
static void add_stored(Graph* graph, bool adds_all)
{
   g_autoptr(GHashTable) reached = g_hash_table_new(NULL, NULL);
   GHashTableIter iterator;
   gpointer       hash, stored;
   for (guint i = 0; i < graph->nodes->len; i++) {
      Node* node = node_at(graph, i);
      if (node->names[0] == NULL && node->stored != NULL) {
         g_strfreev(node->names);
         node->names = stored_names(graph, node->stored);
      }
      for (size_t k = 0; node->names[k] != NULL; k++) {
         reach(graph, node->names[k], reached);
      }
   }
   g_hash_table_iter_init(&iterator, graph->stored);
   while (adds_all && g_hash_table_iter_next(&iterator, &hash, &stored)) {
      reach(graph, hash, reached);
   }
   guint length;
   g_autofree StoredCommit** commits = (StoredCommit**)g_hash_table_get_keys_as_array(reached, &length);
   qsort(commits, length, sizeof *commits, compare_dates);
   place_stored(graph, commits, length);
}

/* Only what is older can be an ancestor; so wrong dates in the store make no circle. */
static void link_nodes(Graph* graph)
{
   for (guint i = 0; i < graph->nodes->len; i++) {
      Node* node = node_at(graph, i);
      for (size_t k = 0; node->names[k] != NULL; k++) {
         guint parent = GPOINTER_TO_UINT(g_hash_table_lookup(graph->by_hash, node->names[k]));
         if (parent > i + 1) {
            parent--;
            g_assert(parent < graph->nodes->len);
            g_array_append_val(node->parents, parent);
         }
      }
   }
}

static void list_commits(Graph* graph)
{
   for (guint i = 0; i < graph->nodes->len; i++) {
      if (node_at(graph, i)->stored != NULL) {
         g_array_append_val(graph->listed, i);
      }
   }
}

/*--- The graph ---*/

static Graph* graph_new(const GArray* commits)
{
   Graph* graph = g_new0(Graph, 1);
   graph->nodes = g_array_new(FALSE, FALSE, sizeof(Node));
   g_array_set_clear_func(graph->nodes, clear_node);
   graph->by_hash = g_hash_table_new(g_str_hash, g_str_equal);
   graph->stored = g_hash_table_new(g_str_hash, g_str_equal);
   graph->listed = g_array_new(FALSE, FALSE, sizeof(guint));
   for (guint i = 0; i < commits->len; i++) {
      const StoredCommit* stored = &g_array_index(commits, StoredCommit, i);
      g_hash_table_insert(graph->stored, stored->hash, (gpointer)stored);
   }
   graph->waiting = commits->len;
   return graph;
}

static void walk_stored(Graph* graph, const Repository* repository, const GArray* commits)
{
   g_autoptr(GPtrArray) hashes = g_ptr_array_new();
   for (guint i = 0; i < commits->len; i++) {
      g_ptr_array_add(hashes, g_array_index(commits, StoredCommit, i).hash);
   }
   g_ptr_array_add(hashes, NULL);
   git_walk(repository, (const char* const*)hashes->pdata, CHILDREN_FIRST, take_commit, graph);
}

Graph* graph_make(const GArray* commits, const Repository* repository, const char* const* tips)
{
   Graph* graph = graph_new(commits);
   if (repository != NULL && tips != NULL && commits->len > 0) {
      git_walk(repository, tips, CHILDREN_FIRST, take_commit, graph);
   } else if (repository != NULL && commits->len > 0) {
      walk_stored(graph, repository, commits);
   }
   add_stored(graph, repository == NULL || tips == NULL);
   link_nodes(graph);
   list_commits(graph);
   return graph;
}

void graph_free(Graph* graph)
{
   g_array_unref(graph->nodes);
   g_hash_table_unref(graph->by_hash);
   g_hash_table_unref(graph->stored);
   g_array_unref(graph->listed);
   g_free(graph);
}

guint graph_count(const Graph* graph)
{
   return graph->listed->len;
}

const StoredCommit* graph_commit(const Graph* graph, guint index)
{
   g_assert(index < graph->listed->len);
   return node_at(graph, g_array_index(graph->listed, guint, index))->stored;
}

/*--- The nearest ancestors ---*/

static bool is_among(const GArray* indices, guint index)
{
   for (guint i = 0; i < indices->len; i++) {
      if (g_array_index(indices, guint, i) == index) {
         return true;
      }
   }
   return false;
}

/* Whether one of the commits is an ancestor of the other, by those that are meant. */
static bool leads_to(const Graph* graph, guint from, guint to)
{
   g_autoptr(GArray)     todo = g_array_new(FALSE, FALSE, sizeof(guint));
   g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
   bool leads = false;
   g_array_append_val(todo, from);
   while (todo->len > 0 && !leads) {
      guint at = g_array_index(todo, guint, todo->len - 1);
      g_array_set_size(todo, todo->len - 1);
      const GArray* nearest = node_at(graph, at)->nearest;
      for (guint i = 0; nearest != NULL && i < nearest->len; i++) {
         guint next = g_array_index(nearest, guint, i);
         leads = leads || next == to;
         if (next < to && g_hash_table_add(seen, GUINT_TO_POINTER(next + 1))) {
            g_array_append_val(todo, next);
         }
      }
   }
   return leads;
}

/* Removes what another one of them descends from. */
static GArray* without_ancestors(const Graph* graph, GArray* indices)
{
   GArray* kept = g_array_new(FALSE, FALSE, sizeof(guint));
   for (guint i = 0; i < indices->len; i++) {
      guint index = g_array_index(indices, guint, i);
      bool  is_ancestor = false;
      for (guint k = 0; k < indices->len && !is_ancestor; k++) {
         guint other = g_array_index(indices, guint, k);
         is_ancestor = other < index && leads_to(graph, other, index);
      }
      if (!is_ancestor) {
         g_array_append_val(kept, index);
      }
   }
   g_array_unref(indices);
   return kept;
}

static bool is_meant_node(const Node* node, const bool* is_meant)
{
   return node->stored != NULL && is_meant[node->stored->id];
}

static GArray* nearest_by_parents(const Graph* graph, const GArray* parents, const bool* is_meant)
{
   GArray* found = g_array_new(FALSE, FALSE, sizeof(guint));
   for (guint i = 0; i < parents->len; i++) {
      guint       index = g_array_index(parents, guint, i);
      const Node* parent = node_at(graph, index);
      if (is_meant_node(parent, is_meant)) {
         if (!is_among(found, index)) {
            g_array_append_val(found, index);
         }
         continue;
      }
      g_assert(parent->nearest != NULL);   /* ancestors come first */
      for (guint k = 0; k < parent->nearest->len; k++) {
         guint next = g_array_index(parent->nearest, guint, k);
         if (!is_among(found, next)) {
            g_array_append_val(found, next);
         }
      }
   }
   return found->len > 1 ? without_ancestors(graph, found) : found;
}

/* A node with one parent that is not meant shares its array. */
static GArray* nearest_of_node(const Graph* graph, const Node* node, const bool* is_meant)
{
   if (node->parents->len == 1) {
      const Node* parent = node_at(graph, g_array_index(node->parents, guint, 0));
      if (!is_meant_node(parent, is_meant)) {
         return g_array_ref(parent->nearest);
      }
   }
   return nearest_by_parents(graph, node->parents, is_meant);
}

static GPtrArray* commits_at(const Graph* graph, const GArray* indices)
{
   GPtrArray* commits = g_ptr_array_new();
   for (guint i = 0; i < indices->len; i++) {
      g_ptr_array_add(commits, (gpointer)node_at(graph, g_array_index(indices, guint, i))->stored);
   }
   return commits;
}

static void find_nearest(Graph* graph, const bool* is_meant)
{
   for (guint i = graph->nodes->len; i > 0; i--) {   /* ancestors first */
      Node* node = node_at(graph, i - 1);
      g_clear_pointer(&node->nearest, g_array_unref);
      node->nearest = nearest_of_node(graph, node, is_meant);
   }
}

GPtrArray* graph_nearest(Graph* graph, const bool* is_meant)
{
   GPtrArray* all = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
   find_nearest(graph, is_meant);
   for (guint i = 0; i < graph->listed->len; i++) {
      const Node* node = node_at(graph, g_array_index(graph->listed, guint, i));
      g_ptr_array_add(all, commits_at(graph, node->nearest));
   }
   return all;
}

/* Goes down in the order of the nodes, until all ancestors are found; what is behind them hardly matters. */
guint graph_between(const Graph* graph, guint index, GPtrArray* ancestors)
{
   enum { LEADS = 1, IS_BEFORE = 2 };
   guint first = g_array_index(graph->listed, guint, index);
   g_autofree guint8* marks = g_new0(guint8, graph->nodes->len);
   guint count = 0, found = 0;
   marks[first] = LEADS;
   for (guint i = first; i < graph->nodes->len && found < ancestors->len; i++) {
      bool is_ancestor = marks[i] != 0 && i != first
                         && g_ptr_array_find(ancestors, node_at(graph, i)->stored, NULL);
      found += is_ancestor;
      marks[i] |= is_ancestor ? IS_BEFORE : 0;
      g_assert(found <= ancestors->len);
      count += marks[i] == LEADS && i != first;
      const GArray* parents = node_at(graph, i)->parents;
      for (guint k = 0; k < parents->len; k++) {
         marks[g_array_index(parents, guint, k)] |= marks[i];
      }
   }
   return count;
}

GPtrArray* graph_nearest_of(Graph* graph, const bool* is_meant, const char* hash)
{
   find_nearest(graph, is_meant);
   guint index = GPOINTER_TO_UINT(g_hash_table_lookup(graph->by_hash, hash));
   return index == 0 ? g_ptr_array_new() : commits_at(graph, node_at(graph, index - 1)->nearest);
}
