/* Hash tables, and arrays that grow. What a routine builds, it has written first: its input is the keys
   alone. */

#include "workload.h"

#define LARGEST 8192

typedef struct Entry {
   struct Entry* next;
   uint32_t      key;
} Entry;

static Entry    entries[LARGEST];
static Entry*   table[2 * LARGEST];
static Entry*   new_table[2 * LARGEST];
static uint32_t keys[LARGEST];

static uint32_t scatter(uint32_t key)
{
   key ^= key >> 16;
   key *= 0x7feb352d;
   key ^= key >> 15;
   return key;
}

static void clear(Entry** slots, uint32_t size)
{
   for (uint32_t i = 0; i < size; i++) {
      slots[i] = NULL;
   }
}

static void rehash(uint32_t size)
{
   clear(new_table, 2 * size);
   for (uint32_t i = 0; i < size; i++) {
      for (Entry *entry = table[i], *next; entry != NULL; entry = next) {
         next = entry->next;
         uint32_t slot = scatter(entry->key) % (2 * size);
         entry->next = new_table[slot];
         new_table[slot] = entry;
      }
   }
   for (uint32_t i = 0; i < 2 * size; i++) {
      table[i] = new_table[i];
   }
}

/* hash_build: n
   Chains of length 1 on average; the table doubles when it is full, which costs 1 + 1/2 + 1/4 + ... = 2 times
   its size. The cost jumps at each doubling, but stays between two lines. */
ROUTINE uint32_t hash_build(const uint32_t* from, int n)
{
   uint32_t size = 8;
   clear(table, size);
   for (int i = 0; i < n; i++) {
      if ((uint32_t)i == size) {
         rehash(size);
         size *= 2;
      }
      uint32_t slot = scatter(from[i]) % size;
      Entry*   entry = &entries[i];
      entry->key = from[i];
      for (Entry* other = table[slot]; other != NULL && other->key != entry->key; other = other->next) {
      }
      entry->next = table[slot];
      table[slot] = entry;
   }
   return size;
}

static void fill_keys(int n, uint32_t factor)
{
   for (int i = 0; i < n; i++) {
      keys[i] = (uint32_t)i * factor;
   }
}

static void run_hash_build(void)
{
   fill_keys(LARGEST, 1);
   for (int n = 6; n < LARGEST; n = next_size(n, 18)) {
      sink = hash_build(keys, n);
   }
}

/* hash_build_bad: n^2
   The hash function is the key modulo 64, and all keys are multiples of 64: one chain, of length i for key i.
   */
ROUTINE int hash_build_bad(const uint32_t* from, int n)
{
   Entry* slots[64] = { NULL };
   int    distinct = 0;
   for (int i = 0; i < n; i++) {
      Entry** slot = &slots[from[i] % 64];
      while (*slot != NULL && (*slot)->key != from[i]) {
         slot = &(*slot)->next;
      }
      if (*slot == NULL) {
         *slot = &entries[distinct++];
         (*slot)->key = from[i];
         (*slot)->next = NULL;
      }
   }
   return distinct;
}

static void run_hash_build_bad(void)
{
   fill_keys(LARGEST, 64);
   for (int n = 6; n < 700; n = next_size(n, 22)) {
      sink = hash_build_bad(keys, n);
   }
}

/* hash_build_fixed: n^2
   A good function, but the table never grows: 16 chains of length i/16 for key i, so n²/32 steps in all, and
   10 n or so for all else. */
ROUTINE int hash_build_fixed(const uint32_t* from, int n)
{
   Entry* slots[16] = { NULL };
   int    distinct = 0;
   for (int i = 0; i < n; i++) {
      Entry** slot = &slots[scatter(from[i]) % 16];
      while (*slot != NULL && (*slot)->key != from[i]) {
         slot = &(*slot)->next;
      }
      if (*slot == NULL) {
         *slot = &entries[distinct++];
         (*slot)->key = from[i];
         (*slot)->next = NULL;
      }
   }
   return distinct;
}

static void run_hash_build_fixed(void)
{
   fill_keys(LARGEST, 1);
   for (int n = 10; n < 4000; n = next_size(n, 25)) {
      sink = hash_build_fixed(keys, n);
   }
}

/* probe: n
   Linear probing reads the slots that it passes, once each. The table is 7/8 full: some searches are long. */
ROUTINE uint32_t probe(const uint32_t* slots, uint32_t size, uint32_t key)
{
   uint32_t slot = scatter(key) % size;
   while (slots[slot] != 0 && slots[slot] != key) {
      slot = (slot + 1) % size;
   }
   return slot;
}

static void run_probe(void)
{
   static uint32_t slots[4096];
   for (uint32_t key = 1; key <= 3584; key++) {
      slots[probe(slots, 4096, key)] = key;
   }
}

typedef struct {
   int* items;
   int  used;
   int  capacity;
} Array;

static int  areas[2][LARGEST];
static int* other_area(const int* area)
{
   return area == areas[0] ? areas[1] : areas[0];
}

/* append_doubling: n
   One call: a few blocks, or, when the array is full, n steps to copy n cells. So a call costs what it reads;
   that it is cheap on average shows in how many calls have which rms. */
ROUTINE void append_doubling(Array* array, int item)
{
   if (array->used == array->capacity) {
      int* larger = other_area(array->items);
      for (int i = 0; i < array->used; i++) {
         larger[i] = array->items[i];
      }
      array->items = larger;
      array->capacity *= 2;
   }
   array->items[array->used++] = item;
}

/* collect_doubling: n
   n items: n steps, and 1 + 2 + 4 + ... + n <= 2 n copies. */
ROUTINE int collect_doubling(const int* from, int n)
{
   Array array = { areas[0], 0, 4 };
   for (int i = 0; i < n; i++) {
      append_doubling(&array, from[i]);
   }
   return array.capacity;
}

/* collect_by_16: n^2
   The array grows by 16 items when it is full: 16 + 32 + 48 + ... + n = n²/32 copies. */
ROUTINE int collect_by_16(const int* from, int n)
{
   Array array = { areas[0], 0, 16 };
   for (int i = 0; i < n; i++) {
      if (array.used == array.capacity) {
         int* larger = other_area(array.items);
         for (int k = 0; k < array.used; k++) {
            larger[k] = array.items[k];
         }
         array.items = larger;
         array.capacity += 16;
      }
      array.items[array.used++] = from[i];
   }
   return array.capacity;
}

static void run_collect(void)
{
   static int items[LARGEST];
   for (int n = 7; n < 5000; n = next_size(n, 22)) {
      fill_random(items, n, 1000);
      sink = collect_doubling(items, n);
      sink = collect_by_16(items, n);
   }
}

void run_tables(void)
{
   run_hash_build();
   run_hash_build_bad();
   run_hash_build_fixed();
   run_probe();
   run_collect();
}
