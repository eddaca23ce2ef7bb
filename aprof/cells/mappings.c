/* System calls about memory. */

#include "cells/mappings.h"

#include "cells/shadow.h"
#include "memory.h"
#include "options.h"
#include "platform.h"
#include "valgrind_version.h"

/* From Linux' asm-generic/resource.h. */
#define RLIMIT_AS  9

static SizeT size_of_shared_memory(Int id)
{
   struct vki_shmid64_ds shared;
   Word result = platform_system_call(__NR_shmctl, id, VKI_IPC_STAT, (UWord)&shared, 0, 0, 0);
   return result == 0 ? shared.shm_segsz : 0;
}

/* A limit on address space would be one on aprof's, too.  The arguments of prlimit64 begin with a process. */
static Bool limits_address_space(UInt number, const UWord* arguments)
{
   const UWord*             what  = number == __NR_prlimit64 ? arguments + 1 : arguments;
   const struct vki_rlimit* limit = (const struct vki_rlimit*)what[1];
   return what[0] == RLIMIT_AS && memory_is_readable((Addr)limit, sizeof *limit)
          && limit->rlim_cur != VKI_RLIM_INFINITY;
}

/*--- Proposed addresses ---*/

/* The address space that stays free for what the program and Valgrind map later. */
#define KEPT_FREE  (1UL << (PLATFORM_USUAL_ADDRESS_BITS - 2))

/* A page that is taken in Valgrind's books, or 0.  The kernel knows nothing of it. */
static Addr taken;

static Bool is_proposed_above_flat(Addr address, SizeT size, UWord flags)
{
   Bool is_demanded = (flags & (VKI_MAP_FIXED | PLATFORM_MAP_FIXED_NOREPLACE)) != 0;
   return !is_demanded && size > 0 && address + size > address
          && (address + size - 1) >> PLATFORM_USUAL_ADDRESS_BITS != 0 && address % VKI_PAGE_SIZE == 0;
}

static Bool there_is_room_below(SizeT size)
{
   Bool found;
   if (size > KEPT_FREE) {
      return False;
   }
   VG_(am_get_advisory_client_simple)(0, VG_PGROUNDUP(size) + KEPT_FREE, &found);
   return found;
}

static Bool is_free(Addr address)
{
   const NSegment* segment = VG_(am_find_nsegment)(address);
   return segment == NULL || segment->kind == SkResvn;
}

/* Valgrind follows a proposal if all of the place is free.  If a page of it is not, it looks for a place
   as if no address was given. */
static void take_last_page(Addr address, SizeT size)
{
   Addr page = VG_PGROUNDDN(address + size - 1);
   if (is_free(page)) {
      VG_(am_notify_client_mmap)(page, VKI_PAGE_SIZE, VKI_PROT_NONE, VKI_MAP_PRIVATE | VKI_MAP_ANONYMOUS,
                                 -1, 0);
      taken = page;
   }
}

/* A program must get the same addresses with --rms=no, where it may do the same things in another order
   otherwise. */
static Bool keeps_memory_low(void)
{
   return shadow_is_flat() || !options.rms;
}

static void map(Addr address, SizeT size, UWord flags)
{
   if (keeps_memory_low() && is_proposed_above_flat(address, size, flags) && there_is_room_below(size)) {
      take_last_page(address, size);
   } else {
      shadow_make_way(address, size);
   }
}

void mappings_made(void)
{
   if (taken != 0) {
      VG_(am_notify_munmap)(taken, VKI_PAGE_SIZE);
      taken = 0;
   }
}

/*--- All system calls ---*/

void mappings_make_way(UInt number, const UWord* arguments)
{
   switch (number) {
      case __NR_mmap:
         map(arguments[0], arguments[1], arguments[3]);
         break;
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
      case __NR_prlimit64:
         if (limits_address_space(number, arguments)) {
            shadow_use_chunks();
         }
         break;
      default:
         break;
   }
}
