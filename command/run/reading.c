/* /proc/PID/fd has the files that are open, and /proc/PID/fdinfo the place where the next byte is read.  A
   file that is mapped has no such place, and one that was read as a whole is at its end: of both, nothing is
   said. */

#include "run/reading.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "run/process_tree.h"
#include "util/text.h"

/* Less is read at once by the C library, and tells nothing. */
#define LEAST_SIZE      65536

/* The dynamic linker reads the beginning of a library only. */
#define LEAST_FRACTION  0.01

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

Reading reading_look(const GArray* processes)
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
