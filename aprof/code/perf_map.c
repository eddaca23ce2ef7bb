/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Reads the perf map.

   Nothing is read before somebody asks for the name of generated code, so programs without such code
   cost nothing.  From then on, each system call that may have written to the map is followed by a look
   at the map's size.  So what the program writes about code is known before it runs that code.

   Invariants: no two elements of `code` overlap; `answers` has all that was asked for and that a block may
   know, with the name that it had, unless it was in memory that is gone: then it was between `lowest_gone`
   and `highest_gone`.  So programs that go on generating code at other addresses do not fill the memory. */

#include "code/perf_map.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_oset.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "files/files.h"
#include "options.h"
#include "platform.h"
#include "valgrind_version.h"

#define LONGEST_LINE  16384

/* Bytes of one map that are read: a file may have a hole of any size. */
#define MOST_BYTES  (4LL << 30)

static OSet* code;         /* of NamedCode */
static Bool  is_wanted;    /* somebody has asked for a name */

/* The file, and how much of it has been read. */
static HChar path[64];
static ULong device;
static ULong inode;
static Long  done;              /* up to the end of a line */
static Long  limit;             /* it is read up to here */
static Bool  skipping;          /* `done` is in a line that is too long */
static Bool  is_examined;       /* whose it is has been looked at */

static Bool  warned_of_file;
static Bool  warned_of_line;

/*------------------------------------------------------------*/
/*--- Answers                                              ---*/
/*------------------------------------------------------------*/

typedef struct {
   Addr                 address;   /* first, because it is the key */
   Addr                 entry;
   const GeneratedName* name;      /* NULL: none */
} Answer;

static OSet* answers;
static Addr  lowest_asked = ~(Addr)0;
static Addr  highest_asked;
static Addr  lowest_gone  = ~(Addr)0;
static Addr  highest_gone;
static Bool  has_changed;          /* one of them is out of date */

static void note_answer(Addr address, const NamedCode* named)
{
   Answer* answer = VG_(OSetGen_Lookup)(answers, &address);
   if (answer == NULL) {
      answer = VG_(OSetGen_AllocNode)(answers, sizeof *answer);
      answer->address = address;
      VG_(OSetGen_Insert)(answers, answer);
   }
   answer->entry = named == NULL ? 0 : named->entry;
   answer->name  = named == NULL ? NULL : named->name;
   lowest_asked  = address < lowest_asked ? address : lowest_asked;
   highest_asked = address > highest_asked ? address : highest_asked;
}

/* A new line gives this name to [start, start + size). */
static void check_answers(Addr start, SizeT size, const GeneratedName* name)
{
   const Answer* answer;
   VG_(OSetGen_ResetIterAt)(answers, &start);
   while ((answer = VG_(OSetGen_Next)(answers)) != NULL && answer->address - start < size) {
      has_changed |= answer->name != name || answer->entry != start;
   }
   has_changed |= start <= highest_gone && start + size > lowest_gone;
}

static Answer* first_answer_in(Addr start, SizeT size)
{
   VG_(OSetGen_ResetIterAt)(answers, &start);
   Answer* answer = VG_(OSetGen_Next)(answers);
   return answer != NULL && answer->address - start < size ? answer : NULL;
}

static void remove_answers_in(Addr start, SizeT size)
{
   Answer* answer;
   while ((answer = first_answer_in(start, size)) != NULL) {
      lowest_gone  = answer->address < lowest_gone ? answer->address : lowest_gone;
      highest_gone = answer->address > highest_gone ? answer->address : highest_gone;
      VG_(OSetGen_Remove)(answers, &answer->address);
      VG_(OSetGen_FreeNode)(answers, answer);
   }
}

/* No block knows them any more. */
static void forget_all_answers(void)
{
   remove_answers_in(0, ~(SizeT)0);
   lowest_asked  = lowest_gone  = ~(Addr)0;
   highest_asked = highest_gone = 0;
}

/*------------------------------------------------------------*/
/*--- Addresses                                            ---*/
/*------------------------------------------------------------*/

typedef struct {
   Addr start;
   Addr end;
} Range;

static Word compare_ranges(const void* key, const void* element)
{
   const Range*     range = key;
   const NamedCode* named = element;
   return range->end <= named->start ? -1 : range->start >= named->end ? 1 : 0;
}

static void insert(Addr start, Addr end, Addr entry, const GeneratedName* name)
{
   if (start < end) {
      Range const range = { start, end };
      tl_assert(VG_(OSetGen_LookupWithCmp)(code, &range, compare_ranges) == NULL);
      NamedCode* named = VG_(OSetGen_AllocNode)(code, sizeof *named);
      *named = (NamedCode){ start, end, entry, name };
      VG_(OSetGen_Insert)(code, named);
   }
}

