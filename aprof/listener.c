/* The listeners. */

#include "listener.h"

Listener* listeners[LISTENERS_MAX];
UInt      listener_count;

void (*listener_entered[LISTENERS_MAX + 1])(const struct Activation* a);
void (*listener_left[LISTENERS_MAX + 1])(const struct Activation* a, ULong cost, UInt rms);

static UInt call_listener_count;

void listener_register(Listener* listener)
{
   tl_assert(listener_count < LISTENERS_MAX);
   tl_assert((listener->entered == NULL) == (listener->left == NULL));
   listener->index = listener_count;
   listeners[listener_count++] = listener;
   if (listener->entered != NULL) {
      listener_entered[call_listener_count] = listener->entered;
      listener_left[call_listener_count]    = listener->left;
      call_listener_count++;
   }
}
