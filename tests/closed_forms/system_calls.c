/* What a system call reads from memory is read by the activation that calls; what it writes is no access: the
   activation's own first read of it counts, unless the activation had accessed the cell before.

   Which bytes a call reads is what the kernel's interface says: the n bytes of a write; the vector and each
   of its buffers of a writev; the path of an open with its NUL; the time to sleep of a nanosleep; descriptor
   and wanted events of each entry of a poll, but not the events returned. */
// build: $(closed_form) -static
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include "../common/expect.h"
#include "../common/system_call.h"

#define SIZE 8192

static char buffer[SIZE] OWN_PAGE;
static char second[SIZE] OWN_PAGE;
static struct iovec vector[8] OWN_PAGE;
static struct pollfd polled[8] OWN_PAGE;
static struct timespec short_time OWN_CELL = { 0, 1000 };
static struct stat status OWN_PAGE;
static int pipe_ends[2] OWN_CELL;
static char path[64] OWN_CELL = "/dev/null";
static char no_path[64] OWN_CELL = "/no/such/file/anywhere";

ROUTINE long write_buffer(int file, const char* from, long n)
{
   return CALL3(SYS_write, file, from, n);
}

ROUTINE long fill_and_write(int file, char* to, long n)
{
   fill(to, n);
   return CALL3(SYS_write, file, to, n);
}

ROUTINE long sum_and_write(int file, const char* from, long n)
{
   long total = sum(from, n);
   return total + CALL3(SYS_write, file, from, n);
}

/* The callee's write of the buffer is a read below this activation. */
ROUTINE long write_below(int file, const char* from, long n)
{
   return write_buffer(file, from, n) + 1;
}

ROUTINE long read_only(int file, char* to, long n)
{
   return CALL3(SYS_read, file, to, n);
}

ROUTINE long read_and_sum(int file, char* to, long n)
{
   CALL3(SYS_read, file, to, n);
   return sum(to, n);
}

/* The first access is the activation's own write. */
ROUTINE long fill_read_and_sum(int file, char* to, long n)
{
   fill(to, n);
   CALL3(SYS_read, file, to, n);
   return sum(to, n);
}

/* Under rms a cell counts once, whoever changed it in between. */
ROUTINE long sum_read_and_sum(int file, char* to, long n)
{
   long total = sum(to, n);
   CALL3(SYS_read, file, to, n);
   return total + sum(to, n);
}

ROUTINE long read_in_chunks(int file, char* to, long n, long chunks)
{
   long total = 0;
   for (long i = 0; i < chunks; i++) {
      CALL3(SYS_read, file, to, n);
      total += sum(to, n);
   }
   return total;
}

/* What is read in is written out again: input, though the activation never looks at it itself. */
ROUTINE long copy_file(int from, int to, char* through, long n)
{
   CALL3(SYS_read, from, through, n);
   return CALL3(SYS_write, to, through, n);
}

ROUTINE long write_vector(int file, const struct iovec* parts, int count)
{
   return CALL3(SYS_writev, file, parts, count);
}

ROUTINE long write_vector_at(int file, const struct iovec* parts, int count)
{
   return CALL3(SYS_pwritev, file, parts, count);
}

ROUTINE long read_vector(int file, const struct iovec* parts, int count)
{
   return CALL3(SYS_readv, file, parts, count);
}

ROUTINE long write_at(int file, const char* from, long n)
{
   return CALL3(SYS_pwrite64, file, from, n);
}

ROUTINE long open_path(const char* name)
{
   return CALL3(SYS_openat, AT_FDCWD, name, O_RDONLY);
}

ROUTINE long send_bytes(int socket, const char* from, long n)
{
   return CALL3(SYS_sendto, socket, from, n);
}

ROUTINE long receive_and_sum(int socket, char* to, long n)
{
   CALL3(SYS_recvfrom, socket, to, n);
   return sum(to, n);
}

ROUTINE long sleep_for(const struct timespec* time)
{
   return CALL3(SYS_nanosleep, time, 0, 0);
}

ROUTINE long size_of_file(int file, struct stat* into)
{
   CALL3(SYS_fstat, file, into, 0);
   return *(volatile long*)&into->st_size;
}

ROUTINE long make_pipe(int* ends)
{
   CALL3(SYS_pipe2, ends, 0, 0);
   return *(volatile int*)&ends[0] + *(volatile int*)&ends[1];
}

/* Newer processors have only the system call that takes the time in memory. */
#ifndef SYS_poll
static struct timespec no_time OWN_CELL;
#endif

ROUTINE long poll_files(struct pollfd* files, int count)
{
#ifdef SYS_poll
   return CALL3(SYS_poll, files, count, 0);
#else
   return CALL6(SYS_ppoll, files, count, &no_time, NULL, 0, 0);
#endif
}

ROUTINE long current_time(struct timespec* into)
{
   return CALL3(SYS_clock_gettime, CLOCK_MONOTONIC, into, 0);
}

