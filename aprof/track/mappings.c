/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   System calls about memory. */

#include "track/mappings.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "platform.h"
#include "track/shadow.h"

/* From Linux' asm-generic/resource.h. */
#define RLIMIT_AS  9

static SizeT size_of_shared_memory(Int id)
{
   struct vki_shmid64_ds shared;
   Word result = platform_system_call(__NR_shmctl, id, VKI_IPC_STAT, (UWord)&shared, 0, 0, 0);
   return result == 0 ? shared.shm_segsz : 0;
}

/* A limit on address space would be one on aprof's, too. */
static Bool limits_address_space(UWord resource, Addr limit)
{
   return resource == RLIMIT_AS
          && VG_(am_is_valid_for_client)(limit, sizeof(struct vki_rlimit), VKI_PROT_READ)
          && ((const struct vki_rlimit*)limit)->rlim_cur != VKI_RLIM_INFINITY;
}

void mappings_make_way(UInt number, const UWord* arguments)
{
   switch (number) {
      case __NR_mmap:
      case __NR_munmap:
      case __NR_mprotect:
      case __NR_pkey_mprotect:
      case __NR_madvise:
      case __NR_mbind:
      case __NR_mincore:
      case __NR_mlock:
      case __NR_mlock2:
      case __NR_msync:
      case __NR_munlock:
      case __NR_remap_file_pages:
         shadow_make_way(arguments[0], arguments[1]);
         break;
      case __NR_mremap:
         shadow_make_way(arguments[0], arguments[2]);
         if ((arguments[3] & VKI_MREMAP_FIXED) != 0) {
            shadow_make_way(arguments[4], arguments[2]);
         }
         break;
      case __NR_shmat:
         shadow_make_way(arguments[1], size_of_shared_memory(arguments[0]));
         break;
      case __NR_mlockall:
         shadow_use_chunks();
         break;
      case __NR_setrlimit:
         if (limits_address_space(arguments[0], arguments[1])) {
            shadow_use_chunks();
         }
         break;
      case __NR_prlimit64:
         if (limits_address_space(arguments[1], arguments[2])) {
            shadow_use_chunks();
         }
         break;
      default:
         break;
   }
}
