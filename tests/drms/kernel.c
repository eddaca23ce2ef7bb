/* Input from the kernel, in a program with one thread: C being the number of cells of the buffer,

   read_loop           r times reads n bytes into one buffer and sums them: rms C, drms rC; likewise with
                       pread, readv, recvfrom, recvmsg, recvmmsg
   sum_read_sum        C and what has been read anew; if that was less than asked for, only that
   in_the_middle       a structure, and again the member that the kernel has written
   recursion           what the innermost activation reads anew is input to all of them
   each_call           any system call that writes: what it has written, and nothing else
   map_loop            a file that is mapped, at one address, r times: rms C, drms rC; but anonymous memory: C
   attach_loop         shared memory, attached r times
   what the activation, or a signal handler, overwrites itself is no input */
// build: $(closed_form) -static
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include "dynamic.h"

/* Newer processors have only the one that takes a signal mask, too. */
#ifndef SYS_epoll_wait
#define SYS_epoll_wait SYS_epoll_pwait
#endif

#define SIZE 8192

static char buffer[SIZE] OWN_PAGE;
static struct iovec vector[3] OWN_PAGE;
static struct mmsghdr message OWN_PAGE;
static struct iovec message_part OWN_CELL;
static struct { int number; char payload[41]; int check; long last; } record OWN_PAGE;

ROUTINE long sum_of(const char* from, long n)
{
   return sum(from, n);
}

ROUTINE long read_into(int file, char* to, long n)
{
   return CALL3(SYS_read, file, to, n);
}

ROUTINE long read_loop(int file, char* to, long n, long rounds)
{
   long total = 0;
   for (long i = 0; i < rounds; i++) {
      CALL3(SYS_read, file, to, n);
      total += sum(to, n);
   }
   return total;
}

ROUTINE long read_loop_below(int file, char* to, long n, long rounds)
{
   long total = 0;
   for (long i = 0; i < rounds; i++) {
      read_into(file, to, n);
      total += sum_of(to, n);
   }
   return total;
}

ROUTINE long pread_loop(int file, char* to, long n, long rounds)
{
   long total = 0;
   for (long i = 0; i < rounds; i++) {
      CALL6(SYS_pread64, file, to, n, i, 0, 0);
      total += sum(to, n);
   }
   return total;
}

ROUTINE long readv_loop(int file, const struct iovec* parts, char* to, long n, long rounds)
{
   long total = 0;
   for (long i = 0; i < rounds; i++) {
      CALL3(SYS_readv, file, parts, 3);
      total += sum(to, n) + sum(to + 1024, n) + sum(to + 2048, n);
   }
   return total;
}

/* Sends as well: otherwise there is nothing to receive.  What is sent lies elsewhere. */
ROUTINE long recvfrom_loop(int out, int in, const char* from, char* to, long n, long rounds)
{
   long total = 0;
   for (long i = 0; i < rounds; i++) {
      CALL6(SYS_sendto, out, from, n, 0, 0, 0);
      CALL6(SYS_recvfrom, in, to, n, 0, 0, 0);
      total += sum(to, n);
   }
   return total;
}

PART void prepare_message(char* to, long n)
{
   fill(&message, sizeof message);
   *(char* volatile*)&message_part.iov_base = to;
   *(volatile size_t*)&message_part.iov_len = n;
   *(void* volatile*)&message.msg_hdr.msg_name = NULL;
   *(volatile socklen_t*)&message.msg_hdr.msg_namelen = 0;
   *(struct iovec* volatile*)&message.msg_hdr.msg_iov = &message_part;
   *(volatile size_t*)&message.msg_hdr.msg_iovlen = 1;
   *(void* volatile*)&message.msg_hdr.msg_control = NULL;
   *(volatile size_t*)&message.msg_hdr.msg_controllen = 0;
   *(volatile int*)&message.msg_hdr.msg_flags = 0;
}

ROUTINE long recvmsg_loop(int out, int in, const char* from, char* to, long n, long rounds)
{
   long total = 0;
   for (long i = 0; i < rounds; i++) {
      prepare_message(to, n);
      CALL6(SYS_sendto, out, from, n, 0, 0, 0);
      CALL3(SYS_recvmsg, in, &message.msg_hdr, 0);
      total += sum(to, n);
   }
   return total;
}

ROUTINE long recvmmsg_loop(int out, int in, const char* from, char* to, long n, long rounds)
{
   long total = 0;
   for (long i = 0; i < rounds; i++) {
      prepare_message(to, n);
      CALL6(SYS_sendto, out, from, n, 0, 0, 0);
      CALL6(SYS_recvmmsg, in, &message, 1, 0, 0, 0);
      total += sum(to, n);
   }
   return total;
}

