// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Finds equal pieces of documents: threads split these where their content says, and compute checksums; an index of
// sorted checksums tells what is stored already. THREADS in the environment is the number of threads, and SEED that of
// the documents.
// usage: chunks KILOBYTES

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_CHUNK = 64, MOST_CHUNK = 1024, WINDOW = 16, N_BLOCKS = 24 };

typedef struct { uint32_t sum; uint32_t length; uint64_t offset; } Chunk;

typedef struct {
   const unsigned char* text;
   size_t length;
   Chunk* chunks;
   size_t n_chunks, room;
} Block;

typedef struct {
   Chunk* sorted;
   size_t n_sorted;
   size_t n_equal;
} Index;

static uint32_t crc_table[256];
static uint64_t seed = 7;
static Block* blocks;
static int next_block;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

uint32_t next_random(void)
{
   seed = seed * 6364136223846793005ul + 1442695040888963407ul;
   return seed >> 35;
}

void make_crc_table(void)
{
   for (uint32_t i = 0; i < 256; i++) {
      uint32_t crc = i;
      for (int bit = 0; bit < 8; bit++)
         crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
      crc_table[i] = crc;
   }
}

uint32_t checksum(const unsigned char* text, size_t length)
{
   uint32_t crc = ~0u;
   for (size_t i = 0; i < length; i++)
      crc = crc >> 8 ^ crc_table[(crc ^ text[i]) & 255];
   return ~crc;
}

// Returns the length of the chunk at the start of the text: its end depends on the last bytes only.
size_t find_boundary(const unsigned char* text, size_t length)
{
   if (length <= LEAST_CHUNK)
      return length;
   size_t most = length < MOST_CHUNK ? length : MOST_CHUNK;
   uint32_t sum = 0;
   for (size_t i = LEAST_CHUNK - WINDOW; i < LEAST_CHUNK; i++)
      sum += text[i] * 0x9e3779b1u;
   for (size_t i = LEAST_CHUNK; i < most; i++) {
      sum += (text[i] - text[i - WINDOW]) * 0x9e3779b1u;
      if (sum >> 25 == 5)
         return i + 1;
   }
   return most;
}

void add_chunk(Block* block, Chunk chunk)
{
   if (block->n_chunks == block->room) {
      block->room = block->room ? 2 * block->room : 8;
      block->chunks = realloc(block->chunks, block->room * sizeof chunk);
   }
   block->chunks[block->n_chunks++] = chunk;
}

void split_block(Block* block)
{
   for (size_t at = 0; at < block->length;) {
      size_t length = find_boundary(block->text + at, block->length - at);
      add_chunk(block, (Chunk){ checksum(block->text + at, length), length, at });
      at += length;
   }
}

Block* take_block(void)
{
   pthread_mutex_lock(&mutex);
   Block* block = next_block < N_BLOCKS ? &blocks[next_block++] : NULL;
   pthread_mutex_unlock(&mutex);
   return block;
}

void* work(void* unused)
{
   for (Block* block; (block = take_block());)
      split_block(block);
   return unused;
}

// Returns where the chunk is in the index, or must be.
size_t search_index(const Index* index, uint32_t sum)
{
   size_t low = 0, high = index->n_sorted;
   while (low < high) {
      size_t middle = low + (high - low) / 2;
      if (index->sorted[middle].sum < sum)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

int compare_chunks(const void* a, const void* b)
{
   const Chunk *x = a, *y = b;
   return x->sum < y->sum ? -1 : x->sum > y->sum;
}

void add_to_index(Index* index, const Block* block)
{
   size_t n_old = index->n_sorted;
   index->sorted = realloc(index->sorted, (n_old + block->n_chunks + 1) * sizeof *index->sorted);
   size_t n_new = n_old;
   for (size_t i = 0; i < block->n_chunks; i++) {
      const Chunk* chunk = &block->chunks[i];
      size_t at = search_index(index, chunk->sum);
      if (at < index->n_sorted && index->sorted[at].sum == chunk->sum)
         index->n_equal++;
      else
         index->sorted[n_new++] = *chunk;
   }
   index->n_sorted = n_new;
   qsort(index->sorted, index->n_sorted, sizeof *index->sorted, compare_chunks);
}

void make_blocks(size_t total)
{
   blocks = calloc(N_BLOCKS, sizeof *blocks);
   for (int i = 0; i < N_BLOCKS; i++) {
      blocks[i].length = total * (i + 1) * 2 / (N_BLOCKS * (N_BLOCKS + 1));
      unsigned char* text = malloc(blocks[i].length);
      size_t at = 0;
      if (i > 0) {
         at = blocks[i - 1].length / 2;
         memcpy(text, blocks[i - 1].text, at);
      }
      for (; at < blocks[i].length; at++)
         text[at] = next_random();
      blocks[i].text = text;
   }
}

int main(int argc, char** argv)
{
   size_t total = (argc > 1 ? atoi(argv[1]) : 400) * 1024;
   int n_threads = getenv("THREADS") ? atoi(getenv("THREADS")) : 2;
   if (getenv("SEED"))
      seed = atoi(getenv("SEED"));
   make_crc_table();
   make_blocks(total);
   pthread_t threads[8];
   for (int i = 0; i < n_threads; i++)
      pthread_create(&threads[i], NULL, work, NULL);
   for (int i = 0; i < n_threads; i++)
      pthread_join(threads[i], NULL);
   Index index = {0};
   for (int i = 0; i < N_BLOCKS; i++)
      add_to_index(&index, &blocks[i]);
   printf("%zu chunks, %zu equal\n", index.n_sorted, index.n_equal);
   return 0;
}
