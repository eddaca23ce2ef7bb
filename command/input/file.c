/* Files are opened with O_NONBLOCK, and what was opened is then looked at.  So no pipe is waited for before
   we know that it is one, and no name can be exchanged between the look and the opening. */

#include "input/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "util/progress.h"
#include "util/text.h"

/* How long a pipe that was opened by its name may have no writer. */
#define SECONDS_WITHOUT_WRITER  5

#define MB  UINT64_C(1000000)
#define GB  UINT64_C(1000000000)

/* docs/security.md and docs/command.md have these numbers, too. */
static const struct {
   const char* name;
   uint64_t    most;        /* bytes, also of what they are decompressed to */
   bool        by_user;     /* named on the command line */
} kinds[] = {
   [FILE_REPORT]     = { "a report",            64 * GB, true },
   [FILE_PROFILE]    = { "a Callgrind profile", 64 * GB, true },
   [FILE_RULES]      = { "a rules file",        16 * MB, true },
   [FILE_BASELINE]   = { "a baseline",           1 * GB, true },
   [FILE_FAVOURITES] = { "a favourites file",   16 * MB, true },
   [FILE_SOURCE]     = { "a source file",       10 * MB, false },
   [FILE_OBJECT]     = { "an object file",      16 * GB, false },
   [FILE_EXPERIMENT] = { "an experiment's file", 16 * MB, false },
   [FILE_WORK]       = { "an input",            64 * GB, false },
   [FILE_PACKAGE]    = { "a list of files",     64 * MB, false },
   [FILE_RUN]        = { "the record of a run",  1 * MB, false },
   [FILE_MAP]        = { "a map of inlined routines", 1 * GB, false },
   [FILE_BEGINNING]  = { "a file",           UINT64_MAX, false },
};

struct File {
   const char* path;
   FileKind    kind;
   int         fd;
   struct stat status;
   uint64_t    position;        /* how many bytes were read */
   bool        awaits_writer;   /* a pipe of which nothing was read yet */
};

/*--- Opening ---*/

/* Why something of this type is not read, or NULL. */
static const char* why_not(const struct stat* status, bool by_user, bool is_standard_input)
{
   bool is_null = S_ISCHR(status->st_mode) && status->st_rdev == makedev(1, 3);
   if (S_ISREG(status->st_mode)) {
      return NULL;
   }
   if (S_ISDIR(status->st_mode)) {
      return "is a directory: a file is needed";
   }
   if (!by_user) {
      return "is not a regular file";
   }
   return is_standard_input || is_null || S_ISFIFO(status->st_mode) ? NULL
          : "is a device: a file, a pipe, or - for standard input is needed";
}

static bool check_opened(File* file, bool is_standard_input, Problem* problem)
{
   if (fstat(file->fd, &file->status) != 0) {
      return problem_set(problem, file->path, 0, "cannot be read: %s", strerror(errno));
   }
   const char* reason = why_not(&file->status, kinds[file->kind].by_user, is_standard_input);
   if (reason != NULL) {
      return problem_set(problem, file->path, 0, "%s", reason);
   }
   file->awaits_writer = S_ISFIFO(file->status.st_mode) && !is_standard_input;
   return !S_ISREG(file->status.st_mode) || file_may_have(file, file_size(file), problem);
}

/* A second time, it would be empty: rules that limit nothing. */
static int use_standard_input(const char* path, Problem* problem)
{
   static bool is_used;
   if (is_used) {
      problem_set(problem, path, 0, "was read already: only one - can be standard input");
      return -1;
   }
   is_used = true;
   return STDIN_FILENO;
}

static int open_path(const char* path, Problem* problem)
{
   int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
   if (fd < 0) {
      problem_set(problem, path, 0, "cannot be opened: %s", strerror(errno));
   }
   return fd;
}

File* file_open(const char* path, FileKind kind, Problem* problem)
{
   bool is_standard_input = kinds[kind].by_user && strcmp(path, "-") == 0;
   int  fd = is_standard_input ? use_standard_input(path, problem) : open_path(path, problem);
   if (fd < 0) {
      return NULL;
   }
   g_autoptr(File) file = g_new(File, 1);
   *file = (File){ .path = path, .kind = kind, .fd = fd };
   return check_opened(file, is_standard_input, problem) ? g_steal_pointer(&file) : NULL;
}

int file_release(File* file)
{
   int fd = file->fd;
   g_free(file);
   return fd;
}

void file_close(File* file)
{
   int fd = file_release(file);
   if (fd != STDIN_FILENO) {
      close(fd);
   }
}

/*--- Limits ---*/

bool file_may_have(const File* file, uint64_t size, Problem* problem)
{
   if (size <= kinds[file->kind].most) {
      return true;
   }
   GroupedText most;
   return problem_set(problem, file->path, 0, "is too large: %s has at most %s bytes", kinds[file->kind].name,
                      text_grouped_number(kinds[file->kind].most, most));
}

