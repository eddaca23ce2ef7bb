/* None of the processes that this one has started leaves the tree, because this one is the parent of orphans
   (PR_SET_CHILD_SUBREAPER). */

#include "run/process_tree.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The name of the program stands in parentheses, and may have some itself. */
static bool parse_process(const char* text, TreeProcess* process, long* threads)
{
   const char* end_of_name = strrchr(text, ')');
   int         pid, parent, group;
   if (end_of_name == NULL || sscanf(text, "%d", &pid) != 1
       || sscanf(end_of_name + 1,
                 " %c %d %d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %ld %*d %" SCNu64,
                 &process->state, &parent, &group, threads, &process->start) != 5) {
      return false;
   }
   process->pid = pid;
   process->parent = parent;
   process->group = group;
   return true;
}

/* A zombie with several threads has lost only its first one. */
static bool has_ended(const TreeProcess* process, long threads)
{
   return process->state == 'X' || (process->state == 'Z' && threads <= 1);
}

static bool read_process(const char* number, TreeProcess* process)
{
   g_autofree char* path = g_build_filename("/proc", number, "stat", NULL);
   g_autofree char* text = NULL;
   long threads;
   return g_file_get_contents(path, &text, NULL, NULL) && parse_process(text, process, &threads)
          && !has_ended(process, threads);
}

/* All processes of the system that we may see, by the ids of their parents: GArray of TreeProcess. */
static GHashTable* read_all(void)
{
   GHashTable* by_parent = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
   g_autoptr(GDir) directory = g_dir_open("/proc", 0, NULL);
   const char* name;
   TreeProcess process;
   while (directory != NULL && (name = g_dir_read_name(directory)) != NULL) {
      if (!g_ascii_isdigit(name[0]) || !read_process(name, &process)) {
         continue;
      }
      GArray* children = g_hash_table_lookup(by_parent, GINT_TO_POINTER(process.parent));
      if (children == NULL) {
         children = g_array_new(FALSE, FALSE, sizeof process);
         g_hash_table_insert(by_parent, GINT_TO_POINTER(process.parent), children);
      }
      g_array_append_val(children, process);
   }
   return by_parent;
}

static void add_children(GArray* tree, GHashTable* by_parent, pid_t parent)
{
   const GArray* children = g_hash_table_lookup(by_parent, GINT_TO_POINTER(parent));
   if (children != NULL) {
      g_array_append_vals(tree, children->data, children->len);
      g_hash_table_remove(by_parent, GINT_TO_POINTER(parent));   /* processes change meanwhile: no circles */
   }
}

GArray* process_tree_read(void)
{
   g_autoptr(GHashTable) by_parent = read_all();
   GArray* tree = g_array_new(FALSE, FALSE, sizeof(TreeProcess));
   add_children(tree, by_parent, getpid());
   for (guint i = 0; i < tree->len; i++) {
      add_children(tree, by_parent, g_array_index(tree, TreeProcess, i).pid);
   }
   return tree;
}

double process_tree_seconds(pid_t pid, bool with_ended)
{
   g_autofree char* path = g_strdup_printf("/proc/%ld/stat", (long)pid);
   g_autofree char* text = NULL;
   unsigned long user = 0, system = 0;
   long          of_ended[2] = { 0, 0 };
   g_file_get_contents(path, &text, NULL, NULL);
   const char* end_of_name = text == NULL ? NULL : strrchr(text, ')');
   if (end_of_name == NULL
       || sscanf(end_of_name + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", &user,
                 &system, &of_ended[0], &of_ended[1]) != 4) {
      user = system = 0;
   }
   double ticks = (double)(user + system) + (with_ended ? (double)(of_ended[0] + of_ended[1]) : 0);
   return ticks / (double)sysconf(_SC_CLK_TCK);
}
