/* Code that is generated at run time, and named in a jitdump, /tmp/jit-PID.dump.

   loaded       a record names code that has run before
   in two       a record counts when it is complete, in the file that is there
   moved        code that moves keeps its name; what comes to its old place has another one
   skipped      records of other kinds, without a name, of no size, and names and lines that never end
   methods      Julia's names: one method in two specializations, another one of that name in another line, and
                one whose first line is that of code that was inlined
   wrong        a record that is smaller than its header ends the file */
// build: $(plain) -D_GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include "calls.h"

#define CALLS   20
#define PIECE   256      /* each piece of code has so much room */

typedef int Code(const volatile int* from);

static int values[64] OWN_PAGE;
static unsigned char* region;
static int dump = -1;
static char dump_name[64];

static unsigned char* piece(int number)
{
   return region + number * PIECE;
}

/* Code that reads `count` ints. */
static void write_sum(unsigned char* begin, int count)
{
   unsigned char* to = begin;
#if defined __x86_64__
   for (int i = 0; i < count; i++) {
      unsigned char add[] = { 0x03, 0x47, (unsigned char)(4 * i) };
      memcpy(to, add, sizeof add);
      to += sizeof add;
   }
   *to++ = 0xc3;
#else
   unsigned instructions[2 * 64 + 1];
   for (int i = 0; i < count; i++) {
#if defined __aarch64__
      instructions[2 * i]     = 0xb9400001 | (unsigned)i << 10;
      instructions[2 * i + 1] = 0x0b010042;
   }
   instructions[2 * count] = 0xd65f03c0;
#elif defined __riscv
      instructions[2 * i]     = 0x00052303 | 4 * (unsigned)i << 20;   /* lw t1, 4*i(a0) */
      instructions[2 * i + 1] = 0x006383b3;                           /* add t2, t2, t1 */
   }
   instructions[2 * count] = 0x00008067;                              /* ret */
#endif
   memcpy(to, instructions, (2 * (size_t)count + 1) * sizeof *instructions);
   to += (2 * count + 1) * 4;
#endif
   __builtin___clear_cache((char*)begin, (char*)to);
}

/* What makes a frame, and what drops it and returns. */
#if defined __x86_64__
static const unsigned char make[] = { 0x55 }, drop[] = { 0x5d, 0xc3 };
#define ADDITION  3
#elif defined __aarch64__
static const unsigned make[] = { 0xa9bf7bfd }, drop[] = { 0xa8c17bfd, 0xd65f03c0 };
#define ADDITION  8
#elif defined __riscv
static const unsigned make[] = { 0xff010113 }, drop[] = { 0x01010113, 0x00008067 };
#define ADDITION  8
#endif

/* The same, as a function that has a frame pointer. */
static void write_framed_sum(unsigned char* begin, int count)
{
   size_t sum = (size_t)count * ADDITION;
   write_sum(begin + sizeof make, count);
   memcpy(begin, make, sizeof make);
   memcpy(begin + sizeof make + sum, drop, sizeof drop);
   __builtin___clear_cache((char*)begin, (char*)begin + sizeof make + sum + sizeof drop);
}

ROUTINE void run(const unsigned char* code)
{
   for (int i = 0; i < CALLS; i++)
      ((Code*)code)(values);
}

static void put(const void* bytes, size_t size)
{
   if (write(dump, bytes, size) != (ssize_t)size)
      die("cannot write the jitdump");
}

struct Record {
   unsigned kind, size;
   unsigned long time;
};

static size_t load_record(char* to, int number, unsigned long size, const char* name, size_t name_size)
{
   unsigned char* code = piece(number);
   struct {
      struct Record header;
      unsigned process, thread;
      unsigned long mapped_at, address, size, number;
   } load = { { 0, (unsigned)(sizeof load + name_size + PIECE), 1 }, (unsigned)getpid(), 1,
              (unsigned long)code, (unsigned long)code, size, (unsigned)number };
   memcpy(to, &load, sizeof load);
   memcpy(to + sizeof load, name, name_size);
   memcpy(to + sizeof load + name_size, code, PIECE);
   return load.header.size;
}

static void put_load(int number, unsigned long size, const char* name)
{
   char record[1024];
   put(record, load_record(record, number, size, name, strlen(name) + 1));
}

struct Lines {
   struct Record header;
   unsigned long address, count;
};

struct Line {
   unsigned long address;
   unsigned line, discriminator;
};

static char* append(char* to, const void* bytes, size_t size)
{
   memcpy(to, bytes, size);
   return to + size;
}

/* The line of the instruction that makes the frame, so many others at once behind it, and a place without line.  Entries
   count from the beginning of an ELF file, and the first one has the name of the source file. */
static void put_lines(int number, const char* file, unsigned first, unsigned second, int more)
{
   static char  record[100000];
   struct Lines lines = { { 2, 0, 1 }, (unsigned long)piece(number), 2 + (unsigned long)more };
   struct Line  line = { lines.address + 0x40, first, 0 };
   char*        to = append(record + sizeof lines, &line, sizeof line);
   to = append(to, file, strlen(file) + 1);
   line.address += sizeof make;
   for (int i = 0; i <= more; i++) {
      line.line = i < more ? second + (unsigned)i : 0;
      line.address += i == more;
      to = append(append(to, &line, sizeof line), "\xff", 2);
   }
   lines.header.size = (unsigned)(to - record);
   memcpy(record, &lines, sizeof lines);
   put(record, lines.header.size);
}

