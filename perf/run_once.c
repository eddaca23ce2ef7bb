/*--------------------------------------------------------------------*/
/*--- Run one program once and note what it cost.       run_once.c ---*/
/*--------------------------------------------------------------------*/

/* run_once RESULT_FILE SECONDS PROGRAM [ARGUMENT...]

   Runs PROGRAM and writes one line to RESULT_FILE:

      user_us system_us peak_kb exit|signal|timeout number

   The times are those of PROGRAM and of all its descendants that were waited for; the memory is the largest
   resident set of any single one of them. After SECONDS of wall-clock time PROGRAM is killed.

   This is C, and not part of the script that calls it, because the kernel counts towards a program's peak
   what its process held before the exec: forked from an interpreter, every small program would seem to need
   what the interpreter needs. For the same reason this program stays small and allocates nothing. */

#define _DEFAULT_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t                 child;
static volatile sig_atomic_t timed_out = 0;

static void kill_child(int signal_number)
{
   (void)signal_number;
   timed_out = 1;
   kill(child, SIGKILL);
}

static long long microseconds(struct timeval time)
{
   return time.tv_sec * 1000000LL + time.tv_usec;
}

static void start_child(char** command)
{
   child = fork();
   if (child == -1) {
      fprintf(stderr, "run_once: cannot fork: %s\n", strerror(errno));
      exit(1);
   }
   if (child == 0) {
      execv(command[0], command);
      fprintf(stderr, "run_once: cannot run %s: %s\n", command[0], strerror(errno));
      _exit(127);
   }
}

static void wait_for_child(unsigned seconds, int* status, struct rusage* usage)
{
   signal(SIGALRM, kill_child);
   alarm(seconds);
   while (wait4(child, status, 0, usage) == -1) {
      if (errno != EINTR) {
         fprintf(stderr, "run_once: cannot wait for the program: %s\n", strerror(errno));
         exit(1);
      }
   }
   alarm(0);
}

int main(int argc, char** argv)
{
   int           status;
   struct rusage usage;

   if (argc < 4) {
      fprintf(stderr, "usage: run_once RESULT_FILE SECONDS PROGRAM [ARGUMENT...]\n");
      return 1;
   }
   start_child(argv + 3);
   wait_for_child((unsigned)strtoul(argv[2], NULL, 10), &status, &usage);

   FILE* result = fopen(argv[1], "w");
   if (result == NULL) {
      fprintf(stderr, "run_once: cannot write %s: %s\n", argv[1], strerror(errno));
      return 1;
   }
   const char* ending = timed_out ? "timeout" : WIFEXITED(status) ? "exit" : "signal";
   int         number = timed_out ? 0 : WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
   fprintf(result, "%lld %lld %ld %s %d\n", microseconds(usage.ru_utime), microseconds(usage.ru_stime),
           usage.ru_maxrss, ending, number);
   if (fclose(result) != 0) {
      fprintf(stderr, "run_once: cannot write %s: %s\n", argv[1], strerror(errno));
      return 1;
   }
   return 0;
}
