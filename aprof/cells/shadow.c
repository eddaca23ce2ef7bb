/* Shadow memory.  Invariants: a timestamp of 0 means that the strand has not
   accessed the cell since the bottom activation of its stack began; a flat shadow
   memory has timestamps only in blocks of addresses that were noted; while
   cells_are_flat, that of the running strand is flat, and nearly always all are.

   There may be no memory for one more chunk.  Then accesses to it go where they go while collecting is
   paused: nothing is remembered of them, and the input that is counted until measuring ends is not exact. */

#include "cells/shadow.h"

#include "cells/shadow_inside.h"
#include "files/files.h"
#include "listener.h"
#include "valgrind_version.h"

/* Addresses are dealt with in blocks, of the size of a chunk. */
#define BLOCK_BITS   20
#define FLAT_BLOCKS  (1UL << (PLATFORM_USUAL_ADDRESS_BITS - BLOCK_BITS))

/* The bytes that an access at the end of the flat area may touch beyond. */
#define SLACK  256

/* The timestamps of one block. */
typedef struct ShadowChunk {
   VgHashNode node;        /* key: the block */
   UInt*      stamps;
} Chunk;

Shadow* shadow_written;
Bool    shadow_is_full;

Bool cells_are_flat;
UInt cells_bits;

static Shadow* all;
static Shadow* in_use;          /* the running strand's, or NULL */
static Bool    chunks_are_due; /* as soon as no generated code is running */
static UChar*  noted;           /* a bit for each block of flat memory: the program has had memory there */

/* While paused: the timestamps of a page. */
#define IGNORED_BITS  12
static UInt ignored[(1 << IGNORED_BITS) + SLACK];

static UWord cells_in_block(void)
{
   return 1UL << (BLOCK_BITS - cells_bits);
}

static SizeT flat_size(void)
{
   return VG_PGROUNDUP((1UL << (PLATFORM_USUAL_ADDRESS_BITS - cells_bits)) * SHADOW_STAMP_SIZE + SLACK);
}

static SizeT chunk_size(void)
{
   return VG_PGROUNDUP(cells_in_block() * SHADOW_STAMP_SIZE);
}

/* Valgrind knows nothing of flat memory, which is larger than all that it can give. */
void shadow_init(UInt memory_resolution, Bool accesses)
{
   cells_are_flat = accesses && VG_(clo_sanity_level) < VERSION_SANITY_LEVEL_OF_MAPPINGS;
   cells_bits     = VG_(log2)(memory_resolution);
   noted          = cells_are_flat ? VG_(calloc)("aprof.shadow.noted", FLAT_BLOCKS / 8, 1) : NULL;
}

/* Once it is full, it stays so until measuring ends. */
static Bool may_grow(SizeT size)
{
   shadow_is_full = shadow_is_full || !ASK(True, shadow_may_grow, size);
   return !shadow_is_full;
}

Bool shadow_has_room(SizeT size)
{
   return may_grow((size >> cells_bits) * SHADOW_STAMP_SIZE);
}

Bool shadow_is_flat(void)
{
   return cells_are_flat;
}

Addr shadow_stamps(const Shadow* shadow, Bool counts)
{
   return counts ? (Addr)shadow->flat : (Addr)ignored;
}

ULong shadow_mask(Bool counts)
{
   return ((1UL << (counts ? PLATFORM_USUAL_ADDRESS_BITS : IGNORED_BITS)) - 1) & -(1UL << cells_bits);
}

/*--- Chunks ---*/

/* The amount of memory that listeners are asked for at a time. */
#define ASKED_FOR  (16UL << 20)

/* NULL: there is no memory for it. */
static UInt* map_chunk(void)
{
   static SizeT granted;
   if (granted < chunk_size()) {
      granted = may_grow(ASKED_FOR) ? ASKED_FOR : 0;
   }
   UInt* stamps = shadow_is_full ? NULL : version_map_pages(chunk_size());
   if (stamps != NULL) {
      granted -= chunk_size();
   } else {
      shadow_is_full = True;
   }
   return stamps;
}

static Chunk* find_chunk(Shadow* shadow, UWord block)
{
   if (shadow->last == NULL || shadow->last->node.key != block) {
      shadow->last = VG_(HT_lookup)(shadow->chunks, block);
   }
   return shadow->last;
}

/* NULL: there is no memory for it. */
static Chunk* need_chunk(Shadow* shadow, UWord block)
{
   Chunk* chunk = find_chunk(shadow, block);
   UInt*  stamps;
   if (chunk == NULL && (stamps = map_chunk()) != NULL) {
      chunk  = VG_(malloc)("aprof.shadow.chunk", sizeof *chunk);
      *chunk = (Chunk){ .node.key = block, .stamps = stamps };
      VG_(HT_add_node)(shadow->chunks, chunk);
      shadow->last = chunk;
   }
   return chunk;
}

