/* Code that is generated at run time, and named in a perf map, /tmp/perf-PID.map. By default, main calls all
   of these; where the case's name ends with another word, it does what that says.

   nameless     without a line, code belongs to the region: "code at ADDRESS"
   named        a line names code that has run before
   growing      a line counts when it is complete
   renamed      of two lines for one address, the newer one holds, also for code that is called directly
   moving       code that moves keeps its routine
   overlapping  lines for parts of what an older line has named
   gone         code that is unmapped, and other code at the same address, which is called directly
   compiled     one function, compiled in several ways by V8 and .NET; Python's names; anonymous functions
   rewritten    the file is made anew, shorter
   malformed    lines that are none: the first is shown, and all are ignored
   forked       a child has its parent's names, and a map of its own
   often        code at many addresses, each of which is unmapped after its use
   stale        what an earlier process of this number has left behind counts for nothing

   off, foreign, writable, linked, pipe, hole
                the map is not wanted, another user's, writable by all, a symbolic link, a pipe, or its lines are
                behind a hole of a terabyte: all is nameless */
// build ways:
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include "calls.h"

#define CALLS   20
#define REGION  65536
#define PIECE   256      /* each piece of code has so much room */

static int values[64] OWN_PAGE;

typedef int Code(const volatile int* from);

static unsigned char* region;
static char map_name[64];
static int map = -1;

static unsigned char* piece(int number)
{
   return region + number * PIECE;
}

#if defined __x86_64__

/* add 4*i(%rdi), %eax for each of `count` ints, and ret. */
static unsigned char* put_sum(unsigned char* to, int count)
{
   for (int i = 0; i < count; i++) {
      *to++ = 0x03;
      *to++ = 0x47;
      *to++ = (unsigned char)(4 * i);
   }
   *to++ = 0xc3;
   return to;
}

/* call target; ret */
static unsigned char* put_direct_call(unsigned char* to, const unsigned char* target)
{
   int distance = (int)(target - (to + 5));
   *to = 0xe8;
   memcpy(to + 1, &distance, sizeof distance);
   to[5] = 0xc3;
   return to + 6;
}

#else

static unsigned char* put_instruction(unsigned char* to, unsigned instruction)
{
   memcpy(to, &instruction, sizeof instruction);
   return to + sizeof instruction;
}

#if defined __aarch64__

/* ldr w1, [x0, #4*i]; add w2, w2, w1 for each of `count` ints, and ret.  Valgrind drops loads that nothing uses. */
static unsigned char* put_sum(unsigned char* to, int count)
{
   for (int i = 0; i < count; i++) {
      to = put_instruction(to, 0xb9400001 | (unsigned)i << 10);
      to = put_instruction(to, 0x0b010042);
   }
   return put_instruction(to, 0xd65f03c0);
}

/* stp x29, x30, [sp, #-16]!; bl target; ldp x29, x30, [sp], #16; ret */
static unsigned char* put_direct_call(unsigned char* to, const unsigned char* target)
{
   to = put_instruction(to, 0xa9bf7bfd);
   to = put_instruction(to, 0x94000000 | ((unsigned)((target - to) / 4) & 0x3ffffff));
   to = put_instruction(to, 0xa8c17bfd);
   return put_instruction(to, 0xd65f03c0);
}

#elif defined __riscv

/* lw t1, 4*i(a0); add t2, t2, t1 for each of `count` ints, and ret. */
static unsigned char* put_sum(unsigned char* to, int count)
{
   for (int i = 0; i < count; i++) {
      to = put_instruction(to, 0x00052303 | 4 * (unsigned)i << 20);
      to = put_instruction(to, 0x006383b3);
   }
   return put_instruction(to, 0x00008067);
}

/* addi sp, sp, -16; sd ra, (sp); jal target; ld ra, (sp); addi sp, sp, 16; ret */
static unsigned char* put_direct_call(unsigned char* to, const unsigned char* target)
{
   to = put_instruction(to, 0xff010113);
   to = put_instruction(to, 0x00113023);
   unsigned distance = (unsigned)(target - to);
   to = put_instruction(to, 0x000000ef | (distance & 0x100000) << 11 | (distance & 0x7fe) << 20
                            | (distance & 0x800) << 9 | (distance & 0xff000));
   to = put_instruction(to, 0x00013083);
   to = put_instruction(to, 0x01010113);
   return put_instruction(to, 0x00008067);
}

