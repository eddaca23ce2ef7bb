/* Processors on which a call leaves the return address in a register, and the stack pointer alone.

   So a callee may share its caller's stack pointer, and an activation must remember its return address. */

#pragma once

#include "pub_tool.h"

#define PLATFORM_RETURN_ADDRESS_SIZE  0

typedef struct {
   Addr address;
} ReturnAddress;

/* In functions that generated code calls. */
static inline ReturnAddress platform_return_address(void)
{
   return (ReturnAddress){ *(const Addr*)((Addr)platform_guest_state(NULL) + PLATFORM_LINK_REGISTER) };
}

static inline Addr platform_left_for_return(Addr sp)
{
   return platform_return_address().address;
}

static inline Bool platform_returns_to(ReturnAddress address, Addr target)
{
   return address.address == target;
}

static inline Bool platform_returns_as(ReturnAddress left, ReturnAddress right)
{
   return left.address == right.address;
}
