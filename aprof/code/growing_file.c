/* Reads no file of another user, who could let code appear under any name. */

#include "code/growing_file.h"

#include "files/files.h"
#include "platform.h"

/* Bytes of one file that are read: it may have a hole of any size. */
#define MOST_BYTES  (4LL << 30)

#define IGNORED  ": ignored.\nRoutines of generated code have no names."

static const HChar* why_not_trusted(const struct vg_stat* status)
{
   return !VKI_S_ISREG(status->mode)                                ? "is not a regular file" IGNORED
          : status->uid != 0 && status->uid != (UInt)VG_(geteuid)() ? "belongs to another user" IGNORED
          : (status->mode & VKI_S_IWOTH) != 0                       ? "can be written by all users" IGNORED
                                                                    : NULL;
}

void growing_file_warn(GrowingFile* file, const HChar* why)
{
   if (!file->warned) {
      file->warned = True;
      VG_(umsg)("Warning: %s %s\n", file->path, why);
   }
}

/* A symbolic link is not followed, and a pipe not waited for. */
static Int open_it(GrowingFile* file)
{
   SysRes opened = VG_(open)(file->path, VKI_O_RDONLY | VKI_O_NONBLOCK | PLATFORM_O_NOFOLLOW, 0);
   if (sr_isError(opened)) {
      if (sr_Err(opened) != VKI_ENOENT) {
         growing_file_warn(file, sr_Err(opened) == VKI_ELOOP ? "is a symbolic link" IGNORED
                                                             : "cannot be read" IGNORED);
      }
      return -1;
   }
   return (Int)sr_Res(opened);
}

/* Whether the file has more than was read.  A new file, or one that was made shorter, is read from its
   beginning. */
static Bool has_more(GrowingFile* file, const struct vg_stat* status, Bool* is_new)
{
   *is_new = status->dev != file->device || status->ino != file->inode || status->size < file->done;
   if (*is_new) {
      file->device      = status->dev;
      file->inode       = status->ino;
      file->done        = 0;
      file->limit       = MOST_BYTES;
      file->is_examined = False;
   }
   return status->size > file->done && file->done < file->limit;
}

Int growing_file_open(GrowingFile* file, Long* end, Bool* is_new)
{
   struct vg_stat status;
   Int            opened;
   if (!files_stat(file->path, &status) || (!has_more(file, &status, is_new) && file->is_examined)
       || (opened = open_it(file)) < 0) {
      return -1;
   }
   file->is_examined = True;
   if (VG_(fstat)(opened, &status) != 0) {
      VG_(close)(opened);
      return -1;
   }
   const HChar* problem = why_not_trusted(&status);
   if (problem != NULL) {
      growing_file_warn(file, problem);
      VG_(close)(opened);
      return -1;
   }
   *end = status.size < file->limit ? status.size : file->limit;
   return opened;
}

void growing_file_close(GrowingFile* file, Int opened)
{
   VG_(close)(opened);
   if (file->done >= file->limit) {
      growing_file_warn(file, "has more than 4 GB: the rest is ignored.");
   }
}

void growing_file_begin(GrowingFile* file, const HChar* path, Bool skips)
{
   struct vg_stat status;
   Bool           is_new;
   *file = (GrowingFile){ .warned = file->warned, .limit = MOST_BYTES };
   VG_(memcpy)(file->path, path, VG_(strlen)(path) + 1);   /* callers know that there is room */
   if (skips && files_stat(file->path, &status)) {
      has_more(file, &status, &is_new);
      file->done  = status.size;
      file->limit = file->done + MOST_BYTES;
   }
}