#endif

#endif

/* Some processors must be told of code that was written. */

static void write_sum(unsigned char* to, int count)
{
   __builtin___clear_cache((char*)to, (char*)put_sum(to, count));
}

static void write_direct_call(unsigned char* to, const unsigned char* target)
{
   __builtin___clear_cache((char*)to, (char*)put_direct_call(to, target));
}

ROUTINE void run(const unsigned char* code)
{
   for (int i = 0; i < CALLS; i++)
      ((Code*)code)(values);
}

static void add_text(const char* text)
{
   if (write(map, text, strlen(text)) != (ssize_t)strlen(text))
      die("cannot write the perf map");
}

static void add_line(const unsigned char* start, int size, const char* name)
{
   char line[256];
   snprintf(line, sizeof line, "%lx %x %s\n", (unsigned long)(uintptr_t)start, (unsigned)size, name);
   add_text(line);
}

static void open_map(int flags)
{
   snprintf(map_name, sizeof map_name, "/tmp/perf-%d.map", (int)getpid());
   map = open(map_name, O_WRONLY | O_CREAT | O_APPEND | flags, 0600);
   if (map < 0)
      die("cannot open the perf map");
}

static void alias(const char* name, const char* in_report)
{
   expect_line("alias %s %s", name, in_report);
}

static void expect_nameless(void)
{
   char name[64];
   snprintf(name, sizeof name, "code at 0x%lx", (unsigned long)(uintptr_t)region);
   alias("region", name);
}

ROUTINE void nameless(void)
{
   write_sum(piece(0), 3);
   run(piece(0));
   expect_calls("NONE:region", 3, CALLS);
}

ROUTINE void named(void)
{
   add_line(piece(0), PIECE, "first");
   run(piece(0));
   expect_calls("NONE:first", 3, CALLS);
}

ROUTINE void growing(void)
{
   char line[64];
   snprintf(line, sizeof line, "0x%lx 0x100 sec", (unsigned long)(uintptr_t)piece(0));
   add_text(line);
   run(piece(0));
   add_text("ond\n");
   run(piece(0));
   expect_calls("NONE:first", 3, CALLS);
   expect_calls("NONE:second", 3, CALLS);
}

ROUTINE void renamed(void)
{
   write_direct_call(piece(1), piece(0));
   add_line(piece(1), PIECE, "caller");
   run(piece(1));
   add_line(piece(0), PIECE, "third one");
   run(piece(1));
   run(piece(0));
   alias("third", "third one");
   expect_calls("NONE:caller", 3, 2 * CALLS);
   expect_calls("NONE:second", 3, CALLS);
   expect_calls("NONE:third", 3, 2 * CALLS);
}

ROUTINE void moving(void)
{
   write_sum(piece(2), 3);
   add_line(piece(2), PIECE, "third one");
   write_sum(piece(0), 4);
   add_line(piece(0), PIECE, "fourth");
   run(piece(2));
   run(piece(0));
   expect_calls("NONE:third", 3, CALLS);
   expect_calls("NONE:fourth", 4, CALLS);
   expect_line("routines NONE:third 1");
}

ROUTINE void overlapping(void)
{
   for (int i = 4; i < 9; i++)
      write_sum(piece(i), i);
   add_line(piece(4), 5 * PIECE, "outer");
   run(piece(5));
   add_line(piece(5), PIECE, "inner");
   add_line(piece(7) + PIECE / 2, 3 * PIECE, "behind");
   for (int i = 4; i < 9; i++)
      run(piece(i));
   expect_calls("NONE:outer", 5, CALLS);
   expect_calls("NONE:outer", 4, CALLS);
   expect_calls("NONE:inner", 5, CALLS);
   expect_calls("NONE:outer", 6, CALLS);
   expect_calls("NONE:outer", 7, CALLS);
   expect_calls("NONE:behind", 8, CALLS);
}