/* Adds new code.  The rest of older code before and behind it stays. */
static void add(Addr start, SizeT size, const GeneratedName* name)
{
   Range      range = { start, start + size };
   NamedCode* older;
   while ((older = VG_(OSetGen_LookupWithCmp)(code, &range, compare_ranges)) != NULL) {
      VG_(OSetGen_Remove)(code, &older->start);
      insert(older->start, range.start, older->entry, older->name);
      insert(range.end, older->end, older->entry, older->name);
      VG_(OSetGen_FreeNode)(code, older);
   }
   insert(range.start, range.end, start, name);
   check_answers(start, size, name);
}

/*------------------------------------------------------------*/
/*--- Lines                                                ---*/
/*------------------------------------------------------------*/

static Bool is_hexadecimal(HChar c)
{
   return VG_(isdigit)(c) || (VG_(tolower)(c) >= 'a' && VG_(tolower)(c) <= 'f');
}

/* A hexadecimal number, with or without 0x, and the blanks behind it.  NULL if there is none. */
static const HChar* parse_number(const HChar* text, ULong* number)
{
   HChar* end;
   if (!is_hexadecimal(*text)) {
      return NULL;
   }
   *number = VG_(strtoull16)(text, &end);
   if (*end != ' ' && *end != '\t') {
      return NULL;
   }
   while (*end == ' ' || *end == '\t') {
      end++;
   }
   return end;
}

static Bool parse_line(const HChar* line)
{
   ULong        start;
   ULong        size;
   const HChar* rest = parse_number(line, &start);
   const HChar* name = rest == NULL ? NULL : parse_number(rest, &size);
   if (name == NULL || *name == '\0' || size == 0 || start > ~0ULL - size) {
      return False;
   }
   add(start, size, generated_name(name));
   return True;
}

#define SHOWN  40

/* Shows the beginning of the line, but nothing that a terminal would obey. */
static void warn_of_line(const HChar* line, const HChar* why)
{
   HChar shown[SHOWN + 1] = "";
   for (UInt i = 0; i < SHOWN && line[i] != '\0'; i++) {
      shown[i] = line[i] >= ' ' && line[i] < 0x7f ? line[i] : '?';
   }
   if (!warned_of_line) {
      warned_of_line = True;
      VG_(umsg)("Warning: %s: the line '%s'\n"
                "%s.  Such lines are ignored.\n", path, shown, why);
   }
}

/* `line` ends with '\0'.  There is another one before that if the line is malformed. */
static void take_line(HChar* line, SizeT length)
{
   if (length > 0 && line[length - 1] == '\r') {
      line[--length] = '\0';
   }
   if (VG_(strlen)(line) != length || !parse_line(line)) {
      warn_of_line(line, "is not START SIZE NAME, with two hexadecimal numbers");
   }
}

/* Takes all lines that end in the buffer.  Returns the number of bytes up to the end of the last. */
static SizeT take_lines(HChar* buffer, SizeT size)
{
   SizeT begin = 0;
   for (SizeT i = 0; i < size; i++) {
      if (buffer[i] == '\n') {
         buffer[i] = '\0';
         if (!skipping) {
            take_line(buffer + begin, i - begin);
         }
         skipping = False;
         begin    = i + 1;
      }
   }
   return begin;
}

static void skip_long_line(const HChar* line)
{
   if (!skipping) {
      warn_of_line(line, "is longer than 16,384 bytes");
   }
   skipping = True;
}

/* Up to `end`, and not for as long as there is more: others may write faster than we read. */
static void read_from(Int file, Long end)
{
   HChar* buffer = VG_(malloc)("aprof.perf_map", LONGEST_LINE);
   Int    size;
   while (done < end && VG_(lseek)(file, done, VKI_SEEK_SET) == done
          && (size = VG_(read)(file, buffer, LONGEST_LINE)) > 0) {
      SizeT taken = take_lines(buffer, size);
      if (taken == 0 && size < LONGEST_LINE) {
         break;   /* the line is not complete yet */
      }
      if (taken == 0) {
         skip_long_line(buffer);
         taken = size;
      }
      done += taken;
   }
   VG_(free)(buffer);
}

/*------------------------------------------------------------*/
/*--- The file                                             ---*/
/*------------------------------------------------------------*/

#define IGNORED  ": ignored.\nRoutines of generated code have no names."

