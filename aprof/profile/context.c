/* Calling contexts.

   The context of a call depends on the calling context and the called routine.  It is
   determined once for each such pair, and a hash table keeps it.  It is a child, an
   ancestor (recursion), or the marked child. */

#include "profile/context.h"

#include "options.h"

static Routine beyond_limit = {
   .name = "(beyond --cct-limit)", .mangled = "(beyond --cct-limit)", .image = "NONE",
   .number = ROUTINE_NOT_CALLED,
};

static Context* contexts;    /* `used` of them */
static UInt     used;
static UInt     capacity;

UInt context_marked;
UInt context_limit;

/* Open hash; a slot without a routine is empty.  At most half full. */
typedef struct {
   const Routine* routine;
   UInt           caller;
   UInt           context;
} Call;

static Call* calls;
static UInt  calls_used;
static UInt  calls_log2;

/*--- Calls that are known ---*/

#define FIRST_CALLS_LOG2  10

/* The slot of the call, or the empty slot where it belongs. */
static Call* find_slot(UInt caller, const Routine* routine)
{
   ULong hash = ((Addr)routine ^ (ULong)caller << 32) * 0x9e3779b97f4a7c15ULL;
   UInt  mask = (1u << calls_log2) - 1;
   UInt  slot = (hash ^ hash >> 32) & mask;
   while (calls[slot].routine != NULL && (calls[slot].routine != routine || calls[slot].caller != caller)) {
      slot = (slot + 1) & mask;
   }
   return &calls[slot];
}

static void double_calls(void)
{
   Call* former = calls;
   UInt  end    = former == NULL ? 0 : 1u << calls_log2;
   calls_log2   = former == NULL ? FIRST_CALLS_LOG2 : calls_log2 + 1;
   calls        = VG_(calloc)("aprof.context.calls", (SizeT)1 << calls_log2, sizeof *calls);
   for (UInt i = 0; i < end; i++) {
      if (former[i].routine != NULL) {
         *find_slot(former[i].caller, former[i].routine) = former[i];
      }
   }
   VG_(free)(former);
}

static void note_call(UInt caller, const Routine* routine, UInt context)
{
   if (2 * (calls_used + 1) > 1u << calls_log2) {
      double_calls();
   }
   Call* slot = find_slot(caller, routine);
   tl_assert(slot->routine == NULL);
   *slot = (Call){ .routine = routine, .caller = caller, .context = context };
   calls_used++;
}

/*--- Calls that are new ---*/

static UInt new_context(UInt parent, Routine* routine)
{
   tl_assert(parent == CONTEXT_NONE || parent < used);
   if (used == capacity) {
      capacity = 2 * capacity + 256;
      contexts = VG_(realloc)("aprof.contexts", contexts, capacity * sizeof *contexts);
   }
   routine_note_call(routine);
   contexts[used] = (Context){ .routine = routine, .parent = parent };
   return used++;
}

static UInt on_path(UInt context, const Routine* routine)
{
   while (context != CONTEXT_NONE && contexts[context].routine != routine) {
      context = contexts[context].parent;
   }
   return context;
}

static UInt marked_child(UInt parent)
{
   const Call* call = find_slot(parent, &beyond_limit);
   if (call->routine != NULL) {
      return call->context;
   }
   UInt child = new_context(parent, &beyond_limit);
   context_marked++;
   note_call(parent, &beyond_limit, child);
   return child;
}

static UInt determine_context(UInt caller, Routine* routine)
{
   UInt context = options.cct_recursion == CctFold ? on_path(caller, routine) : CONTEXT_NONE;
   if (context != CONTEXT_NONE) {
      return context;
   }
   return used - context_marked < context_limit ? new_context(caller, routine) : marked_child(caller);
}

static UInt find_or_make(UInt caller, Routine* routine)
{
   if (calls == NULL) {
      double_calls();
   }
   const Call* call = find_slot(caller, routine);
   if (call->routine != NULL) {
      return call->context;
   }
   if (caller != CONTEXT_NONE && context_is_marked(caller)) {
      return caller;
   }
   UInt context = determine_context(caller, routine);
   note_call(caller, routine, context);
   return context;
}

/* Mostly, the caller calls the same routine as last time. */
UInt context_of_call(UInt caller, Routine* routine)
{
   if (caller == CONTEXT_NONE) {
      return find_or_make(caller, routine);
   }
   if (contexts[caller].last_called != routine) {
      UInt context = find_or_make(caller, routine);
      contexts[caller].last_context = context;
      contexts[caller].last_called  = routine;
   }
   return contexts[caller].last_context;
}

/*--- All contexts ---*/

UInt context_count(void)
{
   return used;
}

const Context* context_numbered(UInt number)
{
   tl_assert(number < used);
   return &contexts[number];
}

Bool context_is_marked(UInt number)
{
   return contexts[number].routine == &beyond_limit;
}

void context_forget_all(void)
{
   VG_(free)(calls);
   calls      = NULL;
   calls_used = calls_log2 = 0;
   used       = context_marked = 0;
}
