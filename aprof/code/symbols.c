/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The names of symbols. */

#include "code/symbols.h"

#include "pub_tool_libcbase.h"

#include "code/languages.h"

/* Suffixes by which GCC and Clang name parts and copies of a function, and other names of it.  A
   number follows each: foo.part.0.  (.cold and .localalias may have none.)  With any other suffix,
   it is a function of its own: the body of a coroutine (.actor, .resume) or a parallel region
   (._omp_fn.0). */
static const HChar* const numbered_suffixes[] = {
   ".part.", ".isra.", ".constprop.", ".lto_priv.", ".llvm.", ".specialized."
};

static Bool begins_with_suffix(const HChar* dot, const HChar* suffix)
{
   SizeT length = VG_(strlen)(suffix);
   return VG_(strncmp)(dot, suffix, length) == 0 && (dot[length] == '\0' || dot[length] == '.');
}

static Bool is_clone_suffix(const HChar* dot)
{
   if (begins_with_suffix(dot, ".cold") || begins_with_suffix(dot, ".localalias")) {
      return True;
   }
   for (UInt i = 0; i < sizeof numbered_suffixes / sizeof *numbered_suffixes; i++) {
      SizeT length = VG_(strlen)(numbered_suffixes[i]);
      if (VG_(strncmp)(dot, numbered_suffixes[i], length) == 0 && VG_(isdigit)(dot[length])) {
         return True;
      }
   }
   return False;
}

/* A symbol does not begin with a suffix. */
const HChar* symbols_suffixes_of(const HChar* symbol, const HChar* file)
{
   for (const HChar* dot = VG_(strchr)(symbol + 1, '.'); dot != NULL; dot = VG_(strchr)(dot + 1, '.')) {
      if (is_clone_suffix(dot) && !languages_separate_by_dots(file)) {
         return dot;
      }
   }
   return symbol + VG_(strlen)(symbol);
}

void symbols_cut_clone_notes(HChar* name, const HChar* cut_off)
{
   static const HChar begin[] = " [clone ";
   for (HChar* note = VG_(strstr)(name, begin); note != NULL; note = VG_(strstr)(note + 1, begin)) {
      const HChar* suffix = note + sizeof begin - 1;
      const HChar* end    = VG_(strchr)(suffix, ']');
      if (end != NULL && *cut_off != '\0' && VG_(strncmp)(suffix, cut_off, end - suffix) == 0) {
         *note = '\0';
         return;
      }
   }
}

void symbols_cut_version(HChar* name)
{
   HChar* at = VG_(strchr)(name, '@');
   if (at != NULL && at != name) {
      *at = '\0';
   }
}

Bool symbols_is_itself(const HChar* name, const HChar* symbol)
{
   SizeT length = VG_(strlen)(symbol);
   return VG_STREQ(name, symbol)
          || (name[0] == '<' && VG_(strncmp)(name + 1, symbol, length) == 0
              && VG_STREQ(name + 1 + length, ">"));
}
