#include "experiment/workplace.h"

#include <errno.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/file.h"
#include "run/directory.h"

#define UNFINISHED  "unfinished."
#define TEMPORARY   "aprof-"
#define DEPTH       3

/*--- Removing ---*/

void workplace_remove(Workplace* place)
{
   if (place->unfinished != NULL) {
      directory_remove(place->unfinished, DEPTH);
   }
   if (place->temporary != NULL) {
      directory_remove(place->temporary, DEPTH);
   }
   g_free(place->experiment);
   g_free(place->unfinished);
   g_free(place->temporary);
   *place = (Workplace){ 0 };
}

/* Whether the process has ended.  One that nobody has waited for has no executable. */
static bool has_ended(long process)
{
   char byte;
   g_autofree char* path = g_strdup_printf("/proc/%ld/exe", process);
   return readlink(path, &byte, 1) < 0 && errno == ENOENT;
}

/* Whether the directory, unfinished.RUN.HOST.PROCESS-SUFFIX, is of a process of this machine that has
   ended. */
static bool is_abandoned(const char* name)
{
   g_autofree char* end = g_strdup_printf(".%s.", g_get_host_name());
   const char* host = g_str_has_prefix(name, UNFINISHED) ? g_strrstr(name, end) : NULL;
   long        process = 0;
   int         length = 0;
   if (host != NULL && sscanf(host + strlen(end), "%ld-%n", &process, &length) != 1) {
      process = 0;
   }
   return length > 0 && process > 0 && has_ended(process);
}

/* Removes what belongs to a run that was killed; the end of its name is that of its temporary directory. */
static void remove_abandoned(const char* experiment, const char* name)
{
   g_autofree char* path = g_build_filename(experiment, name, NULL);
   g_autofree char* temporary = g_strconcat(g_get_tmp_dir(), "/" TEMPORARY, strrchr(name, '-') + 1, NULL);
   directory_remove(temporary, DEPTH);
   directory_remove(path, DEPTH);
}

void workplace_clean(const char* experiment)
{
   Problem ignored;
   g_autoptr(GPtrArray) names = listing_read(experiment, &ignored);
   for (guint i = 0; names != NULL && i < names->len; i++) {
      const char* name = g_ptr_array_index(names, i);
      if (is_abandoned(name)) {
         remove_abandoned(experiment, name);
      }
   }
}

/*--- Making ---*/

bool workplace_make(Workplace* place, const char* experiment, const char* run, Problem* problem)
{
   g_autoptr(GError) error = NULL;
   *place = (Workplace){ .experiment = g_strdup(experiment) };
   place->temporary = g_dir_make_tmp(TEMPORARY "XXXXXX", &error);
   if (place->temporary == NULL) {
      problem_set(problem, NULL, 0, "there is no temporary directory: %s", error->message);
      workplace_remove(place);
      return false;
   }
   place->unfinished = g_strdup_printf("%s/" UNFINISHED "%s.%s.%ld-%s", experiment, run, g_get_host_name(),
                                       (long)getpid(), strrchr(place->temporary, '-') + 1);
   if (mkdir(place->unfinished, 0777) != 0) {
      problem_set(problem, NULL, 0, "%s cannot be made: %s", place->unfinished, strerror(errno));
      workplace_remove(place);
      return false;
   }
   return true;
}

bool workplace_finish(Workplace* place, const char* run, bool* is_first, Problem* problem)
{
   g_assert(place->unfinished != NULL);
   g_autofree char* path = g_build_filename(place->experiment, run, NULL);
   bool moved = rename(place->unfinished, path) == 0;
   *is_first = moved || (errno != ENOTEMPTY && errno != EEXIST);
   if (!moved && *is_first) {
      problem_set(problem, NULL, 0, "%s cannot be made: %s", path, strerror(errno));
   }
   if (moved) {
      g_clear_pointer(&place->unfinished, g_free);
   }
   return moved || !*is_first;
}
