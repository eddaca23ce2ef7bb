/*--------------------------------------------------------------------*/
/*--- Threads that share memory.                         threads.c ---*/
/*--------------------------------------------------------------------*/

/* threads [SCALE]

   One producer fills batches, a bounded queue hands them to workers, and each worker sorts its batch in
   place, adds a histogram of it to a table that all share, and gives the batch back. So every cell of a batch
   is written by one thread and read by another, again and again. Which worker gets which batch is up to the
   scheduler; the result is a sum over all batches and does not depend on it. */

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define WORKERS       4
#define BATCH_LENGTH  4096
#define QUEUE_LENGTH  8
#define BATCHES       800
#define TABLE_ENTRIES 256

typedef struct Batch {
   uint32_t values[BATCH_LENGTH];
} Batch;

/* A bounded queue of batches; NULL in it tells a worker to end. */
typedef struct {
   Batch*          slots[QUEUE_LENGTH];
   unsigned        first;
   unsigned        count;
   pthread_mutex_t lock;
   pthread_cond_t  changed;
} Queue;

static Queue full_batches = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };
static Queue free_batches = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t        table[TABLE_ENTRIES];
static uint64_t        checksum;

static void queue_put(Queue* queue, Batch* batch)
{
   pthread_mutex_lock(&queue->lock);
   while (queue->count == QUEUE_LENGTH)
      pthread_cond_wait(&queue->changed, &queue->lock);
   queue->slots[(queue->first + queue->count) % QUEUE_LENGTH] = batch;
   queue->count++;
   pthread_cond_broadcast(&queue->changed);
   pthread_mutex_unlock(&queue->lock);
}

static Batch* queue_take(Queue* queue)
{
   pthread_mutex_lock(&queue->lock);
   while (queue->count == 0)
      pthread_cond_wait(&queue->changed, &queue->lock);
   Batch* batch = queue->slots[queue->first];
   queue->first = (queue->first + 1) % QUEUE_LENGTH;
   queue->count--;
   pthread_cond_broadcast(&queue->changed);
   pthread_mutex_unlock(&queue->lock);
   return batch;
}

static void merge(const uint32_t* left, size_t left_length, const uint32_t* right, size_t right_length,
                  uint32_t* to)
{
   while (left_length > 0 && right_length > 0) {
      if (*right < *left) {
         *to++ = *right++;
         right_length--;
      } else {
         *to++ = *left++;
         left_length--;
      }
   }
   for (; left_length > 0; left_length--)
      *to++ = *left++;
   for (; right_length > 0; right_length--)
      *to++ = *right++;
}

static void merge_sort(uint32_t* values, uint32_t* scratch, size_t length)
{
   if (length < 2)
      return;
   size_t half = length / 2;
   merge_sort(values, scratch, half);
   merge_sort(values + half, scratch, length - half);
   merge(values, half, values + half, length - half, scratch);
   for (size_t i = 0; i < length; i++)
      values[i] = scratch[i];
}

static void add_to_table(const Batch* batch)
{
   uint64_t sum = 0;
   pthread_mutex_lock(&table_lock);
   for (size_t i = 0; i < BATCH_LENGTH; i++) {
      table[batch->values[i] % TABLE_ENTRIES]++;
      sum += (i + 1) * batch->values[i];
   }
   checksum += sum;
   pthread_mutex_unlock(&table_lock);
}

static void* worker(void* scratch)
{
   Batch* batch;
   while ((batch = queue_take(&full_batches)) != NULL) {
      merge_sort(batch->values, scratch, BATCH_LENGTH);
      add_to_table(batch);
      queue_put(&free_batches, batch);
   }
   return NULL;
}

static void produce(int batches)
{
   uint32_t state = 12345;
   for (int i = 0; i < batches; i++) {
      Batch* batch = queue_take(&free_batches);
      for (size_t j = 0; j < BATCH_LENGTH; j++) {
         state = state * 1664525u + 1013904223u;
         batch->values[j] = state >> 4;
      }
      queue_put(&full_batches, batch);
   }
   for (int i = 0; i < WORKERS; i++)
      queue_put(&full_batches, NULL);
}

int main(int argc, char** argv)
{
   static Batch    batches[QUEUE_LENGTH];
   static uint32_t scratch[WORKERS][BATCH_LENGTH];
   pthread_t       threads[WORKERS];
   int             scale = argc > 1 ? atoi(argv[1]) : 1;

   for (int i = 0; i < QUEUE_LENGTH; i++)
      queue_put(&free_batches, &batches[i]);
   for (int i = 0; i < WORKERS; i++) {
      if (pthread_create(&threads[i], NULL, worker, scratch[i]) != 0) {
         fprintf(stderr, "threads: cannot start a thread\n");
         return 1;
      }
   }
   produce(BATCHES * scale);
   for (int i = 0; i < WORKERS; i++)
      pthread_join(threads[i], NULL);
   printf("table %llu, checksum %llu\n", (unsigned long long)table[7], (unsigned long long)checksum);
   return 0;
}
