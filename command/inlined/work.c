/* No function needs what was found of another one.  So some hundred of them at a time are divided among
   threads, and then handed on in their order; all at once would need much memory.  libdw and libelf may be
   used by one thread only: what is read by them is read before. */

#include "inlined/rule.h"

#include <assert.h>

#define MOST_THREADS  8
#define BATCH         256

typedef struct {
   const Function* function;
   Flow*           flow;      /* NULL: nothing changes */
   Changes         changes;
} Result;

/* A batch of functions, and who works on it. */
typedef struct {
   const Instances* instances;
   Wanted           wanted;
   Result           results[BATCH];
   guint            count;
   gint             next;     /* the one to be worked on next */
} Batch;

typedef struct {
   Batch* batch;
   Code*  code;     /* NULL: this worker has no decoder */
} Worker;

static bool is_wanted(const Function* function, Wanted wanted)
{
   for (guint i = 0; i < function->instances->len; i++) {
      if (instance_is(&g_array_index(function->instances, Instance, i), wanted)) {
         return true;
      }
   }
   return false;
}

static void work_out(const Batch* batch, const Code* code, Result* result)
{
   result->flow = flow_of(code, batch->instances, result->function);
   if (result->flow != NULL) {
      loops_find(result->flow);
      strays_mend(result->flow, result->function);
      result->changes = rule_apply(result->flow, result->function, batch->wanted);
   }
}

static gpointer work(gpointer data)
{
   const Worker* worker = data;
   Batch*        batch = worker->batch;
   gint          i;
   assert(worker->code != NULL && batch->count <= BATCH);
   while ((i = g_atomic_int_add(&batch->next, 1)) < (gint)batch->count) {
      work_out(batch, worker->code, &batch->results[i]);
   }
   return NULL;
}

static void hand_on(Batch* batch, TakeChanges take, void* data)
{
   for (guint i = 0; i < batch->count; i++) {
      Result* result = &batch->results[i];
      if (result->flow != NULL) {
         take(result->function, result->flow, &result->changes, data);
         rule_free(&result->changes);
         flow_free(result->flow);
      }
   }
}

/* The first worker is this thread.  If there can be no other, it does all. */
static void work_together(Batch* batch, Worker* workers, guint count)
{
   GThread* threads[MOST_THREADS] = { NULL };
   batch->next = 0;
   for (guint i = 1; i < count && workers[i].code != NULL; i++) {
      threads[i] = g_thread_try_new("worker", work, &workers[i], NULL);
   }
   work(&workers[0]);
   for (guint i = 1; i < count; i++) {
      if (threads[i] != NULL) {
         g_thread_join(threads[i]);
      }
   }
}

/* Fills the batch with the next functions; returns how far it came. */
static guint fill(Batch* batch, guint from)
{
   const GPtrArray* functions = batch->instances->functions;
   batch->count = 0;
   for (; from < functions->len && batch->count < BATCH; from++) {
      const Function* function = g_ptr_array_index(functions, from);
      if (is_wanted(function, batch->wanted)) {
         lines_read(function->lines);
         batch->results[batch->count++] = (Result){ .function = function };
      }
   }
   return from;
}

void work_through(Code* code, const Instances* instances, Wanted wanted, TakeChanges take, void* data)
{
   g_autofree Batch* batch = g_new0(Batch, 1);
   Worker            workers[MOST_THREADS] = { { batch, code } };
   bool              is_small = instances->functions->len < BATCH;
   guint             count = is_small ? 1 : MIN(g_get_num_processors(), MOST_THREADS);
   batch->instances = instances;
   batch->wanted = wanted;
   for (guint i = 1; i < count; i++) {
      workers[i] = (Worker){ batch, code_share(code) };
   }
   for (guint i = 0; i < instances->functions->len; ) {
      i = fill(batch, i);
      work_together(batch, workers, count);
      hand_on(batch, take, data);
   }
   for (guint i = 1; i < count; i++) {
      code_unshare(workers[i].code);
   }
}
