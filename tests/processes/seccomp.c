/* A program that forbids itself system calls.

      seccomp kill      to open files: that ends the process
      seccomp errno     to open files: that fails
      seccomp rename    to rename files: that ends the process
      seccomp other     to make directories, which aprof does not do
      seccomp wrong     tries to install a filter that is none
      seccomp strict    all but read, write and the end of the thread

   before is called once, and then by after, for so long that aprof would look at memory, and write some
   checkpoints.  The program never has a child that it knows of. */
// build: $(closed_form) -static
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "../common/expect.h"

ROUTINE int before(int number)
{
   return number;
}

ROUTINE void after(double seconds)
{
   struct timespec begin, now;
   clock_gettime(CLOCK_MONOTONIC, &begin);
   do {
      for (int i = 0; i < 10000; i++)
         before(i);
      clock_gettime(CLOCK_MONOTONIC, &now);
   } while (now.tv_sec - begin.tv_sec + (now.tv_nsec - begin.tv_nsec) / 1e9 < seconds);
}

#ifdef SYS_open
#define OPEN_OR_ELSE SYS_open
#else
#define OPEN_OR_ELSE SYS_openat
#endif

static void forbid(int first, int second, unsigned verdict)
{
   struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, first, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, second, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, verdict),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
   };
   struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
   if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
      die("the kernel takes no filter");
}

static volatile sig_atomic_t children;

static void note_child(UNUSED int signal)
{
   children++;
}

int main(int argc, char** argv)
{
   if (argc != 2)
      die("usage: seccomp kill|errno|rename|other|wrong|strict");
   signal(SIGCHLD, note_child);
   before(0);
   if (strcmp(argv[1], "kill") == 0) {
      forbid(SYS_openat, OPEN_OR_ELSE, SECCOMP_RET_KILL_PROCESS);
   } else if (strcmp(argv[1], "errno") == 0) {
      forbid(SYS_openat, OPEN_OR_ELSE, SECCOMP_RET_ERRNO | EPERM);
   } else if (strcmp(argv[1], "rename") == 0) {
      forbid(SYS_renameat2, SYS_renameat2, SECCOMP_RET_KILL_PROCESS);
   } else if (strcmp(argv[1], "other") == 0) {
      forbid(SYS_mkdirat, SYS_mkdirat, SECCOMP_RET_KILL_PROCESS);
   } else if (strcmp(argv[1], "wrong") == 0) {
      if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) == 0)
         die("the kernel takes anything");
   } else if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0) {
      die("the kernel has no strict mode");
   }
   if (children != 0 || wait(NULL) != -1 || errno != ECHILD)
      die("there was a child");
   after(0.5);
   puts("done");
   fflush(stdout);
   return 3;
}
