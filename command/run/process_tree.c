/* None of the processes that this one has started leaves the tree, because this one is the parent of orphans
   (PR_SET_CHILD_SUBREAPER). */

#include "run/process_tree.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Holds what /proc/PID/stat says of a process. */
typedef struct {
   TreeProcess   process;
   unsigned long user, system;               /* ticks, of all its threads */
   long          ended_user, ended_system;   /* and of the children that it has waited for */
   long          threads;
} Stat;

/* False if the process is not there.  The name of the program stands in parentheses, and may have some
   itself. */
static bool read_stat(const char* number, Stat* stat)
{
   g_autofree char* path = g_build_filename("/proc", number, "stat", NULL);
   g_autofree char* text = NULL;
   TreeProcess*     process = &stat->process;
   g_file_get_contents(path, &text, NULL, NULL);
   const char* end_of_name = text == NULL ? NULL : strrchr(text, ')');
   return end_of_name != NULL && sscanf(text, "%d", &process->pid) == 1
          && sscanf(end_of_name + 1, " %c %d %d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld %*d %*d %ld"
                    " %*d %" SCNu64, &process->state, &process->parent, &process->group, &stat->user,
                    &stat->system, &stat->ended_user, &stat->ended_system, &stat->threads,
                    &process->start) == 9;
}

/* A zombie with several threads has lost only its first one. */
static bool has_ended(const Stat* stat)
{
   return stat->process.state == 'X' || (stat->process.state == 'Z' && stat->threads <= 1);
}

/* All processes of the system that we may see, by the ids of their parents: GArray of TreeProcess. */
static GHashTable* read_all(void)
{
   GHashTable* by_parent = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
   g_autoptr(GDir) directory = g_dir_open("/proc", 0, NULL);
   const char* name;
   Stat        stat;
   while (directory != NULL && (name = g_dir_read_name(directory)) != NULL) {
      if (!g_ascii_isdigit(name[0]) || !read_stat(name, &stat) || has_ended(&stat)) {
         continue;
      }
      g_assert(stat.process.pid > 0);   /* kill() takes others for groups, or for all */
      gpointer parent = GINT_TO_POINTER(stat.process.parent);
      GArray*  children = g_hash_table_lookup(by_parent, parent);
      if (children == NULL) {
         children = g_array_new(FALSE, FALSE, sizeof(TreeProcess));
         g_hash_table_insert(by_parent, parent, children);
      }
      g_array_append_val(children, stat.process);
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
   Stat stat;
   g_autofree char* number = g_strdup_printf("%ld", (long)pid);
   if (!read_stat(number, &stat)) {
      return 0;
   }
   double ticks = (double)(stat.user + stat.system);
   double of_ended = with_ended ? (double)(stat.ended_user + stat.ended_system) : 0;
   return (ticks + of_ended) / (double)sysconf(_SC_CLK_TCK);
}
