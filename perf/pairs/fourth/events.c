// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Simulates counters of a bank: customers come, wait in line, are served, and leave, or leave because they
// waited for too long. Events stand in a heap; what they and the customers need comes from a pool. SEED is
// that of the arrivals.
// usage: events CUSTOMERS

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_COUNTERS = 12, POOL_BLOCK = 64, N_BUCKETS = 256, PATIENCE = 600, MOST_SAMPLES = 65536 };

typedef enum { ARRIVE, FINISH, GIVE_UP, CLOSE_HOUR } Type;

typedef struct Customer {
   struct Customer *next, *previous;
   long arrived;
   int id, line, counter, is_waiting;
   struct Event* patience;
} Customer;

typedef struct Event {
   long time;
   unsigned order;
   Type type;
   int place;                       // in the heap, or -1
   Customer* customer;
} Event;

typedef struct { Event** events; int n, room; unsigned order; } Queue;

typedef struct { Customer *first, *last; int length; int is_busy; long served; } Counter;

typedef struct Free { struct Free* next; } Free;

typedef struct { Free* free; size_t size; long n_blocks; } Pool;

typedef struct {
   Queue queue;
   Counter counters[N_COUNTERS];
   Pool events, customers;
   long now, waits, given_up, hours;
   int n_left, n_ids, n_inside;
   int histogram[N_BUCKETS];
   int samples[MOST_SAMPLES];
   int n_samples;
   uint64_t sum;
} Bank;

static uint64_t state = 88172645463325252u;

uint64_t next_random(void)
{
   state ^= state << 13;
   state ^= state >> 7;
   state ^= state << 17;
   return state;
}

long random_time(long mean)
{
   return 1 + (long)(next_random() % (uint64_t)mean + next_random() % (uint64_t)mean);
}

void* take_from_pool(Pool* pool)
{
   if (pool->free == NULL) {
      char* block = malloc(POOL_BLOCK * pool->size);
      pool->n_blocks++;
      for (int i = POOL_BLOCK - 1; i >= 0; i--) {
         Free* free = (Free*)(block + i * pool->size);
         free->next = pool->free;
         pool->free = free;
      }
   }
   void* taken = pool->free;
   pool->free = pool->free->next;
   memset(taken, 0, pool->size);
   return taken;
}

void give_back(Pool* pool, void* taken)
{
   Free* free = taken;
   free->next = pool->free;
   pool->free = free;
}

int is_before(const Event* a, const Event* b)
{
   if (a->time != b->time)
      return a->time < b->time;
   return a->order < b->order;
}

void set_place(Queue* queue, int place, Event* event)
{
   queue->events[place] = event;
   event->place = place;
}

void move_up(Queue* queue, int place)
{
   Event* event = queue->events[place];
   while (place > 0) {
      int parent = (place - 1) / 2;
      if (!is_before(event, queue->events[parent]))
         break;
      set_place(queue, place, queue->events[parent]);
      place = parent;
   }
   set_place(queue, place, event);
}

void move_down(Queue* queue, int place)
{
   Event* event = queue->events[place];
   for (;;) {
      int child = 2 * place + 1;
      if (child >= queue->n)
         break;
      if (child + 1 < queue->n && is_before(queue->events[child + 1], queue->events[child]))
         child++;
      if (!is_before(queue->events[child], event))
         break;
      set_place(queue, place, queue->events[child]);
      place = child;
   }
   set_place(queue, place, event);
}

void add_event(Queue* queue, Event* event)
{
   if (queue->n == queue->room) {
      queue->room = 2 * queue->room + 16;
      queue->events = realloc(queue->events, queue->room * sizeof *queue->events);
   }
   event->order = queue->order++;
   set_place(queue, queue->n++, event);
   move_up(queue, queue->n - 1);
}

void remove_event(Queue* queue, int place)
{
   Event* last = queue->events[--queue->n];
   queue->events[queue->n] = NULL;
   if (place == queue->n)
      return;
   set_place(queue, place, last);
   move_up(queue, place);
   move_down(queue, last->place);
}

Event* next_event(Queue* queue)
{
   Event* first = queue->events[0];
   remove_event(queue, 0);
   first->place = -1;
   return first;
}

Event* plan(Bank* bank, Type type, long in, Customer* customer)
{
   Event* event = take_from_pool(&bank->events);
   event->time = bank->now + in;
   event->type = type;
   event->customer = customer;
   add_event(&bank->queue, event);
   return event;
}

void cancel(Bank* bank, Event* event)
{
   if (event->place >= 0)
      remove_event(&bank->queue, event->place);
   give_back(&bank->events, event);
}

