/* Activations of inlined routines: generated code calls these where the map says that some begin or end. */

#pragma once

#include "pub_tool.h"

#include "code/inlined.h"

/* Control enters a block of `host`, at this address. */
extern void inlines_enter(void* guest, Routine* host, const InlinedEntry* entry, Addr address);

/* Control leaves a block of `host` on a way on which these end. */
extern void inlines_leave(void* guest, Routine* host, const InlinedList* ends);
