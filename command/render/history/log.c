/* "a1b2c3d parse: n -> n^2 (Reads comments, too)". */

#include "render/history/outputs.h"

#include <inttypes.h>
#include <string.h>

#include "render/terminal.h"
#include "util/text.h"

static Style style_of(const Answer* step)
{
   const char* change = tree_get_text(step, "change");
   bool        is_class = tree_get_flag(step, "grows_otherwise");
   return change == NULL                  ? STYLE_FAINT
          : strcmp(change, "better") == 0 ? STYLE_GOOD : is_class ? STYLE_ALARM : STYLE_WARNING;
}

/* "parse (libparse.so): n -> n^2". */
static char* sentence_of(const Answer* step)
{
   const char* object = tree_get_text(step, "object");
   const char* what = tree_get_text(step, "what");
   const char* text = tree_get_text(step, "text");
   return object != NULL && *object != '\0' ? g_strdup_printf("%s (%s): %s", what, object, text)
                                            : g_strdup_printf("%s: %s", what, text);
}

/* Names one of several series, with all that can tell them apart: "quick, words by n on m: ". */
static char* series_text(const Answer* series)
{
   const char* name = tree_get_text(series, "name");
   const char* by = tree_get_text(series, "by");
   return g_strdup_printf("%s%s%s%s%s on %s: ", name, *name == '\0' ? "" : ", ",
                          tree_get_text(series, "program"), by == NULL ? "" : " by ", by == NULL ? "" : by,
                          tree_get_text(series, "machine"));
}

/* " (Reads comments)", or " (Reads comments; or one of 3 before)": these were not measured. */
static void print_subject(FILE* out, const char* subject, uint64_t unmeasured, int columns)
{
   g_autofree char* others =
      unmeasured == 0   ? g_strdup("")
      : unmeasured == 1 ? g_strdup("; or the one before")
                        : g_strdup_printf("; or one of %" PRIu64 " before", unmeasured);
   int   room = columns - (int)strlen(others) - 3;
   if (unmeasured > 0 || (*subject != '\0' && room > 8)) {
      fputs(" (", out);
      text_print_cut(out, subject, MAX(room, 8));
      fprintf(out, "%s)", others);
   }
}

static void print_step(FILE* out, const Answer* commit, const Answer* record, const Answer* step,
                       bool has_several, int columns)
{
   g_autofree char* sentence = sentence_of(step);
   g_autofree char* series = has_several ? series_text(tree_get(record, "series")) : g_strdup("");
   g_autofree char* line = g_strconcat(series, sentence, NULL);
   fprintf(out, "%.*s ", HASH_LENGTH, tree_get_text(commit, "commit"));
   fputs(terminal_style(out, style_of(step)), out);
   int used = HASH_LENGTH + 1 + text_print_cut(out, line, columns - HASH_LENGTH - 1);
   fputs(terminal_style(out, STYLE_PLAIN), out);
   print_subject(out, tree_get_text(commit, "subject"), tree_get_count(record, "unmeasured"), columns - used);
   fputc('\n', out);
}

/* Returns how many lines were printed. */
static size_t print_commit(FILE* out, const Answer* commit, bool has_several, int columns)
{
   Answer* records = tree_get(commit, "records");
   size_t  lines = 0;
   for (size_t i = 0; i < tree_length(records); i++) {
      const Answer* record = tree_at(records, i);
      Answer*       steps = tree_get(record, "steps");
      for (size_t k = 0; k < tree_length(steps); k++) {
         print_step(out, commit, record, tree_at(steps, k), has_several, columns);
         lines++;
      }
   }
   return lines;
}

void render_history_commit(FILE* out, const Answer* log, const char* hash, int columns)
{
   Answer* commits = tree_get(log, "commits");
   bool    has_several = tree_length(tree_get(log, "series")) > 1;
   for (size_t i = 0; i < tree_length(commits); i++) {
      const Answer* commit = tree_at(commits, i);
      if (strcmp(tree_get_text(commit, "commit"), hash) == 0) {
         print_commit(out, commit, has_several, columns);
      }
   }
}

static void print_quiet(FILE* out, const Answer* commit, int columns)
{
   fprintf(out, "%.*s ", HASH_LENGTH, tree_get_text(commit, "commit"));
   fputs("- (", out);
   text_print_cut(out, tree_get_text(commit, "subject"), columns - HASH_LENGTH - 5);
   fputs(")\n", out);
}

void render_history_log(FILE* out, const Answer* log, int columns)
{
   Answer* commits = tree_get(log, "commits");
   bool    has_several = tree_length(tree_get(log, "series")) > 1;
   size_t  changed = 0;
   for (size_t i = 0; i < tree_length(commits); i++) {
      const Answer* commit = tree_at(commits, i);
      size_t        lines = print_commit(out, commit, has_several, columns);
      changed += lines > 0;
      if (lines == 0) {
         print_quiet(out, commit, columns);
      }
   }
   size_t failures = tree_length(tree_get(log, "failures"));
   uint64_t measured = tree_get_count(log, "measured");
   fprintf(out, "%s%" PRIu64 " commit%s, changes in %zu", tree_length(commits) > 0 ? "\n" : "", measured,
           measured == 1 ? "" : "s", changed);
   if (failures > 0) {
      fprintf(out, "; %zu could not be measured", failures);
   }
   fputc('\n', out);
}
