/* The progress bar.  Each call of progress_advance reads the clock, so callers should
   advance by chunks. */

#include "util/progress.h"

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/text.h"

#define FIRST_SECOND  G_USEC_PER_SEC
#define INTERVAL      (G_USEC_PER_SEC / 10)
#define BAR_COLUMNS   40
#define LINE_COLUMNS  78

static struct {
   const char* what;      /* NULL: there is nothing to show */
   uint64_t    total;
   uint64_t    done;
   gint64      next;      /* when to draw again */
   bool        is_drawn;
} progress;

void progress_begin(const char* what, uint64_t total)
{
   memset(&progress, 0, sizeof progress);
   if (isatty(STDERR_FILENO)) {
      progress.what = what;
      progress.total = total;
      progress.next = g_get_monotonic_time() + FIRST_SECOND;
   }
}

/* The size of all files, if they all have one. */
void progress_begin_reading(const char* const* paths, size_t count)
{
   uint64_t total = 0;
   bool     is_known = true;
   for (size_t i = 0; i < count; i++) {
      struct stat status;
      int error = strcmp(paths[i], "-") == 0 ? fstat(STDIN_FILENO, &status) : stat(paths[i], &status);
      is_known &= error == 0 && S_ISREG(status.st_mode);
      total += is_known ? (uint64_t)status.st_size : 0;
   }
   progress_begin("reading", is_known ? total : 0);
}

/* Blanks, one less than a line has, end in the next line if the cursor is not at the beginning of one, and it
   goes to the beginning of that; else they end in the same line. */
void progress_new_line(void)
{
   struct winsize size;
   if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
      fprintf(stderr, "%*s\r", size.ws_col - 1, "");
   }
}

static void draw_bar(void)
{
   if (!progress.is_drawn) {
      progress_new_line();
   }
   if (progress.total == 0) {
      ShortText done;
      fprintf(stderr, "\raprof: %s, %sB", progress.what, text_short_number((double)progress.done, done));
   } else {
      static const char bar[] = "########################################";
      double part = MIN((double)progress.done / (double)progress.total, 1);
      fprintf(stderr, "\raprof: %s [%-*.*s] %3.0f%%", progress.what, BAR_COLUMNS, (int)(part * BAR_COLUMNS),
              bar, 100.0 * part);
   }
   fflush(stderr);
   progress.is_drawn = true;
}

void progress_advance(uint64_t amount)
{
   progress.done += amount;
   if (progress.what == NULL) {
      return;
   }
   gint64 time = g_get_monotonic_time();
   if (time >= progress.next) {
      draw_bar();
      progress.next = time + INTERVAL;
   }
}

void progress_hide(void)
{
   if (progress.is_drawn) {
      fprintf(stderr, "\r%*s\r", LINE_COLUMNS, "");
      fflush(stderr);
      progress.is_drawn = false;
   }
}

void progress_end(void)
{
   progress_hide();
   progress.what = NULL;
}
