/* The program writes to the same terminal, so these are lines, and none is drawn again.  A program that reads
   single keys, as an editor, draws its own screen: then nothing is said. */

#include "run/status.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "input/file.h"
#include "run/earlier.h"
#include "run/process_tree.h"
#include "run/valgrind.h"
#include "util/problem.h"
#include "util/progress.h"
#include "util/text.h"

#define FIRST_SECOND  2

/* The longest pause. */
#define MOST_SECONDS  60

/* Less is read at once by the C library, and tells nothing. */
#define LEAST_SIZE      65536

/* The dynamic linker reads the beginning of a library only. */
#define LEAST_FRACTION  0.01

struct Status {
   const RunDirectory* directory;
   const char*         key;
   gint64              begun;
   gint64              due;          /* 0: never */
   bool                has_looked;   /* for an earlier run */
   Earlier             earlier;      /* 0 seconds: there was none */
   double              estimated;    /* seconds; 0: unknown */
};

Status* status_new(StatusChoice choice, const RunDirectory* directory, const char* key,
                   double estimated)
{
   Status* status = g_new(Status, 1);
   gint64  now = g_get_monotonic_time();
   bool    is_wanted = choice == STATUS_ALWAYS || (choice == STATUS_AUTO && isatty(STDERR_FILENO));
   *status = (Status){
      .directory = directory, .key = key, .begun = now, .estimated = estimated,
      .due = is_wanted ? now + FIRST_SECOND * G_USEC_PER_SEC : 0,
   };
   return status;
}

gint64 status_due(const Status* status)
{
   return status == NULL ? 0 : status->due;
}

/*--- Processes ---*/

bool status_reports(const RunDirectory* directory, unsigned* count, Problem* problem)
{
   g_autoptr(GPtrArray) names = listing_read(directory->processes, problem);
   bool     done = names != NULL;
   unsigned run, number;
   *count = 0;
   for (guint i = 0; done && i < names->len; i++) {
      *count += valgrind_report_name(g_ptr_array_index(names, i), &run, &number);
   }
   return done;
}

/* Returns the processes that run under Valgrind now: TreeProcess. */
static GArray* find_running(void)
{
   GArray* tree = process_tree_read();
   guint   kept = 0;
   for (guint i = 0; i < tree->len; i++) {
      TreeProcess process = g_array_index(tree, TreeProcess, i);
      g_autofree char* link = g_strdup_printf("/proc/%ld/exe", (long)process.pid);
      g_autofree char* executable = g_file_read_link(link, NULL);
      if (executable != NULL && valgrind_is_tool(executable)) {
         g_array_index(tree, TreeProcess, kept++) = process;
      }
   }
   g_array_set_size(tree, kept);
   return tree;
}

/*--- What is read ---*/

/* How far the measured processes have read their inputs: /proc/PID/fd has the files that are open, and
   /proc/PID/fdinfo the place where the next byte is read.  A file that is mapped has no such place, and one
   that was read as a whole is at its end: of both, nothing is said. */
typedef struct {
   char*  name;       /* of the file, without its directory; NULL: none is being read */
   double fraction;   /* above 0, below 1 */
} Reading;

static bool parse_info(const char* text, int64_t* place, unsigned* flags)
{
   const char* place_line = strstr(text, "pos:");
   const char* flags_line = strstr(text, "flags:");
   return place_line != NULL && flags_line != NULL && sscanf(place_line, "pos: %" SCNd64, place) == 1
          && sscanf(flags_line, "flags: %o", flags) == 1;
}

/* Returns where the process reads in this file, which it has open for reading only; -1: it has not. */
static int64_t find_place(pid_t pid, const char* number)
{
   g_autofree char* path = g_strdup_printf("/proc/%ld/fdinfo/%s", (long)pid, number);
   g_autofree char* text = NULL;
   int64_t  place = -1;
   unsigned flags = 0;
   if (!g_file_get_contents(path, &text, NULL, NULL) || !parse_info(text, &place, &flags)
       || (flags & O_ACCMODE) != O_RDONLY) {
      place = -1;
   }
   return place;
}

