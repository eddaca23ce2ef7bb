#include "util/late.h"

#include <dlfcn.h>
#include <glib.h>
#include <stdlib.h>

#include "util/exit_status.h"
#include "util/problem.h"

void* late_function(const char* soname, const char* name)
{
   void* library = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
   void* function = library == NULL ? NULL : dlsym(library, name);
   if (function == NULL) {
      message_print("%s: %s", g_get_prgname(), dlerror());
      exit(EXIT_USAGE);
   }
   return function;
}
