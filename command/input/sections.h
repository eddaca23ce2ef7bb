/* How a file of lines is made smaller, so that it stays as well formed as it is:

      500            a count of the lines that follow, in the first line or before each section: each smaller
      1 2            file has its own
      ...

      40 3           counts of sections that follow each other, or stand between empty lines
      ...

      500            a count of the numbers or words in the line below
      1 2 3 ...

      [points]       sections between empty lines or below such headers, 16 at most: all are cut alike, so
      ...            that what grows with each of them does; but short ones, as a header of the file, stay

      # of what      comments at the beginning, and names of the columns above lines with numbers, stay

   The lines that stay are no pieces.  Of any other file, the first lines are taken. */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "util/problem.h"

#define SECTIONS_MOST  16

typedef struct {
   uint64_t stay;    /* lines that each smaller file has */
   uint64_t lines;   /* behind them, which are cut; or */
   bool     is_words;   /* the words of a single line, which then count as lines do */
} Section;

/* A number in a line that stays: how many lines of a section there are. */
typedef struct {
   uint64_t line;      /* from 0 on */
   uint64_t number;
   unsigned section;
} SectionCount;

/* The sections make up the file; the last one may have no lines to cut. */
typedef struct {
   Section      section[SECTIONS_MOST + 1];
   unsigned     sections;
   SectionCount count[SECTIONS_MOST];   /* by line, and within a line from left to right */
   unsigned     counts;
} Sections;

/* Reads the file.  False if the first lines are to be taken: it has no sections, or cannot be read so. */
extern bool sections_find(Sections* sections, const char* path);

/* How many lines are cut. */
extern uint64_t sections_lines(const Sections* sections);

/* Returns what is done, as "2 sections are cut alike, the counts in lines 1 and 43 are rewritten"; to be
   freed by g_free. */
extern char* sections_words(const Sections* sections);

/* Writes the file with so many of its lines.  False, with the problem set, if it cannot be read; or if it
   cannot be written, as ferror tells. */
extern bool sections_write(const Sections* sections, const char* path, uint64_t lines, FILE* out,
                           Problem* problem);
