/* inotify(7) tells that a file is opened, and that it is read, but not that it is mapped.  Who maps a file
   changes the time of its last access, as readers do.  But most file systems change it only if it is no later
   than the last change of the file, and some never; then a file that was opened may have been mapped. */

#define _GNU_SOURCE   /* ST_NOATIME */

#include "run/watch.h"

#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

typedef struct {
   int             number;        /* of inotify; the same for two names of a file */
   struct timespec accessed;      /* when it was accessed before */
   bool            shows_access;  /* an access changes that */
   bool            is_opened;
   bool            is_read;       /* or nobody knows */
   char*           path;
} WatchedFile;

struct Watch {
   int     queue;
   GArray* files;   /* of WatchedFile */
};

static void free_file(gpointer data)
{
   g_free(((WatchedFile*)data)->path);
}

Watch* watch_new(void)
{
   Watch* watch = g_new(Watch, 1);
   *watch = (Watch){
      inotify_init1(IN_NONBLOCK | IN_CLOEXEC), g_array_new(FALSE, FALSE, sizeof(WatchedFile))
   };
   g_array_set_clear_func(watch->files, free_file);
   return watch;
}

static void close_queue(Watch* watch)
{
   if (watch->queue >= 0) {
      close(watch->queue);
      watch->queue = -1;
   }
}

void watch_free(Watch* watch)
{
   close_queue(watch);
   g_array_unref(watch->files);
   g_free(watch);
}

static bool is_later(struct timespec a, struct timespec b)
{
   return a.tv_sec > b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec > b.tv_nsec);
}

guint watch_add(Watch* watch, const char* path)
{
   struct stat    status;
   struct statvfs system;
   WatchedFile    file = { .path = g_strdup(path), .is_read = true };
   file.number = watch->queue < 0 ? -1 : inotify_add_watch(watch->queue, path, IN_OPEN | IN_ACCESS);
   if (file.number >= 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode)) {
      bool is_older = !is_later(status.st_atim, status.st_mtim) || !is_later(status.st_atim, status.st_ctim);
      file.is_read = false;
      file.accessed = status.st_atim;
      file.shows_access = is_older && statvfs(path, &system) == 0 && (system.f_flag & ST_NOATIME) == 0;
   }
   g_array_append_val(watch->files, file);
   return watch->files->len - 1;
}

/* Events may be lost: then all were read. */
static void take_event(Watch* watch, const struct inotify_event* event)
{
   for (guint i = 0; i < watch->files->len; i++) {
      WatchedFile* file = &g_array_index(watch->files, WatchedFile, i);
      bool is_meant = event->wd == file->number;
      file->is_opened |= is_meant && (event->mask & IN_OPEN) != 0;
      file->is_read |= (is_meant && (event->mask & IN_ACCESS) != 0) || (event->mask & IN_Q_OVERFLOW) != 0;
   }
}

/* Whether the file may have been mapped. */
static bool may_be_mapped(const WatchedFile* file)
{
   struct stat status;
   return file->is_opened
          && !(file->shows_access && stat(file->path, &status) == 0
               && !is_later(status.st_atim, file->accessed));
}

void watch_end(Watch* watch)
{
   _Alignas(struct inotify_event) char events[4096];
   ssize_t length;
   while (watch->queue >= 0 && (length = read(watch->queue, events, sizeof events)) > 0) {
      for (ssize_t at = 0; at < length;) {
         const struct inotify_event* event = (const void*)(events + at);
         take_event(watch, event);
         at += (ssize_t)(sizeof *event + event->len);
      }
   }
   close_queue(watch);
   for (guint i = 0; i < watch->files->len; i++) {
      WatchedFile* file = &g_array_index(watch->files, WatchedFile, i);
      file->is_read |= may_be_mapped(file);
   }
}

bool watch_is_unread(const Watch* watch, guint number)
{
   g_assert(number < watch->files->len);
   return !g_array_index(watch->files, WatchedFile, number).is_read;
}
