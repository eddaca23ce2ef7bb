/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The message if a file cannot be written. */

#include "files/failure.h"

#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "files/characters.h"

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

void failure_tell(const HChar* what, const HChar* name, Int error, const HChar* after)
{
   const HChar* text    = error_text(error);
   HChar*       visible = characters_visible(name);
   if (text != NULL) {
      VG_(umsg)("Cannot write %s'%s': %s.%s\n", what, visible, text, after);
   } else {
      VG_(umsg)("Cannot write %s'%s': error %d.%s\n", what, visible, error, after);
   }
   VG_(free)(visible);
}
