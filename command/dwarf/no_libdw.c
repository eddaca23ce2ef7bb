/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The build without libdw: nothing is known of inlined code and of compilers. */

#include "dwarf/compiler.h"

InlinedCode inlined_find(const char* object, const char* symbol)
{
   (void)object;
   (void)symbol;
   return (InlinedCode){ .problem = "aprof was built without libdw" };
}

void inlined_free(InlinedCode* code)
{
   *code = (InlinedCode){ 0 };
}

char* inlined_path(const InlinedCode* code)
{
   (void)code;   /* no file is known */
   return NULL;
}

char* debug_producer(const char* object)
{
   (void)object;
   return NULL;
}
