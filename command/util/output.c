/* Writes a file under another name beside the final one, and renames it at the end.  A
   device or a pipe is written directly.

   Invariant: while a file has only its first name, this name is in `unfinished`, and any
   end of the command removes the file. */

#define _GNU_SOURCE   /* TEMP_FAILURE_RETRY */

#include "util/output.h"

#include <assert.h>
#include <errno.h>
#include <glib.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/caller.h"
#include "util/text.h"

static char* volatile unfinished;

static bool refuse(const Output* output, Problem* problem)
{
   return problem_set(problem, output->path, 0, "cannot be written: %s", strerror(errno));
}

/*--- If the command ends early ---*/

static void remove_unfinished(void)
{
   if (unfinished != NULL) {
      unlink(unfinished);
   }
}

static void end_by_signal(int number)
{
   remove_unfinished();
   signal(number, SIG_DFL);
   raise(number);
}

static void arrange_removal(void)
{
   static const int signals[] = {
      SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGABRT, SIGXCPU, SIGXFSZ
   };
   static bool      arranged;
   if (arranged) {
      return;
   }
   arranged = true;
   atexit(remove_unfinished);
   for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
      if (!signal_is_ignored(signals[i])) {
         signal(signals[i], end_by_signal);
      }
   }
}

/*--- Files ---*/

static bool is_special(const char* path)
{
   struct stat status;
   return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

bool output_is_unfinished(const char* path)
{
   const char* last = text_file_name(path);
   size_t      digits = strspn(last, "0123456789");
   return digits > 0 && last[digits] == '.' && strlen(last + digits) > strlen(".part")
          && g_str_has_suffix(last, ".part");
}

/* Beside the file that the path leads to, through symbolic links.  It is named as the tool names what it
   writes: nobody who looks for TARGET* must find it. */
static FILE* open_beside(Output* output)
{
   output->target = realpath(output->path, NULL);
   if (output->target == NULL) {
      output->target = g_strdup(output->path);   /* the file is not there yet */
   } else if (access(output->target, W_OK) != 0) {
      return NULL;
   }
   const char* last = text_file_name(output->target);
   output->part = g_strdup_printf("%.*s%ld.%s.part", (int)(last - output->target), output->target,
                                  (long)getpid(), last);
   arrange_removal();
   assert(unfinished == NULL);
   unfinished = output->part;   /* before it is there: a signal may come at once */
   FILE* file = fopen(output->part, "wxe");
   if (file == NULL) {
      unfinished = NULL;
   }
   return file;
}

static void forget(Output* output)
{
   unfinished = NULL;
   g_free(output->part);
   g_free(output->target);
}

bool output_open(Output* output, const char* path, FILE* standard, Problem* problem)
{
   *output = (Output){ .path = path };
   if (strcmp(path, "-") == 0) {
      output->path = "<stdout>";
      output->file = standard;
      output->is_standard = true;
      return true;
   }
   output->file = is_special(path) ? fopen(path, "we") : open_beside(output);
   if (output->file == NULL) {
      refuse(output, problem);
      forget(output);
      return false;
   }
   return true;
}

/* errno is of the last call; that of an earlier one, which has failed, may be gone. */
const char* output_flush(FILE* stream)
{
   errno = 0;
   if (fflush(stream) == 0 && !ferror(stream)) {
      return NULL;
   }
   return errno != 0 ? strerror(errno) : "an earlier write has failed";
}

bool output_close(Output* output, Problem* problem)
{
   const char* reason = output_flush(output->file);
   bool        written = reason == NULL;
   if (!written) {
      problem_set(problem, output->path, 0, "cannot be written: %s", reason);
   }
   /* Some file systems accept bytes for which they have no room, and say so only in fsync. */
   if (written && output->part != NULL) {
      written = TEMP_FAILURE_RETRY(fsync(fileno(output->file))) == 0 || refuse(output, problem);
   }
   /* Linux has closed a file also if a signal interrupts that. */
   if (!output->is_standard && fclose(output->file) != 0 && errno != EINTR && written) {
      written = refuse(output, problem);
   }
   if (output->part != NULL) {
      if (written && rename(output->part, output->target) != 0) {
         written = refuse(output, problem);
      }
      if (!written) {
         unlink(output->part);
      }
   }
   forget(output);
   return written;
}

bool output_write_text(const char* path, const char* text, Problem* problem)
{
   Output output;
   if (!output_open(&output, path, stdout, problem)) {
      return false;
   }
   fputs(text, output.file);
   return output_close(&output, problem);
}

void output_abandon(Output* output)
{
   if (!output->is_standard) {
      fclose(output->file);
   }
   if (output->part != NULL) {
      unlink(output->part);
   }
   forget(output);
}
