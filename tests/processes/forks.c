/* fork.  Each process has a report of its own, which holds what happened in that process: what happened
   before the fork is the parent's alone, and the activations that the child inherits start at the fork.
   Argument 3 is the report's name with %p for the process id.

   before     in the parent's report only
   in_child   in the child's report only: rms 300 ints
   in_parent  in the parent's report only
   around     is running at the fork and returns in both.  It reads 100 ints before the fork; after it the
              parent reads another 100 and has 200, the child reads 50 of them and has 50.  The system call is
              made here: the C library's fork would read memory of its own */
// build: $(closed_form) -static
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>
#include "../common/call_kernel.h"
#include "../common/expect.h"

static int values[400] OWN_PAGE;
static pid_t child;

#define SUM_ROUTINE(name)                       \
   ROUTINE int name(const int* from, int count) \
   {                                            \
      int total = 0;                            \
      for (int i = 0; i < count; i++)           \
         total += from[i];                      \
      return total;                             \
   }

SUM_ROUTINE(before)
SUM_ROUTINE(in_child)
SUM_ROUTINE(in_parent)

ROUTINE long around(const volatile int* from)
{
   int total = 0;
   for (int i = 0; i < 100; i++)
      total += from[i];
#ifdef SYS_fork
   long process = short_system_call(SYS_fork, 0, 0);
#else
   long process = short_system_call(SYS_clone, SIGCHLD, 0);
#endif
   for (int i = 100; i < (process == 0 ? 150 : 200); i++)
      total += from[i];
   return total == 1 ? -1 : process;
}

static void expect_report(const char* pattern, pid_t process)
{
   const char* percent = strstr(pattern, "%p");
   require(percent != NULL, "argument 3 needs a %p");
   fprintf(expectations, "report %.*s%d%s\n", (int)(percent - pattern), pattern, (int)process, percent + 2);
}

int main(int argc, char** argv)
{
   if (argc < 4)
      die("usage: forks RESOLUTION FILE REPORT");
   start(argc, argv);
   before(values, 200);
   child = (pid_t)around(values);
   if (child < 0)
      die("cannot fork");
   if (child == 0) {
      in_child(values, 300);
      short_system_call(SYS_exit_group, 7, 0);
   }
   in_parent(values, 400);

   int status;
   waitpid(child, &status, 0);
   require(WIFEXITED(status) && WEXITSTATUS(status) == 7, "the child must exit with status 7");

   expect_report(argv[3], getpid());
   expect("before", cells(values, 800));
   expect("in_parent", cells(values, 1600));
   expect("around", cells(values, 800));
   fprintf(expectations, "absent in_child\n");

   expect_report(argv[3], child);
   expect("in_child", cells(values, 1200));
   expect("around", cells(values + 100, 200));
   fprintf(expectations, "absent before\nabsent in_parent\n");
   return finish();
}
