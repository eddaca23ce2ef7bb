/* Names come from the program, its files and its environment, and may be anything.  What aprof writes of
   them, in files and in messages, is valid UTF-8 without control characters, so no name can forge a line of a
   report, or give commands to a terminal. */

#pragma once

#include "pub_tool.h"

/* One character as it is written: in how many bytes, and from how many. */
typedef struct {
   const HChar* bytes;
   UInt         written;
   UInt         read;
} Character;

/* The first character of the text, which is not empty.  `quoted`: a double quote becomes two single quotes,
   the only character that becomes longer. */
extern Character character_at(const HChar* text, Bool quoted);

/* The text for a message.  A message can have two: each is there until this has been called twice more. */
#define CHARACTERS_RECENT  2
extern const HChar* characters_visible(const HChar* text);
