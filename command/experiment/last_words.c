/* Lines of Valgrind begin with the number of the process between signs, as "==123== ".  What it says of a
   program that crashes ends in advice about the stack, which is seldom of use:

      ==123== Process terminating with default action of signal 11 (SIGSEGV)
      ==123==  Access not within mapped region at address 0x0
      ==123==    at 0x1091D5: main (crash.c:3)
      ==123==  If you believe this happened as a result of a stack
      ==123==  overflow in your program's main thread (unlikely but
      ==123==  possible), you can try to increase the size of the
      ==123==  main thread stack using the --main-stacksize= flag.
      ==123==  The main thread stack size used in this run was 8388608. */

#include "experiment/last_words.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#define CRASH           "Process terminating with default action of signal"
#define STACK_OVERFLOW  "Stack overflow"

/* Returns what Valgrind says in the line; NULL: it is not Valgrind's. */
static const char* valgrind_text(const char* line)
{
   size_t digits = strlen(line) < 3 ? 0 : strspn(line + 2, "0123456789");
   bool   is_of_valgrind = digits > 0 && strchr("=-*", line[0]) != NULL && line[1] == line[0]
                           && line[2 + digits] == line[0] && line[3 + digits] == line[0];
   return is_of_valgrind ? line + 4 + digits + strspn(line + 4 + digits, " ") : NULL;
}

/* Returns the name and place of a line of a call stack: "main (crash.c:3)"; NULL: it is none. */
static const char* frame_of(const char* text)
{
   bool        is_frame = g_str_has_prefix(text, "at 0x") || g_str_has_prefix(text, "by 0x");
   const char* colon = is_frame ? strstr(text, ": ") : NULL;
   return colon == NULL ? NULL : colon + 2;
}

/* Whether the frame has no source line: then that of a caller says more. */
static bool is_without_line(const char* frame)
{
   const char* place = strrchr(frame, '(');
   return place == NULL || g_str_has_prefix(place, "(in ");
}

/* Whether it is a name, and not only "???". */
static bool is_named(const char* frame)
{
   return !g_str_has_prefix(frame, "???");
}

/* Adds ", at strlen (in /usr/lib/libc.so.6), for main (crash.c:3)": the first frame, and if that has no
   line, the first one with a line. */
static void add_place(GString* words, char** lines)
{
   const char* first = NULL;
   bool        is_done = false;
   for (; *lines != NULL && !is_done; lines++) {
      const char* text = valgrind_text(*lines);
      const char* frame = text == NULL ? NULL : frame_of(text);
      if (frame != NULL && first == NULL && is_named(frame)) {
         g_string_append_printf(words, ", at %s", frame);
         first = frame;
         is_done = !is_without_line(frame);
      } else if (frame != NULL && first != NULL && !is_without_line(frame)) {
         g_string_append_printf(words, ", for %s", frame);
         is_done = true;
      }
   }
}

/* Returns what Valgrind says of the crash, which these lines begin with; NULL: not much. */
static char* crash_words(char** lines)
{
   const char* reason = NULL;
   GString*    words = g_string_new(NULL);
   for (char** line = lines + 1; *line != NULL && valgrind_text(*line) != NULL; line++) {
      const char* text = valgrind_text(*line);
      if (g_str_has_prefix(text, STACK_OVERFLOW) || (reason == NULL && frame_of(text) == NULL)) {
         reason = text;
      }
   }
   g_string_append(words, reason == NULL ? "" : reason);
   add_place(words, lines + 1);
   return g_string_free(words, reason == NULL);
}

char* last_words(const char* text)
{
   g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
   char** crash = NULL;
   char*  own = NULL;        /* the last line that has words, of the program; of Valgrind, if there is none */
   char*  valgrinds = NULL;
   for (char** line = lines; *line != NULL; line++) {
      const char* of_valgrind = valgrind_text(g_strchomp(*line));
      crash = of_valgrind != NULL && strstr(of_valgrind, CRASH) != NULL ? line : crash;
      own = of_valgrind == NULL && **line != '\0' ? *line : own;
      valgrinds = of_valgrind != NULL && *of_valgrind != '\0' ? *line : valgrinds;
   }
   char* words = crash == NULL ? NULL : crash_words(crash);
   if (words == NULL) {
      words = g_strdup(own != NULL ? own : valgrinds);
   }
   return words;
}
