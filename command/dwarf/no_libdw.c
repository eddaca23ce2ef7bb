/* The build without libdw: nothing is known of inlined code, of compilers and of names. */

#include "dwarf/compiler.h"
#include "dwarf/debug_files.h"
#include "dwarf/function_names.h"

InlinedCode inlined_find(const DebugWanted* object, const char* symbol)
{
   (void)object;
   (void)symbol;
   return (InlinedCode){ .problem = "aprof was built without libdw" };
}

void inlined_free(InlinedCode* code)
{
   *code = (InlinedCode){ 0 };
}

char* debug_producer(const char* object)
{
   (void)object;
   return NULL;
}

const FunctionNames* function_names_of(const char* path, const char* build_id)
{
   (void)path;
   (void)build_id;
   return NULL;
}

bool function_names_find(const FunctionNames* names, uint64_t address, char** symbol, char** name)
{
   (void)names;
   (void)address;
   (void)symbol;
   (void)name;
   return false;
}

void debug_files_add(const char* directory)
{
   (void)directory;
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