ROUTINE long sum_read_sum(int file, char* to, long n, long asked)
{
   long total = sum(to, n);
   CALL3(SYS_read, file, to, asked);
   return total + sum(to, n);
}

ROUTINE long sum_readbelow_sum(int file, char* to, long n)
{
   long total = sum(to, n);
   read_into(file, to, n);
   return total + sum(to, n);
}

ROUTINE long fill_read_sum(int file, char* to, long n)
{
   fill(to, n);
   CALL3(SYS_read, file, to, n);
   return sum(to, n);
}

ROUTINE long sum_read_fill_sum(int file, char* to, long n)
{
   long total = sum(to, n);
   CALL3(SYS_read, file, to, n);
   fill(to, n);
   return total + sum(to, n);
}

ROUTINE long in_the_middle(int file)
{
   long total = sum(&record, sizeof record);
   CALL3(SYS_read, file, record.payload, sizeof record.payload);
   return total + sum(&record, sizeof record);
}

ROUTINE long recursion(int file, char* to, long n, int depth)
{
   long total = sum(to, n);
   if (depth == 0)
      CALL3(SYS_read, file, to, n);
   else
      total += recursion(file, to, n, depth - 1);
   return total + sum(to, n);
}

/* The kernel reads what it has read in before: input of this activation again. */
ROUTINE long copy_loop(int from, int to, char* through, long n, long rounds)
{
   long total = 0;
   for (long i = 0; i < rounds; i++) {
      CALL3(SYS_read, from, through, n);
      total += CALL3(SYS_write, to, through, n);
   }
   return total;
}

#define EACH_CALL 1024

ROUTINE long each_call(long number, long a, long b, long c, long d, const char* to)
{
   long total = sum(to, EACH_CALL);
   long result = CALL6(number, a, b, c, d, 0, 0);
   if (result < 0)
      return result;
   return (total + sum(to, EACH_CALL)) & 0x7fffffff;
}

PART char* map_at(char* at, long size, int flags, int file)
{
   return (char*)CALL6(SYS_mmap, at, size, PROT_READ | PROT_WRITE, flags | (at == NULL ? 0 : MAP_FIXED), file, 0);
}

ROUTINE long map_loop(char* at, long n, int flags, int file, long rounds)
{
   long total = 0;
   for (long i = 0; i < rounds; i++) {
      map_at(at, n, flags, file);
      total += sum(at, n);
   }
   return total;
}

/* One byte of each page. */
ROUTINE long map_and_look(char* at, long n, int flags, int file, long rounds)
{
   long total = 0;
   for (long i = 0; i < rounds; i++) {
      map_at(at, n, flags, file);
      for (long page = 0; page < n; page += 4096)
         total += at[page];
   }
   return total;
}

ROUTINE long move_there_and_back(char* at, char* elsewhere, long n)
{
   long total = sum(at, n);
   CALL6(SYS_mremap, at, n, n, MREMAP_MAYMOVE | MREMAP_FIXED, elsewhere, 0);
   total += sum(elsewhere, n);
   CALL6(SYS_mremap, elsewhere, n, n, MREMAP_MAYMOVE | MREMAP_FIXED, at, 0);
   return total + sum(at, n);
}

ROUTINE long attach_loop(int memory, char* at, long n, long rounds)
{
   long total = 0;
   for (long i = 0; i < rounds; i++) {
      CALL3(SYS_shmat, memory, at, 0);
      total += sum(at, n);
      CALL3(SYS_shmdt, at, 0, 0);
   }
   return total;
}

/* The other process writes while this one waits for its word. */
ROUTINE long sum_wait_sum(int file, const char* shared, long n, char* word)
{
   long total = sum(shared, n);
   CALL3(SYS_read, file, word, 1);
   return total + sum(shared, n);
}

static char* handler_fills;
static long handler_length;

ROUTINE void on_signal(int signal)
{
   (void)signal;
   fill(handler_fills, handler_length);
}

ROUTINE long sum_signal_sum(char* array, long n, long process)
{
   long total = sum(array, n);
   CALL3(SYS_kill, process, SIGUSR1, 0);
   return total + sum(array, n);
}

