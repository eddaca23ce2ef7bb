/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What the examples in C test: a set of numbered names.  With -DQUADRATIC, each look-up goes through all of
   them; otherwise, it begins where the name's hash says. */

#ifndef NAMES_H
#define NAMES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   size_t room;            /* twice as many as there will be names */
   char (*names)[32];      /* "": nothing is here */
} Names;

/* Where a search for a name begins. */
static size_t first_place(const Names *names, const char *name)
{
#ifdef QUADRATIC
   (void)names, (void)name;
   return 0;
#else
   uint64_t hash = 0xcbf29ce484222325;   /* FNV-1a */
   for (; *name != '\0'; name++)
      hash = (hash ^ (unsigned char)*name) * 0x100000001b3;
   return (hash ^ hash >> 29) % names->room;
#endif
}

/* Returns the place that the name has, or would have. */
__attribute__((noinline)) static char *find_name(const Names *names, const char *name)
{
   size_t i = first_place(names, name);
   while (names->names[i][0] != '\0' && strcmp(names->names[i], name) != 0)
      i = (i + 1) % names->room;
   return names->names[i];
}

/* What is measured: adds n names. */
static void add_names(size_t n, void *names)
{
   for (size_t i = 0; i < n; i++) {
      char name[32];
      snprintf(name, sizeof name, "name %zu", i);
      strcpy(find_name(names, name), name);
   }
}

/* What is not. */
static void *make_names(size_t n, void *unused)
{
   Names *names = malloc(sizeof *names);
   (void)unused;
   names->room = 2 * n;
   names->names = calloc(names->room, sizeof *names->names);
   return names;
}

static void free_names(size_t n, void *input)
{
   Names *names = input;
   (void)n;
   free(names->names);
   free(names);
}

#endif
