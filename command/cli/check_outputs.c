#include "cli/check_outputs.h"

#include "cli/options.h"
#include "render/check/outputs.h"
#include "render/terminal.h"
#include "util/arguments.h"
#include "util/json.h"
#include "util/output.h"

bool check_outputs_complete(CheckOutputs* outputs, const char* subcommand)
{
   size_t printed = 0;
   for (guint i = 0; i < outputs->wanted->len; i++) {
      printed += g_array_index(outputs->wanted, Wanted, i).path == NULL;
   }
   if (printed > 1) {
      usage_error(subcommand, "only one --format can be printed; the others need a file, as "
                  "--format=junit:FILE");
      return false;
   }
   if (printed == 0) {
      const Wanted text = { CHECK_FORMAT_TEXT, NULL };
      g_array_prepend_val(outputs->wanted, text);
   }
   return true;
}

static void print(const CheckOutputs* outputs, int format, FILE* out, const Answer* answer)
{
   switch (format) {
      case CHECK_FORMAT_TEXT:
         render_check_text(out, answer, outputs->shows_all, terminal_width(out));
         break;
      case CHECK_FORMAT_JSON:        json_print(out, answer); break;
      case CHECK_FORMAT_MARKDOWN:    render_check_markdown(out, answer); break;
      case CHECK_FORMAT_JUNIT:       render_junit(out, answer); break;
      case CHECK_FORMAT_SARIF:       render_sarif(out, answer); break;
      case CHECK_FORMAT_CODEQUALITY: render_codequality(out, answer); break;
      case CHECK_FORMAT_SENTENCES:   render_sentences(out, answer); break;
      case CHECK_FORMAT_ANNOTATIONS: render_annotations(out, answer); break;
   }
}

static bool write_output(const CheckOutputs* outputs, const Wanted* wanted, const Answer* answer,
                         Problem* problem)
{
   Output      output;
   const char* path = wanted->path == NULL ? outputs->usual : wanted->path;
   if (!output_open(&output, path, outputs->out, problem)) {
      return false;
   }
   print(outputs, wanted->format, output.file, answer);
   return output_close(&output, problem);
}

bool check_outputs_write(const CheckOutputs* outputs, const Answer* answer, Outcome outcome, Problem* problem)
{
   bool is_readable = outcome != OUTCOME_UNREADABLE;
   bool is_written = true;
   for (guint i = 0; i < outputs->wanted->len && is_written; i++) {
      const Wanted* wanted = &g_array_index(outputs->wanted, Wanted, i);
      is_written = (!is_readable && wanted->format == CHECK_FORMAT_TEXT)
                   || write_output(outputs, wanted, answer, problem);
   }
   return is_written;
}
