/* Object files that code is in: their paths, and their build ids.  The linker gives each object such an id,
   and debug files have the id of the object that they are of, so by it, names can be found later, on another
   machine. */

#pragma once

#include "pub_tool.h"

/* Returns the path, kept once, so that equal paths have equal addresses. */
extern const HChar* images_kept(const HChar* path);

/* Returns the path of the object, so kept, and looks for its build id when the object is new. */
extern const HChar* images_of_object(const DebugInfo* object);

/* Does the same for the file at this path that is mapped where the code is, if Valgrind has no DebugInfo of
   it: it reads nothing of an object with a section that it does not understand.  Sets the address that a
   symbol table of the object would have for the code; if the file is no object, the code's place in it. */
extern const HChar* images_of_mapping(const HChar* path, Addr code, Addr* offset);

/* Calls `visit` for each object that has a build id, in the order in which their code was first seen.  The id
   is in hexadecimal digits.  Left out are objects of one path that had different ids. */
extern void images_visit(void (*visit)(const HChar* path, const HChar* build_id));
