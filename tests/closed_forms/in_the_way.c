/* System calls about memory that aprof has taken for itself, behind Valgrind's back: to the program it must look as if
   nothing were there, and aprof must lose nothing.

      in_the_way RESOLUTION FILE CALL    says what the system call gave

   around   reads n ints, makes the call, and reads them again: n, and what the kernel reads

   The address is where the largest private memory without a name is, above all that Valgrind maps, and so in the middle
   of aprof's; where there is none, as under another tool, any free one there. */
// build: $(closed_form) -D_GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <unistd.h>
#include "../common/call_kernel.h"
#include "../common/expect.h"

#define COUNT      2000
#define SIZE       8192ul
#define VALGRINDS  (1ul << 37)   /* it maps nothing above */
#define FREE       0x7c0000000000ul

static int values[COUNT] OWN_PAGE;
static struct rlimit limit OWN_CELL = { 2ul << 30, RLIM_INFINITY };

/* The system call itself: the library's function would read memory of its own. */
PART long call(long number, const long* arguments)
{
   return system_call(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

PART int sum(void)
{
   int result = 0;
   for (int i = 0; i < COUNT; i++)
      result += ((const volatile int*)values)[i];
   return result;
}

ROUTINE long around(long number, long a, long b, long c, long d, long e)
{
   long arguments[] = { a, b, c, d, e, 0 };
   int  before      = sum();
   long result      = call(number, arguments);
   return sum() == before ? result : -1;
}

static unsigned long address_in_the_way(void)
{
   unsigned long best = FREE, size = 0, first, end, inode;
   char line[4096], rights[5];
   FILE* maps = fopen("/proc/self/maps", "r");
   while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
      if (sscanf(line, "%lx-%lx %4s %*x %*s %lu", &first, &end, rights, &inode) == 4 && first >= VALGRINDS
          && strcmp(rights, "rw-p") == 0 && inode == 0 && end - first > size && end - first > VALGRINDS / 16) {
         size = end - first;
         best = first + size / 2;
      }
   }
   return best & -SIZE;
}

static long make_call(const char* name, unsigned long at)
{
   int const anonymous = MAP_PRIVATE | MAP_ANONYMOUS;
   int const both      = PROT_READ | PROT_WRITE;
   if (strcmp(name, "fixed") == 0)
      return around(SYS_mmap, at, SIZE, both, anonymous | MAP_FIXED, -1);
   if (strcmp(name, "from_below") == 0)
      return around(SYS_mmap, at - (64l << 30), 128l << 30, PROT_NONE, anonymous | MAP_FIXED | MAP_NORESERVE, -1);
   if (strcmp(name, "noreplace") == 0)
      return around(SYS_mmap, at, SIZE, both, anonymous | MAP_FIXED_NOREPLACE, -1);
   if (strcmp(name, "move") == 0) {
      long from = (long)mmap(NULL, SIZE, both, anonymous, -1, 0);
      return around(SYS_mremap, from, SIZE, SIZE, MREMAP_MAYMOVE | MREMAP_FIXED, at);
   }
   if (strcmp(name, "attach") == 0) {
      int  id     = shmget(IPC_PRIVATE, SIZE, IPC_CREAT | 0600);
      long result = around(SYS_shmat, id, at, 0, 0, 0);
      shmctl(id, IPC_RMID, NULL);
      return result;
   }
   if (strcmp(name, "unmap") == 0)
      return around(SYS_munmap, at, SIZE, 0, 0, 0);
   if (strcmp(name, "protect") == 0)
      return around(SYS_mprotect, at, SIZE, PROT_NONE, 0, 0);
   if (strcmp(name, "advise") == 0)
      return around(SYS_madvise, at, SIZE, MADV_DONTNEED, 0, 0);
   if (strcmp(name, "lock") == 0)
      return around(SYS_mlock, at, SIZE, 0, 0, 0);
   if (strcmp(name, "sync") == 0)
      return around(SYS_msync, at, SIZE, MS_SYNC, 0, 0);
   if (strcmp(name, "ask") == 0) {
      static unsigned char answer[SIZE / 4096];
      return around(SYS_mincore, at, SIZE, (long)answer, 0, 0);
   }
   if (strcmp(name, "limit") == 0) {
      if (around(SYS_prlimit64, 0, RLIMIT_AS, (long)&limit, 0, 0) != 0)
         return -1;
      return mmap(NULL, 64 << 20, both, anonymous, -1, 0) == MAP_FAILED ? -errno : 0;
   }
   die("there is no such call");
   return 0;
}

int main(int argc, char** argv)
{
   start(argc, argv);
   unsigned long at     = address_in_the_way();
   const char*   name   = argc > 3 ? argv[3] : "";
   long          result = make_call(name, at);
   long          wanted = strcmp(name, "from_below") == 0 ? (long)at - (64l << 30) : (long)at;
   if (result == wanted)
      printf("%s: at the address\n", name);
   else if (result >= 0)
      printf("%s: %s\n", name, result == 0 ? "done" : "elsewhere");
   else
      printf("%s: %s\n", name, strerror((int)-result));
   if (result == wanted && strcmp(name, "from_below") != 0) {
      memset((void*)at, 1, SIZE);
      printf("%s: is the program's: %d\n", name, *(int*)(at + SIZE / 2));
   }
   expect("around", cells(values, sizeof values) + (strcmp(name, "limit") == 0 ? cells(&limit, sizeof limit) : 0));
   return finish();
}
