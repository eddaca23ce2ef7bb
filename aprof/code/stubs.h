/* Stubs: code that is nobody's routine, and leads to one.

   Linkers make some, for calls of other objects (PLT) and for calls that do not reach far enough (veneers);
   and compilers, in place of indirect calls and jumps (thunks).  They are known by their section, by their
   instructions where no symbol says otherwise, or by both their name and their instructions. */

#pragma once

#include "pub_tool.h"

/* Whether one is at the address, where there is no symbol. */
extern Bool stubs_is_one(Addr address);

/* Whether code is there that removes or replaces the return address, so that a call of it is none. */
extern Bool stubs_undoes_call(Addr address);

/* Whether the symbol at the address is only the name of one. */
extern Bool stubs_has_name(Addr address, const HChar* symbol);