static void check_reading(int zero, int null, int file, const int* sockets)
{
   static char sent[SIZE] OWN_PAGE;
   static const int counts[] = { 1, 2, 4, 7, 16, 17, 100, 1000 };
   for (unsigned c = 0; c < sizeof counts / sizeof counts[0]; c++)
      for (int offset = 0; offset < 16; offset += 3) {
         long n = counts[c], rounds = 1 + (c + offset) % 4;
         char* p = buffer + offset;
         unsigned long whole = cells(p, n), half = cells(p, n / 2);
         read_loop(zero, p, n, rounds);
         expect_sizes("read_loop", whole, rounds * whole);
         read_loop_below(zero, p, n, rounds);
         expect_sizes("read_loop_below", whole, rounds * whole);
         expect_calls("sum_of", whole, rounds);
         expect_calls("read_into", 0, rounds);
         pread_loop(file, p, n, rounds);
         expect_sizes("pread_loop", whole, rounds * whole);
         sum_read_sum(zero, p, n, n);
         expect_sizes("sum_read_sum", whole, 2 * whole);
         sum_read_sum(zero, p, n, n / 2);
         expect_sizes("sum_read_sum", whole, whole + half);
         sum_read_sum(-1, p, n, n);
         expect_sizes("sum_read_sum", whole, whole);
         sum_readbelow_sum(zero, p, n);
         expect_sizes("sum_readbelow_sum", whole, 2 * whole);
         expect("read_into", 0);
         fill_read_sum(zero, p, n);
         expect_sizes("fill_read_sum", 0, whole);
         sum_read_fill_sum(zero, p, n);
         expect_sizes("sum_read_fill_sum", whole, whole);
         recursion(zero, p, n, 5);
         for (int depth = 0; depth <= 5; depth++)
            expect_sizes("recursion", whole, 2 * whole);
         copy_loop(zero, null, p, n, rounds);
         expect_sizes("copy_loop", whole, rounds * whole);

         unsigned long parts = 0;
         for (int i = 0; i < 3; i++) {
            vector[i] = (struct iovec){ p + 1024 * i, n };
            parts += cells(p + 1024 * i, n);
         }
         readv_loop(zero, vector, p, n, rounds);
         expect_sizes("readv_loop", cells(vector, sizeof vector) + parts, cells(vector, sizeof vector) + rounds * parts);

         recvfrom_loop(sockets[0], sockets[1], sent + offset, p, n, rounds);
         expect_sizes("recvfrom_loop", 2 * whole, whole + rounds * whole);
         recvmsg_loop(sockets[0], sockets[1], sent + offset, p, n, rounds);
         expect_sizes("recvmsg_loop", 2 * whole, whole + rounds * whole);
         recvmmsg_loop(sockets[0], sockets[1], sent + offset, p, n, rounds);
         expect_sizes("recvmmsg_loop", 2 * whole, whole + rounds * whole);

         /* fewer bytes come than are asked for */
         require(write(sockets[0], sent, n / 2 + 1) == n / 2 + 1, "cannot write to a socket");
         sum_read_sum(sockets[1], p, n, n + 10);
         expect_sizes("sum_read_sum", whole, whole + cells(p, n / 2 + 1));
      }
   in_the_middle(zero);
   expect_sizes("in_the_middle", cells(&record, sizeof record),
                cells(&record, sizeof record) + cells(record.payload, sizeof record.payload));
}

/* `written` bytes from `at` on: what the kernel's interface says. */
static void check_call(long number, long a, long b, long c, long d, long at, unsigned long written)
{
   long result = each_call(number, a, b, c, d, buffer);
   require(result >= 0, "a system call failed");
   expect_sizes("each_call", cells(buffer, EACH_CALL), cells(buffer, EACH_CALL) + cells(buffer + at, written));
}

static void check_other_calls(int zero, int directory, const int* sockets)
{
   long p = (long)buffer;
   int pipe_ends[2];
   struct epoll_event event = { .events = EPOLLIN };
   int events = epoll_create1(0);
   require(events >= 0 && epoll_ctl(events, EPOLL_CTL_ADD, sockets[0], &event) == 0
           && write(sockets[1], "x", 1) == 1 && pipe(pipe_ends) == 0, "cannot prepare system calls");

   check_call(SYS_uname, p, 0, 0, 0, 0, sizeof(struct utsname));
   check_call(SYS_fstat, zero, p + 8, 0, 0, 8, sizeof(struct stat));
   check_call(SYS_clock_gettime, CLOCK_REALTIME, p + 48, 0, 0, 48, sizeof(struct timespec));
   check_call(SYS_gettimeofday, p + 3, 0, 0, 0, 3, sizeof(struct timeval));
   check_call(SYS_getrusage, RUSAGE_SELF, p, 0, 0, 0, sizeof(struct rusage));
   check_call(SYS_times, p + 16, 0, 0, 0, 16, sizeof(struct tms));
   check_call(SYS_sysinfo, p, 0, 0, 0, 0, sizeof(struct sysinfo));
   check_call(SYS_getrandom, p + 5, 13, 0, 0, 5, 13);
   check_call(SYS_pipe2, p + 4, 0, 0, 0, 4, 8);
   check_call(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, p + 32, 32, sizeof(struct rlimit));
   check_call(SYS_getitimer, ITIMER_REAL, p, 0, 0, 0, sizeof(struct itimerval));
   check_call(SYS_ioctl, sockets[0], 0x541b /* FIONREAD */, p + 12, 0, 12, 4);
   /* Not the bytes between its members, which some processors have; as if there were none, for as many cells. */
   check_call(SYS_epoll_wait, events, p + 24, 4, 0, 24, sizeof event.events + sizeof event.data);
   check_call(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, p + 100, 100, 8);
   check_call(SYS_rt_sigprocmask, SIG_BLOCK, 0, p + 64, 8, 64, 8);
   check_call(SYS_getcwd, p, 1024, 0, 0, 0, strlen(getcwd((char[1024]){ 0 }, 1024)) + 1);

   /* how much is there to say the kernel knows: it is the same each time */
   long length = syscall(SYS_getdents64, directory, buffer, 1024);
   require(length > 0 && lseek(directory, 0, SEEK_SET) == 0, "cannot read a directory");
   check_call(SYS_getdents64, directory, p, 1024, 0, 0, length);
   /* these write nothing */
   check_call(SYS_getpid, 0, 0, 0, 0, 0, 0);
   check_call(SYS_lseek, zero, 0, 0, 0, 0, 0);
   check_call(SYS_close, pipe_ends[0], 0, 0, 0, 0, 0);
}

