/* aprof show --contexts: the tree of calling contexts. */

#include <glib.h>

#include "model/names.h"
#include "render/show/outputs.h"
#include "util/text.h"

static void print_context(FILE* out, const Answer* context, const Look* look)
{
   ShortText calls;
   fprintf(out, "%6.1f%% %6.1f%% %6s  %s%-16s%s ", 100.0 * tree_get_number(context, "share"),
           100.0 * tree_get_number(context, "self_share"),
           text_short_number((double)tree_get_count(context, "calls"), calls),
           terminal_style(out, render_level_style(context)), tree_get_text(context, "growth"),
           terminal_style(out, STYLE_PLAIN));
   int most = look->width / 2;
   int indent = 2 * (int)tree_get_count(context, "depth");
   indent = indent < most ? indent : most;
   fprintf(out, "%*s", indent, "");
   int   width = look->name_width - 41 - indent;
   char* name = name_shorten(tree_get_text(context, "name"), NULL, width < 0 ? 0 : (size_t)width);
   text_print_cut(out, name, width);
   g_free(name);
   putc('\n', out);
}

void render_contexts(FILE* out, const Answer* answer, const Look* look)
{
   const Answer* contexts = tree_get(answer, "contexts");
   size_t        shown = tree_length(contexts);
   size_t        left_out = tree_get_count(answer, "left_out");
   size_t        total = tree_get_count(answer, "matching");
   fprintf(out, "%s%7s %7s %6s  %-16s routine%s\n", terminal_style(out, STYLE_HEADING), "total", "self",
           "calls", "growth", terminal_style(out, STYLE_PLAIN));
   for (size_t i = 0; i < shown; i++) {
      Answer* context = tree_item(contexts, i);
      print_context(out, context, look);
      tree_free(context);
   }
   bool is_cut = shown + left_out < total;
   fprintf(out, "\n%zu of %zu calling contexts%s.\n"
           "total, self = share of the program's cost; a recursive call counts in each context on its "
           "path.\n",
           shown, total, is_cut ? ", the costliest; --limit=0 shows all" : "");
   if (left_out > 0) {
      fprintf(out, "%zu of them are left out: of the dynamic linker, or run before main%s.\n", left_out,
              is_cut ? "" : "; --limit=0 shows all");
   }
}
