/* Names of C++ and Rust as the tool writes them: Valgrind has the same demangler, that of GCC.  A short
   symbol may stand for a name that fills all memory, so a name that gets too long is left: the demangler
   hands out its text in pieces, and has nothing on the heap then. */

#include "dwarf/functions.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#if HAVE_IBERTY

#include <libiberty/demangle.h>
#include <setjmp.h>

#define MOST_SYMBOL  10000
#define MOST_NAME   100000

typedef struct {
   GString* text;
   jmp_buf  too_long;
} Demangling;

static void add_piece(const char* piece, size_t length, void* data)
{
   Demangling* demangling = data;
   assert(demangling->text->len <= MOST_NAME);
   if (length > MOST_NAME - demangling->text->len) {
      longjmp(demangling->too_long, 1);
   }
   g_string_append_len(demangling->text, piece, (gssize)length);
}

static bool demangle(const char* symbol, Demangling* demangling)
{
   const int options = DMGL_ANSI | DMGL_PARAMS;
   return setjmp(demangling->too_long) == 0
          && (rust_demangle_callback(symbol, options, add_piece, demangling) != 0
              || cplus_demangle_v3_callback(symbol, options, add_piece, demangling) != 0);
}

char* demangled(const char* symbol)
{
   if (symbol[0] != '_' || (symbol[1] != 'Z' && symbol[1] != 'R') || strlen(symbol) > MOST_SYMBOL) {
      return NULL;
   }
   g_autofree Demangling* demangling = g_new0(Demangling, 1);
   demangling->text = g_string_new(NULL);
   bool is_done = demangle(symbol, demangling);
   return g_string_free(demangling->text, !is_done);
}

#else

char* demangled(const char* symbol)
{
   (void)symbol;
   return NULL;
}

#endif