ROUTINE long identity(void)
{
   return CALL3(SYS_getpid, 0, 0, 0);
}

/* The kernel refuses these.  What counts is that the profiler survives and goes on counting. */
ROUTINE long write_from_nowhere(int file, const char* from, long n)
{
   return CALL3(SYS_write, file, from, n);
}

ROUTINE long open_nowhere(const char* name)
{
   return CALL3(SYS_openat, AT_FDCWD, name, O_RDONLY);
}

static void check_vectors(int zero, int null, int scratch)
{
   for (int count = 0; count <= 8; count++)
      for (int offset = 0; offset < 16; offset += 5) {
         unsigned long total = cells(vector, count * sizeof vector[0]);
         for (int i = 0; i < count; i++) {
            vector[i].iov_base = buffer + i * 512 + offset;
            vector[i].iov_len = i * 31;
            total += cells(vector[i].iov_base, vector[i].iov_len);
         }
         write_vector(null, vector, count);
         expect("write_vector", total);
         write_vector_at(scratch, vector, count);
         expect("write_vector_at", total);
         read_vector(zero, vector, count);
         expect("read_vector", cells(vector, count * sizeof vector[0]));
      }
}

PART void check_counts(int zero, int null, int scratch, const int* sockets)
{
   static const int counts[] = { 0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 100, 1000, 4096, 5000 };
   for (unsigned c = 0; c < sizeof counts / sizeof counts[0]; c++)
      for (int offset = 0; offset < 16; offset += 3) {
         long n = counts[c];
         char* p = buffer + offset;
         unsigned long whole = cells(p, n);
         write_buffer(null, p, n);
         expect("write_buffer", whole);
         write_below(null, p, n);
         expect("write_below", whole);
         expect("write_buffer", whole);
         fill_and_write(null, p, n);
         expect("fill_and_write", 0);
         sum_and_write(null, p, n);
         expect("sum_and_write", whole);
         write_at(scratch, p, n);
         expect("write_at", whole);
         read_only(zero, p, n);
         expect("read_only", 0);
         read_and_sum(zero, p, n);
         expect("read_and_sum", whole);
         fill_read_and_sum(zero, p, n);
         expect("fill_read_and_sum", 0);
         sum_read_and_sum(zero, p, n);
         expect("sum_read_and_sum", whole);
         read_in_chunks(zero, p, n, 3);
         expect("read_in_chunks", whole);
         copy_file(zero, null, p, n);
         expect("copy_file", whole);
         if (n > 0) {
            send_bytes(sockets[0], p, n);
            expect("send_bytes", whole);
            receive_and_sum(sockets[1], second + offset, n);
            expect("receive_and_sum", cells(second + offset, n));
         }
      }
}

PART void check_structures(int zero, int null)
{
   int opened = (int)open_path(path);
   expect("open_path", cells(path, strlen(path) + 1));
   require(opened >= 0, "cannot open /dev/null");
   open_path(no_path);
   expect("open_path", cells(no_path, strlen(no_path) + 1));

   sleep_for(&short_time);
   expect("sleep_for", cells(&short_time, sizeof short_time));
   size_of_file(zero, &status);
   expect("size_of_file", cells(&status.st_size, 8));
   make_pipe(pipe_ends);
   expect("make_pipe", cells(pipe_ends, 8));
   for (int count = 0; count <= 8; count++) {
      model_begin();
      for (int i = 0; i < count; i++) {
         polled[i].fd = null;
         polled[i].events = POLLOUT;
         model_read(&polled[i].fd, 4);
         model_read(&polled[i].events, 2);
      }
#ifndef SYS_poll
      model_read(&no_time, sizeof no_time);
#endif
      poll_files(polled, count);
      expect("poll_files", model_rms());
   }
   current_time(&short_time);
   expect("current_time", 0);
   identity();
   expect("identity", 0);
}

PART void check_refused(int scratch)
{
   long result = write_from_nowhere(scratch, (const char*)16, 64);
   require(result < 0, "a write from a bad address must fail");
   write_from_nowhere(scratch, (const char*)-4096l, 64);
   write_from_nowhere(-1, buffer, 64);
   write_from_nowhere(scratch, (const char*)0x700000000000ul, 1l << 40);
   expect_any("write_from_nowhere", 4);
   require(open_nowhere((const char*)16) < 0, "an open of a bad address must fail");
   open_nowhere(NULL);
   expect_any("open_nowhere", 2);
}

int main(int argc, char** argv)
{
   start(argc, argv);
   int zero = open("/dev/zero", O_RDONLY), null = open("/dev/null", O_WRONLY), sockets[2];
   FILE* scratch = tmpfile();
   if (zero < 0 || null < 0 || scratch == NULL || socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0)
      die("cannot open the files to work on");
   check_counts(zero, null, fileno(scratch), sockets);
   check_vectors(zero, null, fileno(scratch));
   check_structures(zero, null);
   check_refused(fileno(scratch));
   write_buffer(null, second, 100);
   expect("write_buffer", cells(second, 100));
   return finish();
}
