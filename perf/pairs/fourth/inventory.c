// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Keeps the stock of a shop: reads orders, looks for items and customers, takes goods from the stock,
// orders more of them, writes invoices into a day book, and reports what sells best. SEED in the
// environment is that of the orders.
// usage: inventory ORDERS

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_BUCKETS = 1024, N_ITEMS = 600, N_CUSTOMERS = 200, MOST_FIELDS = 16, LOW = 20, LOT = 60, DAY = 5000 };

typedef struct { char* text; size_t length, room; } Text;

typedef struct Item {
   struct Item* next;
   char sku[16];
   long stock, sold, revenue, price;
   int is_ordered;
} Item;

typedef struct { char name[16]; long spent; int orders; } Customer;

typedef struct {
   Item* buckets[N_BUCKETS];
   Item* items[N_ITEMS];
   int n_items;
   Customer customers[N_CUSTOMERS];
   int n_customers;
   Item* queue[N_ITEMS];
   int n_queue;
   Text book;
   long filled, refused, days;
   uint32_t sum;
} Shop;

static uint64_t state;

unsigned next_random(unsigned below)
{
   state = state * 6364136223846793005u + 1442695040888963407u;
   return (unsigned)(state >> 33) % below;
}

void add_text(Text* text, const char* added, size_t length)
{
   if (text->length + length + 1 > text->room) {
      text->room = 2 * (text->length + length + 1);
      text->text = realloc(text->text, text->room);
   }
   memcpy(text->text + text->length, added, length);
   text->length += length;
   text->text[text->length] = '\0';
}

void add_number(Text* text, long number)
{
   char digits[24];
   int at = sizeof digits;
   do {
      digits[--at] = '0' + number % 10;
      number /= 10;
   } while (number > 0);
   add_text(text, digits + at, sizeof digits - at);
}

unsigned hash_text(const char* text)
{
   unsigned hash = 2166136261u;
   for (; *text != '\0'; text++)
      hash = (hash ^ (unsigned char)*text) * 16777619u;
   return hash ^ hash >> 15;
}

Item* find_item(Shop* shop, const char* sku)
{
   for (Item* item = shop->buckets[hash_text(sku) % N_BUCKETS]; item != NULL; item = item->next)
      if (strcmp(item->sku, sku) == 0)
         return item;
   return NULL;
}

void add_item(Shop* shop, const char* sku, long stock, long price)
{
   Item* item = calloc(1, sizeof *item);
   snprintf(item->sku, sizeof item->sku, "%s", sku);
   item->stock = stock;
   item->price = price;
   Item** bucket = &shop->buckets[hash_text(sku) % N_BUCKETS];
   item->next = *bucket;
   *bucket = item;
   shop->items[shop->n_items++] = item;
}

// The customers are sorted by name.
Customer* find_customer(Shop* shop, const char* name)
{
   int low = 0, high = shop->n_customers;
   while (low < high) {
      int middle = (low + high) / 2;
      int order = strcmp(name, shop->customers[middle].name);
      if (order == 0)
         return &shop->customers[middle];
      if (order < 0)
         high = middle;
      else
         low = middle + 1;
   }
   return NULL;
}

long parse_number(const char* text)
{
   long number = 0;
   for (; *text >= '0' && *text <= '9'; text++)
      number = 10 * number + (*text - '0');
   return number;
}

// Splits a line at blanks, and ends it.
int split_fields(char* line, char** fields)
{
   int n = 0;
   while (*line != '\0' && n < MOST_FIELDS) {
      while (*line == ' ')
         *line++ = '\0';
      if (*line == '\0')
         break;
      fields[n++] = line;
      while (*line != ' ' && *line != '\0')
         line++;
   }
   return n;
}

int discount_of(long count, const Customer* customer)
{
   static const struct { long least; int percent; } steps[] = { { 9, 12 }, { 6, 7 }, { 4, 3 }, { 0, 0 } };
   int percent = customer->spent > 500000 ? 5 : 0;
   for (int i = 0; i < 4; i++)
      if (count >= steps[i].least)
         return percent + steps[i].percent;
   return percent;
}

long price_of(const Item* item, long count, const Customer* customer)
{
   long whole = item->price * count;
   return whole - whole * discount_of(count, customer) / 100;
}

void order_more(Shop* shop, Item* item)
{
   if (item->is_ordered || shop->n_queue == N_ITEMS)
      return;
   item->is_ordered = 1;
   shop->queue[shop->n_queue++] = item;
}

void receive_goods(Shop* shop)
{
   for (int i = 0; i < shop->n_queue; i++) {
      shop->queue[i]->stock += LOT;
      shop->queue[i]->is_ordered = 0;
   }
   shop->n_queue = 0;
}

