/* Finds what a terminal can show. A pipe or a file gets plain ASCII. */

#include "render/terminal.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define DEFAULT_WIDTH    100
#define SMALLEST_WIDTH    60
#define LARGEST_WIDTH   1000

static ColourChoice colours = COLOUR_AUTO;

void terminal_choose_colours(ColourChoice choice)
{
   colours = choice;
}

/* https://no-color.org: set, and not empty. */
static bool has_colours(FILE* out)
{
   if (colours != COLOUR_AUTO) {
      return colours == COLOUR_ALWAYS;
   }
   const char* no_colour = getenv("NO_COLOR");
   const char* terminal = getenv("TERM");
   return (no_colour == NULL || no_colour[0] == '\0') && terminal != NULL && strcmp(terminal, "dumb") != 0
          && isatty(fileno(out));
}

const char* terminal_style(FILE* out, Style style)
{
   static const char* const codes[] = {
      [STYLE_PLAIN]   = "\x1b[0m",
      [STYLE_HEADING] = "\x1b[1m",
      [STYLE_FAINT]   = "\x1b[2m",
      [STYLE_ALARM]   = "\x1b[1;31m",
      [STYLE_WARNING] = "\x1b[33m",
      [STYLE_GOOD]    = "\x1b[32m",
   };
   return has_colours(out) ? codes[style] : "";
}

int terminal_width(FILE* out)
{
   long width = 0;
   struct winsize size;
   if (isatty(fileno(out)) && ioctl(fileno(out), TIOCGWINSZ, &size) == 0) {
      width = size.ws_col;
   }
   const char* columns = getenv("COLUMNS");
   if (width == 0 && columns != NULL) {
      width = strtol(columns, NULL, 10);
   }
   if (width <= 0) {
      width = DEFAULT_WIDTH;
   }
   return width < SMALLEST_WIDTH ? SMALLEST_WIDTH : width > LARGEST_WIDTH ? LARGEST_WIDTH : (int)width;
}

int terminal_height(FILE* out)
{
   struct winsize size;
   return isatty(fileno(out)) && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

int terminal_line(FILE* out)
{
   bool is_boundless = !isatty(fileno(out)) && getenv("COLUMNS") == NULL;
   return is_boundless ? TERMINAL_BOUNDLESS : terminal_width(out);
}

bool terminal_has_unicode(FILE* out)
{
   return isatty(fileno(out)) && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}
