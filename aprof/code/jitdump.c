/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The file is written record by record.  One that is not complete is read when it is.  A record that cannot
   be one ends the file. */

#include "code/jitdump.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "code/growing_file.h"
#include "code/named_code.h"

#define MAGIC  0x4a695444u   /* "JiTD" */

/* The longest name that is read, with what stands before it. */
#define MOST_READ  16384

typedef struct {
   UInt  magic;
   UInt  version;
   UInt  size;
   UInt  machine;
   UInt  padding;
   UInt  process;
   ULong time;
   ULong flags;
} FileHeader;

typedef struct {
   UInt  kind;
   UInt  size;
   ULong time;
} RecordHeader;

enum { CODE_LOAD, CODE_MOVE };

typedef struct {
   RecordHeader header;
   UInt  process;
   UInt  thread;
   ULong mapped_at;
   ULong address;
   ULong size;
   ULong number;
} CodeLoad;     /* NAME\0 and the code follow */

typedef struct {
   RecordHeader header;
   UInt  process;
   UInt  thread;
   ULong mapped_at;
   ULong from;
   ULong to;
   ULong size;
   ULong number;
} CodeMove;

_Static_assert(sizeof(FileHeader) == 40 && sizeof(CodeLoad) == 56 && sizeof(CodeMove) == 64,
               "as in the file");

static GrowingFile dump;        /* no path: there is none */

/* Reads what is in the file at this place, up to `size` bytes.  Returns how many these are. */
static Int read_at(Int file, Long place, void* to, UInt size)
{
   return VG_(lseek)(file, place, VKI_SEEK_SET) == place ? VG_(read)(file, to, size) : -1;
}

static Bool is_range(ULong start, ULong size)
{
   return size > 0 && start <= ~0ULL - size;
}

/* `record` has so many bytes of it. */
static void load_code(const CodeLoad* record, UInt size)
{
   const HChar* name = (const HChar*)(record + 1);
   for (UInt i = sizeof *record; i < size; i++) {
      if (((const HChar*)record)[i] == '\0') {
         if (*name != '\0' && is_range(record->address, record->size)) {
            named_code_add(record->address, record->size, generated_name(name));
         }
         return;
      }
   }
}

static void move_code(const CodeMove* record)
{
   const NamedCode* named = named_code_at(record->from);
   if (named != NULL && is_range(record->to, record->size)) {
      named_code_add(record->to, record->size, named->name);
   }
}

static void take(const RecordHeader* record, UInt size)
{
   if (record->kind == CODE_LOAD && size > sizeof(CodeLoad)) {
      load_code((const CodeLoad*)record, size);
   } else if (record->kind == CODE_MOVE && size >= sizeof(CodeMove)) {
      move_code((const CodeMove*)record);
   }
}

/* Ends the file where it is: nothing tells where a next record begins. */
static void give_up(void)
{
   growing_file_warn(&dump, "is no jitdump of this process, or has a wrong record:\n"
                     "the rest is ignored.");
   dump.limit = dump.done;
}

/* Whether the header is there, and right.  */
static Bool read_header(Int file)
{
   FileHeader header;
   if (read_at(file, 0, &header, sizeof header) != sizeof header) {
      return False;
   }
   if (header.magic != MAGIC || header.size < sizeof header || header.process != (UInt)VG_(getpid)()) {
      give_up();
      return False;
   }
   dump.done = header.size;
   return True;
}

static void read_records(Int file, Long end)
{
   RecordHeader* record = VG_(malloc)("aprof.jitdump", MOST_READ);
   while (dump.done + (Long)sizeof *record <= end) {
      Int got = read_at(file, dump.done, record, MOST_READ);
      if (got < (Int)sizeof *record || dump.done + record->size > end) {
         break;   /* it is not complete */
      }
      if (record->size < sizeof *record) {
         give_up();
         break;
      }
      take(record, record->size < (UInt)got ? record->size : (UInt)got);
      dump.done += record->size;
   }
   VG_(free)(record);
}

void jitdump_read_new(void)
{
   Long end;
   Bool is_new;
   Int  file = *dump.path == '\0' ? -1 : growing_file_open(&dump, &end, &is_new);
   if (file >= 0) {
      if (dump.done > 0 || read_header(file)) {
         read_records(file, end);
      }
      growing_file_close(&dump, file);
   }
}

static Bool is_dump_of_process(const HChar* path)
{
   HChar        name[64];
   const HChar* slash = VG_(strrchr)(path, '/');
   VG_(sprintf)(name, "/jit-%d.dump", VG_(getpid)());
   return slash != NULL && VG_STREQ(slash, name);
}

void jitdump_memory_mapped(Addr address)
{
   const NSegment* segment = VG_(am_find_nsegment)(address);
   const HChar*    path    = segment == NULL || segment->kind != SkFileC
                             ? NULL : VG_(am_get_filename)(segment);
   if (path != NULL && is_dump_of_process(path) && VG_(strlen)(path) < sizeof dump.path
       && !VG_STREQ(path, dump.path)) {
      growing_file_begin(&dump, path, False);
   }
}

void jitdump_begin(void)
{
   dump = (GrowingFile){ .warned = dump.warned };
}
