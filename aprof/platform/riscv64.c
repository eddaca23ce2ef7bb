/* 64-bit RISC-V: a mistake of Valgrind that aprof mends. */

#include "valgrind_version.h"

/* Eighteen bytes load the address of what is asked into t0; then comes the call. */
#define BYTES_BEFORE_CALL  18
#define CALL_THROUGH_T0    0x9282
#define JUMP_THROUGH_S3    0x8982

/* Valgrind, up to 3.27 at least, writes a wrong byte: the program would go on wherever s3 points.  It does so
   in all blocks that go on to one that is discarded, as when a library is unloaded, or by aprof itself. */
VexInvalRange version_unchain(VexEndness order, void* place, const void* target, const void* who_is_asked)
{
   VexInvalRange changed = version_core_unchain(order, place, target, who_is_asked);
   UShort*       call    = (UShort*)((Addr)place + BYTES_BEFORE_CALL);
   if (*call == JUMP_THROUGH_S3) {
      *call = CALL_THROUGH_T0;
   }
   return changed;
}
