#include "run/ending.h"

#include <signal.h>
#include <stdbool.h>
#include <unistd.h>

#include "run/process_tree.h"
#include "run/usage.h"
#include "util/problem.h"

/* How often we look for processes to kill. */
#define MAX_LOOKS  100

/* Seconds between two looks at what has been working. */
#define SHORTEST_PAUSE  0.1

/*--- Orders ---*/

/* An order to a process, and to all that it started, to end. */
typedef struct {
   pid_t       root;
   const char* name;
   int         signal_number;
   unsigned    seconds;
   gint64      deadline;       /* when its processes are looked at, and killed if their time is over */
   gint64      last_deadline;  /* when they are killed in any case */
   UsageClock  clock;
   GHashTable* told;           /* by process id: when the process began (TreeProcess) */
} Order;

struct Ending {
   GPtrArray* orders;   /* those with a deadline, until it is over or nothing is left */
};

static void free_order(gpointer data)
{
   g_autofree Order* order = data;
   usage_end(&order->clock);
   g_hash_table_unref(order->told);
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

/*--- Who is meant ---*/

static bool was_told(const Order* order, const TreeProcess* process)
{
   gpointer start;
   return g_hash_table_lookup_extended(order->told, GINT_TO_POINTER(process->pid), NULL, &start)
          && GPOINTER_TO_SIZE(start) == process->start;
}

/* All that is left of those whom the order is about.  An orphan belongs to them by its group. */
static GArray* read_concerned(const Order* order)
{
   GArray* tree = process_tree_read();
   g_autoptr(GHashTable) concerned = g_hash_table_new(NULL, NULL);
   guint count = 0;
   for (guint i = 0; i < tree->len; i++) {
      const TreeProcess process = g_array_index(tree, TreeProcess, i);
      if (order->root == ENDING_OF_ALL || process.pid == order->root || process.group == order->root
          || was_told(order, &process) || g_hash_table_contains(concerned, GINT_TO_POINTER(process.parent))) {
         g_hash_table_add(concerned, GINT_TO_POINTER(process.pid));
         g_array_index(tree, TreeProcess, count++) = process;
      }
   }
   g_assert(count <= tree->len);
   return g_array_set_size(tree, count);
}

/*--- Telling them ---*/

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
static void tell_all(Order* order, const GArray* processes)
{
   for (guint i = 0; i < processes->len; i++) {
      tell(order, &g_array_index(processes, TreeProcess, i));
   }
}

/* Tells the orphans, and what they have started. */
static void tell_orphans(Order* order, const GArray* processes)
{
   g_autoptr(GHashTable) missed = g_hash_table_new(NULL, NULL);
   for (guint i = 0; i < processes->len; i++) {
      const TreeProcess* process = &g_array_index(processes, TreeProcess, i);
      if (!was_told(order, process)
          && (process->parent == getpid()
              || g_hash_table_contains(missed, GINT_TO_POINTER(process->parent)))) {
         g_hash_table_add(missed, GINT_TO_POINTER(process->pid));
         tell(order, process);
      }
   }
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

static void start_clock(Order* order, unsigned seconds, const GArray* processes)
{
   g_assert(order->deadline == 0);   /* an order has one clock */
   order->seconds = seconds;
   order->clock = usage_begin_of(processes);
   order->deadline = g_get_monotonic_time() + seconds * G_USEC_PER_SEC;
   order->last_deadline = g_get_monotonic_time() + USAGE_BY_THE_CLOCK * seconds * G_USEC_PER_SEC;
}

void ending_tell(Ending* ending, pid_t root, const char* name, int signal_number, unsigned seconds)
{
   Order* order = find_order(ending, root);
   bool   is_new = order == NULL;
   if (is_new) {
      order = g_new(Order, 1);
      *order = (Order){ .root = root, .name = name, .told = g_hash_table_new(NULL, NULL) };
      g_ptr_array_add(ending->orders, order);
   }
   g_autoptr(GArray) processes = read_concerned(order);
   order->signal_number = signal_number;
   tell_all(order, processes);
   if (is_new) {
      start_clock(order, seconds, processes);
   }
   if (order->seconds == 0) {
      g_ptr_array_remove(ending->orders, order);
   }
}

/*--- Killing them ---*/

/* Kills those that were not killed before.  Returns how many. */
static unsigned kill_others(const Order* order, GHashTable* killed)
{
   g_autoptr(GArray) processes = read_concerned(order);
   unsigned count = 0;
   for (guint i = 0; i < processes->len; i++) {
      pid_t pid = g_array_index(processes, TreeProcess, i).pid;
      count += g_hash_table_add(killed, GINT_TO_POINTER(pid)) && kill(pid, SIGKILL) == 0;
   }
   return count;
}

/* A process may have forked while we looked: so we look until there is nothing new. */
static void kill_all(const Order* order)
{
   g_autoptr(GHashTable) killed = g_hash_table_new(NULL, NULL);
   unsigned count = 0, more;
   for (int i = 0; i < MAX_LOOKS && (more = kill_others(order, killed)) > 0; i++) {
      count += more;
   }
   if (count > 0) {
      message_print("%s: %u process%s of %s did not end and %s killed; unwritten data is lost",
                    g_get_prgname(), count, count == 1 ? "" : "es", order->name, count == 1 ? "was" : "were");
   }
}

/* Whether the processes have had their time.  Else the deadline is when they can have had it. */
static bool is_over(Order* order, const GArray* processes)
{
   gint64 now = g_get_monotonic_time();
   if (now >= order->last_deadline) {
      return true;
   }
   double left = order->seconds - usage_own_seconds_of(&order->clock, processes);
   order->deadline = now + (gint64)(MAX(left, SHORTEST_PAUSE) * G_USEC_PER_SEC);
   return left <= 0;
}

/* False if the order is carried out, or as far as it can be. */
static bool go_on(Order* order)
{
   g_autoptr(GArray) processes = read_concerned(order);
   bool is_late = g_get_monotonic_time() >= order->deadline && is_over(order, processes);
   bool goes_on = !is_late && (order->root == ENDING_OF_ALL || processes->len > 0);
   if (is_late) {
      kill_all(order);
   } else {
      tell_orphans(order, processes);
   }
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
