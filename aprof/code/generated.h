/* Names of generated code, as language runtimes write them for Linux' perf.  A runtime may compile one
   function in several ways, one after the other, and says in the name which one it is.  To aprof, they
   are one routine. */

#pragma once

#include "code/paths.h"

/* Each is kept once, as long as the process exists.

      in the map                               name        file             mangled
      JS:*sort /home/me/a.js:3:10              sort        /home/me/a.js    sort /home/me/a.js:3:10
      py::Table.sort:/home/me/a.py             Table.sort  /home/me/a.py    py::Table.sort:/home/me/a.py
      void [a] Table::Sort()[OptimizedTier1]   void [a] Table::Sort()       the same
      $table:sort/1-CodeInfoPrologue           table:sort/1             the same
      JIT$Table::sort                          Table::sort              the same
      julia_sort!_1234                         sort!                    the same

   A function of Julia has many methods, and each of them is compiled for several types of arguments.  If a
   jitdump tells the file and line of a method, `mangled` has both, as in `sort! /home/me/a.jl:12`.
*/
typedef struct {
   KeptPath     text;       /* of the map */
   const HChar* name;       /* as people write it */
   const HChar* mangled;    /* all that distinguishes the function from others */
   Bool         is_method;     /* of Julia */
   Bool         is_prologue;   /* the code in front of the function's own, which others call somewhere */
   const HChar* file;       /* its source file, or "" if neither map nor jitdump tells */
} GeneratedName;

extern const GeneratedName* generated_name(const HChar* text);

/* Returns the same, of what begins at this line of this file, whose path is kept. */
extern const GeneratedName* generated_name_in(const HChar* text, const HChar* file, UInt line);

extern void generated_init(void);
