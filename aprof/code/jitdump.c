/* The jitdump: the other file in which programs name the code that they generate, for `perf inject --jit`.
   LLVM writes it, for Julia and others, and some engines of JavaScript and WebAssembly do.

   perf finds the file, jit-PID.dump in some directory, because the program maps it as if it were code; so
   does aprof.  It begins with a header, and has records:

      header   magic u32, version u32, size u32, ELF machine u32, 0 u32, process u32, time u64, flags u64
      record   kind u32, size of the record u32, time u64, and
      kind 0   process u32, thread u32, address u64, address u64, size u64, number u64, NAME\0, the code
      kind 1   process u32, thread u32, address u64, old address u64, new address u64, size u64, number u64
      kind 2   address u64, count u64, and so often: address u64, line u32, 0 u32, FILE\0

   All numbers are in the processor's own order.  Kind 2 tells the lines of the code at its address, which
   the next record of kind 0 names; a FILE of the byte 0xff is that of the entry before.  Other kinds are
   skipped.

   The file is written record by record.  One that is not complete is read when it is.  A record that cannot
   be one ends the file. */

#include "code/perf_map.h"

#include "code/code_lines.h"
#include "code/growing_file.h"
#include "code/named_code.h"
#include "options.h"
#include "platform.h"

#define MAGIC  0x4a695444u   /* "JiTD" */

/* The longest name that is read, with what stands before it. */
#define MOST_READ  16384

/* The bytes of a record of lines that are read: tens of thousands of lines. */
#define MOST_LINES_READ  (1 << 20)

/* Writers count the addresses of lines from the beginning of the ELF file that perf makes of the code: before
   it, there is the file's header. */
#define ELF_HEADER  0x40

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

enum { CODE_LOAD, CODE_MOVE, CODE_LINES };

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

typedef struct {
   RecordHeader header;
   ULong address;
   ULong count;
} LinesOfCode;  /* and so many LineOfCode */

typedef struct {
   ULong address;
   UInt  line;
   UInt  discriminator;
} LineOfCode;   /* FILE\0 follows */

_Static_assert(sizeof(LinesOfCode) == 32 && sizeof(LineOfCode) == 16, "as in the file");
_Static_assert(sizeof(FileHeader) == 40 && sizeof(CodeLoad) == 56 && sizeof(CodeMove) == 64,
               "as in the file");

static GrowingFile dump;        /* no path: there is none */

/* The lines that were told of the code that is named next. */
static struct {
   Addr         address;
   const HChar* file;     /* where its function begins; NULL: nothing is known */
   UInt         line;
   CodeLines*   lines;    /* NULL: nobody wants them */
} told;

static void forget_told(void)
{
   code_lines_release(told.lines);
   told.file  = NULL;
   told.lines = NULL;
}

/* Reads what is in the file at this place, up to `size` bytes.  Returns how many these are. */
static Int read_at(Int file, Long place, void* to, UInt size)
{
   return VG_(lseek)(file, place, VKI_SEEK_SET) == place ? VG_(read)(file, to, size) : -1;
}

static Bool is_range(ULong start, ULong size)
{
   return size > 0 && start <= ~0ULL - size;
}

/* Reads an entry.  Returns what is behind it, or NULL if it does not end before `end`. */
static const HChar* read_line(const HChar* at, const HChar* end, CodeLine* line)
{
   LineOfCode   entry;
   const HChar* file = at + sizeof entry;
   const HChar* last = file;
   while (last < end && *last != '\0') {
      last++;
   }
   if (last >= end) {
      return NULL;
   }
   VG_(memcpy)(&entry, at, sizeof entry);
   line->offset = entry.address;
   line->line   = entry.line;
   if (!VG_STREQ(file, "\xff")) {
      line->file = code_lines_file(file);
   }
   return last + 1;
}

/* The first entry is the one of the function's first instruction.  Code that the compiler has made by itself
   has line 0: it counts as part of what is before it. */