static void free_chunk(void* node)
{
   Chunk* chunk = node;
   VG_(am_munmap_valgrind)((Addr)chunk->stamps, chunk_size());
   VG_(free)(chunk);
}

static void free_chunks(Shadow* shadow)
{
   if (shadow->chunks != NULL) {
      VG_(HT_destruct)(shadow->chunks, free_chunk);
      shadow->chunks = NULL;
      shadow->last   = NULL;
   }
}

static void make_chunks(Shadow* shadow)
{
   shadow->chunks = VG_(HT_construct)("aprof.shadow.chunks");
}

/*--- Ranges of cells ---*/

UInt* cells_in_chunk(Shadow* shadow, UWord first, UWord* last, Bool needed)
{
   UWord  block   = first >> (BLOCK_BITS - cells_bits);
   Chunk* chunk   = needed ? need_chunk(shadow, block) : find_chunk(shadow, block);
   Bool   is_lost = needed && chunk == NULL;
   UInt*  stamps  = is_lost ? ignored : chunk == NULL ? NULL : chunk->stamps;
   UWord  in_area = (is_lost ? 1UL << IGNORED_BITS : cells_in_block()) - 1;
   if (*last > (first | in_area)) {
      *last = first | in_area;
   }
   return stamps == NULL ? NULL : stamps + (first & in_area);
}

void shadow_set(Shadow* shadow, Addr address, SizeT size, UInt stamp)
{
   if (size == 0 || cells_out_of_range(address, size)) {
      return;
   }
   FOR_EACH_CELL(shadow, address, size, cell, at, {
      *at = stamp;
   });
}

/*--- What has been touched ---*/

static Bool is_noted(UWord block)
{
   return (noted[block / 8] >> (block % 8) & 1) != 0;
}

static void note(Addr address, SizeT size)
{
   UWord last = (address + size - 1) >> BLOCK_BITS;
   for (UWord block = address >> BLOCK_BITS; block <= last && block < FLAT_BLOCKS; block++) {
      noted[block / 8] |= 1 << block % 8;
   }
}

void shadow_note_memory(Addr address, SizeT size)
{
   if (size > 0 && cells_are_flat) {
      note(address, size);
      if (cells_out_of_range(address, size)) {
         shadow_use_chunks();
      }
   }
}

/* Looks at all segments, because stacks and the heap grow without an event. */
static void note_all_memory(void)
{
   UInt const kinds  = SkFileC | SkAnonC | SkShmC;
   Int        room   = 256;
   Addr*      starts = VG_(malloc)("aprof.shadow.starts", room * sizeof *starts);
   Int        count;
   while ((count = VG_(am_get_segment_starts)(kinds, starts, room)) < 0) {
      room   = -count;
      starts = VG_(realloc)("aprof.shadow.starts", starts, room * sizeof *starts);
   }
   for (Int i = 0; i < count; i++) {
      const NSegment* segment = VG_(am_find_nsegment)(starts[i]);
      note(segment->start, segment->end - segment->start + 1);
   }
   VG_(free)(starts);
}

/* The kernel tells which pages have been touched, and so may be other than zero: 64 bits for each page, of
   which one says that it is in memory, and one that it is swapped out.  Without that file, all may have
   been. */
#define TOUCHED_BITS     (3ULL << 62)
#define PAGES_AT_A_TIME  512
#define CELLS_IN_PAGE    (VKI_PAGE_SIZE / SHADOW_STAMP_SIZE)

static void read_page_map(Int map, const UInt* page, UWord count, ULong* entries)
{
   SizeT size = count * sizeof *entries;
   if (map < 0
       || VG_(lseek)(map, (Addr)page / VKI_PAGE_SIZE * sizeof *entries, VKI_SEEK_SET) < 0
       || VG_(read)(map, entries, size) != (Int)size) {
      VG_(memset)(entries, 0xff, size);
   }
}

typedef void Visit(UInt* stamps, UWord first, UWord count, void* data);

