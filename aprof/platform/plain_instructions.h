/* Processors without thunks, repeated instructions, and vectors of 32 bytes that Valgrind knows. */

#pragma once

#include "pub_tool.h"

/* Compilers make indirect calls and jumps of nothing but these instructions. */
#define PLATFORM_THUNK_BYTES 4
#define PLATFORM_THUNK_NAMES

static inline Bool platform_replaces_return_address(const UChar* code)
{
   return False;
}

static inline Bool platform_drops_return_address(const UChar* code)
{
   return False;
}

static inline Bool platform_is_indirect_thunk(const UChar* code)
{
   return False;
}

static inline Bool platform_is_return_thunk(const UChar* code)
{
   return False;
}

/* A copy is a loop of several instructions. */
#define PLATFORM_COUNT_REGISTER  0

static inline UInt platform_repeated_bytes(const UChar* code, UInt length)
{
   return 0;
}

#define PLATFORM_WIDE_VECTORS

static inline Bool platform_has_wide_vectors(void)
{
   return False;
}
