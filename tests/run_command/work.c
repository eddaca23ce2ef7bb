/* The program that `aprof run` runs in the tests.

      number N        the routine squares once, with an array of N numbers
      file PATH       the same, with as many numbers as the file has bytes
      input           the same, with as many as standard input has
      threads N       the same in each of two threads
      read PATH N     reads N bytes of the file, and waits for a signal
      words TEXT...   prints its arguments, one on each line
      exit N          the status N
      abort           ends by SIGABRT
      wait            waits for a signal, and says when it does
      stubborn        the same, and ignores SIGTERM
      twice           the same; says when it gets SIGTERM, and ends with the status 3 when it gets it again
      stopped         the same, and stops
      fork N          the child squares N numbers, and the parent 2 N, when the child has ended
      left            leaves a child behind that squares 7 numbers after 0.3 seconds
      limit N         lets itself have N open files, and says how many it can open
      open PATH       writes the numbers of those standard files that are open
      rights          prints whose rights it has
      system COMMAND  runs a command in a shell
      spawn PROGRAM ARGUMENT...   runs a program by vfork, and has its status

   Of its array, squares reads each of the n cells n times and accesses nothing else: its rms is n. */
// build: $(closed_form) -static -pthread
// build work_dynamic: $(closed_form) -pthread

#define _GNU_SOURCE

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned __attribute__((noipa)) squares(const unsigned* numbers, unsigned n)
{
   unsigned sum = 0;
   for (unsigned i = 0; i < n; i++) {
      for (unsigned k = 0; k < n; k++) {
         sum += numbers[i] * numbers[k];
      }
   }
   return sum;
}

static int square(unsigned n)
{
   unsigned* numbers = calloc(n + 1, sizeof *numbers);
   numbers[0] = n;
   printf("%u\n", squares(numbers, n));
   free(numbers);
   return 0;
}

static int square_file(FILE* file)
{
   unsigned n = 0;
   while (getc(file) != EOF) {
      n++;
   }
   return square(n);
}

static void* square_in_thread(void* n)
{
   square(*(const unsigned*)n);
   return NULL;
}

static int square_in_threads(unsigned n)
{
   pthread_t threads[2];
   for (int i = 0; i < 2; i++) {
      pthread_create(&threads[i], NULL, square_in_thread, &n);
   }
   for (int i = 0; i < 2; i++) {
      pthread_join(threads[i], NULL);
   }
   return 0;
}

static int print_words(char** words)
{
   while (*words != NULL) {
      puts(*words++);
   }
   return 0;
}

static int __attribute__((noreturn)) wait_for_signal(void)
{
   puts("waiting");
   fflush(stdout);
   for (;;) {
      pause();
   }
}

static int __attribute__((noreturn)) read_and_wait(const char* path, size_t count)
{
   char* bytes = malloc(count);
   int   file = open(path, O_RDONLY);
   if (read(file, bytes, count) != (ssize_t)count) {
      perror(path);
   }
   free(bytes);
   wait_for_signal();
}

static volatile sig_atomic_t times_told;

static void count_signal(int number)
{
   times_told += number == SIGTERM;
}

static int wait_for_two_signals(void)
{
   sigset_t before, both;
   signal(SIGTERM, count_signal);
   sigemptyset(&both);
   sigaddset(&both, SIGTERM);
   sigprocmask(SIG_BLOCK, &both, &before);
   puts("waiting");
   fflush(stdout);
   for (int told = 0; told < 2;) {
      sigsuspend(&before);
      while (told < times_told) {
         printf("told %d\n", ++told);
         fflush(stdout);
      }
   }
   return 3;
}

static int __attribute__((noreturn)) stop(void)
{
   puts("waiting");
   fflush(stdout);
   raise(SIGSTOP);
   for (;;) {
      pause();
   }
}

static int fork_and_square(unsigned n)
{
   pid_t child = fork();
   if (child == 0) {
      return square(n);
   }
   waitpid(child, NULL, 0);
   return square(2 * n);
}

static int leave_behind(void)
{
   if (fork() == 0) {
      usleep(300000);
      square(7);
   }
   return 0;
}

static int lower_limit(rlim_t files)
{
   const struct rlimit limit = { files, files };
   struct rlimit       found;
   unsigned            count = 0;
   if (setrlimit(RLIMIT_NOFILE, &limit) != 0 || getrlimit(RLIMIT_NOFILE, &found) != 0) {
      perror("work");
      return 1;
   }
   while (dup(STDIN_FILENO) >= 0) {
      count++;
   }
   printf("%u of %u: %u\n", (unsigned)found.rlim_cur, (unsigned)found.rlim_max, count);
   return 0;
}

static int write_open(const char* path)
{
   FILE* file;
   char  open[4] = "";
   int   count = 0;
   for (int number = 0; number < 3; number++) {
      if (fcntl(number, F_GETFD) >= 0) {
         open[count++] = (char)('0' + number);
      }
   }
   file = fopen(path, "w");
   fputs(open, file);
   return fclose(file);
}

static int spawn(char** words)
{
   int   status;
   pid_t child = vfork();
   if (child == 0) {
      execvp(words[0], words);
      _exit(127);
   }
   waitpid(child, &status, 0);
   return WEXITSTATUS(status);
}

int main(int count, char** arguments)
{
   const char* what = count > 1 ? arguments[1] : "";
   const char* value = count > 2 ? arguments[2] : "";
   if (strcmp(what, "number") == 0) {
      return square((unsigned)atoi(value));
   } else if (strcmp(what, "file") == 0) {
      return square_file(fopen(value, "r"));
   } else if (strcmp(what, "input") == 0) {
      return square_file(stdin);
   } else if (strcmp(what, "threads") == 0) {
      return square_in_threads((unsigned)atoi(value));
   } else if (strcmp(what, "read") == 0 && count > 3) {
      read_and_wait(value, (size_t)atoi(arguments[3]));
   } else if (strcmp(what, "words") == 0) {
      return print_words(arguments + 2);
   } else if (strcmp(what, "exit") == 0) {
      return atoi(value);
   } else if (strcmp(what, "abort") == 0) {
      abort();
   } else if (strcmp(what, "stubborn") == 0) {
      signal(SIGTERM, SIG_IGN);
      return wait_for_signal();
   } else if (strcmp(what, "wait") == 0) {
      return wait_for_signal();
   } else if (strcmp(what, "twice") == 0) {
      return wait_for_two_signals();
   } else if (strcmp(what, "stopped") == 0) {
      return stop();
   } else if (strcmp(what, "fork") == 0) {
      return fork_and_square((unsigned)atoi(value));
   } else if (strcmp(what, "left") == 0) {
      return leave_behind();
   } else if (strcmp(what, "rights") == 0) {
      printf("%u of %u, %u of %u\n", geteuid(), getuid(), getegid(), getgid());
      return 0;
   } else if (strcmp(what, "open") == 0) {
      return write_open(value);
   } else if (strcmp(what, "limit") == 0) {
      return lower_limit((rlim_t)atoi(value));
   } else if (strcmp(what, "system") == 0) {
      return WEXITSTATUS(system(value));
   } else if (strcmp(what, "spawn") == 0) {
      return spawn(arguments + 2);
   }
   fprintf(stderr, "work: what is '%s'?\n", what);
   return 99;
}
