/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Files by their names, or by their directories. */

#include "files/place.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "platform.h"
#include "valgrind_version.h"

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

const HChar* place_last_part(const HChar* name)
{
   const HChar* slash = VG_(strrchr)(name, '/');
   return slash == NULL ? name : slash + 1;
}

/* NULL: it is not kept. */
static const Directory* directory_of(const HChar* name)
{
   SizeT length = place_last_part(name) - name;
   for (UInt i = 0; i < MAX_DIRECTORIES; i++) {
      if (directories[i].path != NULL && VG_(strlen)(directories[i].path) == length
          && VG_(strncmp)(directories[i].path, name, length) == 0) {
         return &directories[i];
      }
   }
   return NULL;
}

void place_keep(const HChar* name)
{
   if (directory_of(name) != NULL) {
      return;
   }
   HChar* path = VG_(strdup)("aprof.place.directory", name);
   path[place_last_part(path) - path] = '\0';
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
                            : (Place){ directory->file, place_last_part(name) };
}

Int place_open(const HChar* name, Int flags, UInt mode)
{
   Place place = place_of(name);
   Int   opened;
   do {
      opened = platform_system_call(__NR_openat, place.directory, (UWord)place.name, flags, mode, 0, 0);
   } while (opened == -VKI_EINTR);
   return opened;
}

Int place_rename(const HChar* from, const HChar* to, Bool may_replace)
{
   Place old = place_of(from);
   Place new = place_of(to);
   return platform_system_call(__NR_renameat2, old.directory, (UWord)old.name, new.directory, (UWord)new.name,
                               may_replace ? 0 : RENAME_NOREPLACE, 0);
}

Int place_remove(const HChar* name)
{
   Place place = place_of(name);
   return platform_system_call(__NR_unlinkat, place.directory, (UWord)place.name, 0, 0, 0, 0);
}

Int place_write(Int file, const HChar* data, UInt size)
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

Int place_copy(const HChar* from, ULong size, Int to)
{
   static HChar block[4096];
   Int const opened = place_open(from, VKI_O_RDONLY | VKI_O_NONBLOCK | PLATFORM_O_NOFOLLOW, 0);
   if (opened < 0) {
      return opened;
   }
   Int error = 0;
   while (error == 0 && size > 0) {
      Int count = VG_(read)(opened, block, size < sizeof block ? (Int)size : (Int)sizeof block);
      if (count == -VKI_EINTR) {
         continue;
      }
      error = count <= 0 ? -VKI_EIO : place_write(to, block, count);
      size -= count > 0 ? count : 0;
   }
   VG_(close)(opened);
   return error;
}
