/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Valgrind keeps files of its own above the hard limit, so this must stay.  For as long as the system call
   takes, we let Valgrind believe that the hard limit is the new one. */

#include "surroundings/file_limit.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "memory.h"
#include "valgrind_version.h"

/* The kernel's form of a limit, also for setrlimit and getrlimit on 64-bit platforms. */
typedef struct {
   ULong soft, hard;
} Limit;

static Int  limit_of_valgrind = -1;   /* while a system call lowers it */
static Long lowered           = -1;   /* what the program has set; -1: nothing */

static Bool is_own(UWord process)
{
   return process == 0 || (Int)process == VG_(getpid)();
}

static Limit* limit_at(UWord address, UInt protection)
{
   return memory_is_readable(address, sizeof(Limit))
          && VG_(am_is_valid_for_client)(address, sizeof(Limit), protection) ? (Limit*)address : NULL;
}

/* The limit that the system call sets, or NULL. */
static const Limit* new_limit(UInt number, const UWord* arguments)
{
   if (number == __NR_setrlimit && arguments[0] == VKI_RLIMIT_NOFILE) {
      return limit_at(arguments[1], VKI_PROT_READ);
   }
   return number == __NR_prlimit64 && is_own(arguments[0]) && arguments[1] == VKI_RLIMIT_NOFILE
          ? limit_at(arguments[2], VKI_PROT_READ) : NULL;
}

/* Finds where the system call has written the limit; NULL: nowhere. */
static Limit* read_limit(UInt number, const UWord* arguments)
{
   if (number == __NR_getrlimit && arguments[0] == VKI_RLIMIT_NOFILE) {
      return limit_at(arguments[1], VKI_PROT_READ | VKI_PROT_WRITE);
   }
   return number == __NR_prlimit64 && is_own(arguments[0]) && arguments[1] == VKI_RLIMIT_NOFILE
          ? limit_at(arguments[3], VKI_PROT_READ | VKI_PROT_WRITE) : NULL;
}

void file_limit_before_system_call(UInt number, const UWord* arguments)
{
   const Limit* limit = new_limit(number, arguments);
   if (limit != NULL && limit->soft <= limit->hard && limit->hard < (ULong)VG_(fd_hard_limit)) {
      limit_of_valgrind = VG_(fd_hard_limit);
      VG_(fd_hard_limit) = (Int)limit->hard;
   }
}

void file_limit_after_system_call(UInt number, const UWord* arguments, Bool failed)
{
   Limit* before = failed ? NULL : read_limit(number, arguments);
   if (limit_of_valgrind >= 0) {
      VG_(fd_hard_limit) = limit_of_valgrind;
      limit_of_valgrind = -1;
   }
   if (before != NULL) {
      before->hard = (ULong)(lowered >= 0 ? lowered : VG_(fd_hard_limit));
   }
   const Limit* limit = failed ? NULL : new_limit(number, arguments);
   if (limit != NULL) {
      lowered = (Long)limit->hard;
   }
}
