/* The build without libdw or capstone: nothing is known of the code of routines. */

#pragma GCC diagnostic ignored "-Wunused-parameter"

#include "dwarf/instruction.h"
#include "dwarf/prints.h"
#include "dwarf/sources.h"

char* instruction_text(const uint8_t* bytes, size_t count, const char* processor, const char** lacking)
{
   *lacking = NULL;
   return NULL;
}

Prints* prints_open(const char* object)
{
   return NULL;
}

void prints_close(Prints* prints)
{
}

bool prints_find(const Prints* prints, const char* key, uint64_t* print)
{
   *print = 0;
   return false;
}

bool prints_definition(const Prints* prints, const char* key, bool* is_own)
{
   return false;
}

uint64_t prints_data(const Prints* prints)
{
   return 0;
}

uint64_t prints_text(const Prints* prints)
{
   return 0;
}

Sources* sources_open(const char* object)
{
   return NULL;
}

void sources_close(Sources* sources)
{
}

bool sources_find(Sources* sources, const char* key, SourcePrint* print)
{
   *print = (SourcePrint){ 0 };
   return false;
}

bool sources_print(const Sources* sources, uint64_t* print)
{
   *print = 0;
   return false;
}