static void visit_touched_pages(Int map, UInt* flat, UWord first, UWord last, Visit* visit, void* data)
{
   ULong entries[PAGES_AT_A_TIME];
   UWord end_page = last / CELLS_IN_PAGE + 1;
   for (UWord page = first / CELLS_IN_PAGE; page < end_page; ) {
      UWord count = end_page - page < PAGES_AT_A_TIME ? end_page - page : PAGES_AT_A_TIME;
      read_page_map(map, flat + page * CELLS_IN_PAGE, count, entries);
      for (UWord i = 0; i < count; i++, page++) {
         if ((entries[i] & TOUCHED_BITS) != 0) {
            UWord from = page * CELLS_IN_PAGE < first ? first : page * CELLS_IN_PAGE;
            UWord to   = (page + 1) * CELLS_IN_PAGE - 1 > last ? last : (page + 1) * CELLS_IN_PAGE - 1;
            visit(flat + from, from, to - from + 1, data);
         }
      }
   }
}

/* Below that, looking costs less than asking what to look at. */
#define SMALL_RANGE  (64 * CELLS_IN_PAGE)

/* Visits all timestamps from cell `first` to `last` that are not 0, and others. */
static void for_each_touched(Shadow* shadow, UWord first, UWord last, Visit* visit, void* data)
{
   UWord in_block = cells_in_block() - 1;
   Int   map      = -1;
   if (shadow->flat != NULL && last - first >= SMALL_RANGE) {
      map = files_open_own("pagemap");
      note_all_memory();
   }
   while (first <= last) {
      UWord block = first >> (BLOCK_BITS - cells_bits);
      UWord end   = (first | in_block) < last ? (first | in_block) : last;
      if (shadow->flat == NULL) {
         UInt* stamps = cells_stamps_of(shadow, first, &end, False);
         if (stamps != NULL) {
            visit(stamps, first, end - first + 1, data);
         }
      } else if (last - first < SMALL_RANGE) {
         visit(shadow->flat + first, first, end - first + 1, data);
      } else if (is_noted(block)) {
         visit_touched_pages(map, shadow->flat, first, end, visit, data);
      }
      first = end + 1;
   }
   if (map >= 0) {
      VG_(close)(map);
   }
}

static void for_all_touched(Shadow* shadow, Visit* visit, void* data)
{
   if (shadow->flat != NULL) {
      for_each_touched(shadow, 0, (FLAT_BLOCKS << (BLOCK_BITS - cells_bits)) - 1, visit, data);
   }
   if (shadow->chunks != NULL) {
      const Chunk* chunk;
      VG_(HT_ResetIter)(shadow->chunks);
      while ((chunk = VG_(HT_Next)(shadow->chunks)) != NULL) {
         visit(chunk->stamps, chunk->node.key << (BLOCK_BITS - cells_bits), cells_in_block(), data);
      }
   }
}

/*--- Life of a shadow memory ---*/

static void copy_stamps(UInt* stamps, UWord first, UWord count, void* into)
{
   UWord end = first + count;
   while (first < end) {
      UWord last = end - 1;
      UInt* to   = cells_stamps_of(into, first, &last, True);
      VG_(memcpy)(to, stamps, (last - first + 1) * sizeof *stamps);
      stamps += last - first + 1;
      first   = last + 1;
   }
}

/* Its flat memory is left to the caller. */
static UInt* into_chunks(Shadow* shadow)
{
   Shadow former = *shadow;
   shadow->flat  = NULL;
   make_chunks(shadow);
   for_all_touched(&former, copy_stamps, shadow);
   return former.flat;
}

void shadow_use_chunks(void)
{
   if (!cells_are_flat) {
      return;
   }
   cells_are_flat = chunks_are_due = False;
   for (Shadow* shadow = all; shadow != NULL; shadow = shadow->next) {
      if (shadow->flat != NULL) {
         platform_release(into_chunks(shadow), flat_size());
      }
   }
   TELL(shadow_changed);
}

void shadow_make_way(Addr address, SizeT size)
{
   for (const Shadow* shadow = all; shadow != NULL && cells_are_flat; shadow = shadow->next) {
      Addr flat = (Addr)shadow->flat;
      if (flat != 0 && address < flat + flat_size() && (address >= flat || flat - address < size)) {
         shadow_use_chunks();
      }
   }
}

/* Returns new flat memory or, if there is no more, that of another strand; NULL if no strand has any. */
static UInt* take_flat_memory(void)
{
   UInt* flat = platform_reserve(flat_size());
   if (flat != NULL) {
      return flat;
   }
   Shadow* other = all;
   while (other != NULL && (other->flat == NULL || other == shadow_written || other == in_use)) {
      other = other->next;
   }
   if (other != NULL) {
      flat = into_chunks(other);
      platform_zero_pages(flat, flat_size());
      chunks_are_due = True;
   }
   return flat;
}