/* Takes the file for the result if it is larger than the one there. */
static void look_at_file(pid_t pid, const char* number, Reading* reading, off_t* largest)
{
   struct stat status;
   g_autofree char* link = g_strdup_printf("/proc/%ld/fd/%s", (long)pid, number);
   if (stat(link, &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= LEAST_SIZE
       && status.st_size > *largest) {
      int64_t place = find_place(pid, number);
      bool    is_between = place >= LEAST_FRACTION * status.st_size && place < status.st_size;
      g_autofree char* path = is_between ? g_file_read_link(link, NULL) : NULL;
      if (path != NULL) {
         g_free(reading->name);
         *reading = (Reading){ g_strdup(text_file_name(path)), (double)place / (double)status.st_size };
         *largest = status.st_size;
      }
   }
}

/* Returns the largest file that one of these processes (TreeProcess) reads, and is not through with. */
static Reading find_reading(const GArray* processes)
{
   Reading reading = { .name = NULL };
   off_t   largest = 0;
   for (guint i = 0; i < processes->len; i++) {
      pid_t pid = g_array_index(processes, TreeProcess, i).pid;
      g_autofree char* path = g_strdup_printf("/proc/%ld/fd", (long)pid);
      g_autoptr(GDir)  directory = g_dir_open(path, 0, NULL);
      const char* number;
      while (directory != NULL && (number = g_dir_read_name(directory)) != NULL) {
         look_at_file(pid, number, &reading, &largest);
      }
   }
   return reading;
}

/*--- What is said ---*/

static const char* processes_text(unsigned count)
{
   return count == 1 ? "process" : "processes";
}

static void append_reading(GString* line, const GArray* running)
{
   Reading reading = find_reading(running);
   if (reading.name != NULL) {
      g_assert(reading.fraction > 0 && reading.fraction < 1);
      g_string_append_printf(line, "; %.0f %% of %s is read", floor(reading.fraction * 100), reading.name);
   }
   g_free(reading.name);
}

/* Appends how long it will take, if an earlier run or the estimate tells. */
static void append_rest(GString* line, const Status* status, double seconds)
{
   const Earlier* earlier = &status->earlier;
   g_assert(seconds >= 0 && earlier->seconds >= 0);
   Duration took, left;
   double   whole = earlier->seconds > 0 ? earlier->seconds : status->estimated;
   if (whole <= 0) {
      return;
   }
   g_string_append(line, "; ");
   if (seconds < whole) {
      g_string_append_printf(line, "about %s left, as ", text_duration(whole - seconds, left));
   }
   if (earlier->seconds > 0) {
      g_string_append_printf(line, "the last run of this command took %s, with %u %s",
                             text_duration(whole, took), earlier->processes,
                             processes_text(earlier->processes));
   } else {
      g_string_append_printf(line, "the estimate is %s", text_duration(whole, took));
   }
}

static void tell(Status* status, double seconds)
{
   Duration time;
   unsigned ended;
   Problem  ignored;
   status_reports(status->directory, &ended, &ignored);
   g_autoptr(GArray) running = find_running();
   if (!status->has_looked) {
      status->has_looked = true;
      earlier_find(status->directory, status->key, &status->earlier);
   }
   g_autoptr(GString) line = g_string_new(NULL);
   g_string_append_printf(line, "%s: %s; %u %s measured, %u running", g_get_prgname(),
                          text_duration(seconds, time), ended, processes_text(ended), running->len);
   append_reading(line, running);
   append_rest(line, status, seconds);
   progress_new_line();
   message_print("%s", line->str);
}

/* Whether a program has the terminal for itself. */
static bool is_screen_taken(void)
{
   struct termios settings;
   return tcgetattr(STDERR_FILENO, &settings) == 0 && (settings.c_lflag & ICANON) == 0;
}

void status_tell(Status* status)
{
   gint64 now = g_get_monotonic_time();
   if (status_due(status) == 0 || now < status->due) {
      return;
   }
   gint64 passed = now - status->begun;
   if (!is_screen_taken()) {
      tell(status, (double)passed / G_USEC_PER_SEC);
   }
   status->due = now + MIN(passed, MOST_SECONDS * G_USEC_PER_SEC);
}