static bool check_position(const File* file, Problem* problem)
{
   if (!S_ISREG(file->status.st_mode)) {
      return file_may_have(file, file->position, problem);
   }
   if (file->position > file_size(file)) {
      return problem_set(problem, file->path, 0, file_size(file) == 0
                         ? "has data but no size, as files of the kernel have: copy it, and give the copy"
                         : "has grown while it was read: try again when it is complete");
   }
   return true;
}

/*--- Reading ---*/

/* Polls this file. */
static int wait_for_data(const File* file, int milliseconds)
{
   struct pollfd awaited = { .fd = file->fd, .events = POLLIN };
   int result;
   do {
      result = poll(&awaited, 1, milliseconds);
   } while (result < 0 && errno == EINTR);
   return result;
}

/* Reads as read() does, but waits until a pipe has data. */
static ssize_t read_or_wait(const File* file, char* to, size_t size)
{
   ssize_t count;
   do {
      count = read(file->fd, to, size);
   } while (count < 0 && (errno == EINTR || (errno == EAGAIN && !S_ISREG(file->status.st_mode)
                                             && wait_for_data(file, -1) >= 0)));
   return count;
}

/* Reads again at the end of a pipe: a pipe has ended also if its writer has not come yet. */
static ssize_t read_pipe_again(File* file, char* to, size_t size)
{
   int     result = wait_for_data(file, SECONDS_WITHOUT_WRITER * 1000);
   ssize_t count = result < 0 ? -1 : read_or_wait(file, to, size);
   if (count == 0 && result == 0) {
      errno = ETIMEDOUT;
      return -1;
   }
   return count;
}

ssize_t file_read(File* file, char* to, size_t size, Problem* problem)
{
   ssize_t count = read_or_wait(file, to, size);
   if (count == 0 && file->awaits_writer) {
      count = read_pipe_again(file, to, size);
   }
   file->awaits_writer = false;
   if (count < 0) {
      problem_set(problem, file->path, 0, "cannot be read: %s",
                  errno == ETIMEDOUT ? "nobody writes to this pipe" : strerror(errno));
      return -1;
   }
   file->position += (uint64_t)count;
   progress_advance((uint64_t)count);
   return check_position(file, problem) ? count : -1;
}

uint64_t file_position(const File* file)
{
   return file->position;
}

uint64_t file_size(const File* file)
{
   return (uint64_t)file->status.st_size;
}

time_t file_modified(const File* file)
{
   return file->status.st_mtime;
}

/*--- Whole files ---*/

/* Reads until there are `size` bytes, or the file ends. */
static ssize_t read_fully(File* file, char* to, size_t size, Problem* problem)
{
   size_t  done = 0;
   ssize_t count = 1;
   while (done < size && (count = file_read(file, to + done, size - done, problem)) > 0) {
      done += (size_t)count;
   }
   return count < 0 ? -1 : (ssize_t)done;
}

char* file_read_all(File* file, size_t* length, Problem* problem)
{
   size_t size = file_size(file) + 1;   /* so that we see whether it grows */
   g_autofree char* bytes = g_new(char, size);
   ssize_t count = read_fully(file, bytes, size, problem);
   if (count < 0) {
      return NULL;
   }
   bytes[count] = '\0';
   *length = (size_t)count;
   return g_steal_pointer(&bytes);
}

char* file_text(const char* path, FileKind kind, size_t* length, Problem* problem)
{
   g_autoptr(File) file = file_open(path, kind, problem);
   return file == NULL ? NULL : file_read_all(file, length, problem);
}

size_t file_beginning(const char* path, char* bytes, size_t size)
{
   Problem ignored;
   g_autoptr(File) file = file_open(path, FILE_BEGINNING, &ignored);
   ssize_t count = file == NULL ? 0 : read_fully(file, bytes, size, &ignored);
   return count < 0 ? 0 : (size_t)count;
}

char* file_end(const char* path, size_t size, bool* is_all)
{
   Problem ignored;
   g_autoptr(File) file = file_open(path, FILE_BEGINNING, &ignored);
   if (file == NULL) {
      return NULL;
   }
   *is_all = file_size(file) <= size;
   if (!*is_all) {
      lseek(file->fd, (off_t)(file_size(file) - size), SEEK_SET);
   }
   char*   bytes = g_malloc(size + 1);
   ssize_t count = read_fully(file, bytes, MIN(size, file_size(file)), &ignored);
   bytes[MAX(count, 0)] = '\0';
   return bytes;
}

/*--- Directories ---*/

/* GLib's GDir does not tell an error from the end. */
GPtrArray* listing_read(const char* directory, Problem* problem)
{
   g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
   DIR*                 entries = opendir(directory);
   const struct dirent* entry;
   errno = entries == NULL ? errno : 0;
   while (entries != NULL && (entry = readdir(entries)) != NULL) {
      if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
         g_ptr_array_add(names, g_strdup(entry->d_name));
      }
      errno = 0;
   }
   int error = errno;
   g_clear_pointer(&entries, closedir);
   if (error != 0) {
      problem_set(problem, NULL, 0, "the directory %s cannot be read: %s", directory, strerror(error));
      return NULL;
   }
   g_ptr_array_sort(names, text_compare);
   return g_steal_pointer(&names);
}
