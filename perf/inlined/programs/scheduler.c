/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   A simulation with a queue of events, in the order of their times. */

#include <stdio.h>
#include <stdlib.h>

typedef enum { ARRIVAL, START, END } Kind;

typedef struct Event {
   int time;
   Kind kind;
   int customer;
   struct Event* next;
} Event;

typedef struct {
   Event* first;
   int clock;
   int waiting;
   int busy;
   long waited;
} Shop;

/* Events of one time stay in the order in which they came. */
static void insert(Shop* shop, Event* event)
{
   Event** place = &shop->first;
   while (*place != NULL && (*place)->time <= event->time)
      place = &(*place)->next;
   event->next = *place;
   *place = event;
}

static void schedule(Shop* shop, int time, Kind kind, int customer)
{
   Event* event = malloc(sizeof *event);
   event->time = time;
   event->kind = kind;
   event->customer = customer;
   insert(shop, event);
}

static Event* take_first(Shop* shop)
{
   Event* event = shop->first;
   if (event != NULL)
      shop->first = event->next;
   return event;
}

static void handle(Shop* shop, const Event* event)
{
   shop->clock = event->time;
   switch (event->kind) {
      case ARRIVAL:
         shop->waiting++;
         schedule(shop, event->time + 1, START, event->customer);
         break;
      case START:
         if (shop->busy >= 3) {
            shop->waited += 2;
            schedule(shop, event->time + 2, START, event->customer);
            return;
         }
         shop->waiting--;
         shop->busy++;
         schedule(shop, event->time + 5 + event->customer % 4, END, event->customer);
         break;
      case END:
         shop->busy--;
         break;
   }
}

static void run(Shop* shop)
{
   Event* event;
   while ((event = take_first(shop)) != NULL) {
      handle(shop, event);
      free(event);
   }
}

static long simulate(const int* arrivals, int count)
{
   Shop shop = { 0 };
   for (int i = 0; i < count; i++)
      schedule(&shop, arrivals[i], ARRIVAL, i);
   run(&shop);
   return shop.waited;
}

static int* make_arrivals(int count)
{
   int* arrivals = malloc(count * sizeof *arrivals);
   unsigned state = 5;
   for (int i = 0; i < count; i++) {
      state = state * 69069 + 1;
      arrivals[i] = (int)((state >> 8) % (unsigned)(count * 4));
   }
   return arrivals;
}

static int span(const int* times, int count)
{
   int first = times[0], last = times[0];
   for (int i = 1; i < count; i++) {
      if (times[i] < first)
         first = times[i];
      if (times[i] > last)
         last = times[i];
   }
   return last - first;
}

int main(void)
{
   for (int count = 15; count <= 1500; count += count / 4) {
      int* arrivals = make_arrivals(count);
      printf("%d customers in %d: waited %ld\n", count, span(arrivals, count), simulate(arrivals, count));
      free(arrivals);
   }
   return 0;
}
