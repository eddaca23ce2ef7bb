/* open_libraries LIBRARY...: opens libraries, and with each of them all that it depends on. */

#include <dlfcn.h>
#include <stdio.h>

int main(int count, char** arguments)
{
   for (int i = 1; i < count; i++) {
      if (dlopen(arguments[i], RTLD_NOW) == NULL) {
         fprintf(stderr, "%s\n", dlerror());
         return 1;
      }
   }
   return 0;
}
