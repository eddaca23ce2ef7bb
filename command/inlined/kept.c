/* An object that was linked anew has another build ID and other times.  Where objects have no build ID, or
   the times of files are coarse, the other of both still tells.  The times of this program are part of the
   key, too: another version of it may make another map. */

#include "inlined/kept.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dwarf/object.h"
#include "input/file.h"
#include "util/output.h"

#define HEAD       "aprof kept map 1"
#define OURSELVES  "/proc/self/exe"

/*--- The directory ---*/

static void refuse(Kept* kept, const char* why)
{
   g_free(kept->why_not);
   kept->why_not = g_strdup_printf("maps of inlined routines are not kept: %s %s", kept->directory, why);
   kept->directory = NULL;
}

Kept kept_open(const char* directory)
{
   Kept        kept = { .directory = directory };
   struct stat status;
   if (directory == NULL) {
      return kept;
   }
   if (mkdir(directory, 0700) != 0 && errno != EEXIST) {
      g_autofree char* why = g_strconcat("cannot be made: ", strerror(errno), NULL);
      refuse(&kept, why);
   } else if (stat(directory, &status) != 0 || !S_ISDIR(status.st_mode)) {
      refuse(&kept, "is no directory");
   } else if (status.st_uid != geteuid() || (status.st_mode & S_IWOTH) != 0) {
      refuse(&kept, "belongs to somebody else, or others can write it");
   }
   return kept;
}

void kept_close(Kept* kept)
{
   g_free(kept->why_not);
}

/*--- Keys ---*/

static bool add_status(GString* key, const char* path)
{
   struct stat status;
   if (stat(path, &status) != 0) {
      return false;
   }
   g_string_append_printf(key, " %ju %ju %jd %jd.%09ld %jd.%09ld", (uintmax_t)status.st_dev,
                          (uintmax_t)status.st_ino, (intmax_t)status.st_size,
                          (intmax_t)status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                          (intmax_t)status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
   return true;
}

char* kept_key(const char* object, const char* mode)
{
   g_autoptr(GString) key = g_string_new(mode);
   if (!add_status(key, object) || !add_status(key, OURSELVES)) {
      return NULL;
   }
   g_autofree char* build_id = debug_build_id(object);
   g_string_append_printf(key, " %s %s", build_id == NULL ? "-" : build_id, object);
   return g_strdup(g_strdelimit(key->str, "\n", '?'));
}

/*--- Files ---*/

static char* path_of(const Kept* kept, const char* key)
{
   g_autofree char* sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, key, -1);
   return g_strdup_printf("%s/%s.map", kept->directory, sum);
}

static char* text_of(const char* path, size_t* length)
{
   Problem ignored;
   File*   file = file_open(path, FILE_MAP, &ignored);
   char*   text = file == NULL ? NULL : file_read_all(file, length, &ignored);
   if (file != NULL) {
      file_close(file);
   }
   return text;
}

/* The two lines before the map. */
static char* lines_before(const char* key, const char* map)
{
   g_autofree char* rest = g_strconcat(key, "\n", map, NULL);
   g_autofree char* sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, rest, -1);
   return g_strdup_printf(HEAD " %zu %s\n%s\n", strlen(rest), sum, key);
}

/* Moves the map to the beginning of the text, if it is the whole file of this key. */
static bool take_map(char* text, size_t length, const char* key)
{
   const char* line = strchr(text, '\n');
   const char* end = line == NULL ? NULL : strchr(line + 1, '\n');
   if (end == NULL || strlen(text) != length) {
      return false;
   }
   g_autofree char* before = lines_before(key, end + 1);
   size_t           start = (size_t)(end + 1 - text);
   bool             is_right = strlen(before) == start && memcmp(before, text, start) == 0;
   if (is_right) {
      memmove(text, end + 1, length - start + 1);
   }
   return is_right;
}

char* kept_read(const Kept* kept, const char* key)
{
   if (kept->directory == NULL || key == NULL) {
      return NULL;
   }
   size_t           length = 0;
   g_autofree char* path = path_of(kept, key);
   char*            text = text_of(path, &length);
   if (text != NULL && !take_map(text, length, key)) {
      g_clear_pointer(&text, g_free);
   }
   return text;
}

void kept_write(Kept* kept, const char* key, const char* map)
{
   if (kept->directory == NULL || key == NULL) {
      return;
   }
   Problem          problem;
   Output           output;
   g_autofree char* path = path_of(kept, key);
   g_autofree char* before = lines_before(key, map);
   bool             done = output_open(&output, path, stdout, &problem);
   if (done) {
      fputs(before, output.file);
      fputs(map, output.file);
      done = output_close(&output, &problem);
   }
   if (!done) {
      refuse(kept, problem.reason);
   }
}
