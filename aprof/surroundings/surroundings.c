/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "surroundings/surroundings.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "platform.h"
#include "valgrind_version.h"

/*------------------------------------------------------------*/
/*--- Temporary files                                      ---*/
/*------------------------------------------------------------*/

/* From Linux' memfd.h: an execve closes the file. */
#define MFD_CLOEXEC  1

/* The files that the program sees as /proc/self/cmdline and /proc/self/auxv.  The core makes them, and
   removes their names at once. */
static const HChar prefix_of_nameless[] = "proc_";

/* The core's call of VG_(mkstemp) comes here, by an option of the linker. */
Int version_mkstemp(const HChar* part_of_name, HChar* full_name)
{
   if (VG_(strncmp)(part_of_name, prefix_of_nameless, sizeof prefix_of_nameless - 1) == 0) {
      Word file = platform_system_call(__NR_memfd_create, (UWord)part_of_name, MFD_CLOEXEC, 0, 0, 0, 0);
      if (file >= 0) {
         full_name[0] = '\0';
         return VG_(safe_fd)((Int)file);
      }
   }
   return version_core_mkstemp(part_of_name, full_name);
}

/* The core's call of VG_(unlink) comes here in the same way. */
Int version_unlink(const HChar* name)
{
   return name[0] == '\0' ? 0 : version_core_unlink(name);
}

/*------------------------------------------------------------*/
/*--- vgdb                                                 ---*/
/*------------------------------------------------------------*/

/* At least as long as what the core writes. */
static const HChar page[4096];

static Bool can_write(const HChar* name)
{
   SysRes file = VG_(open)(name, VKI_O_CREAT | VKI_O_EXCL | VKI_O_WRONLY, 0600);
   if (sr_isError(file)) {
      return False;
   }
   Bool written = VG_(write)(sr_Res(file), page, sizeof page) == sizeof page;
   VG_(close)(sr_Res(file));
   version_core_unlink(name);
   return written;
}

static Bool can_make_pipe(const HChar* name)
{
   Word result = platform_system_call(__NR_mknodat, VKI_AT_FDCWD, (UWord)name, VKI_S_IFIFO | 0600, 0, 0, 0);
   if (result == 0) {
      version_core_unlink(name);
   }
   return result == 0;
}

/* Tries what the core does where its files for vgdb will be: it ends if that fails. */
static Bool can_use_vgdb(const HChar* prefix)
{
   HChar* name = VG_(malloc)("aprof.surroundings.1", VG_(strlen)(prefix) + 40);
   VG_(sprintf)(name, "%s-aprof-%d", prefix, VG_(getpid)());
   Bool can = can_write(name) && can_make_pipe(name);
   VG_(free)(name);
   return can;
}

static void adapt_vgdb(void)
{
   if (VG_(clo_vgdb) != 0 && VG_(clo_vgdb_prefix) != NULL && !can_use_vgdb(VG_(clo_vgdb_prefix))) {
      VG_(clo_vgdb) = 0;
   }
}

/*------------------------------------------------------------*/
/*--- Standard error                                       ---*/
/*------------------------------------------------------------*/

/* The core would keep the number 2 for its messages, and forbid the program to open a file that gets it. */
static void adapt_messages(void)
{
   if (VG_(log_output_sink).file == 2 && platform_system_call(__NR_fcntl, 2, VKI_F_GETFD, 0, 0, 0, 0) < 0) {
      VG_(log_output_sink).file = -1;
   }
}

void surroundings_adapt(void)
{
   adapt_messages();
   adapt_vgdb();
}
