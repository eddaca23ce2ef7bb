/* Adds up the orders of each customer, from an SQLite database.  The mistake: add_up_orders looks for the
   customer of each order among all that it has seen. */

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   char name[32];
   int  cents;
} Customer;

static void check(sqlite3* base, int status)
{
   if (status != SQLITE_OK && status != SQLITE_DONE && status != SQLITE_ROW) {
      fprintf(stderr, "orders: %s\n", sqlite3_errmsg(base));
      exit(1);
   }
}

static sqlite3* open_shop(int orders)
{
   sqlite3*      base;
   sqlite3_stmt* insertion;
   check(NULL, sqlite3_open(":memory:", &base));
   check(base, sqlite3_exec(base, "create table orders (customer text, cents int); begin", NULL, NULL, NULL));
   check(base, sqlite3_prepare_v2(base, "insert into orders values (?, ?)", -1, &insertion, NULL));
   for (int i = 0; i < orders; i++) {
      char name[32];
      snprintf(name, sizeof name, "customer %d", i * 7919 % 10007);
      sqlite3_bind_text(insertion, 1, name, -1, SQLITE_TRANSIENT);
      sqlite3_bind_int(insertion, 2, 100 + i % 77);
      check(base, sqlite3_step(insertion));
      sqlite3_reset(insertion);
   }
   sqlite3_finalize(insertion);
   check(base, sqlite3_exec(base, "commit", NULL, NULL, NULL));
   return base;
}

static Customer* find_customer(Customer* customers, int count, const char* name)
{
   for (int i = 0; i < count; i++) {
      if (strcmp(customers[i].name, name) == 0) {
         return &customers[i];
      }
   }
   return NULL;
}

static int add_up_orders(sqlite3* base, Customer* customers)
{
   int           count = 0;
   sqlite3_stmt* orders;
   check(base, sqlite3_prepare_v2(base, "select customer, cents from orders", -1, &orders, NULL));
   while (sqlite3_step(orders) == SQLITE_ROW) {
      const char* name = (const char*)sqlite3_column_text(orders, 0);
      Customer*   customer = find_customer(customers, count, name);
      if (customer == NULL) {
         customer = &customers[count++];
         customer->cents = 0;
         snprintf(customer->name, sizeof customer->name, "%s", name);
      }
      customer->cents += sqlite3_column_int(orders, 1);
   }
   sqlite3_finalize(orders);
   return count;
}

static void run_shop(int orders)
{
   sqlite3*  base = open_shop(orders);
   Customer* customers = malloc((size_t)orders * sizeof *customers);
   printf("%d orders of %d customers\n", orders, add_up_orders(base, customers));
   free(customers);
   sqlite3_close(base);
}

int main(void)
{
   for (int orders = 50; orders <= 1000; orders += 50) {
      run_shop(orders);
   }
   return 0;
}
