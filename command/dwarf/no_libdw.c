/* The build without libdw: nothing is known of inlined code, of compilers and of names. */

#pragma GCC diagnostic ignored "-Wunused-parameter"

#include "dwarf/compiler.h"
#include "dwarf/debug_files.h"
#include "dwarf/function_names.h"

InlinedCode inlined_find(const DebugWanted* object, const char* symbol)
{
   return (InlinedCode){ .problem = "aprof was built without libdw" };
}

void inlined_free(InlinedCode* code)
{
   *code = (InlinedCode){ 0 };
}

char* debug_producer(const char* object)
{
   return NULL;
}

const FunctionNames* function_names_of(const char* path, const char* build_id)
{
   return NULL;
}

bool function_names_find(const FunctionNames* names, uint64_t address, char** symbol, char** name)
{
   return false;
}

void debug_files_add(const char* directory)
{
}

bool debug_files_can_ask(void)
{
   return false;
}

bool debug_files_have_servers(void)
{
   return false;
}

const char* debug_files_trouble(void)
{
   return NULL;
}
