/* The kernel tells for how long a thread has waited for a processor, in /proc/PID/task/TID/schedstat, as long
   as it is there.  Of processes that others have waited for, the last looks tell. */

#include "run/usage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "run/process_tree.h"

/* A part of the memory, and of the disk, stays free, within these bounds.  The tool gives up something if
   less than half of that is left (aprof/shortage/). */
#define RESERVED_PART   8
#define LEAST_RESERVED  (UINT64_C(256) << 20)
#define MOST_RESERVED   (UINT64_C(1) << 30)

/* No program takes memory, or prints, faster: bytes in a second. */
#define FASTEST         4e9

/* Seconds between two looks. */
#define SHORTEST_PAUSE  0.05
#define LONGEST_PAUSE   2.0

/*--- Files of the kernel ---*/

/* Returns the number behind the word that begins a line; 0 if there is none. */
static uint64_t number_after(const char* text, const char* word)
{
   const size_t length = strlen(word);
   while (text != NULL && strncmp(text, word, length) != 0) {
      text = strchr(text, '\n');
      text = text == NULL ? NULL : text + 1;
   }
   return text == NULL ? 0 : g_ascii_strtoull(text + length, NULL, 10);
}

/* Returns what the file says behind one or two words (`other` may be NULL), in bytes; 0: there is no such
   file. */
static uint64_t kilobytes_in(const char* path, const char* word, const char* other)
{
   g_autofree char* text = NULL;
   g_file_get_contents(path, &text, NULL, NULL);
   return 1024 * (number_after(text, word) + (other == NULL ? 0 : number_after(text, other)));
}

/*--- Time ---*/

UsageClock usage_begin(void)
{
   return (UsageClock){ .begun = g_get_monotonic_time(), .delays = g_hash_table_new(NULL, NULL) };
}

void usage_end(UsageClock* clock)
{
   g_clear_pointer(&clock->delays, g_hash_table_unref);
}

/* Returns for how many nanoseconds a thread has waited for a processor; 0 if the kernel does not tell. */
static uint64_t delay_of_thread(const char* directory, const char* number)
{
   g_autofree char* path = g_build_filename(directory, number, "schedstat", NULL);
   g_autofree char* text = NULL;
   unsigned long delay = 0;
   g_file_get_contents(path, &text, NULL, NULL);
   if (text == NULL || sscanf(text, "%*u %lu", &delay) != 1) {
      delay = 0;
   }
   return delay;
}

void usage_note(UsageClock* clock, pid_t pid)
{
   g_autofree char* directory = g_strdup_printf("/proc/%ld/task", (long)pid);
   GDir*       threads = g_dir_open(directory, 0, NULL);
   const char* number;
   uint64_t    sum = 0;
   while (threads != NULL && (number = g_dir_read_name(threads)) != NULL) {
      sum += delay_of_thread(directory, number);
   }
   g_clear_pointer(&threads, g_dir_close);
   size_t before = GPOINTER_TO_SIZE(g_hash_table_lookup(clock->delays, GINT_TO_POINTER(pid)));
   g_hash_table_insert(clock->delays, GINT_TO_POINTER(pid), GSIZE_TO_POINTER(MAX(before, sum / 1000)));
}

static gint64 sum_of_delays(const UsageClock* clock)
{
   GHashTableIter all;
   gpointer       delay;
   gint64         sum = 0;
   g_hash_table_iter_init(&all, clock->delays);
   while (g_hash_table_iter_next(&all, NULL, &delay)) {
      sum += (gint64)GPOINTER_TO_SIZE(delay);
   }
   return sum;
}

double usage_own_seconds(const UsageClock* clock, double processor_seconds)
{
   gint64 passed = g_get_monotonic_time() - clock->begun - sum_of_delays(clock);
   return MAX((double)passed / G_USEC_PER_SEC, processor_seconds - clock->worked_before);
}

static double look_at_all(UsageClock* clock, const GArray* processes)
{
   double worked = 0;
   for (guint i = 0; i < processes->len; i++) {
      pid_t pid = g_array_index(processes, TreeProcess, i).pid;
      usage_note(clock, pid);
      worked += process_tree_seconds(pid, true);
   }
   return worked;
}

UsageClock usage_begin_of(const GArray* processes)
{
   UsageClock clock = usage_begin();
   clock.worked_before = look_at_all(&clock, processes);
   clock.begun -= sum_of_delays(&clock);
   return clock;
}

double usage_own_seconds_of(UsageClock* clock, const GArray* processes)
{
   return usage_own_seconds(clock, look_at_all(clock, processes));
}

/*--- Memory ---*/

/* Returns the memory of a process; its part, if processes share some.  That takes the kernel some time, so we
   ask for it only where it matters. */
static uint64_t memory_of(pid_t pid, bool is_part)
{
   g_autofree char* path = g_strdup_printf("/proc/%ld/%s", (long)pid, is_part ? "smaps_rollup" : "status");
   return is_part ? kilobytes_in(path, "Pss_Anon:", "Pss_Shmem:")
                  : kilobytes_in(path, "RssAnon:", "RssShmem:");
}

static uint64_t memory_of_all(const GArray* processes, bool is_part)
{
   uint64_t sum = 0;
   for (guint i = 0; i < processes->len; i++) {
      sum += memory_of(g_array_index(processes, TreeProcess, i).pid, is_part);
   }
   return sum;
}