static unsigned char* map_code(void* address)
{
   unsigned char* memory = mmap(address, REGION, PROT_READ | PROT_WRITE | PROT_EXEC,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
   if (memory == MAP_FAILED)
      die("cannot map memory for code");
   return memory;
}

ROUTINE void gone(void)
{
   unsigned char* other = map_code(region + 16 * REGION);
   write_sum(other, 3);
   write_direct_call(piece(10), other);
   add_line(piece(10), PIECE, "stays");
   add_line(other, PIECE, "former");
   run(piece(10));
   munmap(other, REGION);
   map_code(other);
   write_sum(other, 5);
   add_line(other, PIECE, "latter");
   run(piece(10));
   expect_calls("NONE:stays", 3, CALLS);
   expect_calls("NONE:former", 3, CALLS);
   expect_calls("NONE:stays", 5, CALLS);
   expect_calls("NONE:latter", 5, CALLS);
}

#define MANY 1000

ROUTINE void often(void)
{
   for (int i = 1; i <= MANY; i++) {
      unsigned char* other = map_code(region + i * REGION);
      write_sum(other, 3);
      add_line(other, PIECE, "short");
      run(other);
      munmap(other, REGION);
   }
   expect_calls("NONE:short", 3, MANY * CALLS);
}

static int compiled_pieces = 20;

static void run_as(const char* name, int count)
{
   unsigned char* code = piece(compiled_pieces++);
   write_sum(code, count);
   add_line(code, PIECE, name);
   run(code);
}

/* All ways in which .NET compiles a method, by the names that its runtime gives them
   (GetJitOptimizationTierStr); without DOTNET_PerfMapShowOptimizationTiers, the map has none. */
static void compiled_by_dotnet(void)
{
   static const char* const tiers[] = {
      "", "[PreJIT]", "[MinOptJitted]", "[QuickJitted]", "[Optimized]", "[OptimizedTier1]",
      "[OptimizedTier1OSR]", "[InstrumentedTier]", "[InstrumentedTierOptimized]", "[Unknown]"
   };
   for (int i = 0; i < (int)(sizeof tiers / sizeof *tiers); i++) {
      char name[128];
      snprintf(name, sizeof name, "int32 [app] Program::Main(class System.String[])%s", tiers[i]);
      run_as(name, 11 + i);
      expect_calls("NONE:Main", 11 + i, CALLS);
   }
   run_as("instance !0[] [app] Table`1[System.Int32]::Rows()[]", 21);
   alias("Main", "int32 [app] Program::Main(class System.String[])");
   alias("Rows", "instance !0[] [app] Table`1[System.Int32]::Rows()[]");
   expect_calls("NONE:Rows", 21, CALLS);
   expect_line("routines NONE:Main 1");
}

ROUTINE void compiled(void)
{
   run_as("JS:~sort /home/me/my list.js:3:10", 1);
   run_as("JS:^sort /home/me/my list.js:3:10", 2);
   run_as("LazyCompile:+sort /home/me/my list.js:3:10", 3);
   run_as("Function:*'sort /home/me/my list.js:3:10", 4);
   run_as("JS:*sort /home/me/my list.js:30:1", 5);
   run_as("JS:*get size file:///home/me/set.mjs:7:7", 6);
   run_as("JS:~ /home/me/set.mjs:8:1", 7);
   run_as("JS:*nextTick node:internal/process/task_queues:108:18", 8);
   run_as("BytecodeHandler:LdaZero", 9);
   for (int i = 1; i <= 4; i++)
      expect_calls("list.js:sort", i, CALLS);
   expect_line("image list.js my list.js");
   expect_calls("list.js:sort", 5, CALLS);
   expect_line("routines list.js:sort 2");
   alias("size", "get size");
   expect_calls("set.mjs:size", 6, CALLS);
   expect_calls("set.mjs:(anonymous)*", 7, CALLS);
   expect_calls("task_queues:nextTick", 8, CALLS);
   alias("handler", "BytecodeHandler:LdaZero");
   expect_calls("V8:handler", 9, CALLS);

   run_as("py::Table.sort:/home/me/table.py", 10);
   expect_calls("table.py:Table.sort", 10, CALLS);

   compiled_by_dotnet();
}

ROUTINE void rewritten(void)
{
   if (ftruncate(map, 0) != 0)
      die("cannot make the perf map shorter");
   add_line(piece(0), PIECE, "fifth");
   run(piece(0));
   run(piece(2));
   expect_calls("NONE:fifth", 4, CALLS);
   expect_calls("NONE:third", 3, CALLS);
}

ROUTINE void malformed(void)
{
   static char long_line[40000];
   char        start[32];
   snprintf(start, sizeof start, "%lx", (unsigned long)(uintptr_t)piece(0));
   memset(long_line, 'x', sizeof long_line - 2);
   long_line[sizeof long_line - 2] = '\n';

   char line[128];
   const char* const wrong[] = { "%s \033[2J a\n", "%s\n", "%s 10\n", "%s 10 \n", "%s 0 a\n", "-%s 10 a\n",
                                 "%s -10 a\n", "%s fffffffffffffff0 a\n", "%s 1g a\n", "\n" };
   for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
      snprintf(line, sizeof line, wrong[i], start);
      add_text(line);
      run(piece(0));
   }
   add_text(start);
   add_text(" 100 ");
   add_text(long_line);
   run(piece(0));
   expect_calls("NONE:fifth", 4, 11 * CALLS);

   add_line(piece(0), PIECE, "sixth\r");
   run(piece(0));
   expect_calls("NONE:sixth", 4, CALLS);
}

