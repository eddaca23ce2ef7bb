/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Events of the kernel. */

#include "strands/kernel.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"

#include "cells/shadow.h"
#include "code/routine.h"
#include "listener.h"
#include "memory.h"
#include "options.h"
#include "stack/access.h"
#include "stack/activation.h"
#include "strands/outside.h"

/* A system call may access as much memory at once as there is.  So it is asked for each such part whether
   there is memory to remember that. */
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

static void read_mapped(Addr address, SizeT size)
{
   TELL(kernel_reads, address, size);
   if (options.drms) {
      access_read_dynamic(address, size);
   } else {
      access_read(address, size);
   }
   TELL(kernel_has_read, address, size);
}

void kernel_reads(CorePart part, ThreadId thread, const HChar* what, Addr address, SizeT size)
{
   if (part != Vg_CoreSysCall && part != Vg_CoreSysCallArgInMem) {
      return;
   }
   SizeT part_size;
   while ((part_size = first_part(address, size, VKI_PROT_READ)) > 0
          && (running.paused || can_be_remembered(part_size))) {
      read_mapped(address, part_size);
      address += part_size;
      size    -= part_size;
   }
}

void kernel_reads_string(CorePart part, ThreadId thread, const HChar* what, Addr address)
{
   Bool  is_argument = VG_(strncmp)(what, "execve", 6) == 0 && VG_(strchr)(what, '[') != NULL;
   SizeT size        = memory_text_size(address, is_argument ? LONGEST_ARGUMENT : LONGEST_TEXT);
   kernel_reads(part, thread, what, address, size);
}

/* Signals: the frame of the handler. */
void kernel_wrote(CorePart part, ThreadId thread, Addr address, SizeT size)
{
   if (!options.drms || (part != Vg_CoreSysCall && part != Vg_CoreSignal)) {
      return;
   }
   SizeT part_size;
   while ((part_size = first_part(address, size, VKI_PROT_NONE)) > 0 && can_be_remembered(part_size)) {
      outside_kernel_wrote(address, part_size);
      TELL(kernel_wrote, address, part_size);
      address += part_size;
      size    -= part_size;
   }
}

/* Notes that the memory comes from outside if it is a file, or shared with other processes. */
static void note_file(Addr address, SizeT size)
{
   const NSegment* segment = VG_(am_find_nsegment)(address);
   if (options.drms && size > 0 && segment != NULL
       && (segment->kind == SkFileC || segment->kind == SkShmC)) {
      outside_file_mapped(address, size);
      TELL(file_mapped, address, size);
   }
}

/* Notes memory that is there when the program starts: nobody has written it. */
void kernel_memory_at_start(Addr address, SizeT size, Bool read, Bool write, Bool execute, ULong object)
{
   routine_memory_changed(address, size);
   shadow_note_memory(address, size);
}

void kernel_memory_mapped(Addr address, SizeT size, Bool read, Bool write, Bool execute, ULong object)
{
   kernel_memory_at_start(address, size, read, write, execute, object);
   note_file(address, size);
}

void kernel_memory_moved(Addr from, Addr to, SizeT size)
{
   routine_memory_gone(from, size);
   shadow_note_memory(to, size);
   note_file(to, size);
}

void kernel_thread_created(ThreadId creator, ThreadId thread)
{
   if (options.drms && creator != VG_INVALID_THREADID) {
      outside_thread_created();
      TELL(several_threads);
   }
}
