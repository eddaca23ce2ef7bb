/* The timestamps of cells, for the two files that touch them: shadow.c, which has the memory, and
   access.c, which says what an access does. */

#pragma once

#include "pub_tool.h"

#include "platform.h"

typedef struct Shadow {
   UInt*               flat;    /* NULL: in chunks */
   VgHashTable*        chunks;  /* NULL: flat */
   struct ShadowChunk* last;    /* that was looked for, or NULL */
   struct Shadow*      next;
} Shadow;

extern Bool cells_are_flat;
extern UInt cells_bits;         /* log2 of the bytes in a cell */

/* There is no shadow beyond, and the access faults anyway. */
static inline Bool cells_out_of_range(Addr address, SizeT size)
{
   UWord end = 1UL << (cells_are_flat ? PLATFORM_USUAL_ADDRESS_BITS : PLATFORM_ADDRESS_BITS);
   return address >= end || size > end - address;
}

/* Does what cells_stamps_of does, for shadow memory in chunks. */
extern UInt* cells_in_chunk(Shadow* shadow, UWord first, UWord* last, Bool needed);

/* The timestamps of some cells from `first` on, up to `*last` or fewer, then `*last`
   is made so.  NULL: there are none.  If they are `needed`, they are made; if there is no memory for that,
   there are others instead (shadow_is_full). */
static inline UInt* cells_stamps_of(Shadow* shadow, UWord first, UWord* last, Bool needed)
{
   if (shadow->flat != NULL) {
      return shadow->flat + first;
   }
   return cells_in_chunk(shadow, first, last, needed);
}

/* Visits the timestamps of all cells that [address, address + size) touches. */
#define FOR_EACH_CELL(shadow, address, size, cell, stamp, body)                              \
   do {                                                                                      \
      UWord cell  = (address) >> cells_bits;                                                 \
      UWord last_ = ((address) + (size) - 1) >> cells_bits;                                  \
      while (cell <= last_) {                                                                \
         UWord end_  = last_;                                                                \
         UInt* stamp = cells_stamps_of(shadow, cell, &end_, True);                           \
         for (; cell <= end_; cell++, stamp++) {                                             \
            body                                                                             \
         }                                                                                   \
      }                                                                                      \
   } while (0)
