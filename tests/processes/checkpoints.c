/* A program that stays, so that a checkpoint can be waited for after all that is known.

      checkpoints READY WAY

   sum adds up n integers for each n of a range.  With cells of 4 bytes, each call has another rms, n.  Then
   the program makes the file READY, and stays until that is removed.

      plain    1 to 40
      fork     1 to 40; the child 41 to 60, and READY.child
      thread   1 to 40 in the first thread, and 41 to 60 in a second one, which stays
      execve   41 to 60, and then the program again, plain */
// build: $(closed_form) -static -pthread
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../common/expect.h"

static int values[60] OWN_PAGE;

ROUTINE int sum(const int* from, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += from[i];
   return total;
}

static void first_sums(void)
{
   for (int n = 1; n <= 40; n++)
      sum(values, n);
}

static void other_sums(void)
{
   for (int n = 41; n <= 60; n++)
      sum(values, n);
}

static void stay(const char* ready)
{
   FILE* file = fopen(ready, "w");
   if (file == NULL || fclose(file) != 0)
      die("cannot make the file that says that all is done");
   while (access(ready, F_OK) == 0)
      ;
}

static void run_child(const char* ready)
{
   char of_child[1000];
   other_sums();
   snprintf(of_child, sizeof of_child, "%s.child", ready);
   stay(of_child);
   _exit(4);
}

static void* run_thread(void* ready)
{
   other_sums();
   stay(ready);
   return NULL;
}

int main(int argc, char** argv)
{
   pthread_t thread;
   if (argc != 3)
      die("usage: checkpoints READY WAY");
   if (strcmp(argv[2], "execve") == 0) {
      other_sums();
      argv[2] = "plain";
      execv(argv[0], argv);
      die("cannot run itself again");
   }
   first_sums();
   if (strcmp(argv[2], "fork") == 0) {
      if (fork() == 0)
         run_child(argv[1]);
      stay(argv[1]);
      wait(NULL);
   } else if (strcmp(argv[2], "thread") == 0) {
      pthread_create(&thread, NULL, run_thread, argv[1]);
      pthread_join(thread, NULL);
   } else {
      stay(argv[1]);
   }
   return 3;
}
