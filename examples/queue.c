/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   Two threads that share a buffer: one fills it up to 16 times, and each call of `consume` adds up what it
   finds there. Its read memory size is about the same in every call; its dynamic input (--drms=yes) is
   not. */

#include <pthread.h>
#include <stdio.h>

#define ITEMS 256

static int buffer[ITEMS], filled, turn;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static long consume(int blocks)
{
   long sum = 0;
   for (int block = 0; block < blocks; block++) {
      pthread_mutex_lock(&lock);
      while (!filled)
         pthread_cond_wait(&changed, &lock);
      for (int i = 0; i < ITEMS; i++)
         sum += buffer[i];
      filled = 0;
      pthread_cond_signal(&changed);
      pthread_mutex_unlock(&lock);
   }
   return sum;
}

static void produce(int blocks)
{
   for (int block = 0; block < blocks; block++) {
      pthread_mutex_lock(&lock);
      while (filled)
         pthread_cond_wait(&changed, &lock);
      for (int i = 0; i < ITEMS; i++)
         buffer[i] = ++turn;
      filled = 1;
      pthread_cond_signal(&changed);
      pthread_mutex_unlock(&lock);
   }
}

static void *producer(void *unused)
{
   for (int blocks = 1; blocks <= 16; blocks++)
      produce(blocks);
   return NULL;
}

int main(void)
{
   pthread_t thread;
   pthread_create(&thread, NULL, producer, NULL);
   for (int blocks = 1; blocks <= 16; blocks++)
      printf("%ld\n", consume(blocks));
   pthread_join(thread, NULL);
}
