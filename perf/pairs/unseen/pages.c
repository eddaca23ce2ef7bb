// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// A cache of pages of a file, with a hash table and a list by age, and a tree of keys on top. CACHE_SEED in the
// environment seeds keys, and LABEL is printed.
// usage: pages KEYS

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_KEYS = 32, N_SLOTS = 256 };

typedef struct Page {
   int number;
   int n_keys;
   unsigned keys[PAGE_KEYS];
   int children[PAGE_KEYS + 1];
   int dirty;
} Page;

typedef struct Frame {
   Page page;
   struct Frame *next_in_slot, *older, *newer;
} Frame;

typedef struct {
   Frame* slots[N_SLOTS];
   Frame *oldest, *newest;
   int n_frames, most_frames;
   long n_misses, n_writes;
   Page* disk;
   int n_pages, room;
   int root;
} Store;

static unsigned long seed = 99;

unsigned next_random(void)
{
   seed = seed * 6364136223846793005ul + 1442695040888963407ul;
   return seed >> 38;
}

void unlink_age(Store* store, Frame* frame)
{
   *(frame->older ? &frame->older->newer : &store->oldest) = frame->newer;
   *(frame->newer ? &frame->newer->older : &store->newest) = frame->older;
}

void link_newest(Store* store, Frame* frame)
{
   frame->older = store->newest;
   frame->newer = NULL;
   *(store->newest ? &store->newest->newer : &store->oldest) = frame;
   store->newest = frame;
}

unsigned slot_of(int number)
{
   return (unsigned)number * 2654435761u >> 24;
}

void write_page(Store* store, Page* page)
{
   store->disk[page->number] = *page;
   store->n_writes++;
   page->dirty = 0;
}

void evict(Store* store)
{
   Frame* frame = store->oldest;
   if (frame->page.dirty)
      write_page(store, &frame->page);
   unlink_age(store, frame);
   Frame** place = &store->slots[slot_of(frame->page.number)];
   while (*place != frame)
      place = &(*place)->next_in_slot;
   *place = frame->next_in_slot;
   free(frame);
   store->n_frames--;
}

Frame* load_page(Store* store, int number)
{
   if (store->n_frames >= store->most_frames)
      evict(store);
   Frame* frame = malloc(sizeof *frame);
   frame->page = store->disk[number];
   Frame** slot = &store->slots[slot_of(number)];
   frame->next_in_slot = *slot;
   *slot = frame;
   link_newest(store, frame);
   store->n_frames++;
   store->n_misses++;
   return frame;
}

Page* get_page(Store* store, int number)
{
   for (Frame* frame = store->slots[slot_of(number)]; frame; frame = frame->next_in_slot) {
      if (frame->page.number == number) {
         if (frame != store->newest) {
            unlink_age(store, frame);
            link_newest(store, frame);
         }
         return &frame->page;
      }
   }
   return &load_page(store, number)->page;
}

int new_page(Store* store)
{
   if (store->n_pages == store->room) {
      store->room = store->room ? 2 * store->room : 16;
      store->disk = realloc(store->disk, store->room * sizeof *store->disk);
   }
   memset(&store->disk[store->n_pages], 0, sizeof *store->disk);
   store->disk[store->n_pages].number = store->n_pages;
   return store->n_pages++;
}

// Returns the first place whose key is no less.
int find_place(const Page* page, unsigned key)
{
   int low = 0, high = page->n_keys;
   while (low < high) {
      int middle = (low + high) / 2;
      if (page->keys[middle] < key)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

void split_child(Store* store, int parent_number, int place, int child_number)
{
   int right_number = new_page(store);
   Page right = *get_page(store, right_number);
   Page* child = get_page(store, child_number);
   int half = PAGE_KEYS / 2;
   right.n_keys = PAGE_KEYS - half - 1;
   memcpy(right.keys, child->keys + half + 1, right.n_keys * sizeof *right.keys);
   memcpy(right.children, child->children + half + 1, (right.n_keys + 1) * sizeof *right.children);
   unsigned middle = child->keys[half];
   child->n_keys = half;
   child->dirty = right.dirty = 1;
   *get_page(store, right_number) = right;
   Page* parent = get_page(store, parent_number);
   for (int i = parent->n_keys; i > place; i--) {
      parent->keys[i] = parent->keys[i - 1];
      parent->children[i + 1] = parent->children[i];
   }
   parent->keys[place] = middle;
   parent->children[place + 1] = right_number;
   parent->n_keys++;
   parent->dirty = 1;
}

void insert_below(Store* store, int number, unsigned key)
{
   Page* page = get_page(store, number);
   int place = find_place(page, key);
   if (page->children[0] == 0) {
      for (int i = page->n_keys; i > place; i--)
         page->keys[i] = page->keys[i - 1];
      page->keys[place] = key;
      page->n_keys++;
      page->dirty = 1;
      return;
   }
   int child = page->children[place];
   if (get_page(store, child)->n_keys == PAGE_KEYS) {
      split_child(store, number, place, child);
      page = get_page(store, number);
      child = page->children[find_place(page, key)];
   }
   insert_below(store, child, key);
}

void insert_key(Store* store, unsigned key)
{
   if (get_page(store, store->root)->n_keys == PAGE_KEYS) {
      int old = store->root;
      store->root = new_page(store);
      Page* page = get_page(store, store->root);
      page->children[0] = old;
      page->dirty = 1;
      split_child(store, store->root, 0, old);
   }
   insert_below(store, store->root, key);
}

int contains(Store* store, int number, unsigned key)
{
   Page* page = get_page(store, number);
   int place = find_place(page, key);
   if (place < page->n_keys && page->keys[place] == key)
      return 1;
   return page->children[0] != 0 && contains(store, page->children[place], key);
}

// Counts bits of all keys on disk, in a thread of its own.
void* count_bits(void* argument)
{
   Store* store = argument;
   long* sum = calloc(1, sizeof *sum);
   for (int i = 0; i < store->n_pages; i++)
      for (int k = 0; k < store->disk[i].n_keys; k++)
         for (unsigned key = store->disk[i].keys[k]; key; key &= key - 1)
            ++*sum;
   return sum;
}

long finish(Store* store)
{
   while (store->n_frames > 0)
      evict(store);
   pthread_t thread;
   void* sum;
   pthread_create(&thread, NULL, count_bits, store);
   pthread_join(thread, &sum);
   long bits = *(long*)sum;
   free(sum);
   return bits;
}

int main(int argc, char** argv)
{
   int most = argc > 1 ? atoi(argv[1]) : 20000;
   if (getenv("CACHE_SEED"))
      seed = atol(getenv("CACHE_SEED"));
   for (int n = most / 10; n <= most; n += most / 10) {
      Store store = { .most_frames = 64 };
      new_page(&store);
      store.root = new_page(&store);
      for (int i = 0; i < n; i++)
         insert_key(&store, next_random() % (4 * n));
      int n_found = 0;
      for (int i = 0; i < n; i++)
         n_found += contains(&store, store.root, next_random() % (4 * n));
      long bits = finish(&store);
      printf("%s%d: %d found, %d pages, %ld misses, %ld writes, %ld bits\n", getenv("LABEL") ? getenv("LABEL") : "", n,
             n_found, store.n_pages, store.n_misses, store.n_writes, bits);
      free(store.disk);
   }
   return 0;
}
