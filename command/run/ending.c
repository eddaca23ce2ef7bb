/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "run/ending.h"

#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/problem.h"

/* How often we look for processes to kill. */
#define MAX_LOOKS  100

/*------------------------------------------------------------------*/
/*--- The processes that we have started                         ---*/
/*------------------------------------------------------------------*/

/* A process that this one has started, directly or not.  As this one is the parent of orphans
   (PR_SET_CHILD_SUBREAPER), none of them leaves the tree. */
typedef struct {
   pid_t    pid;
   pid_t    parent;
   pid_t    group;
   char     state;   /* as in proc(5) */
   uint64_t start;   /* with the process id, this is of one process only, also if the id is used again */
} TreeProcess;

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
   char* path = g_build_filename("/proc", number, "stat", NULL);
   char* text = NULL;
   long  threads;
   bool  found = g_file_get_contents(path, &text, NULL, NULL) && parse_process(text, process, &threads)
                 && !has_ended(process, threads);
   g_free(text);
   g_free(path);
   return found;
}

/* All processes of the system that we may see, by the ids of their parents: GArray of TreeProcess. */
static GHashTable* read_all(void)
{
   GHashTable* by_parent = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
   GDir*       directory = g_dir_open("/proc", 0, NULL);
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
   g_clear_pointer(&directory, g_dir_close);
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

/* Returns the processes that run now, parents before their children.  The caller frees it. */
static GArray* read_tree(void)
{
   GHashTable* by_parent = read_all();
   GArray*     tree = g_array_new(FALSE, FALSE, sizeof(TreeProcess));
   add_children(tree, by_parent, getpid());
   for (guint i = 0; i < tree->len; i++) {
      add_children(tree, by_parent, g_array_index(tree, TreeProcess, i).pid);
   }
   g_hash_table_unref(by_parent);
   return tree;
}

/*------------------------------------------------------------------*/
/*--- Orders                                                     ---*/
/*------------------------------------------------------------------*/

/* An order to a process, and to all that it started, to end. */
typedef struct {
   pid_t       root;
   const char* name;
   int         signal_number;
   gint64      deadline;
   GHashTable* told;           /* by process id: when the process began (TreeProcess) */
} Order;

struct Ending {
   GPtrArray* orders;   /* those with a deadline, until it is over or nothing is left */
};

static void free_order(gpointer data)
{
   Order* order = data;
   g_hash_table_unref(order->told);
   g_free(order);
}

Ending* ending_new(void)
{
   Ending* ending = g_new(Ending, 1);
   ending->orders = g_ptr_array_new_with_free_func(free_order);
   return ending;
}

void ending_free(Ending* ending)
{
   g_ptr_array_unref(ending->orders);
   g_free(ending);
}

/*------------------------------------------------------------------*/
/*--- Who is meant                                               ---*/
/*------------------------------------------------------------------*/

static bool was_told(const Order* order, const TreeProcess* process)
{
   gpointer start;
   return g_hash_table_lookup_extended(order->told, GINT_TO_POINTER(process->pid), NULL, &start)
          && GPOINTER_TO_SIZE(start) == process->start;
}

/* All that is left of those whom the order is about.  An orphan belongs to them by its group. */
static GArray* read_concerned(const Order* order)
{
   GArray*     tree = read_tree();
   GHashTable* concerned = g_hash_table_new(NULL, NULL);
   guint       count = 0;
   for (guint i = 0; i < tree->len; i++) {
      const TreeProcess process = g_array_index(tree, TreeProcess, i);
      if (order->root == ENDING_OF_ALL || process.pid == order->root || process.group == order->root
          || was_told(order, &process) || g_hash_table_contains(concerned, GINT_TO_POINTER(process.parent))) {
         g_hash_table_add(concerned, GINT_TO_POINTER(process.pid));
         g_array_index(tree, TreeProcess, count++) = process;
      }
   }
   g_hash_table_unref(concerned);
   return g_array_set_size(tree, count);
}

/*------------------------------------------------------------------*/
/*--- Telling them                                               ---*/
/*------------------------------------------------------------------*/

/* A process that is stopped takes the signal only when it goes on. */
static void tell(Order* order, const TreeProcess* process)
{
   kill(process->pid, order->signal_number);
   if (process->state == 'T' || process->state == 't') {
      kill(process->pid, SIGCONT);
   }
   g_hash_table_insert(order->told, GINT_TO_POINTER(process->pid), GSIZE_TO_POINTER(process->start));
}

/* Parents come first: a shell must not begin the next command because the one before has ended. */
static void tell_all(Order* order)
{
   GArray* processes = read_concerned(order);
   for (guint i = 0; i < processes->len; i++) {
      tell(order, &g_array_index(processes, TreeProcess, i));
   }
   g_array_unref(processes);
}

/* Tells the orphans, and what they have started. */
static void tell_orphans(Order* order, const GArray* processes)
{
   GHashTable* missed = g_hash_table_new(NULL, NULL);
   for (guint i = 0; i < processes->len; i++) {
      const TreeProcess* process = &g_array_index(processes, TreeProcess, i);
      if (!was_told(order, process)
          && (process->parent == getpid()
              || g_hash_table_contains(missed, GINT_TO_POINTER(process->parent)))) {
         g_hash_table_add(missed, GINT_TO_POINTER(process->pid));
         tell(order, process);
      }
   }
   g_hash_table_unref(missed);
}

static Order* find_order(const Ending* ending, pid_t root)
{
   for (guint i = 0; i < ending->orders->len; i++) {
      Order* order = g_ptr_array_index(ending->orders, i);
      if (order->root == root) {
         return order;
      }
   }
   return NULL;
}

void ending_tell(Ending* ending, pid_t root, const char* name, int signal_number, gint64 deadline)
{
   Order* order = find_order(ending, root);
   if (order == NULL) {
      order = g_new(Order, 1);
      *order = (Order){
         .root = root, .name = name, .deadline = deadline, .told = g_hash_table_new(NULL, NULL)
      };
      g_ptr_array_add(ending->orders, order);
   }
   order->signal_number = signal_number;
   tell_all(order);
   if (order->deadline == 0) {
      g_ptr_array_remove(ending->orders, order);
   }
}

/*------------------------------------------------------------------*/
/*--- Killing them                                               ---*/
/*------------------------------------------------------------------*/

/* Kills those that were not killed before.  Returns how many. */
static unsigned kill_others(const Order* order, GHashTable* killed)
{
   GArray*  processes = read_concerned(order);
   unsigned count = 0;
   for (guint i = 0; i < processes->len; i++) {
      pid_t pid = g_array_index(processes, TreeProcess, i).pid;
      count += g_hash_table_add(killed, GINT_TO_POINTER(pid)) && kill(pid, SIGKILL) == 0;
   }
   g_array_unref(processes);
   return count;
}

/* A process may have forked while we looked: so we look until there is nothing new. */
static void kill_all(const Order* order)
{
   GHashTable* killed = g_hash_table_new(NULL, NULL);
   unsigned    count = 0, more;
   for (int i = 0; i < MAX_LOOKS && (more = kill_others(order, killed)) > 0; i++) {
      count += more;
   }
   if (count > 0) {
      message_print("%s: %u process%s of %s did not end and %s killed; unwritten data is lost",
                    g_get_prgname(), count, count == 1 ? "" : "es", order->name, count == 1 ? "was" : "were");
   }
   g_hash_table_unref(killed);
}

/* False if the order is carried out, or as far as it can be. */
static bool go_on(Order* order)
{
   if (g_get_monotonic_time() >= order->deadline) {
      kill_all(order);
      return false;
   }
   GArray* processes = read_concerned(order);
   bool    goes_on = order->root == ENDING_OF_ALL || processes->len > 0;
   tell_orphans(order, processes);
   g_array_unref(processes);
   return goes_on;
}

void ending_go_on(Ending* ending)
{
   for (guint i = ending->orders->len; i-- > 0;) {
      if (!go_on(g_ptr_array_index(ending->orders, i))) {
         g_ptr_array_remove_index(ending->orders, i);
      }
   }
}

gint64 ending_deadline(const Ending* ending)
{
   gint64 first = 0;
   for (guint i = 0; i < ending->orders->len; i++) {
      const Order* order = g_ptr_array_index(ending->orders, i);
      first = first == 0 ? order->deadline : MIN(first, order->deadline);
   }
   return first;
}
