#include "memory.h"

#include "platform.h"

/* The kernel reads a signal set before it looks what is to be done with it, and nothing is done for an
   unknown wish. */
#define UNKNOWN_HOW  (~0UL)

static Bool kernel_can_read_page(Addr address)
{
   Addr set = address & -sizeof(vki_sigset_t);
   Word result = platform_system_call(__NR_rt_sigprocmask, UNKNOWN_HOW, set, 0, sizeof(vki_sigset_t), 0, 0);
   return result != -VKI_EFAULT;
}

static SizeT left_in_page(Addr address)
{
   return VKI_PAGE_SIZE - address % VKI_PAGE_SIZE;
}

Bool memory_is_readable(Addr address, SizeT size)
{
   if (!VG_(am_is_valid_for_client)(address, size, VKI_PROT_READ)) {
      return False;
   }
   while (kernel_can_read_page(address)) {
      if (size <= left_in_page(address)) {
         return True;
      }
      size    -= left_in_page(address);
      address += left_in_page(address);
   }
   return False;
}

Bool memory_is_writable(Addr address, SizeT size)
{
   return VG_(am_is_valid_for_client)(address, size, VKI_PROT_WRITE) && memory_is_readable(address, size);
}

SizeT memory_text_size(Addr text, SizeT most)
{
   SizeT size = 0;
   while (size < most) {
      SizeT end = size + left_in_page(text + size);
      end = end < most ? end : most;
      if (!memory_is_readable(text + size, end - size)) {
         break;
      }
      for (; size < end; size++) {
         if (((const HChar*)text)[size] == '\0') {
            return size + 1;
         }
      }
   }
   return size;
}
