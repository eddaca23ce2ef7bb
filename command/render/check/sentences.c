#include "render/check/outputs.h"
#include "util/text.h"

/* No text has a tab, because control characters are not printed. */
static void print_sentence(const Answer* of, bool is_finding, void* out)
{
   fprintf(out, "%s\t", tree_get_text(of, is_finding ? "kind" : "verdict"));
   text_print(out, is_finding ? place_of(of).file : tree_get_text(of, "name"));
   putc('\t', out);
   text_print(out, tree_get_text(of, "message"));
   putc('\n', out);
}

void render_sentences(FILE* out, const Answer* check)
{
   visit_all(check, print_sentence, out);
}
