/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A fork while other threads run: in the child, where they are not, as many threads do less.

      thread_forks COUNT    so many threads at a time */
// build: -I../../include -std=gnu11 -g -O1 -pthread
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUTINE    __attribute__((noipa))
#define MOST       200
#define PARENTS    30     /* calls of each thread of the parent; those of the child make one */

static int values[2 * PARENTS];
static pthread_barrier_t have_called, may_end;

ROUTINE int sum(const int* from, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++) {
      total += from[i];
   }
   return total;
}

ROUTINE void* run_in_parent(void* unused)
{
   for (int i = 1; i <= PARENTS; i++) {
      sum(values, PARENTS + i);
   }
   pthread_barrier_wait(&have_called);
   pthread_barrier_wait(&may_end);
   return unused;
}

ROUTINE void* run_in_child(void* unused)
{
   sum(values, PARENTS / 2);
   pthread_barrier_wait(&may_end);
   return unused;
}

static void create_all(pthread_t* threads, int count, void* (*run)(void*))
{
   for (int i = 0; i < count; i++) {
      if (pthread_create(&threads[i], NULL, run, NULL) != 0) {
         abort();
      }
   }
}

static void join_all(pthread_t* threads, int count)
{
   pthread_barrier_wait(&may_end);
   for (int i = 0; i < count; i++) {
      pthread_join(threads[i], NULL);
   }
}

int main(int argc, char** argv)
{
   pthread_t threads[MOST];
   int       count = argc == 2 ? atoi(argv[1]) : 1;
   if (count < 1 || count > MOST) {
      return 2;
   }
   pthread_barrier_init(&have_called, NULL, (unsigned)count + 1);
   pthread_barrier_init(&may_end, NULL, (unsigned)count + 1);
   create_all(threads, count, run_in_parent);
   pthread_barrier_wait(&have_called);
   pid_t child = fork();
   if (child == 0) {
      pthread_barrier_init(&may_end, NULL, (unsigned)count + 1);
      create_all(threads, count, run_in_child);
      join_all(threads, count);
      exit(0);
   }
   waitpid(child, NULL, 0);
   join_all(threads, count);
   return 0;
}