void write_line(Shop* shop, const Item* item, long count, long price)
{
   add_text(&shop->book, "  ", 2);
   add_number(&shop->book, count);
   add_text(&shop->book, " x ", 3);
   add_text(&shop->book, item->sku, strlen(item->sku));
   add_text(&shop->book, " ", 1);
   add_number(&shop->book, price);
   add_text(&shop->book, "\n", 1);
}

long fill_line(Shop* shop, char* field, Customer* customer)
{
   char* star = strchr(field, '*');
   long count = 1;
   if (star != NULL) {
      *star = '\0';
      count = parse_number(star + 1);
   }
   Item* item = find_item(shop, field);
   if (item == NULL || item->stock < count) {
      shop->refused++;
      if (item != NULL)
         order_more(shop, item);
      return 0;
   }
   item->stock -= count;
   if (item->stock < LOW)
      order_more(shop, item);
   long price = price_of(item, count, customer);
   item->sold += count;
   item->revenue += price;
   shop->filled++;
   write_line(shop, item, count, price);
   return price;
}

int compare_items(const void* a, const void* b)
{
   const Item *left = *(Item* const*)a, *right = *(Item* const*)b;
   if (left->revenue != right->revenue)
      return left->revenue > right->revenue ? -1 : 1;
   return strcmp(left->sku, right->sku);
}

uint32_t report_best(Shop* shop)
{
   uint32_t sum = 0;
   qsort(shop->items, shop->n_items, sizeof *shop->items, compare_items);
   for (int i = 0; i < 25; i++)
      sum = 31 * sum + (uint32_t)shop->items[i]->revenue;
   return sum;
}

uint32_t sum_text(const Text* text)
{
   uint32_t a = 1, b = 0;
   for (size_t i = 0; i < text->length; i++) {
      a = (a + (unsigned char)text->text[i]) % 65521;
      b = (b + a) % 65521;
   }
   return b << 16 | a;
}

void end_day(Shop* shop)
{
   shop->sum ^= sum_text(&shop->book) + report_best(shop);
   shop->book.length = 0;
   shop->days++;
   receive_goods(shop);
}

void take_order(Shop* shop, char* line)
{
   char* fields[MOST_FIELDS];
   int n = split_fields(line, fields);
   Customer* customer = n > 1 ? find_customer(shop, fields[0]) : NULL;
   if (customer == NULL)
      return;
   add_text(&shop->book, customer->name, strlen(customer->name));
   add_text(&shop->book, "\n", 1);
   long whole = 0;
   for (int i = 1; i < n; i++)
      whole += fill_line(shop, fields[i], customer);
   customer->spent += whole;
   customer->orders++;
   add_number(&shop->book, whole);
   add_text(&shop->book, "\n", 1);
   if (shop->book.length > DAY)
      end_day(shop);
}

void read_orders(Shop* shop, char* text)
{
   while (*text != '\0') {
      char* end = strchr(text, '\n');
      if (end == NULL)
         break;
      *end = '\0';
      take_order(shop, text);
      text = end + 1;
   }
}

void make_shop(Shop* shop)
{
   char name[16];
   for (int i = 0; i < N_ITEMS; i++) {
      snprintf(name, sizeof name, "sku-%05d", i * 7);
      add_item(shop, name, 40 + next_random(60), 100 + next_random(4000));
   }
   for (int i = 0; i < N_CUSTOMERS; i++)
      snprintf(shop->customers[shop->n_customers++].name, 16, "customer-%04d", i);
}

void make_orders(Text* text, int n)
{
   char word[32];
   for (int i = 0; i < n; i++) {
      int length = snprintf(word, sizeof word, "customer-%04u", next_random(N_CUSTOMERS));
      add_text(text, word, length);
      for (unsigned lines = 2 + next_random(5); lines > 0; lines--) {
         unsigned item = next_random(N_ITEMS) * (next_random(3) + 1) / 3;
         length = snprintf(word, sizeof word, " sku-%05u*%u", item * 7, 1 + next_random(10));
         add_text(text, word, length);
      }
      add_text(text, "\n", 1);
   }
}

int main(int n_args, char** args)
{
   int n = n_args > 1 ? atoi(args[1]) : 1000;
   const char* seed = getenv("SEED");
   state = seed != NULL ? atoi(seed) : 20;
   if (n <= 0) {
      fprintf(stderr, "usage: inventory ORDERS\n");
      return 2;
   }
   static Shop shop;
   Text orders = { 0 };
   make_shop(&shop);
   make_orders(&orders, n);
   read_orders(&shop, orders.text);
   end_day(&shop);
   printf("%ld lines, %ld refused, %ld days, %08x\n", shop.filled, shop.refused, shop.days, shop.sum);
   return 0;
}
