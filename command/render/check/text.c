/* Results for people.  What is open is put together by limit, because of most
   routines nothing is known but that they were called once. */

#include <string.h>

#include "render/check/outputs.h"
#include "util/text.h"

#define SHOWN_RESULTS    8    /* of each verdict */
#define SHOWN_LIMITS     4    /* open */

typedef struct {
   FILE*         out;
   const Answer* check;
   bool          all;
   int           width;
} Screen;

static void print_routine(FILE* out, const Answer* result)
{
   fputs("  ", out);
   text_print(out, tree_get_text(result, "name"));
   if (tree_get(result, "place") != NULL) {
      Place place = place_of(result);
      fputs(" (", out);
      text_print(out, place.file);
      fprintf(out, ":%u)", place.line);
   }
   putc('\n', out);
}

static void print_result(const Screen* screen, const Answer* result)
{
   Place limit = place_of(tree_get(result, "limit"));
   g_autofree char* place = place_text(&limit);
   g_autofree char* text = g_strdup_printf("     %s (%s)", tree_get_text(result, "message"), place);
   text_print_wrapped(screen->out, text, 7, screen->width);
}

static bool are_of_one_routine(const Answer* a, const Answer* b)
{
   return strcmp(tree_get_text(a, "name"), tree_get_text(b, "name")) == 0
          && strcmp(tree_get_text(a, "object"), tree_get_text(b, "object")) == 0;
}

/* The results of one routine are together. */
static void print_verdict(const Screen* screen, const Verdicts* verdict)
{
   const Answer* results = tree_get(screen->check, "results");
   size_t        shown = screen->all || verdict->count < SHOWN_RESULTS ? verdict->count : SHOWN_RESULTS;
   g_autoptr(Answer) last = NULL;
   if (verdict->count == 0) {
      return;
   }
   fprintf(screen->out, "%c%s\n", g_ascii_toupper(verdict->title[0]), verdict->title + 1);
   for (size_t i = 0; i < shown; i++) {
      Answer* result = tree_item(results, verdict->first + i);
      if (last == NULL || !are_of_one_routine(last, result)) {
         print_routine(screen->out, result);
      }
      print_result(screen, result);
      tree_free(last);
      last = result;
   }
   if (shown < verdict->count) {
      fprintf(screen->out, "  and %zu more; --all shows them\n", verdict->count - shown);
   }
}

static void print_open(const Screen* screen)
{
   const Answer* list = tree_get(screen->check, "open");
   size_t        count = tree_length(list);
   fputs(count > 0 ? "Open (--all says why)\n" : "", screen->out);
   for (size_t i = 0; i < count && i < SHOWN_LIMITS; i++) {
      const Answer* limit = tree_get(tree_at(list, i), "limit");
      Place         at = place_of(limit);
      g_autofree char* place = place_text(&at);
      bool  is_one = tree_get_count(tree_at(list, i), "count") == 1;
      g_autofree char* text = g_strdup_printf("  %s (%s): %s", tree_get_text(limit, "text"), place,
                                              tree_get_text(tree_at(list, i), is_one ? "found" : "routines"));
      text_print_wrapped(screen->out, text, 5, screen->width);
   }
   if (count > SHOWN_LIMITS) {
      fprintf(screen->out, "  and %zu limits more\n", count - SHOWN_LIMITS);
   }
}

static void print_finding(const Screen* screen, const Answer* finding)
{
   Place at = place_of(finding);
   g_autofree char* place = place_text(&at);
   g_autofree char* text = g_strdup_printf("  %s: %s", place, tree_get_text(finding, "message"));
   text_print_wrapped(screen->out, text, 5, screen->width);
}

/* Prints those that say that the program ended otherwise, or the other ones. */
static void print_findings(const Screen* screen, bool are_ends)
{
   const Answer* findings = tree_get(screen->check, "findings");
   bool          has_title = false;
   for (size_t i = 0; i < tree_length(findings); i++) {
      g_autoptr(Answer) finding = tree_item(findings, i);
      bool    is_end = finding_comes_first(finding);
      if (is_end == are_ends && !has_level(finding, "none")) {
         fputs(has_title ? "" : are_ends ? "Baseline\n" : "Rules and baseline\n", screen->out);
         print_finding(screen, finding);
         has_title = true;
      }
   }
}

static bool is_open_shown(const Answer* check)
{
   const Answer* list = tree_get(check, "open");
   return tree_length(list) > 0 && !has_level(tree_at(list, 0), "none");
}

void render_check_text(FILE* out, const Answer* check, bool all, int width)
{
   const Screen screen = { out, check, all, width };
   Verdicts     verdicts[VERDICTS];
   results_by_verdict(check, verdicts);
   print_findings(&screen, true);
   for (size_t i = 0; i < VERDICTS; i++) {
      if (all || (strcmp(verdicts[i].verdict, "open") != 0 && strcmp(verdicts[i].level, "none") != 0)) {
         print_verdict(&screen, &verdicts[i]);
      }
   }
   if (!all && is_open_shown(check)) {
      print_open(&screen);
   }
   print_findings(&screen, false);
   fprintf(out, "%s: %s.\n", tree_get_text(check, "verdict"), tree_get_text(check, "summary"));
}
