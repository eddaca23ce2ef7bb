/* Prints where a routine is defined, and the code inlined into it.  The code of a standard library
   is named last. */

#include <glib.h>
#include <inttypes.h>

#include "render/show/outputs.h"
#include "subject/limits.h"
#include "util/text.h"

#define SHOWN_NAMES   8
#define HIDDEN_NAMES  4
#define SHOWN_LINES   5

/* Adds " (line 61)", " (lines 12, 40)"; nothing if no line is known. */
static void add_lines(GString* text, const Answer* lines)
{
   size_t count = tree_length(lines);
   for (size_t i = 0; i < count && i < SHOWN_LINES; i++) {
      const char* before = i > 0 ? ", " : count == 1 ? " (line " : " (lines ";
      g_string_append_printf(text, "%s%" PRIu64, before, tree_get_count(tree_at(lines, i), ""));
   }
   if (count > 0) {
      g_string_append(text, count > SHOWN_LINES ? ", ...)" : ")");
   }
}

static void add_name(GString* text, const char* name)
{
   g_autofree char* cut = text_cut(name, SENTENCE_NAME);
   g_string_append(text, cut);
}

typedef struct {
   bool   of_library;     /* of a standard library, not of the program's code */
   bool   has_lines;      /* from lines of the routine itself, not within what was inlined there */
   bool   shows_lines;
} Choice;

/* Adds at most `limit` names in all; returns how many there are now. */
static size_t add_inlined(GString* text, const Answer* inlined, Choice choice, size_t shown, size_t limit)
{
   for (size_t i = 0; i < tree_length(inlined) && shown < limit; i++) {
      const Answer* routine = tree_at(inlined, i);
      const Answer* lines = tree_get(routine, "lines");
      if (tree_get_flag(routine, "of_standard_library") == choice.of_library
          && (tree_length(lines) > 0) == choice.has_lines) {
         g_string_append(text, shown > 0 ? ", " : "");
         add_name(text, tree_get_text(routine, "name"));
         if (choice.shows_lines) {
            add_lines(text, lines);
         }
         shown++;
      }
   }
   return shown;
}

static void print_inlined(FILE* out, const Answer* inlined, const Look* look)
{
   size_t   count = tree_length(inlined);
   size_t   limit = look->has_limit && look->limit == 0 ? count : SHOWN_NAMES;
   g_autoptr(GString) text = g_string_new(NULL);
   g_string_printf(text, "%-*s", LABEL_WIDTH, "Inlined");
   size_t shown = 0;
   for (int of_library = 0; of_library <= 1; of_library++) {
      shown = add_inlined(text, inlined, (Choice){ of_library, true, true }, shown, limit);
      shown = add_inlined(text, inlined, (Choice){ of_library, false, true }, shown, limit);
   }
   g_assert(shown <= count);   /* each is in one of the four parts */
   if (shown == 0) {
      g_string_append(text, "nothing");
   } else if (shown < count) {
      g_string_append_printf(text, " and %zu more; --limit=0 names all", count - shown);
   }
   text_print_wrapped(out, text->str, LABEL_WIDTH, look->width);
}

void render_hidden_code(FILE* out, const Answer* hiding, const Look* look)
{
   const Answer* inlined = tree_get(hiding, "code.inlined");
   if (inlined == NULL) {
      return;
   }
   g_autoptr(GString) text = g_string_new("Inlined into ");
   add_name(text, tree_get_text(hiding, "name"));
   g_string_append(text, ": ");
   size_t shown = add_inlined(text, inlined, (Choice){ false, true, false }, 0, HIDDEN_NAMES);
   shown = add_inlined(text, inlined, (Choice){ false, false, false }, shown, HIDDEN_NAMES);
   g_string_append(text, shown == HIDDEN_NAMES ? " and others" : "");
   if (!tree_get_flag(hiding, "code.inlined_is_measured")) {
      g_string_append(text, ". To see them apart, measure with --inlined=own, or compile with -fno-inline.");
   }
   if (shown > 0) {
      text_print_wrapped(out, text->str, 0, look->width);
   }
}

void render_code(FILE* out, const Answer* code, const Look* look)
{
   const char* file = tree_get_text(code, "file");
   const char* problem = tree_get_text(code, "problem");
   if (file != NULL) {
      char place[600];
      snprintf(place, sizeof place, "%.570s:%" PRIu64, file, tree_get_count(code, "line"));
      label_print(out, "Source", place, look->width);
   }
   if (problem != NULL) {
      fprintf(out, "%-*snot known: %s\n", LABEL_WIDTH, "Inlined", problem);
   } else {
      print_inlined(out, tree_get(code, "inlined"), look);
   }
}
