/* Processes. A child of fork, vfork or clone has the live stack of its parent, and points only of what it
   does itself; both have a report. What execve replaces has its report on disk (as FILE.1, if the new program
   is profiled as well); an execve that fails changes nothing.

   fork_deep         forks below `depth` activations; parent and child return from all of them
   vforks            the child calls _exit, or execve, below an activation of its own
   spawns            posix_spawn: the child is a program of its own
   clones            clone with a stack of its own, without shared memory
   fails_to_exec     execve of what is not there, is no program, and of a directory; then goes on
   second program    what this one becomes if started with the word "second": it has another main */
// build ways:
#include <sched.h>
#include <spawn.h>
#include <sys/wait.h>
#include "calls.h"

#define DEPTH  10
#define FAILS  5

static int values[256] OWN_PAGE;
static const char* own_name;

SUM_ROUTINE(before)
SUM_ROUTINE(in_parent)
SUM_ROUTINE(in_child)
SUM_ROUTINE(in_second)
SUM_ROUTINE(on_the_way)

static int exit_status(pid_t child)
{
   int status;
   if (child < 0)
      die("cannot start a process");
   if (waitpid(child, &status, 0) != child)
      die("cannot wait for a process");
   return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* --- the second program --------------------------------------------------------------------------------- */

/* arguments: CASE second STATUS */
ROUTINE int second(char** arguments)
{
   int status = atoi(arguments[3]);
   begin(2, arguments);
   in_second(values, status);
   expect("in_second", status);
   expect_line("absent before");
   expect_line("absent in_parent");
   end();
   return status;
}

static char** arguments_of_second(int status)
{
   static char text[8];
   static char* arguments[5];
   snprintf(text, sizeof text, "%d", status);
   arguments[0] = (char*)own_name;
   arguments[1] = (char*)case_name;
   arguments[2] = "second";
   arguments[3] = text;
   return arguments;
}

/* --- fork ----------------------------------------------------------------------------------------------- */

ROUTINE pid_t fork_deep(const int* from, int depth)
{
   on_the_way(from, depth);
   pid_t child = depth > 0 ? fork_deep(from, depth - 1) : fork();
   if (child == 0)
      in_child(from, 50 + depth);
   else
      in_parent(from, 50 + depth);
   return child;
}

static void fork_and_return(void)
{
   pid_t child = fork_deep(values, DEPTH);
   if (child == 0) {
      begin_process();
      expect_any("fork_deep", DEPTH + 1);
      for (int depth = 0; depth <= DEPTH; depth++)
         expect("in_child", 50 + depth);
      expect_line("absent before");
      expect_line("absent on_the_way");
      expect_line("absent in_parent");
      expect_line("cost fork_deep.real > fork_deep.self + in_child.sum");
      exit(end());
   }
   require(exit_status(child) == 0, "the forked child must exit with 0");
   expect_any("fork_deep", DEPTH + 1);
   for (int depth = 0; depth <= DEPTH; depth++) {
      expect("on_the_way", depth);
      expect("in_parent", 50 + depth);
   }
   expect_line("absent in_child");
}

/* --- vfork ---------------------------------------------------------------------------------------------- */

ROUTINE void exec_deep(int depth, int status)
{
   if (depth > 0)
      exec_deep(depth - 1, status);
   else
      execv(own_name, arguments_of_second(status));
   on_the_way(values, 99);
}

ROUTINE void vforks(void)
{
   pid_t child = vfork();
   if (child == 0)
      _exit(23);
   require(exit_status(child) == 23, "the child of vfork must exit with 23");

   child = vfork();
   if (child == 0) {
      execv(own_name, arguments_of_second(24));
      _exit(1);
   }
   require(exit_status(child) == 24, "what the child of vfork became must exit with 24");
}

ROUTINE void forks_and_execs(void)
{
   pid_t child = fork();
   if (child == 0) {
      in_child(values, 77);
      exec_deep(DEPTH, 25);
      _exit(1);
   }
   require(exit_status(child) == 25, "what the forked child became must exit with 25");

   /* Its report has a new name now. */
   char name[256];
   snprintf(name, sizeof name, "%s.expect.%d.1", case_name, (int)child);
   FILE* former = expectations;
   expectations = fopen(name, "w");
   if (expectations == NULL)
      die("cannot write the file of expectations");
   expect_line("report %s.report.%d.1", case_name, (int)child);
   expect_any("forks_and_execs", 1);
   expect("in_child", 77);
   expect_any("exec_deep", DEPTH + 1);
   expect_line("absent on_the_way");
   expect_line("absent in_second");
   end();
   expectations = former;
}

/* --- posix_spawn, clone --------------------------------------------------------------------------------- */

ROUTINE void spawns(void)
{
   extern char** environ;
   pid_t child;
   if (posix_spawn(&child, own_name, NULL, NULL, arguments_of_second(26), environ) != 0)
      die("cannot spawn");
   require(exit_status(child) == 26, "the spawned program must exit with 26");
   /* Valgrind makes a fork of it, so that the error is known to the child only. */
   if (posix_spawn(&child, "/no/such/program", NULL, NULL, arguments_of_second(26), environ) == 0)
      require(exit_status(child) == 127, "the child must find no program");
   in_parent(values, 70);
}

ROUTINE int cloned(void* unused)
{
   (void)unused;
   in_child(values, 88);
   begin_process();
   expect_line("strands");
   expect_any("cloned", 1);
   expect("in_child", 88);
   expect_line("absent before");
   end();
   return 27;
}

ROUTINE void clones(void)
{
   static char stack[262144] OWN_PAGE;
   pid_t child = clone(cloned, stack + sizeof stack, SIGCHLD, NULL);
   require(exit_status(child) == 27, "the cloned child must exit with 27");
   in_parent(values, 71);
}

/* --- execve that fails ---------------------------------------------------------------------------------- */

ROUTINE void fails_to_exec(void)
{
   for (int i = 0; i < FAILS; i++) {
      execv("/no/such/program", arguments_of_second(1));
      execv("/", arguments_of_second(1));
      execv("/etc/passwd", arguments_of_second(1));
      in_parent(values, 80 + i);
   }
}

int main(int argc, char** argv)
{
   if (argc == 4)
      return second(argv);
   begin(argc, argv);
   own_name = argv[0];
   before(values, 100);
   fails_to_exec();
   fork_and_return();
   vforks();
   forks_and_execs();
   spawns();
   clones();

   expect("before", 100);
   for (int i = 0; i < FAILS; i++)
      expect("in_parent", 80 + i);
   expect("in_parent", 70);
   expect("in_parent", 71);
   expect_any("fails_to_exec", 1);
   expect_any("vforks", 1);
   expect_any("forks_and_execs", 1);
   expect_any("spawns", 1);
   expect_any("clones", 1);
   expect_line("absent exec_deep");
   expect_line("absent cloned");
   return end();
}
