/* System calls on files.

   While the program runs, Valgrind blocks all signals when it executes code of its own, and delivers them
   later: then blocking them once more changes nothing.  Before the program starts, they are not blocked. */

#include "files/files.h"

#include "files/characters.h"
#include "platform.h"
#include "valgrind_version.h"

#define LONGEST_NAME  64

Bool files_are_forbidden;

static Int open_in(const HChar* directory, const HChar* name)
{
   HChar path[LONGEST_NAME];
   VG_(snprintf)(path, sizeof path, "%s/%s", directory, name);
   return VG_(fd_open)(path, VKI_O_RDONLY, 0);
}

Bool files_stat(const HChar* path, struct vg_stat* status)
{
   return !files_are_forbidden && !sr_isError(VG_(stat)(path, status));
}

Int files_open_regular(const HChar* path)
{
   struct vg_stat status;
   Int const      file = VG_(fd_open)(path, VKI_O_RDONLY | VKI_O_NONBLOCK, 0);
   if (file >= 0 && (VG_(fstat)(file, &status) != 0 || !VKI_S_ISREG(status.mode))) {
      VG_(close)(file);
      return -1;
   }
   return file;
}

/* /proc/self is about the first thread, and says nothing of memory when that has ended.  What is about the
   running one is there since Linux 3.17. */
Int files_open_own(const HChar* name)
{
   if (files_are_forbidden) {
      return -1;
   }
   Int file = open_in("/proc/thread-self", name);
   return file >= 0 ? file : open_in("/proc/self", name);
}

void files_read_text(Int file, HChar* text, SizeT size)
{
   Int length = 0;
   if (file >= 0) {
      length = VG_(read)(file, text, size - 1);
      VG_(close)(file);
   }
   text[length < 0 ? 0 : length] = '\0';
}

/*--- Files by their names, or by their directories ---*/

/* The report's and the Callgrind profile's.  Those of a parent process make room for a child's own. */
#define MAX_DIRECTORIES  2

/* From Linux' asm-generic/fcntl.h: not to be read, only to find what is in it. */
#define O_PATH  010000000

/* From Linux' linux/fs.h. */
#define RENAME_NOREPLACE  1

typedef struct {
   HChar* path;   /* with a slash at the end; NULL: none */
   Int    file;
} Directory;

static Directory directories[MAX_DIRECTORIES];
static UInt      kept;   /* how often one was kept */

const HChar* files_last_part(const HChar* name)
{
   const HChar* slash = VG_(strrchr)(name, '/');
   return slash == NULL ? name : slash + 1;
}

/* NULL: it is not kept. */
static const Directory* directory_of(const HChar* name)
{
   SizeT length = files_last_part(name) - name;
   for (UInt i = 0; i < MAX_DIRECTORIES; i++) {
      if (directories[i].path != NULL && VG_(strlen)(directories[i].path) == length
          && VG_(strncmp)(directories[i].path, name, length) == 0) {
         return &directories[i];
      }
   }
   return NULL;
}

void files_keep_directory(const HChar* name)
{
   if (directory_of(name) != NULL) {
      return;
   }
   HChar* path = VG_(strdup)("aprof.place.directory", name);
   path[files_last_part(path) - path] = '\0';
   Word file = platform_system_call(__NR_openat, VKI_AT_FDCWD, (UWord)path, O_PATH, 0, 0, 0);
   if (file < 0) {
      VG_(free)(path);
      return;
   }
   Directory* place = &directories[kept++ % MAX_DIRECTORIES];
   if (place->path != NULL) {
      VG_(free)(place->path);
      VG_(close)(place->file);
   }
   *place = (Directory){ path, VG_(safe_fd)(file) };
}

/* A name for a system call: a directory, and how the file is called there. */
typedef struct {
   Int          directory;
   const HChar* name;
} Place;

static Place place_of(const HChar* name)
{
   const Directory* directory = directory_of(name);
   return directory == NULL ? (Place){ VKI_AT_FDCWD, name }
                            : (Place){ directory->file, files_last_part(name) };
}

Int files_open(const HChar* name, Int flags, UInt mode)
{
   Place place = place_of(name);
   Int   opened;
   do {
      opened = platform_system_call(__NR_openat, place.directory, (UWord)place.name, flags, mode, 0, 0);
   } while (opened == -VKI_EINTR);
   return opened;
}