int shortest_line(const Bank* bank)
{
   int best = 0;
   for (int i = 1; i < N_COUNTERS; i++)
      if (bank->counters[i].length + bank->counters[i].is_busy
         < bank->counters[best].length + bank->counters[best].is_busy)
         best = i;
   return best;
}

void enter_line(Counter* counter, Customer* customer)
{
   customer->previous = counter->last;
   customer->next = NULL;
   if (counter->last != NULL)
      counter->last->next = customer;
   else
      counter->first = customer;
   counter->last = customer;
   counter->length++;
   customer->is_waiting = 1;
}

void leave_line(Counter* counter, Customer* customer)
{
   if (customer->previous != NULL)
      customer->previous->next = customer->next;
   else
      counter->first = customer->next;
   if (customer->next != NULL)
      customer->next->previous = customer->previous;
   else
      counter->last = customer->previous;
   counter->length--;
   customer->is_waiting = 0;
}

void record_wait(Bank* bank, long wait)
{
   int bucket = wait / 8 < N_BUCKETS ? (int)(wait / 8) : N_BUCKETS - 1;
   bank->histogram[bucket]++;
   bank->samples[bank->n_samples++ % MOST_SAMPLES] = (int)wait;
   bank->waits += wait;
}

void serve_next(Bank* bank, int i)
{
   Counter* counter = &bank->counters[i];
   Customer* customer = counter->first;
   if (counter->is_busy || customer == NULL)
      return;
   leave_line(counter, customer);
   cancel(bank, customer->patience);
   record_wait(bank, bank->now - customer->arrived);
   counter->is_busy = 1;
   plan(bank, FINISH, random_time(140), customer);
}

void arrive(Bank* bank)
{
   Customer* customer = take_from_pool(&bank->customers);
   customer->id = bank->n_ids++;
   customer->arrived = bank->now;
   customer->counter = shortest_line(bank);
   customer->patience = plan(bank, GIVE_UP, PATIENCE + random_time(100), customer);
   enter_line(&bank->counters[customer->counter], customer);
   bank->n_inside++;
   serve_next(bank, customer->counter);
   if (--bank->n_left > 0)
      plan(bank, ARRIVE, random_time(11), NULL);
}

void finish(Bank* bank, Customer* customer)
{
   Counter* counter = &bank->counters[customer->counter];
   counter->is_busy = 0;
   counter->served++;
   bank->n_inside--;
   bank->sum = bank->sum * 1099511628211u + (uint64_t)(bank->now - customer->arrived);
   serve_next(bank, customer->counter);
   give_back(&bank->customers, customer);
}

void give_up(Bank* bank, Customer* customer)
{
   leave_line(&bank->counters[customer->counter], customer);
   bank->given_up++;
   bank->n_inside--;
   give_back(&bank->customers, customer);
}

// Returns how long a part of the customers waited at least, from the histogram.
long wait_of(const Bank* bank, int percent)
{
   long all = 0, seen = 0;
   for (int i = 0; i < N_BUCKETS; i++)
      all += bank->histogram[i];
   for (int i = 0; i < N_BUCKETS; i++) {
      seen += bank->histogram[i];
      if (100 * seen >= percent * all)
         return 8 * i;
   }
   return 0;
}

void close_hour(Bank* bank)
{
   bank->hours++;
   for (int percent = 50; percent < 100; percent += 10)
      bank->sum += (uint64_t)wait_of(bank, percent);
   if (bank->n_left > 0)
      plan(bank, CLOSE_HOUR, 600, NULL);
}

void simulate(Bank* bank)
{
   plan(bank, ARRIVE, 0, NULL);
   plan(bank, CLOSE_HOUR, 600, NULL);
   while (bank->queue.n > 0) {
      Event* event = next_event(&bank->queue);
      bank->now = event->time;
      switch (event->type) {
      case ARRIVE: arrive(bank); break;
      case FINISH: finish(bank, event->customer); break;
      case GIVE_UP: give_up(bank, event->customer); break;
      case CLOSE_HOUR: close_hour(bank); break;
      }
      give_back(&bank->events, event);
   }
}

int main(int n_args, char** args)
{
   int n = n_args > 1 ? atoi(args[1]) : 1000;
   const char* seed = getenv("SEED");
   if (seed != NULL)
      state += strtoul(seed, NULL, 10) << 20;
   static Bank bank;
   bank.events.size = sizeof(Event);
   bank.customers.size = sizeof(Customer);
   bank.n_left = n;
   simulate(&bank);
   printf("%d customers, %ld gave up, waited %ld, %ld hours, %016llx\n", bank.n_ids, bank.given_up,
      bank.waits,
      bank.hours, (unsigned long long)bank.sum);
   return 0;
}
