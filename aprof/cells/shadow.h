/* Shadow memory: for every memory cell the timestamp of the last access by
   the running strand (0: none).

   A cell is an aligned granule of --memory-resolution bytes.  Each strand has
   its own shadow memory, which is flat: one area of address space with a 32-bit
   timestamp for every cell that Valgrind may give a program, of which only what is
   touched needs memory.  So generated code finds a timestamp without a table:

      registers.stamps + (address & registers.mask) / resolution * 4

   While collecting is paused these two stand for a small area that nobody looks at.

   Valgrind's address space manager does not know these areas.  If there is no address
   space for them (ulimit -v, a thousand strands), if the program has memory at addresses
   that it demanded above all those, or if it demands addresses where such an area is,
   shadow memories are divided into chunks instead, which are looked up; then generated
   code calls the functions here for each access. */

#pragma once

#include "pub_tool.h"

#include "platform.h"

#define SHADOW_STAMP_SIZE   4u

typedef struct Shadow Shadow;

/* Prepares shadow memory, which takes no space if there will be no `accesses`. */
extern void shadow_init(UInt memory_resolution, Bool accesses);

/* Nothing is accessed yet. */
extern Shadow* shadow_new(void);
extern void shadow_free(Shadow* shadow);

/* Once False it stays so. */
extern Bool shadow_is_flat(void);

/* Ends flat memory, and announces it (listener.h, shadow_changed). */
extern void shadow_use_chunks(void);

/* The program is about to do something to [address, address + size) itself: there is no flat memory then.
   Generated code may call neither this nor the function before. */
extern void shadow_make_way(Addr address, SizeT size);

/* There was no memory to remember some accesses: measuring has to end.  The code that ends it resets this
   after freeing the strands' shadow memory. */
extern Bool shadow_is_full;

/* Asks whether there is memory for the timestamps of so many bytes of the program, all of which are about to
   be accessed at once.  If there is not, shadow_is_full from then on.  Shadow memory that grows by less than
   16 MB does not ask. */
extern Bool shadow_has_room(SizeT size);

/* Makes this the shadow memory that accesses of the running strand go to; NULL: none runs.  Where address
   space is used up, strands take it from each other, and all go over to chunks when Valgrind next begins to
   run code. */
extern void shadow_use(Shadow* shadow);
extern void shadow_use_chunks_if_due(void);

/* For hot.registers: where accesses go that count, or do not. */
extern Addr  shadow_stamps(const Shadow* shadow, Bool counts);
extern ULong shadow_mask(Bool counts);

/* The program has memory there. */
extern void shadow_note_memory(Addr address, SizeT size);

/* Forgets all accesses. */
extern void shadow_clear(Shadow* shadow);

/* Forgets the accesses to [address, address + size), which may be of any size. */
extern void shadow_forget(Shadow* shadow, Addr address, SizeT size);

/* Sets the timestamps of all cells of [address, address + size). */
extern void shadow_set(Shadow* shadow, Addr address, SizeT size, UInt stamp);

/* The time of the last recorded write to every memory cell (writes.h), with --drms=yes, in a shadow memory
   like those of strands. */
extern Shadow* shadow_written;

/* Replaces every timestamp t by renumber(t). */
extern void shadow_renumber(Shadow* shadow, UInt (*renumber)(UInt));

/* Records a write to those cells of a range that have a timestamp there. */
extern void shadow_record_where_known(Shadow* shadow, Addr address, SizeT size, UInt written);

/* Replaces every timestamp t by renumber(t, w), where w is that of the last recorded write to the cell, or
   0. */
extern void shadow_renumber_by_writes(Shadow* shadow, UInt (*renumber)(UInt, UInt));

/* Bytes of shadow memory in use, for statistics. */
extern SizeT shadow_used_bytes(void);
