/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Regions for languages that can call C and be called by it, as regions.py does.

      gcc -O2 -shared -fPIC -o aprof_region.so aprof_region.c */

#include <stddef.h>
#include <valgrind/aprof.h>

/* Runs the function as a routine of this name, whose input is `input`.  A region ends with the activation
   that began it, so one function must begin it and end it. */
void aprof_region(const char *name, size_t input, void (*function)(void))
{
   APROF_REGION_BEGIN(name);
   APROF_INPUT_SIZE(input);
   function();
   APROF_REGION_END(name);
}
