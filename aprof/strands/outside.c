/* The kernel's reads and writes, mappings, and writes by other threads; and what these change in all
   strands. */

#include "strands/outside.h"

#include "cells/shadow.h"
#include "cells/writes.h"
#include "code/perf_map.h"
#include "code/routine.h"
#include "listener.h"
#include "memory.h"
#include "options.h"
#include "profile/profile.h"
#include "stack/access.h"
#include "strands/strand.h"

/*--- Several threads write ---*/

static Int compare_stamps(const void* left, const void* right)
{
   UInt a = *(const UInt*)left;
   UInt b = *(const UInt*)right;
   return a < b ? -1 : a > b;
}

/* The timestamps of all activations, each once, in ascending order; to be freed. */
static UInt* all_stamps(UInt* count)
{
   SizeT all = 0;
   STRAND_FOR_EACH(strand) {
      all += stack_of(strand)->number + 1;
   }
   UInt* stamps = VG_(malloc)("aprof.strands.stamps", (all + 1) * sizeof *stamps);
   all = 0;
   STRAND_FOR_EACH(strand) {
      const CallStack* on = stack_of(strand);
      VG_(memcpy)(stamps + all, on->reads.stamps, (on->number + 1) * sizeof *stamps);
      all += on->number + 1;
   }
   VG_(ssort)(stamps, all, sizeof *stamps, compare_stamps);
   *count = 0;
   for (SizeT i = 0; i < all; i++) {
      if (*count == 0 || stamps[*count - 1] != stamps[i]) {
         stamps[(*count)++] = stamps[i];
      }
   }
   return stamps;
}

static UInt renumbered(UInt stamp, UInt written)
{
   return stamp < stack.first_stamp ? 0 : writes_renumbered_access(stamp, written);
}

/* Renumbers the timestamps of all strands.  Shadow memory of a strand that has not begun, or of one that is
   kept to be used again, is cleared: all there is older than anything to come. */
void outside_renumber_all(void)
{
   Strand* resumed = running;
   UInt    count;
   UInt*   stamps = all_stamps(&count);
   writes_renumber_begin(stamps, count);
   STRAND_FOR_EACH(strand) {
      if (strand->begun) {
         strand_switch_to(strand);
         shadow_renumber_by_writes(hot.shadow, renumbered);
         stack_set_stamps(writes_renumbered_activation);
      } else {
         shadow_clear(strand->hot.shadow);
      }
   }
   strand_clear_kept();
   writes_renumber_end();
   VG_(free)(stamps);
   strand_switch_to(resumed);
   if (running != NULL && stack.number >= 0) {
      hot_set_stamp(stack_running_stamp());
   }
}

void outside_thread_created(ThreadId creator, ThreadId thread)
{
   if (options.drms && creator != VG_INVALID_THREADID) {
      if (hot_latest == 0) {
         writes_begin_several(strand_latest_stamp());
      }
      TELL(several_threads);
   }
}

void outside_begin_turn(ThreadId thread)
{
   if (!writes_is_turn_of(thread)) {
      if (writes_used_up()) {
         outside_renumber_all();
      }
      writes_begin_turn(thread);
   }
}

/*--- The kernel accesses memory ---*/

/* A system call may access all memory at once.  So for each part of so many bytes, aprof asks whether there
   is memory to remember that it was accessed. */
#define LARGE_PART  (16UL << 20)

/* Linux reads no more of a text (PATH_MAX in its limits.h), and of an argument for a new program
   (MAX_ARG_STRLEN in binfmts.h). */
#define LONGEST_TEXT      4096
#define LONGEST_ARGUMENT  (32 * VKI_PAGE_SIZE)

/* The range may be anything that the program passed, and longer than what the kernel takes of it: only what
   is mapped, with this right, can be accessed. */
static SizeT first_part(Addr address, SizeT size, UInt right)
{
   if (!VG_(am_is_valid_for_client)(address, 1, right)) {
      return 0;
   }
   SizeT in_segment = VG_(am_find_nsegment)(address)->end - address + 1;
   SizeT part       = in_segment < LARGE_PART ? in_segment : LARGE_PART;
   return size < part ? size : part;
}

