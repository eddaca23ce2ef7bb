/* Large libraries that few subcommands need are loaded when the first of their functions is called: loading
   libraries is nearly all that a start of aprof costs.  So aprof is not linked with them, but defines the
   functions itself, each of which calls the one of that name in the library. */

#pragma once

/* Returns a function of a library.  If there is none, the command ends with a message. */
extern void* late_function(const char* soname, const char* name);

/* Defines a function that its header declares. */
#define LATE(soname, result, name, parameters, arguments)   \
   result name parameters                                   \
   {                                                        \
      static __typeof__(&name) found;                       \
      if (found == NULL) {                                  \
         *(void**)&found = late_function(soname, #name);    \
      }                                                     \
      return found arguments;                               \
   }
