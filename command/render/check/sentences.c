#include "render/check/outputs.h"
#include "util/text.h"

/* No text has a tab, because control characters are not printed. */
static void print_sentence(FILE* out, const char* verdict, const char* subject, const char* message)
{
   fprintf(out, "%s\t", verdict);
   text_print(out, subject);
   putc('\t', out);
   text_print(out, message);
   putc('\n', out);
}

void render_sentences(FILE* out, const Answer* check)
{
   const Answer* results = tree_get(check, "results");
   const Answer* findings = tree_get(check, "findings");
   for (size_t i = 0; i < tree_length(results); i++) {
      g_autoptr(Answer) result = tree_item(results, i);
      print_sentence(out, tree_get_text(result, "verdict"), tree_get_text(result, "name"),
                     tree_get_text(result, "message"));
   }
   for (size_t i = 0; i < tree_length(findings); i++) {
      g_autoptr(Answer) finding = tree_item(findings, i);
      print_sentence(out, tree_get_text(finding, "kind"), place_of(finding).file,
                     tree_get_text(finding, "message"));
   }
}