/* Another user could let code appear under any name. */
static const HChar* why_not_trusted(const struct vg_stat* status)
{
   return !VKI_S_ISREG(status->mode)                                ? "is not a regular file" IGNORED
          : status->uid != 0 && status->uid != (UInt)VG_(geteuid)() ? "belongs to another user" IGNORED
          : (status->mode & VKI_S_IWOTH) != 0                       ? "can be written by all users" IGNORED
                                                                    : NULL;
}

static void warn_of_file(const HChar* why)
{
   if (!warned_of_file) {
      warned_of_file = True;
      VG_(umsg)("Warning: %s %s\n", path, why);
   }
}

/* A symbolic link is not followed, and a pipe not waited for. */
static Int open_map(void)
{
   SysRes opened = VG_(open)(path, VKI_O_RDONLY | VKI_O_NONBLOCK | PLATFORM_O_NOFOLLOW, 0);
   if (sr_isError(opened)) {
      if (sr_Err(opened) != VKI_ENOENT) {
         warn_of_file(sr_Err(opened) == VKI_ELOOP ? "is a symbolic link" IGNORED : "cannot be read" IGNORED);
      }
      return -1;
   }
   return (Int)sr_Res(opened);
}

/* Whether the file has more than was read.  A new file, or one that was made shorter, is read from its
   beginning. */
static Bool has_more(const struct vg_stat* status)
{
   if (status->dev != device || status->ino != inode || status->size < done) {
      device      = status->dev;
      inode       = status->ino;
      done        = 0;
      limit       = MOST_BYTES;
      skipping    = False;
      is_examined = False;
   }
   return status->size > done && done < limit;
}

static void read_new_lines(void)
{
   struct vg_stat status;
   Int            file;
   if (!files_stat(path, &status) || (!has_more(&status) && is_examined)
       || (file = open_map()) < 0) {
      return;
   }
   is_examined = True;
   if (VG_(fstat)(file, &status) == 0) {
      const HChar* problem = why_not_trusted(&status);
      if (problem != NULL) {
         warn_of_file(problem);
      } else {
         read_from(file, status.size < limit ? status.size : limit);
      }
      if (done >= limit) {
         warn_of_file("has more than 4 GB: the rest is ignored.");
      }
   }
   VG_(close)(file);
}

/* Skips what is in the file now: an earlier process with this number has written it, or a program that this
   process ran before an execve. */
void perf_map_begin(void)
{
   struct vg_stat status;
   VG_(sprintf)(path, "/tmp/perf-%d.map", VG_(getpid)());
   device = inode = 0;
   done   = 0;
   limit  = MOST_BYTES;
   if (files_stat(path, &status)) {
      has_more(&status);
      done  = status.size;
      limit = done + MOST_BYTES;
   }
}

void perf_map_init(void)
{
   code    = VG_(OSetGen_Create)(offsetof(NamedCode, start), NULL, VG_(malloc), "aprof.perf_map.code",
                                 VG_(free));
   answers = VG_(OSetGen_Create)(offsetof(Answer, address), NULL, VG_(malloc), "aprof.perf_map.answers",
                                 VG_(free));
   generated_init();
   perf_map_begin();
}

const NamedCode* perf_map_find(Addr address)
{
   if (!options.perf_map) {
      return NULL;
   }
   if (!is_wanted) {
      is_wanted = True;
      read_new_lines();
   }
   Range            range = { address, address + 1 };
   const NamedCode* named = VG_(OSetGen_LookupWithCmp)(code, &range, compare_ranges);
   note_answer(address, named);
   return named;
}

void perf_map_memory_gone(Addr address, SizeT size)
{
   if (address <= highest_asked && address + size > lowest_asked) {
      remove_answers_in(address, size);
   }
}

static Bool may_have_written(UInt number)
{
   static const UShort numbers[] = {
      __NR_write, __NR_writev, __NR_pwrite64, __NR_pwritev, __NR_pwritev2, __NR_sendfile, __NR_splice,
      __NR_copy_file_range, PLATFORM_RENAMES, __NR_munmap, __NR_msync,
      __NR_io_uring_enter
   };
   for (UInt i = 0; i < sizeof numbers / sizeof *numbers; i++) {
      if (number == numbers[i]) {
         return True;
      }
   }
   return False;
}

/* Blocks of generated code know the routines of those that they jump to, so all of them are translated
   again. */
Bool perf_map_after_system_call(UInt number)
{
   if (is_wanted && may_have_written(number)) {
      read_new_lines();
   }
   Bool changed = has_changed;
   if (changed) {
      VG_(discard_translations)(lowest_asked, highest_asked - lowest_asked + 1, "aprof");
      forget_all_answers();
      has_changed = False;
   }
   return changed;
}
