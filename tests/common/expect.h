/* What the programs with a closed form share: they state, in a file, which points their routines must have.

      program K FILE        K is the memory resolution the profiler runs at, FILE takes the expectations

   An expectation is a line  "expect ROUTINE RMS CALLS";  check_expected adds the lines of a routine up and
   demands that the report's points of the routine are exactly those.  The definition every number follows:

      cell            an aligned granule of K bytes
      rms             the number of distinct cells whose first access, by the activation or by an activation
                      below it, is a read
      no access       the push of the return address by a call, its pop by the return, and what the kernel
                      writes into memory

   Numbers are given by a formula where one exists.  Where the cells follow from data (the probes of a binary
   search, say), the program replays the accesses on `model_read` and `model_write`, which is the definition
   word by word: one activation, its cells, and how each was first accessed.

   Invariant: nothing here runs inside a routine under test, so no access of this file is ever counted. */

#ifndef APROF_TESTS_EXPECT_H
#define APROF_TESTS_EXPECT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNUSED __attribute__((unused))

/* A routine under test: called as written, never merged with, copied for or derived from its callers. */
#if defined(__clang__)
#define ROUTINE __attribute__((noinline, weak))
#else
#define ROUTINE __attribute__((noipa))
#endif

/* A part of the routine that uses it, not a routine of its own. */
#define PART static inline __attribute__((always_inline))

/* An object that shares no cell, cache line or page with another. */
#define OWN_CELL __attribute__((aligned(64)))
#define OWN_PAGE __attribute__((aligned(4096)))

static uintptr_t resolution;
static FILE* expectations;

UNUSED static void die(const char* what)
{
   fprintf(stderr, "test program: %s\n", what);
   exit(99);
}

UNUSED static void start(int argc, char** argv)
{
   if (argc < 3)
      die("usage: program RESOLUTION FILE");
   resolution = (uintptr_t)atoi(argv[1]);
   if (resolution != 1 && resolution != 2 && resolution != 4 && resolution != 8 && resolution != 16)
      die("the resolution must be 1, 2, 4, 8 or 16");
   expectations = fopen(argv[2], "w");
   if (expectations == NULL)
      die("cannot write the file of expectations");
}

UNUSED static int finish(void)
{
   if (fclose(expectations) != 0)
      die("cannot write the file of expectations");
   return 0;
}

/* The number of cells that [address, address + size) overlaps. */
UNUSED static unsigned long cells(const void* address, unsigned long size)
{
   uintptr_t first = (uintptr_t)address;
   return size == 0 ? 0 : (first + size - 1) / resolution - first / resolution + 1;
}

UNUSED static void expect_calls(const char* routine, unsigned long rms, unsigned long calls)
{
   fprintf(expectations, "expect %s %lu %lu\n", routine, rms, calls);
}

UNUSED static void expect(const char* routine, unsigned long rms)
{
   expect_calls(routine, rms, 1);
}

/* The routine runs `calls` times, with input that the definition leaves open. */
UNUSED static void expect_any(const char* routine, unsigned long calls)
{
   fprintf(expectations, "expect %s any %lu\n", routine, calls);
}

/* The cost of the routine's points grows by one constant for each unit of rms. */
UNUSED static void expect_linear_cost(const char* routine)
{
   fprintf(expectations, "linear %s\n", routine);
}

/* A closed form stated twice, in general and for one resolution, must be one number. */
UNUSED static void require(int condition, const char* what)
{
   if (!condition)
      die(what);
}

/* --- the model of one activation --------------------------------------------------------------------- */

#define MODEL_SLOTS 65536u

static struct { uintptr_t cell; unsigned activation; } model_slots[MODEL_SLOTS];
static unsigned model_activation;
static unsigned long model_cells, model_input;

UNUSED static void model_begin(void)
{
   model_activation++;
   model_cells = 0;
   model_input = 0;
}

/* True if the current activation had not accessed the cell before. */
static int model_first_access(uintptr_t cell)
{
   unsigned slot = (unsigned)((cell * 0x9E3779B97F4A7C15ull) >> 48);
   while (model_slots[slot].activation == model_activation) {
      if (model_slots[slot].cell == cell)
         return 0;
      slot = (slot + 1) % MODEL_SLOTS;
   }
   if (++model_cells > MODEL_SLOTS / 2)
      die("the model is too small");
   model_slots[slot].cell = cell;
   model_slots[slot].activation = model_activation;
   return 1;
}

UNUSED static void model_read(const void* address, unsigned long size)
{
   uintptr_t first = (uintptr_t)address / resolution;
   for (unsigned long i = 0, count = cells(address, size); i < count; i++)
      model_input += model_first_access(first + i);
}

UNUSED static void model_write(const void* address, unsigned long size)
{
   uintptr_t first = (uintptr_t)address / resolution;
   for (unsigned long i = 0, count = cells(address, size); i < count; i++)
      model_first_access(first + i);
}

UNUSED static unsigned long model_rms(void)
{
   return model_input;
}

#endif
