/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Files that are made in advance. */

#include "files/reserve.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcproc.h"

#include "files/file_name.h"

typedef struct {
   const HChar* option;
   HChar*       name;      /* NULL: none */
   Int          fd;
   Int          process;   /* whose file it is */
} Reserved;

static Reserved reserved[FILE_NAME_MAX_OPTIONS];

static Reserved* find(const HChar* option)
{
   for (UInt i = 0; i < FILE_NAME_MAX_OPTIONS; i++) {
      Reserved* file = &reserved[i];
      if (file->name != NULL && file->process == VG_(getpid)() && VG_STREQ(file->option, option)) {
         return file;
      }
   }
   return NULL;
}

Bool reserve_has(const HChar* option)
{
   return find(option) != NULL;
}

/* In a child, the place of its parent's is free. */
void reserve_keep(const HChar* option, HChar* name, Int fd)
{
   tl_assert(fd >= 0 && !reserve_has(option));
   UInt i = 0;
   while (reserved[i].name != NULL && reserved[i].process == VG_(getpid)()) {
      i++;
      tl_assert(i < FILE_NAME_MAX_OPTIONS);
   }
   reserved[i] = (Reserved){ option, name, fd, VG_(getpid)() };
}

HChar* reserve_take(const HChar* option, Int* fd)
{
   Reserved* file = find(option);
   if (file == NULL) {
      return NULL;
   }
   HChar* name = file->name;
   *fd = file->fd;
   file->name = NULL;
   return name;
}