static void take_lines(const LinesOfCode* record, UInt size)
{
   const HChar* end   = (const HChar*)record + size;
   const HChar* at    = (const HChar*)(record + 1);
   CodeLine     line  = { .file = "" };
   ULong        added = 0;
   forget_told();
   for (ULong i = 0; i < record->count && (at = read_line(at, end, &line)) != NULL; i++) {
      if (i == 0) {
         added        = line.offset - record->address == ELF_HEADER ? ELF_HEADER : 0;
         told.address = record->address;
         told.file    = line.file;
         told.line    = line.line;
         told.lines   = options.callgrind_file == NULL ? NULL
                        : code_lines_use(code_lines_new(size / (sizeof(LineOfCode) + 1)));
      }
      if (told.lines == NULL) {
         break;
      }
      if (line.line != 0) {
         Addr address = line.offset - added;   /* Erlang's first one is that of the function before */
         code_lines_add(told.lines, address > record->address ? address - record->address : 0, line.file,
                        line.line);
      }
   }
}

/* The line of the first instruction is that of the function if this makes its frame.  Otherwise, it may be
   that of another one, which was inlined.  `end` is that of what was read. */
static const GeneratedName* name_of(const HChar* name, const HChar* end)
{
   const HChar* code = name + VG_(strlen)(name) + 1;
   return told.file != NULL && end - code >= PLATFORM_FRAME_BYTES && platform_makes_frame((const UChar*)code)
          ? generated_name_in(name, told.file, told.line) : generated_name(name);
}

/* `record` has so many bytes of it. */
static void load_code(const CodeLoad* record, UInt size)
{
   const HChar* name = (const HChar*)(record + 1);
   if (told.address != record->address) {
      forget_told();
   }
   for (UInt i = sizeof *record; i < size; i++) {
      if (((const HChar*)record)[i] == '\0') {
         if (*name != '\0' && is_range(record->address, record->size)) {
            const GeneratedName* generated = name_of(name, (const HChar*)record + size);
            named_code_add(record->address, record->size, generated, told.lines);
         }
         forget_told();
         return;
      }
   }
}

static void move_code(const CodeMove* record)
{
   const NamedCode* named = named_code_at(record->from);
   if (named != NULL && is_range(record->to, record->size)) {
      named_code_add(record->to, record->size, named->name,
                     record->from == named->entry ? named->lines : NULL);
   }
}

static void take(const RecordHeader* record, UInt size)
{
   if (record->kind == CODE_LOAD && size > sizeof(CodeLoad)) {
      load_code((const CodeLoad*)record, size);
   } else if (record->kind == CODE_MOVE && size >= sizeof(CodeMove)) {
      move_code((const CodeMove*)record);
   } else if (record->kind == CODE_LINES && size > sizeof(LinesOfCode)) {
      take_lines((const LinesOfCode*)record, size);
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

/* Makes room for all lines of the record if they are wanted.  Returns how much of it is there. */
static Int read_all_lines(Int file, RecordHeader** record, Int got)
{
   UInt size = (*record)->size < MOST_LINES_READ ? (*record)->size : MOST_LINES_READ;
   if ((*record)->kind != CODE_LINES || size <= MOST_READ || options.callgrind_file == NULL) {
      return got;
   }
   VG_(free)(*record);
   *record = VG_(malloc)("aprof.jitdump", MOST_LINES_READ);
   return read_at(file, dump.done, *record, size);
}

static void read_records(Int file, Long end)
{
   RecordHeader* record = VG_(malloc)("aprof.jitdump", MOST_READ);
   while (dump.done + (Long)sizeof *record <= end) {
      Int got = read_at(file, dump.done, record, MOST_READ);
      if (got >= (Int)sizeof *record && dump.done + record->size <= end) {
         got = read_all_lines(file, &record, got);
      }
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
   forget_told();
   dump = (GrowingFile){ .warned = dump.warned };
}
