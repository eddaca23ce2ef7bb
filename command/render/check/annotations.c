/* Results as workflow commands of GitHub: lines on standard output, which become
   annotations of the changed files.  Only the first ten of a step are shown, so the worst
   come first, and the last one counts the rest. */

#include <string.h>

#include "render/check/outputs.h"
#include "util/text.h"

#define MOST_ANNOTATIONS  10

typedef struct {
   FILE*  out;
   size_t wanted;
   size_t printed;
} Annotations;

/* Prints text as the runner of workflows reads it: in a property, colons and commas end it. */
static void print_escaped(FILE* out, const char* text, bool is_property)
{
   while (*text != '\0') {
      bool is_special = *text == '%' || *text == '\n' || *text == '\r'
         || (is_property && (*text == ':' || *text == ','));
      if (is_special) {
         fprintf(out, "%%%02X", (unsigned char)*text++);
      } else {
         text += text_print_character(out, text);
      }
   }
}

static void annotate(Annotations* annotations, const char* level, Place place, const char* title,
                     const char* message)
{
   FILE* out = annotations->out;
   annotations->wanted++;
   if (annotations->printed == MOST_ANNOTATIONS) {
      return;
   }
   annotations->printed++;
   fprintf(out, "::%s ", level);
   if (place.file != NULL) {
      fputs("file=", out);
      print_escaped(out, place.file, true);
   }
   if (place.line > 0) {
      fprintf(out, ",line=%u", place.line);
   }
   if (place.column > 0) {
      fprintf(out, ",col=%u", place.column);
   }
   fputs(place.file != NULL ? ",title=" : "title=", out);
   print_escaped(out, title, true);
   fputs("::", out);
   print_escaped(out, message, false);
   putc('\n', out);
}

static void annotate_findings(Annotations* annotations, const Answer* check, const char* level)
{
   const Answer* findings = tree_get(check, "findings");
   for (size_t i = 0; i < tree_length(findings); i++) {
      g_autoptr(Answer) finding = tree_item(findings, i);
      if (has_level(finding, level)) {
         annotate(annotations, level, place_of(finding), "aprof check", tree_get_text(finding, "message"));
      }
   }
}

static void annotate_results(Annotations* annotations, const Answer* check, const char* level)
{
   const Answer* results = tree_get(check, "results");
   Verdicts      verdicts[VERDICTS];
   results_by_verdict(check, verdicts);
   for (size_t i = 0; i < VERDICTS; i++) {
      bool is_wanted = verdict_has_level(&verdicts[i], level) && !verdicts[i].is_grouped;
      for (size_t k = 0; is_wanted && k < verdicts[i].count; k++) {
         g_autoptr(Answer) result = tree_item(results, verdicts[i].first + k);
         annotate(annotations, level, place_of_result(result), tree_get_text(result, "name"),
                  tree_get_text(result, "message"));
      }
   }
}

/* One for each limit. */
static void annotate_open(Annotations* annotations, const Answer* check)
{
   const Answer* list = tree_get(check, "open");
   for (size_t i = 0; i < tree_length(list) && has_level(tree_at(list, i), "warning"); i++) {
      annotate(annotations, "warning", place_of_limit(tree_at(list, i)), "aprof check",
               tree_get_text(tree_at(list, i), "message"));
   }
}

void render_annotations(FILE* out, const Answer* check)
{
   Annotations annotations = { .out = out };
   annotate_findings(&annotations, check, "error");
   annotate_results(&annotations, check, "error");
   annotate_findings(&annotations, check, "warning");
   annotate_results(&annotations, check, "warning");
   annotate_open(&annotations, check);
   if (annotations.wanted > annotations.printed) {
      fprintf(out, "%zu annotations more are left out.\n", annotations.wanted - annotations.printed);
   }
}