void shadow_use(Shadow* shadow)
{
   in_use = shadow;
   if (cells_are_flat && shadow != NULL && shadow->flat == NULL) {
      Shadow former = *shadow;
      shadow->flat   = take_flat_memory();
      shadow->chunks = NULL;
      shadow->last   = NULL;
      for_all_touched(&former, copy_stamps, shadow);
      free_chunks(&former);
   }
   tl_assert(!cells_are_flat || shadow == NULL || shadow->flat != NULL);
}

void shadow_use_chunks_if_due(void)
{
   if (chunks_are_due) {
      shadow_use_chunks();
   }
}

Shadow* shadow_new(void)
{
   Shadow* shadow = VG_(calloc)("aprof.shadow", 1, sizeof *shadow);
   if (cells_are_flat) {
      shadow->flat = take_flat_memory();
      if (shadow->flat == NULL) {
         shadow_use_chunks();
      }
   }
   if (!cells_are_flat) {
      make_chunks(shadow);
   }
   shadow->next = all;
   all          = shadow;
   return shadow;
}

void shadow_clear(Shadow* shadow)
{
   if (shadow->flat != NULL) {
      platform_zero_pages(shadow->flat, flat_size());
   } else {
      free_chunks(shadow);
      make_chunks(shadow);
   }
}

void shadow_free(Shadow* shadow)
{
   Shadow** link = &all;
   tl_assert(shadow != in_use);
   while (*link != shadow) {
      tl_assert(*link != NULL);
      link = &(*link)->next;
   }
   *link = shadow->next;
   free_chunks(shadow);
   if (shadow->flat != NULL) {
      platform_release(shadow->flat, flat_size());
   }
   VG_(free)(shadow);
}

static void add_cells(UInt* stamps, UWord first, UWord count, void* sum)
{
   *(SizeT*)sum += count;
}

SizeT shadow_used_bytes(void)
{
   SizeT used_cells = 0;
   for (Shadow* shadow = all; shadow != NULL; shadow = shadow->next) {
      for_all_touched(shadow, add_cells, &used_cells);
   }
   return used_cells * SHADOW_STAMP_SIZE;
}

/*--- Ranges that may be large ---*/

static void for_each_touched_at(Shadow* shadow, Addr address, SizeT size, Visit* visit, void* data)
{
   if (size > 0 && !cells_out_of_range(address, size)) {
      for_each_touched(shadow, address >> cells_bits, (address + size - 1) >> cells_bits, visit, data);
   }
}

static void forget(UInt* stamps, UWord first, UWord count, void* unused)
{
   VG_(memset)(stamps, 0, count * sizeof *stamps);
}

void shadow_forget(Shadow* shadow, Addr address, SizeT size)
{
   for_each_touched_at(shadow, address, size, forget, NULL);
}

static void record(UInt* stamps, UWord first, UWord count, void* written)
{
   for (UWord i = 0; i < count; i++) {
      if (stamps[i] != 0) {
         shadow_set(shadow_written, (first + i) << cells_bits, 1, *(UInt*)written);
      }
   }
}

void shadow_record_where_known(Shadow* shadow, Addr address, SizeT size, UInt written)
{
   for_each_touched_at(shadow, address, size, record, &written);
}

/*--- Renumbering ---*/

/* The new timestamp of a former one, or of a former one and that of the last write. */
typedef struct {
   UInt (*alone)(UInt);
   UInt (*with_write)(UInt, UInt);
} Renumbering;

/* Neighbouring cells often have equal timestamps; pages never accessed are
   zero, and stay untouched. */
static void renumber(UInt* stamps, UWord first, UWord count, void* data)
{
   const Renumbering* by = data;
   UWord       last      = first + count - 1;
   const UInt* written   = by->alone != NULL ? NULL : cells_stamps_of(shadow_written, first, &last, False);
   UInt        old       = 0;
   UInt        old_write = 0;
   UInt        new       = 0;
   for (UWord i = 0; i < count; i++) {
      if (stamps[i] != 0) {
         UInt write = written == NULL ? 0 : written[i];
         if (stamps[i] != old || write != old_write) {
            old       = stamps[i];
            old_write = write;
            new       = by->alone != NULL ? by->alone(old) : by->with_write(old, write);
         }
         stamps[i] = new;
      }
   }
}

void shadow_renumber(Shadow* shadow, UInt (*renumber_one)(UInt))
{
   Renumbering by = { .alone = renumber_one };
   for_all_touched(shadow, renumber, &by);
}

void shadow_renumber_by_writes(Shadow* shadow, UInt (*renumber_one)(UInt, UInt))
{
   Renumbering by = { .with_write = renumber_one };
   for_all_touched(shadow, renumber, &by);
}
