// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Compresses a text in blocks: workers take blocks from a list, replace repeated strings by distances to
// them, and compute checksums; the main thread expands the blocks again. THREADS in the environment is the
// number of workers.
// usage: blocks BLOCKS

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 8192, HASH_BITS = 12, MOST_TRIES = 16, LEAST = 4, MOST = 130, GOOD = 64, MOST_THREADS = 8 };

typedef struct { uint8_t bytes[BLOCK * 2]; int length; uint32_t check; } Packed;

typedef struct { int heads[1 << HASH_BITS]; int previous[BLOCK]; } Chains;

typedef struct {
   const uint8_t* text;
   Packed* packed;
   int n_blocks, next, n_done;
   pthread_mutex_t lock;
   pthread_cond_t done;
} Work;

typedef struct { const uint8_t* text; int size; Chains* chains; Packed* out; int literals; } Packer;

static uint32_t table[256];

void make_table(void)
{
   for (uint32_t i = 0; i < 256; i++) {
      uint32_t value = i;
      for (int j = 0; j < 8; j++)
         value = value & 1 ? 0xedb88320u ^ value >> 1 : value >> 1;
      table[i] = value;
   }
}

uint32_t checksum(const uint8_t* bytes, int n)
{
   uint32_t check = ~0u;
   for (int i = 0; i < n; i++)
      check = table[(check ^ bytes[i]) & 255] ^ check >> 8;
   return ~check;
}

unsigned hash_bytes(const uint8_t* at)
{
   uint32_t value;
   memcpy(&value, at, 4);
   return value * 2654435761u >> (32 - HASH_BITS);
}

int match_length(const uint8_t* a, const uint8_t* b, int most)
{
   int n = 0;
   while (n < most && a[n] == b[n])
      n++;
   return n;
}

void insert(Packer* packer, int at)
{
   if (at + LEAST > packer->size)
      return;
   unsigned hash = hash_bytes(packer->text + at);
   packer->chains->previous[at] = packer->chains->heads[hash];
   packer->chains->heads[hash] = at;
}

// Returns the length of the longest match, and where it is.
int longest_match(const Packer* packer, int at, int* where)
{
   if (at + LEAST > packer->size)
      return 0;
   int most = packer->size - at < MOST ? packer->size - at : MOST;
   int best = 0, tries = MOST_TRIES;
   int other = packer->chains->heads[hash_bytes(packer->text + at)];
   while (other >= 0 && tries-- > 0) {
      int length = match_length(packer->text + other, packer->text + at, most);
      if (length > best) {
         best = length;
         *where = other;
         if (best >= GOOD)
            break;
      }
      other = packer->chains->previous[other];
   }
   return best;
}

void put_byte(Packed* out, int byte)
{
   out->bytes[out->length++] = (uint8_t)byte;
}

void put_literals(Packer* packer, int end)
{
   while (packer->literals > 0) {
      int n = packer->literals < 127 ? packer->literals : 127;
      put_byte(packer->out, n);
      for (int i = end - packer->literals; n > 0; n--, i++, packer->literals--)
         put_byte(packer->out, packer->text[i]);
   }
}

void put_match(Packer* packer, int at, int where, int length)
{
   put_literals(packer, at);
   put_byte(packer->out, 128 | (length - LEAST));
   put_byte(packer->out, (at - where) & 255);
   put_byte(packer->out, (at - where) >> 8);
}

void reset_chains(Chains* chains)
{
   for (int i = 0; i < 1 << HASH_BITS; i++)
      chains->heads[i] = -1;
}

void pack_block(const uint8_t* text, int size, Chains* chains, Packed* out)
{
   Packer packer = { text, size, chains, out, 0 };
   reset_chains(chains);
   out->length = 0;
   for (int at = 0; at < size;) {
      int where = 0;
      int length = longest_match(&packer, at, &where);
      if (length < LEAST) {
         insert(&packer, at++);
         packer.literals++;
         continue;
      }
      put_match(&packer, at, where, length);
      for (int i = 0; i < length; i++)
         insert(&packer, at++);
   }
   put_literals(&packer, size);
   out->check = checksum(text, size);
}

