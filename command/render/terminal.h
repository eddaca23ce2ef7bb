/* The abilities of the file that is printed to: width, colours, characters. */

#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

/* The words of --color.  Auto: if standard output is a terminal that knows colours, and NO_COLOR is not
   set. */
typedef enum { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER } ColourChoice;

extern void terminal_choose_colours(ColourChoice choice);

typedef enum {
   STYLE_PLAIN,
   STYLE_HEADING,
   STYLE_FAINT,
   STYLE_ALARM,     /* quadratic growth and worse */
   STYLE_WARNING,   /* faster than linear */
   STYLE_GOOD,
} Style;

/* Returns the text that begins the style; that of STYLE_PLAIN ends all. Empty without colours. */
extern const char* terminal_style(FILE* out, Style style);

/* Columns: the terminal's, else what COLUMNS says, else 100. */
extern int terminal_width(FILE* out);

/* Lines of the terminal; 0: it is none, or they are not known. */
extern int terminal_height(FILE* out);

/* Columns of a line whose names are cut to fit: those of the terminal, or as many as there may be if nobody
   says how wide a line is, because it is no terminal, and COLUMNS is not set.  Then a program reads it, and
   names are better whole. */
#define TERMINAL_BOUNDLESS  (INT_MAX / 2)
extern int terminal_line(FILE* out);

/* Whether characters that are not ASCII will be seen as such. Names are printed as they are in any case. */
extern bool terminal_has_unicode(FILE* out);