/* Entries without end, of which the first has a name without end. */
static void put_endless_lines(int number)
{
   struct {
      struct Lines lines;
      struct Line line;
      char file[40000];
   } record = { { { 2, sizeof record, 1 }, (unsigned long)piece(number), ~0UL }, { 0, 1, 0 }, "" };
   memset(record.file, 'x', sizeof record.file);
   put(&record, sizeof record);
}

static void put_move(int from, int to)
{
   struct {
      struct Record header;
      unsigned process, thread;
      unsigned long mapped_at, from, to, size, number;
   } move = { { 1, sizeof move, 1 }, (unsigned)getpid(), 1, 0, (unsigned long)piece(from),
              (unsigned long)piece(to), PIECE, 1 };
   put(&move, sizeof move);
}

/* As perf wants it: what maps the file as code is a jitdump's process. */
static void open_dump(void)
{
   struct {
      unsigned magic, version, size, machine, padding, process;
      unsigned long time, flags;
   } header = { 0x4a695444, 1, sizeof header, 62, 0, (unsigned)getpid(), 1, 0 };
   snprintf(dump_name, sizeof dump_name, "/tmp/jit-%d.dump", (int)getpid());
   dump = open(dump_name, O_RDWR | O_CREAT | O_TRUNC, 0600);
   if (dump < 0 || mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, dump, 0) == MAP_FAILED)
      die("cannot open the jitdump");
   put(&header, sizeof header);
}

ROUTINE void loaded(void)
{
   char name[64];
   snprintf(name, sizeof name, "code at 0x%lx", (unsigned long)region);
   expect_line("alias region %s", name);
   run(piece(0));
   put_load(0, PIECE, "first");
   run(piece(0));
   expect_calls("NONE:region", 3, CALLS);
   expect_calls("NONE:first", 3, CALLS);
}

ROUTINE void in_two(void)
{
   char   record[1024];
   size_t size = load_record(record, 1, PIECE, "second", 7);
   write_sum(piece(1), 4);
   put(record, 60);
   run(piece(1));
   put(record + 60, size - 60);
   run(piece(1));
   expect_calls("NONE:region", 4, CALLS);
   expect_calls("NONE:second", 4, CALLS);
}

ROUTINE void moved(void)
{
   write_sum(piece(2), 5);
   put_load(2, PIECE, "third");
   run(piece(2));
   write_sum(piece(3), 5);
   put_move(2, 3);
   write_sum(piece(2), 6);
   put_load(2, PIECE, "fourth");
   run(piece(3));
   run(piece(2));
   expect_calls("NONE:third", 5, 2 * CALLS);
   expect_calls("NONE:fourth", 6, CALLS);
   expect_line("routines NONE:third 1");
}

ROUTINE void skipped(void)
{
   static char   endless[40000];
   struct Record other = { 4, sizeof other, 1 };
   memset(endless, 'x', sizeof endless);
   write_sum(piece(4), 7);
   put(&other, sizeof other);
   put_load(4, PIECE, "");
   put_load(4, 0, "none");
   put_endless_lines(4);
   char* record = malloc(2 * sizeof endless);
   put(record, load_record(record, 4, PIECE, endless, sizeof endless));
   free(record);
   run(piece(4));
   put_load(4, PIECE, "JS:*fifth /home/me/list.js:3:10");
   run(piece(4));
   expect_calls("NONE:region", 7, CALLS);
   expect_calls("list.js:fifth", 7, CALLS);
}

ROUTINE void methods(void)
{
   for (int i = 0; i < 3; i++)
      write_framed_sum(piece(5 + i), 9 + i);
   write_sum(piece(8), 12);
   put_lines(5, "/home/me/sort.jl", 12, 13, 1);
   put_load(5, PIECE, "julia_sort!_1234");
   put_lines(6, "/home/me/sort.jl", 12, 13, 1);
   put_load(6, PIECE, "japi1_sort!_1236");
   put_lines(7, "/home/me/sort.jl", 21, 22, 2000);
   put_load(7, PIECE, "julia_sort!_1240");
   put_lines(8, "./array.jl", 219, 31, 1);
   put_load(8, PIECE, "julia_sum_1242");
   for (int i = 0; i < 4; i++)
      run(piece(5 + i));
   expect_calls("sort.jl:sort!", 9, CALLS);
   expect_calls("sort.jl:sort!", 10, CALLS);
   expect_calls("sort.jl:sort!", 11, CALLS);
   expect_line("routines sort.jl:sort! 2");
   expect_calls("NONE:sum", 12, CALLS);
}

ROUTINE void wrong(void)
{
   struct Record small = { 0, 3, 1 };
   write_sum(piece(9), 8);
   put(&small, sizeof small);
   put_load(9, PIECE, "never");
   run(piece(9));
   expect_calls("NONE:region", 8, CALLS);
   expect_line("absent NONE:never");
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   region = mmap(NULL, 65536, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   write_sum(piece(0), 3);
   open_dump();
   loaded();
   in_two();
   moved();
   skipped();
   methods();
   wrong();
   unlink(dump_name);
   return end();
}