Int files_rename(const HChar* from, const HChar* to, Bool may_replace)
{
   Place old = place_of(from);
   Place new = place_of(to);
   return platform_system_call(__NR_renameat2, old.directory, (UWord)old.name, new.directory, (UWord)new.name,
                               may_replace ? 0 : RENAME_NOREPLACE, 0);
}

Int files_remove(const HChar* name)
{
   Place place = place_of(name);
   return platform_system_call(__NR_unlinkat, place.directory, (UWord)place.name, 0, 0, 0, 0);
}

Int files_write(Int file, const HChar* data, UInt size)
{
   tl_assert(file >= 0);
   while (size > 0) {
      Int written = VG_(write)(file, data, size);
      if (written == -VKI_EINTR) {
         continue;
      }
      if (written <= 0) {
         return written == 0 ? -VKI_EIO : written;
      }
      data += written;
      size -= written;
   }
   return 0;
}

Int files_copy(const HChar* from, ULong size, Int to)
{
   static HChar block[4096];
   Int const opened = files_open(from, VKI_O_RDONLY | VKI_O_NONBLOCK | PLATFORM_O_NOFOLLOW, 0);
   if (opened < 0) {
      return opened;
   }
   Int error = 0;
   while (error == 0 && size > 0) {
      Int count = VG_(read)(opened, block, size < sizeof block ? (Int)size : (Int)sizeof block);
      if (count == -VKI_EINTR) {
         continue;
      }
      error = count <= 0 ? -VKI_EIO : files_write(to, block, count);
      size -= count > 0 ? count : 0;
   }
   VG_(close)(opened);
   return error;
}

/*--- Signals that come of writing ---*/

#define OF_SIGNAL(number)  (1UL << ((number) - 1))
#define SENT_FOR_WRITES    (OF_SIGNAL(VKI_SIGPIPE) | OF_SIGNAL(VKI_SIGXFSZ))

void files_hold_signals(WriteSignals* before)
{
   vki_sigset_t const held = { .sig = { SENT_FOR_WRITES } };
   VG_(sigprocmask)(VKI_SIG_BLOCK, &held, &before->blocked);
   platform_system_call(__NR_rt_sigpending, (UWord)&before->pending, sizeof before->pending, 0, 0, 0, 0);
}

void files_drop_signals(const WriteSignals* before)
{
   vki_sigset_t const ours = { .sig = { SENT_FOR_WRITES & ~before->pending.sig[0] } };
   while (VG_(sigtimedwait_zero)(&ours, NULL) > 0) {
   }
   VG_(sigprocmask)(VKI_SIG_SETMASK, &before->blocked, NULL);
}

/*--- What is told if a file cannot be written ---*/

/* From Linux' asm-generic/errno.h. */
#define ENAMETOOLONG  36

static const HChar* error_text(Int error)
{
   switch (error) {
      case VKI_EACCES: return "permission denied";
      case VKI_EBUSY:  return "it is in use (a mount point?)";
      case VKI_EEXIST: return "a file of that name exists and is not overwritten";
      case VKI_EISDIR: return "it is a directory";
      case VKI_EMFILE: return "too many files are open";
      case VKI_ENOMEM: return "the kernel has no memory for it";
      case VKI_ENOENT: return "the directory does not exist";
      case VKI_ENOSPC: return "no space left on device";
      case VKI_ENOTDIR: return "a part of the path is not a directory";
      case VKI_ENXIO:  return "nobody reads from this pipe (or it is a socket)";
      case VKI_EPERM:  return "the file or its directory does not permit that";
      case VKI_EPIPE:  return "nobody reads from it any more";
      case VKI_EROFS:  return "the file system is read-only";
      case VKI_EFBIG:  return "the file would be larger than allowed";
      case VKI_EIO:    return "input/output error";
      case ENAMETOOLONG: return "the name is too long, or has no room for what aprof appends to it";
      default:         return NULL;
   }
}

void files_tell_failure(const HChar* what, const HChar* name, Int error, const HChar* after)
{
   const HChar* text    = error_text(error);
   const HChar* visible = characters_visible(name);
   if (text != NULL) {
      VG_(umsg)("Cannot write %s'%s': %s.%s\n", what, visible, text, after);
   } else {
      VG_(umsg)("Cannot write %s'%s': error %d.%s\n", what, visible, error, after);
   }
}
