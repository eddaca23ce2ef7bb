/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Input from the kernel and from another thread (--drms=yes): how much of it each
   call has is known from the source.  check_callgrind.pl --input prints it. */
// build: $(own_calls)
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#define ROUTINE __attribute__((noinline, noclone, noipa))

static int buffer[64];
static int shared[16];

ROUTINE int sum_buffer(void)
{
   int sum = 0;
   for (int i = 0; i < 64; i++) {
      sum += buffer[i];
   }
   return sum;
}

ROUTINE int consume(void)
{
   int sum = 0;
   for (int i = 0; i < 16; i++) {
      sum += shared[i];
   }
   return sum;
}

ROUTINE void produce(void)
{
   for (int i = 0; i < 16; i++) {
      shared[i] = i;
   }
}

static void* run_producer(void* unused)
{
   produce();
   return unused;
}

/* Five times new data; each time they are read twice, and are input once. */
ROUTINE int read_rounds(int file)
{
   int sum = 0;
   for (int i = 0; i < 5; i++) {
      sum += (int)read(file, buffer, sizeof buffer);
      sum += sum_buffer() + sum_buffer();
   }
   return sum;
}

ROUTINE int exchange_rounds(void)
{
   int sum = 0;
   for (int i = 0; i < 3; i++) {
      pthread_t thread;
      pthread_create(&thread, NULL, run_producer, NULL);
      pthread_join(thread, NULL);
      sum += consume();
   }
   return sum;
}

int main(void)
{
   int sum = read_rounds(open("/dev/zero", O_RDONLY));
   printf("%d\n", sum + exchange_rounds());
   return 0;
}