static Bool can_be_remembered(SizeT part)
{
   return part < LARGE_PART || shadow_has_room(part);
}

/* Visits what can be accessed of the range, part by part, as long as it is forgotten or there is memory. */
static void for_each_part(Addr address, SizeT size, UInt right, Bool is_forgotten,
                          void (*visit)(Addr address, SizeT size))
{
   SizeT part;
   while ((part = first_part(address, size, right)) > 0 && (is_forgotten || can_be_remembered(part))) {
      visit(address, part);
      address += part;
      size    -= part;
   }
}

static void note_read(Addr address, SizeT size)
{
   TELL(kernel_reads, address, size);
   if (options.drms) {
      access_read_dynamic(address, size);
   } else {
      access_read(address, size);
   }
   TELL(kernel_has_read, address, size);
}

void outside_reads(CorePart part, ThreadId thread, const HChar* what, Addr address, SizeT size)
{
   if (part == Vg_CoreSysCall || part == Vg_CoreSysCallArgInMem) {
      for_each_part(address, size, VKI_PROT_READ, hot.paused, note_read);
   }
}

void outside_reads_string(CorePart part, ThreadId thread, const HChar* what, Addr address)
{
   Bool  is_argument = VG_(strncmp)(what, "execve", 6) == 0 && VG_(strchr)(what, '[') != NULL;
   SizeT size        = memory_text_size(address, is_argument ? LONGEST_ARGUMENT : LONGEST_TEXT);
   outside_reads(part, thread, what, address, size);
}

static void forget_in_all(Addr address, SizeT size)
{
   STRAND_FOR_EACH(strand) {
      shadow_forget(strand->hot.shadow, address, size);
   }
}

static void note_write(Addr address, SizeT size)
{
   if (hot_latest == 0) {
      forget_in_all(address, size);
   } else {
      outside_begin_turn(WRITES_KERNEL);
   }
   writes_by_kernel(address, size);
   TELL(kernel_wrote, address, size);
}

/* Signals: the frame of the handler. */
void outside_wrote(CorePart part, ThreadId thread, Addr address, SizeT size)
{
   if (part == Vg_CoreSysCall) {
      profile_of_thread(thread)->received += size;
   }
   if (options.drms && (part == Vg_CoreSysCall || part == Vg_CoreSignal)) {
      for_each_part(address, size, VKI_PROT_NONE, False, note_write);
   }
}

/*--- Mappings ---*/

/* A large file costs nothing where the program has not been yet. */
static void note_mapped_file(Addr address, SizeT size)
{
   if (hot_latest == 0) {
      forget_in_all(address, size);
   } else {
      outside_begin_turn(WRITES_KERNEL);
      shadow_record_where_known(shadow_written, address, size, hot_latest);
      STRAND_FOR_EACH(strand) {
         shadow_record_where_known(strand->hot.shadow, address, size, hot_latest);
      }
   }
   writes_file_mapped(address, size);
}

/* Notes that the memory comes from outside if it is a file, or shared with other processes. */
static void note_file(Addr address, SizeT size)
{
   const NSegment* segment = VG_(am_find_nsegment)(address);
   if (options.drms && size > 0 && segment != NULL
       && (segment->kind == SkFileC || segment->kind == SkShmC)) {
      note_mapped_file(address, size);
      TELL(file_mapped, address, size);
   }
}

/* Notes memory that is there when the program starts: nobody has written it. */
void outside_memory_at_start(Addr address, SizeT size, Bool read, Bool write, Bool execute, ULong object)
{
   routine_memory_changed(address, size);
   shadow_note_memory(address, size);
}

void outside_memory_mapped(Addr address, SizeT size, Bool read, Bool write, Bool execute, ULong object)
{
   outside_memory_at_start(address, size, read, write, execute, object);
   perf_map_memory_mapped(address, execute);
   note_file(address, size);
}

void outside_memory_moved(Addr from, Addr to, SizeT size)
{
   routine_memory_gone(from, size);
   shadow_note_memory(to, size);
   note_file(to, size);
}
