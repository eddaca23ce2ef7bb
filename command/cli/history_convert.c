/* aprof history convert: what is in the store, in the formats of other programs. */

#include <string.h>

#include "cli/history.h"
#include "history/exports.h"
#include "util/output.h"

static bool convert(const HistoryOptions* options, const Answer* curves, Problem* problem)
{
   Output output;
   bool   written = false;
   if (options->to == HISTORY_TO_ASV) {
      g_auto(Repository) repository = { 0 };
      Problem ignored;
      bool    has_repository = repository_find(&repository, &ignored);
      written = history_write_asv(curves, has_repository ? repository.top : NULL, options->output, problem);
   } else if (output_open(&output, options->output, stdout, problem)) {
      history_write_csv(curves, options->all, output.file);
      written = output_close(&output, problem);
   }
   return written;
}

int history_convert(const HistoryOptions* options, char** words, size_t count)
{
   if (count > 0) {
      return usage_error(history_usage.name, "convert: no word is needed, and not %s", words[0]);
   }
   if (options->to < 0) {
      g_autofree char* formats = option_words(&history_usage.options[HISTORY_TO]);
      return usage_error(history_usage.name, "convert: --to=FORMAT is missing; FORMAT is %s", formats);
   }
   if (options->output == NULL || (options->to == HISTORY_TO_ASV && strcmp(options->output, "-") == 0)) {
      return usage_error(history_usage.name, "convert: --output=%s says where to write",
                         options->to == HISTORY_TO_ASV ? "DIRECTORY" : "FILE");
   }
   return history_run(options, history_make_curves, convert, NULL);
}
