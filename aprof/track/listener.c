/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The listeners. */

#include "track/listener.h"

#include "pub_tool_libcassert.h"

Listener* listeners[LISTENERS_MAX];
UInt      listener_count;

Listener* call_listeners[LISTENERS_MAX];
UInt      call_listener_count;

void listener_register(Listener* listener)
{
   tl_assert(listener_count < LISTENERS_MAX);
   tl_assert((listener->entered == NULL) == (listener->left == NULL));
   listener->index = listener_count;
   listeners[listener_count++] = listener;
   if (listener->entered != NULL) {
      call_listeners[call_listener_count++] = listener;
   }
}
