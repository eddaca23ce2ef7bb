/* Processors on which a call pushes the return address.

   So the stack pointer at its first instruction says where an activation returns to: what there is to know of
   a return address is where it is.  Two activations have the same one only by a tail call. */

#pragma once

#include "pub_tool.h"

#define PLATFORM_LINK_REGISTER        PLATFORM_NO_REGISTER
#define PLATFORM_RETURN_ADDRESS_SIZE  sizeof(Addr)

typedef struct {
} ReturnAddress;

static inline ReturnAddress platform_return_address(void)
{
   return (ReturnAddress){ };
}

static inline Addr platform_left_for_return(Addr sp)
{
   return VG_(am_is_valid_for_client)(sp, sizeof(Addr), VKI_PROT_READ) ? *(const Addr*)sp : 0;
}

static inline Bool platform_returns_to(ReturnAddress address, Addr target)
{
   return True;
}

static inline Bool platform_returns_as(ReturnAddress left, ReturnAddress right)
{
   return True;
}
