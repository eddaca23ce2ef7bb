/* From code to stubs: what it looks like is in platform/. */

#include "code/stubs.h"

#include "code/symbols.h"
#include "memory.h"
#include "platform.h"

static Bool is_plt_stub(Addr address)
{
   const UChar* code = (const UChar*)address;
   return VG_(DebugInfo_sect_kind)(NULL, address) == Vg_SectPLT
          || (memory_is_readable(address, PLATFORM_STUB_BYTES)
              && (platform_is_plt_stub(code) || platform_is_veneer(code)));
}

static Bool is_indirect_thunk(Addr address)
{
   const UChar* code = (const UChar*)address;
   return memory_is_readable(address, PLATFORM_THUNK_BYTES)
          && (platform_is_indirect_thunk(code) || platform_replaces_return_address(code));
}

Bool stubs_undoes_call(Addr address)
{
   const UChar* code = (const UChar*)address;
   return memory_is_readable(address, PLATFORM_THUNK_BYTES)
          && (platform_replaces_return_address(code) || platform_drops_return_address(code));
}

Bool stubs_is_one(Addr address)
{
   return is_plt_stub(address) || is_indirect_thunk(address);
}

/* Linkers may give their veneers symbols, which begin so, and compilers their thunks; a routine of the
   program may consist of the same instructions, but has no such name. */
Bool stubs_has_name(Addr address, const HChar* symbol)
{
   static const HChar* const of_thunks[] = { PLATFORM_THUNK_NAMES NULL };
   const UChar* code = (const UChar*)address;
   if (VG_(strncmp)(symbol, "__", 2) != 0) {
      return False;
   }
   return (memory_is_readable(address, PLATFORM_STUB_BYTES) && platform_is_veneer(code))
          || (symbols_begin_with(symbol, of_thunks)
              && (is_indirect_thunk(address) || stubs_undoes_call(address)
                  || (memory_is_readable(address, PLATFORM_THUNK_BYTES) && platform_is_return_thunk(code))));
}
