/* A program whose path cannot be found out in the end: it removes its own file, goes to another directory, and its
   first thread ends before the second one ends the process. */
// build: $(closed_form) -pthread
#include <pthread.h>
#include <unistd.h>
#include "../common/expect.h"

static pthread_t first_thread;

static void* end_process(UNUSED void* data)
{
   pthread_join(first_thread, NULL);
   exit(3);
}

int main(UNUSED int argc, char** argv)
{
   pthread_t thread;
   first_thread = pthread_self();
   if (unlink(argv[0]) != 0 || chdir("/") != 0 || pthread_create(&thread, NULL, end_process, NULL) != 0)
      die("cannot hide");
   pthread_exit(NULL);
}
