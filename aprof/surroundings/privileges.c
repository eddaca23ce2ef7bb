/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Valgrind asks its option whether it follows an execve.  So we change the option for as long as the system
   call takes; if that succeeds, nothing comes after it. */

#include "surroundings/privileges.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "files/files.h"
#include "memory.h"
#include "platform.h"
#include "valgrind_version.h"

/* From Linux' fcntl.h. */
#define AT_THIS_DIRECTORY  (-100)

/* Linux follows so many. */
#define MAX_INTERPRETERS  5

#define MAX_FIRST_LINE  256

static Bool has_changed_option;

/* Decides by Valgrind's own rule. */
static Bool gives_rights(const HChar* file)
{
   struct vg_stat status;
   return !sr_isError(VG_(stat)(file, &status))
          && ((status.mode & (VKI_S_ISUID | VKI_S_ISGID)) != 0
              || platform_system_call(__NR_getxattr, (UWord)file, (UWord)"security.capability", 0, 0, 0, 0)
                 >= 0);
}

/* Reads the first line of a script; False if it is none. */
static Bool read_interpreter(const HChar* script, HChar line[MAX_FIRST_LINE], const HChar** path)
{
   SysRes file = VG_(open)(script, VKI_O_RDONLY, 0);
   Int    length;
   if (sr_isError(file)) {
      return False;
   }
   length = VG_(read)(sr_Res(file), line, MAX_FIRST_LINE - 1);
   VG_(close)(sr_Res(file));
   line[length < 0 ? 0 : length] = '\0';
   if (line[0] != '#' || line[1] != '!') {
      return False;
   }
   HChar* begin = line + 2 + VG_(strspn)(line + 2, " \t");
   begin[VG_(strcspn)(begin, " \t\n")] = '\0';
   *path = begin;
   return True;
}

/* The script has no rights itself. */
static Bool interpreter_gives_rights(const HChar* file)
{
   HChar        lines[2][MAX_FIRST_LINE];
   const HChar* path = file;
   for (Int i = 0; i < MAX_INTERPRETERS; i++) {
      if (!read_interpreter(path, lines[i % 2], &path)) {
         return i > 0 && gives_rights(path);
      }
   }
   return False;
}

/* NULL if it is unknown. */
static const HChar* executed_path(UInt number, const UWord* arguments)
{
   const HChar* path = (const HChar*)arguments[number == __NR_execve ? 0 : 1];
   if ((number != __NR_execve && number != __NR_execveat)
       || !memory_is_readable((Addr)path, 1)) {
      return NULL;
   }
   return number == __NR_execve || path[0] == '/' || (Int)arguments[0] == AT_THIS_DIRECTORY ? path : NULL;
}

void privileges_before_system_call(UInt number, const UWord* arguments)
{
   if (files_are_forbidden || !VG_(clo_trace_children)) {
      return;
   }
   tl_assert(!has_changed_option);
   const HChar* path = executed_path(number, arguments);
   if (path != NULL && (gives_rights(path) || interpreter_gives_rights(path))) {
      VG_(umsg)("%s runs without Valgrind, and is not measured: it has rights of its own (setuid,\n"
                "setgid or capabilities), which Valgrind refuses.\n", path);
      VG_(clo_trace_children) = False;
      has_changed_option = True;
   }
}

void privileges_after_system_call(void)
{
   if (has_changed_option) {
      VG_(clo_trace_children) = True;
      has_changed_option = False;
   }
}