ROUTINE void in_child(void)
{
   run(piece(0));
   expect_calls("NONE:sixth", 4, CALLS);
   open_map(O_EXCL);
   add_line(piece(0), PIECE, "seventh");
   run(piece(0));
   expect_calls("NONE:seventh", 4, CALLS);
}

ROUTINE void forked(void)
{
   fflush(NULL);
   pid_t child = fork();
   if (child < 0)
      die("cannot start a process");
   if (child == 0) {
      begin_process();
      in_child();
      unlink(map_name);
      exit(end());
   }
   if (waitpid(child, NULL, 0) != child)
      die("cannot wait for a process");
   run(piece(0));
   expect_calls("NONE:sixth", 4, CALLS);
}

/* run_perf_map has written the first line before this process was a program. */
ROUTINE void stale(void)
{
   write_sum(piece(0), 3);
   run(piece(0));
   expect_calls("NONE:region", 3, CALLS);
   add_line(piece(0), PIECE, "new");
   run(piece(0));
   expect_calls("NONE:new", 3, CALLS);
}

ROUTINE void ignored(void)
{
   write_sum(piece(0), 3);
   add_line(piece(0), PIECE, "first");
   run(piece(0));
   add_line(piece(0), PIECE, "second");
   run(piece(0));
   expect_calls("NONE:region", 3, 2 * CALLS);
}

static int ends_with(const char* end)
{
   size_t length = strlen(end);
   return strlen(case_name) > length && strcmp(case_name + strlen(case_name) - length, end) == 0;
}

static void make_untrusted(void)
{
   char other[96];
   snprintf(other, sizeof other, "%s.other", map_name);
   if ((ends_with("foreign") && fchown(map, 12345, 12345) != 0)
       || (ends_with("writable") && fchmod(map, 0666) != 0)
       || (ends_with("hole") && ftruncate(map, 1000000000000) != 0)
       || (ends_with("pipe") && (rename(map_name, other) != 0 || mkfifo(map_name, 0600) != 0))
       || (ends_with("linked") && (rename(map_name, other) != 0 || symlink(other, map_name) != 0)))
      die("cannot change the perf map");
   ignored();
   if (ends_with("linked") || ends_with("pipe"))
      unlink(other);
}

static void everything(void)
{
   nameless();
   named();
   growing();
   renamed();
   moving();
   overlapping();
   gone();
   compiled();
   rewritten();
   malformed();
   forked();
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   /* At an address that no line in an old file has by chance. */
   region = map_code((void*)0x500000000);
   open_map(0);
   if (ends_with("stale")) {
      stale();
   } else if (ends_with("often")) {
      often();
   } else if (is_case("perf_map-")) {
      make_untrusted();
   } else {
      everything();
   }
   expect_nameless();
   unlink(map_name);
   return end();
}
