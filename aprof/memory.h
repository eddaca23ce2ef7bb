/* Whether the program's memory can be read.  What the program passes as an address may be anything, and
   Valgrind's books do not know all: a file may be shorter than its mapping. */

#pragma once

#include "pub_tool.h"

/* Whether all of it is the program's, and aprof can read it without a fault. */
extern Bool memory_is_readable(Addr address, SizeT size);

/* Whether aprof can write it all, too. */
extern Bool memory_is_writable(Addr address, SizeT size);

/* The size of a text of the program with the '\0' at its end; or if there is none among the first `most`
   bytes that can be read, the number of these. */
extern SizeT memory_text_size(Addr text, SizeT most);
