/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "files/files.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"

#define LONGEST_NAME  64

static Bool forbidden;

void files_forbid(void)
{
   forbidden = True;
}

Bool files_are_forbidden(void)
{
   return forbidden;
}

static Int open_in(const HChar* directory, const HChar* name)
{
   HChar path[LONGEST_NAME];
   VG_(snprintf)(path, sizeof path, "%s/%s", directory, name);
   return VG_(fd_open)(path, VKI_O_RDONLY, 0);
}

Bool files_stat(const HChar* path, struct vg_stat* status)
{
   return !forbidden && !sr_isError(VG_(stat)(path, status));
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
   if (forbidden) {
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