static void check_mappings(int file)
{
   char* at = map_at(NULL, 16 << 20, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
   for (int rounds = 1; rounds <= 4; rounds++) {
      long n = 1000 * rounds;
      unsigned long whole = cells(at, n);
      map_loop(at, n, MAP_PRIVATE, file, rounds);
      expect_sizes("map_loop", whole, rounds * whole);
      map_loop(at, n, MAP_SHARED, file, rounds);
      expect_sizes("map_loop", whole, rounds * whole);
      map_loop(at + (8 << 20), n, MAP_PRIVATE | MAP_ANONYMOUS, -1, rounds);
      expect_sizes("map_loop", whole, whole);
   }
   long several = 5 << 20;
   map_and_look(at + 4096, several, MAP_PRIVATE, file, 3);
   expect_sizes("map_and_look", several / 4096, 3 * several / 4096);
   map_and_look(at + 4096, several, MAP_PRIVATE | MAP_ANONYMOUS, -1, 3);
   expect_sizes("map_and_look", several / 4096, several / 4096);

   map_at(at, 8192, MAP_PRIVATE, file);
   move_there_and_back(at, at + (12 << 20), 8192);
   expect_sizes("move_there_and_back", 2 * cells(at, 8192), 3 * cells(at, 8192));
}

static void check_shared_memory(void)
{
   int memory = shmget(IPC_PRIVATE, 8192, IPC_CREAT | 0600);
   require(memory >= 0, "cannot make shared memory");
   char* at = shmat(memory, NULL, 0);
   require(at != (char*)-1 && shmdt(at) == 0, "cannot attach shared memory");
   attach_loop(memory, at, 3000, 4);
   expect_sizes("attach_loop", cells(at, 3000), 4 * cells(at, 3000));
   shmctl(memory, IPC_RMID, NULL);

   /* what another process writes nobody tells; what it says through a pipe, the kernel */
   static char word OWN_CELL;
   int ends[2];
   require(pipe(ends) == 0, "cannot make a pipe");
   char* shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
   pid_t child = fork();
   if (child == 0) {
      fill(shared, 4096);
      _exit(write(ends[1], "!", 1) != 1);
   }
   sum_wait_sum(ends[0], shared, 4096, &word);
   expect_sizes("sum_wait_sum", cells(shared, 4096), cells(shared, 4096));
   int status;
   require(waitpid(child, &status, 0) == child && status == 0, "the child failed");
}

int main(int argc, char** argv)
{
   start_dynamic(argc, argv);
   int zero = open("/dev/zero", O_RDONLY), null = open("/dev/null", O_WRONLY), directory = open("/", O_RDONLY);
   int sockets[2];
   FILE* scratch = tmpfile();
   if (zero < 0 || null < 0 || directory < 0 || scratch == NULL || socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0
       || ftruncate(fileno(scratch), 8 << 20) != 0)
      die("cannot open the files to work on");

   check_reading(zero, null, fileno(scratch), sockets);
   check_other_calls(zero, directory, sockets);
   check_mappings(fileno(scratch));
   check_shared_memory();

   handler_fills = buffer;
   handler_length = 500;
   signal(SIGUSR1, on_signal);
   sum_signal_sum(buffer, 500, getpid());
   expect_sizes("sum_signal_sum", cells(buffer, 500), cells(buffer, 500));
   return finish();
}
