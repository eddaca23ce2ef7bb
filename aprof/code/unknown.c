/* Keeps each place once, however often a program with a handler of SIGILL comes there. */

#include "code/unknown.h"

#include "code/routine.h"
#include "memory.h"

#define MOST_PLACES  8

/* The longest instruction of a processor of this kind. */
#define MOST_BYTES   15

typedef struct {
   Addr   address;
   HChar  bytes[2 * MOST_BYTES + 1];
   Addr   offset;
   HChar* path;
} Place;

static Place places[MOST_PLACES];
static UInt  place_count;

VG_REGPARM(1) void unknown_reached(Addr address)
{
   for (UInt i = 0; i < place_count; i++) {
      if (places[i].address == address) {
         return;
      }
   }
   if (place_count == MOST_PLACES) {
      return;
   }
   Place*       place = &places[place_count];
   const HChar* path;
   place->offset = routine_offset_in_object(address, &path);
   if (path == NULL) {
      return;   /* code that the program has generated */
   }
   place->address = address;
   place->path    = VG_(strdup)("aprof.unknown", path);
   for (UInt i = 0; i < MOST_BYTES && memory_is_readable(address + i, 1); i++) {
      VG_(sprintf)(place->bytes + 2 * i, "%02x", *(const UChar*)(address + i));
   }
   place_count++;
}

void unknown_for_each(void (*visit)(const HChar* bytes, Addr offset, const HChar* path))
{
   for (UInt i = 0; i < place_count; i++) {
      visit(places[i].bytes, places[i].offset, places[i].path);
   }
}