static uint64_t memory_in_use(const GArray* processes, uint64_t limit)
{
   uint64_t memory = memory_of_all(processes, false);
   uint64_t parts = memory > limit ? memory_of_all(processes, true) : 0;
   return parts > 0 ? parts : memory;
}

/* Returns what is left to use of `all`, of which so much is free. */
static uint64_t less_reserve(uint64_t free, uint64_t all)
{
   uint64_t reserve = CLAMP(all / RESERVED_PART, LEAST_RESERVED, MOST_RESERVED);
   return free - MIN(free, MIN(reserve, free / 2));
}

/* Returns the text of a file of a control group; NULL: it is not there. */
static char* group_text(const char* directory, const char* name)
{
   g_autofree char* path = g_build_filename(directory, name, NULL);
   char*            text = NULL;
   g_file_get_contents(path, &text, NULL, NULL);
   return text;
}

/* Returns what the control group of this directory still allows; UINT64_MAX: it has no limit. */
static uint64_t free_in_group(const char* directory)
{
   g_autofree char* most = group_text(directory, "memory.max");
   g_autofree char* current = group_text(directory, "memory.current");
   g_autofree char* parts = group_text(directory, "memory.stat");
   uint64_t limit = most == NULL ? 0 : g_ascii_strtoull(most, NULL, 10);   /* 0 for "max" */
   uint64_t used = current == NULL ? 0 : g_ascii_strtoull(current, NULL, 10);
   uint64_t cached = number_after(parts, "inactive_file ") + number_after(parts, "active_file ");
   used -= MIN(used, cached);
   return limit == 0 ? UINT64_MAX : less_reserve(limit - MIN(limit, used), limit);
}

/* In a container, the path may be one that only the machine outside has; then the group is where groups are
   mounted. */
static uint64_t free_in_groups(void)
{
   g_autofree char* text = NULL;
   uint64_t least = UINT64_MAX;
   g_file_get_contents("/proc/self/cgroup", &text, NULL, NULL);
   const char* line = text == NULL ? NULL : strstr(text, "0::/");
   const char* own = line == NULL ? "" : line + strlen("0::");
   g_autoptr(GString) path = g_string_new("/sys/fs/cgroup");
   const gsize root = path->len;
   g_string_append_len(path, own, (gssize)strcspn(own, "\n"));
   g_assert(path->len == root || path->str[root] == '/');
   while (path->len > root) {
      least = MIN(least, free_in_group(path->str));
      g_string_truncate(path, (gsize)(strrchr(path->str, '/') - path->str));
   }
   least = MIN(least, free_in_group(path->str));
   return least;
}

uint64_t usage_free_memory(void)
{
   uint64_t of_machine = less_reserve(kilobytes_in("/proc/meminfo", "MemAvailable:", NULL),
                                      kilobytes_in("/proc/meminfo", "MemTotal:", NULL));
   return MIN(of_machine, free_in_groups());
}

/*--- Files ---*/

uint64_t usage_free_disk(const char* directory)
{
   struct statvfs system;
   return statvfs(directory, &system) != 0 ? UINT64_MAX
          : less_reserve(system.f_bavail * system.f_frsize, system.f_blocks * system.f_frsize);
}

/* Returns the larger one of what the run has printed to two files. */
static uint64_t printed_by(const Run* run)
{
   const char* paths[] = { run->output, run->errors };
   uint64_t    most = 0;
   struct stat status;
   for (size_t i = 0; i < G_N_ELEMENTS(paths); i++) {
      if (paths[i] != NULL && stat(paths[i], &status) == 0) {
         most = MAX(most, (uint64_t)status.st_size);
      }
   }
   return most;
}

static double moved_in(const char* path)
{
   g_autofree char* text = NULL;
   double moved = NAN;
   if (g_file_get_contents(path, &text, NULL, NULL)) {
      moved = (double)number_after(text, "rchar: ") + (double)number_after(text, "wchar: ");
   }
   return moved;
}

/* Only root may ask a child that has ended.  But to what the process has moved, the kernel adds what its
   children have, when it has waited for them; to what a thread has moved, it does not. */
double usage_moved(void)
{
   return moved_in("/proc/self/io") - moved_in("/proc/thread-self/io");
}

/*--- All together ---*/

/* Whether the limit is exceeded; else the pause ends before it can be. */
static bool is_over(double used, double limit, double fastest, double* pause)
{
   if (limit > 0 && used <= limit) {
      *pause = MIN(*pause, (limit - used) / fastest);
   }
   return limit > 0 && used > limit;
}

RunLimit usage_look(const RunLimits* limits, UsageClock* clock, const Run* run, gint64* next)
{
   g_autoptr(GArray) processes = process_tree_read();
   double   pause = LONGEST_PAUSE;
   double   seconds = usage_own_seconds_of(clock, processes);
   uint64_t memory = limits->memory == 0 ? 0 : memory_in_use(processes, limits->memory);
   double   printed = (double)printed_by(run);
   RunLimit over = is_over(seconds, limits->seconds, g_get_num_processors(), &pause)    ? LIMIT_SECONDS
                   : is_over((double)memory, (double)limits->memory, FASTEST, &pause) ? LIMIT_MEMORY
                   : is_over(printed, (double)limits->printed, FASTEST, &pause)       ? LIMIT_PRINTED
                                                                                      : LIMIT_NONE;
   g_assert(pause >= 0 && pause <= LONGEST_PAUSE);
   *next = g_get_monotonic_time() + (gint64)(MAX(pause, SHORTEST_PAUSE) * G_USEC_PER_SEC);
   return over;
}
