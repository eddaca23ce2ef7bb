#include "cli/html_experiment.h"

#include <glib.h>
#include <string.h>

#include "answer/grow/answer.h"
#include "cli/options.h"
#include "render/page.h"
#include "util/output.h"
#include "util/text.h"

/* Returns a name beside the directory, which may be named by dots, and end in slashes. To be freed. */
static char* usual_name(const char* directory)
{
   g_autofree char* last = g_path_get_basename(directory);
   bool   is_dots = strcmp(last, ".") == 0 || strcmp(last, "..") == 0;
   g_autofree char* path = is_dots ? g_canonicalize_filename(directory, NULL) : g_strdup(directory);
   size_t length = strlen(path);
   while (length > 1 && path[length - 1] == '/') {
      length--;
   }
   return g_strdup_printf("%.*s.html", (int)length, path);
}

bool html_write_page(FILE* out, const char* path, const char* what, const Answer* answer, Problem* problem)
{
   Output output;
   if (!output_open(&output, path, stdout, problem)) {
      return false;
   }
   page_write(output.file, what, answer);
   if (!output_close(&output, problem)) {
      return false;
   }
   if (strcmp(path, "-") != 0) {
      fputs("Page: ", out);
      text_print(out, path);
      putc('\n', out);
   }
   return true;
}

bool html_write_experiment(FILE* out, const char* directory, const Answer* grow, const char* page,
                           Problem* problem)
{
   g_autofree char* path = page == NULL ? usual_name(directory) : g_strdup(page);
   bool done = html_write_page(out, path, "experiment", grow, problem);
   if (!done) {
      problem_keep_file(problem);
   }
   return done;
}

bool experiment_is_alone(const char* command, const char* directory, size_t count, const char* of_reports)
{
   if (count > 1) {
      usage_error(command, "%s is an experiment of aprof grow, which is shown alone", directory);
   } else if (of_reports != NULL) {
      usage_error(command, "--%s: %s is an experiment, and the option is for reports", of_reports, directory);
   }
   return count == 1 && of_reports == NULL;
}

int html_experiment(FILE* out, const char* directory, const char* page)
{
   Problem problem;
   g_autoptr(Experiment) experiment = experiment_open(directory, &problem);
   g_autoptr(Answer)     answer = experiment == NULL ? NULL : answer_experiment(experiment, &problem);
   bool done = answer != NULL && html_write_experiment(out, directory, answer, page, &problem);
   if (!done) {
      problem_print(&problem, html_usage.name);
   }
   return done ? EXIT_OK : EXIT_USAGE;
}