// Returns the number of a block to pack, or -1.
int take_block(Work* work)
{
   pthread_mutex_lock(&work->lock);
   int i = work->next < work->n_blocks ? work->next++ : -1;
   pthread_mutex_unlock(&work->lock);
   return i;
}

void end_block(Work* work)
{
   pthread_mutex_lock(&work->lock);
   work->n_done++;
   if (work->n_done == work->n_blocks)
      pthread_cond_signal(&work->done);
   pthread_mutex_unlock(&work->lock);
}

void* work_on(void* argument)
{
   Work* work = argument;
   Chains* chains = malloc(sizeof *chains);
   for (int i = take_block(work); i >= 0; i = take_block(work)) {
      pack_block(work->text + (size_t)i * BLOCK, BLOCK, chains, &work->packed[i]);
      end_block(work);
   }
   free(chains);
   return NULL;
}

int expand_block(const Packed* packed, uint8_t* to)
{
   int n = 0;
   for (int i = 0; i < packed->length;) {
      int byte = packed->bytes[i++];
      if (byte < 128) {
         for (; byte > 0; byte--)
            to[n++] = packed->bytes[i++];
      } else {
         int distance = packed->bytes[i] | packed->bytes[i + 1] << 8;
         i += 2;
         for (int length = (byte & 127) + LEAST; length > 0; length--, n++)
            to[n] = to[n - distance];
      }
   }
   return n;
}

void make_text(uint8_t* text, size_t size)
{
   static const char* const words[] = { "the ", "order ", "of ", "goods ", "was ", "sent ", "from ", "a ",
      "store ",
      "in ", "winter ", "and ", "paid ", "by ", "the customer ", "on ", "arrival; ", "nobody ", "knows ",
      "why. " };
   uint32_t state = 5;
   for (size_t i = 0; i < size;) {
      state = state * 1103515245u + 12345u;
      char number[16];
      const char* word = words[(state >> 16) % 20];
      if ((state >> 21) % 7 == 0) {
         snprintf(number, sizeof number, "%u ", state >> 12 & 65535);
         word = number;
      }
      for (; *word != '\0' && i < size; word++)
         text[i++] = (uint8_t)*word;
   }
}

void expand_all(const Work* work)
{
   static uint8_t expanded[BLOCK * 2];
   size_t length = 0;
   uint32_t sum = 0;
   for (int i = 0; i < work->n_blocks; i++) {
      int n = expand_block(&work->packed[i], expanded);
      if (n != BLOCK || checksum(expanded, n) != work->packed[i].check) {
         fprintf(stderr, "block %d is wrong\n", i);
         exit(1);
      }
      length += work->packed[i].length;
      sum = sum * 31 + work->packed[i].check;
   }
   printf("%d blocks, %zu bytes, %08x\n", work->n_blocks, length, sum);
}

int main(int n_args, char** args)
{
   int n = n_args > 1 ? atoi(args[1]) : 8;
   const char* wanted = getenv("THREADS");
   int n_threads = wanted != NULL ? atoi(wanted) : 2;
   if (n <= 0 || n_threads <= 0 || n_threads > MOST_THREADS)
      return 2;
   Work work = { .n_blocks = n, .lock = PTHREAD_MUTEX_INITIALIZER, .done = PTHREAD_COND_INITIALIZER };
   uint8_t* text = malloc((size_t)n * BLOCK);
   work.packed = malloc(n * sizeof *work.packed);
   make_table();
   make_text(text, (size_t)n * BLOCK);
   work.text = text;
   pthread_t threads[MOST_THREADS];
   for (int i = 0; i < n_threads; i++)
      pthread_create(&threads[i], NULL, work_on, &work);
   pthread_mutex_lock(&work.lock);
   while (work.n_done < work.n_blocks)
      pthread_cond_wait(&work.done, &work.lock);
   pthread_mutex_unlock(&work.lock);
   for (int i = 0; i < n_threads; i++)
      pthread_join(threads[i], NULL);
   expand_all(&work);
   return 0;
}
