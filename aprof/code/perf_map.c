/* Reads the perf map.

   Nothing is read before somebody asks for the name of generated code, so programs without such code
   cost nothing.  From then on, each system call that may have written to the map, or to the jitdump, is
   followed by a look at its size.  So what the program writes about code is known before it runs that
   code. */

#include "code/perf_map.h"

#include "code/growing_file.h"
#include "options.h"
#include "platform.h"

#define LONGEST_LINE  16384

static Bool        is_wanted;    /* somebody has asked for a name */
static GrowingFile map;          /* read up to the end of a line */
static Bool        skipping;     /* that is in a line that is too long */
static Bool        warned_of_line;

/*--- Lines ---*/

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
   named_code_add(start, size, generated_name(name), NULL);
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
                "%s.  Such lines are ignored.\n", map.path, shown, why);
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
   while (map.done < end && VG_(lseek)(file, map.done, VKI_SEEK_SET) == map.done
          && (size = VG_(read)(file, buffer, LONGEST_LINE)) > 0) {
      SizeT taken = take_lines(buffer, size);
      if (taken == 0 && size < LONGEST_LINE) {
         break;   /* the line is not complete yet */
      }
      if (taken == 0) {
         skip_long_line(buffer);
         taken = size;
      }
      map.done += taken;
   }
   VG_(free)(buffer);
}

/*--- The file ---*/

static void read_new_lines(void)
{
   Long end;
   Bool is_new;
   Int  file = growing_file_open(&map, &end, &is_new);
   if (file >= 0) {
      skipping &= !is_new;
      read_from(file, end);
      growing_file_close(&map, file);
   }
}

/* Skips what is in the file now: an earlier process with this number has written it, or a program that this
   process ran before an execve. */
void perf_map_begin(void)
{
   HChar path[64];
   VG_(sprintf)(path, "/tmp/perf-%d.map", VG_(getpid)());
   growing_file_begin(&map, path, True);
   skipping = False;
   jitdump_begin();
}

void perf_map_init(void)
{
   named_code_init();
   generated_init();
   perf_map_begin();
}

static void read_new(void)
{
   read_new_lines();
   jitdump_read_new();
}

const NamedCode* perf_map_find(Addr address)
{
   if (!options.perf_map) {
      return NULL;
   }
   if (!is_wanted) {
      is_wanted = True;
      read_new();
   }
   return named_code_find(address);
}

const CodeLine* perf_map_line(Addr address)
{
   const NamedCode* named = options.perf_map ? named_code_at(address) : NULL;
   return named == NULL || named->lines == NULL ? NULL : code_lines_at(named->lines, address - named->entry);
}

void perf_map_memory_mapped(Addr address, Bool execute)
{
   if (options.perf_map && execute) {
      jitdump_memory_mapped(address);
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

Bool perf_map_after_system_call(UInt number)
{
   if (is_wanted && may_have_written(number)) {
      read_new();
   }
   return named_code_apply_changes();
}
