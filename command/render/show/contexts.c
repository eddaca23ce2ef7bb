/* aprof show --contexts: the tree of calling contexts. */

#include "render/show/outputs.h"

/* A name stands further right than its caller's, up to this or the middle of the line; numbers before it have
   so many columns. */
#define MOST_INDENT    50
#define NUMBERS_WIDTH  41

static int print_name(FILE* out, const Answer* context, const char* field, int width)
{
   int depth = (int)tree_get_count(context, "depth");
   int indent = fprintf(out, "%*s", MIN(2 * depth, MIN(MOST_INDENT, (width + NUMBERS_WIDTH) / 2)), "");
   return indent + cell_name(out, context, field, width - indent);
}

static const Column columns[] = {
   { .title = "total", .field = "share", .write = cell_percent, .width = 7 },
   { .title = "self", .field = "self_share", .write = cell_percent, .width = 7, .gap = 1 },
   { .title = "calls", .field = "calls", .write = cell_short, .width = 6, .gap = 1 },
   { .title = "growth", .field = "growth", .write = cell_text, .width = 16, .gap = 2, .is_left = true,
     .style = style_of_level, .styled_by = "" },
   { .title = "routine", .field = "name", .print = print_name, .gap = 1 },
};

void render_contexts(FILE* out, const Answer* answer, const Look* look)
{
   const Answer* contexts = tree_get(answer, "contexts");
   size_t        shown = tree_length(contexts);
   size_t        left_out = tree_get_count(answer, "left_out");
   size_t        total = tree_get_count(answer, "matching");
   bool          is_cut = shown + left_out < total;
   table_print(out, table_of(columns, G_N_ELEMENTS(columns)), contexts, look->line, look->line);
   fprintf(out, "\n%zu of %zu calling contexts%s.\n"
           "total, self = share of the program's cost; a recursive call counts in each context on its "
           "path.\n",
           shown, total, is_cut ? ", the costliest; --limit=0 shows all" : "");
   if (left_out > 0) {
      fprintf(out, "%zu of them are left out: of the dynamic linker, or run before main%s.\n", left_out,
              is_cut ? "" : "; --limit=0 shows all");
   }
}
