/* aprof html: reports, or an experiment, as one page for a browser.  What is in the page of a
   report is in answer/page/; here are the options. */

#include "cli/subcommands.h"

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "answer/compare/answer.h"
#include "answer/compare/reports.h"
#include "answer/page/favourites.h"
#include "answer/page/page.h"
#include "cli/debug_directory.h"
#include "cli/html_experiment.h"
#include "cli/options.h"
#include "cli/report_paths.h"
#include "experiment/settings.h"
#include "growth/far.h"
#include "line_costs/profile.h"
#include "model/loader.h"
#include "subject/limits.h"

typedef struct {
   const char* output;      /* NULL: named after the first report */
   const char* baseline;    /* NULL: no comparison */
   GPtrArray*  profiles;    /* paths of Callgrind profiles */
   const char* favourites;  /* NULL: none */
   const char* own;         /* patterns of objects; NULL: see model/own.h */
   SourceChoice source;
   LoadOptions load;
   const char* of_reports;  /* name of an option that experiments do not have; NULL: none was given */
} HtmlOptions;

/* The options of both reports, which they keep. */
static const SubjectOptions* subject_options(const HtmlOptions* options)
{
   static SubjectOptions subjects = {
      .times = FAR_TIMES, .keep_growth = true, .power_law_limit = PAGE_ROUTINES_WITH_LAWS,
      .growth_limit = MOST_FITTED, .finds_rest = true,
   };
   subjects.own = options->own;
   return &subjects;
}

/* Takes over the report, which may be NULL. */
static Request* request_make(const HtmlOptions* options, Report* report, const char* const* paths,
                             size_t count)
{
   if (report == NULL) {
      return NULL;
   }
   Request* request = g_new0(Request, 1);
   *request = (Request){ .paths = paths, .path_count = count, .detail = DETAIL_LAWS };
   request_init(request, report, subject_options(options));
   return request;
}

static void free_request(Request* request)
{
   if (request != NULL) {
      Report* report = request->report;
      request_free(request);
      report_free(report);
      g_free(request);
   }
}

/* Loads the report to compare with. `paths` gets the paths of its files. */
static Request* load_baseline(const HtmlOptions* options, const Request* request, char*** paths,
                              Problem* problem)
{
   char    why[500];
   Report* report = reports_load(options->baseline, options->load, paths, problem);
   if (report != NULL && !options->load.force
       && comparison_differs(report, request->report, why, sizeof why)) {
      problem_set(problem, request->paths[0], 0, "cannot be compared with %s: %s",
                  problem_file_name((*paths)[0]), why);
      report_free(report);
      report = NULL;
   }
   size_t count = *paths == NULL ? 0 : g_strv_length(*paths);
   return request_make(options, report, (const char* const*)*paths, count);
}

static Comparison* compare(const HtmlOptions* options, const Request* baseline, const Request* request)
{
   const CompareOptions compare_options = {
      .threshold = SAME_COST, .least_part = SHARE_TOLD, .own = options->own, .all_cases = true
   };
   return comparison_make(baseline->report, request->report, &compare_options);
}

static bool load_profile(Profile* profile, const char* path, Problem* problem)
{
   const uint64_t functions = profile->functions_read;
   const uint64_t known = profile->known_read;
   if (!profile_load(profile, path, problem)) {
      return false;
   }
   if (profile->functions_read > functions && profile->known_read == known) {
      problem_set(problem, path, 0, "has no routine of the report: is it the profile of another program?");
      return false;
   }
   return true;
}

/* NULL, with the problem set, if one cannot be read, or is not of this run. */
static Profile* load_profiles(const GPtrArray* paths, const Report* report, Problem* problem)
{
   Profile* profile = profile_new();
   for (uint32_t i = 0; i < report_routine_count(report); i++) {
      const Routine* routine = report_routine(report, i);
      profile_know(profile, routine->image, routine->name);
      if (routine->mangled != NULL) {
         profile_know(profile, routine->image, routine->mangled);
      }
   }
   bool loaded = true;
   for (guint i = 0; loaded && i < paths->len; i++) {
      loaded = load_profile(profile, g_ptr_array_index(paths, i), problem);
   }
   if (loaded && profile->functions_read == 0) {
      problem_set(problem, g_ptr_array_index(paths, 0), 0, "is not a Callgrind profile: it is empty");
      loaded = false;
   }
   if (!loaded) {
      g_clear_pointer(&profile, profile_free);
   }
   return profile;
}

/* False, with the problem set, if a file cannot be read. */
static bool load_all(const HtmlOptions* options, const char* const* paths, size_t count, PageContents* page,
                     char*** baseline_paths, Problem* problem)
{
   Report* report = report_load(paths, count, options->load, problem);
   bool    done = report != NULL;
   if (done && options->profiles->len > 0) {
      page->profile = load_profiles(options->profiles, report, problem);
      done = page->profile != NULL;
   }
   page->request = request_make(options, report, paths, count);
   if (done && options->baseline != NULL) {
      page->baseline = load_baseline(options, page->request, baseline_paths, problem);
      done = page->baseline != NULL;
   }
   g_assert(!done || page->request != NULL);
   if (done && page->baseline != NULL) {
      char** const sides[] = { *baseline_paths, (char**)paths };
      page->comparison = compare(options, page->baseline, page->request);
      page->diff = answer_diff(page->comparison, sides);
   }
   if (done && options->favourites != NULL) {
      page->favourites = favourites_load(options->favourites, page->request->report, problem);
      done = page->favourites != NULL;
   }
   return done;
}

static void free_all(PageContents* page)
{
   g_clear_pointer(&page->diff, tree_free);
   g_clear_pointer(&page->comparison, comparison_free);
   free_request(page->request);
   free_request(page->baseline);
   profile_free(page->profile);
   g_clear_pointer(&page->favourites, g_array_unref);
}

static bool write_page(const PageContents* page, const char* path, FILE* out, Problem* problem)
{
   g_autoptr(Answer) answer = answer_page(page);
   return html_write_page(out, path, "report", answer, problem);
}

/* `out`: where the name of the page is printed. */
static int run(const HtmlOptions* options, const char* const* paths, size_t count, FILE* out)
{
   Problem problem;
   g_autofree char* path = options->output != NULL       ? g_strdup(options->output)
                           : strcmp(paths[0], "-") == 0 ? g_strdup("aprof.html")
                                                        : g_strconcat(paths[0], ".html", NULL);
   g_auto(GStrv)    baseline_paths = NULL;   /* the problem may name one of them */
   PageContents page = { .source = options->source };
   bool         done = load_all(options, paths, count, &page, &baseline_paths, &problem)
                       && write_page(&page, path, out, &problem);
   if (!done) {
      problem_print(&problem, "aprof html");
   }
   free_all(&page);
   return done ? EXIT_OK : EXIT_USAGE;
}

/* docs/command.md has the words in the order of the enumeration. */
_Static_assert((int)HTML_SOURCE_ALL == (int)SOURCE_ALL, "--source");

static bool take_option(void* data, int option, const Argument* argument)
{
   HtmlOptions* options = data;
   if (option != HTML_OUTPUT && option != HTML_DEBUG_DIR) {
      options->of_reports = argument->usage->options[option].name;
   }
   switch ((HtmlOption)option) {
      case HTML_OUTPUT:        options->output = argument->value; break;
      case HTML_BASELINE:      options->baseline = argument->value; break;
      case HTML_CALLGRIND:     g_ptr_array_add(options->profiles, (char*)argument->value); break;
      case HTML_FAVOURITES:    options->favourites = argument->value; break;
      case HTML_OWN:           options->own = argument->value; break;
      case HTML_SOURCE:        options->source = (SourceChoice)argument->word; break;
      case HTML_FOLD_GENERICS: options->load.fold_generics = true; break;
      case HTML_DEBUG_DIR:     return debug_directory_take(argument, option);
      case HTML_FORCE:         options->load.force = true; break;
   }
   return true;
}

static int work(void* data, char** words, size_t count)
{
   const HtmlOptions* options = data;
   for (size_t i = 0; i < count; i++) {
      if (settings_are_in(words[i])) {
         return experiment_is_alone(html_usage.name, words[i], count, options->of_reports)
                ? html_experiment(stdout, words[i], options->output) : EXIT_USAGE;
      }
   }
   Problem problem;
   const char* const* names = (const char* const*)words;
   g_auto(GStrv) paths = report_paths_of_one(names, count, options->load.force, &problem);
   int status = EXIT_USAGE;
   if (paths == NULL) {
      problem_print(&problem, html_usage.name);
   } else {
      status = run(options, (const char* const*)paths, g_strv_length(paths), stdout);
   }
   return status;
}

int html_write(FILE* out, const char* report, const char* page)
{
   const HtmlOptions options = {
      .profiles = g_ptr_array_new(), .source = SOURCE_OWN, .load.find_names = true, .output = page
   };
   int status = run(&options, &report, 1, out);
   g_ptr_array_free(options.profiles, TRUE);
   return status;
}

int html_main(int count, char** words)
{
   static const Subcommand html = {
      .usage = &html_usage, .take = take_option, .needs = "the REPORTs to show", .work = work,
   };
   HtmlOptions options = { .profiles = g_ptr_array_new(), .source = SOURCE_OWN, .load.find_names = true };
   int status = subcommand_run(&html, &options, count, words);
   g_ptr_array_free(options.profiles, TRUE);
   return status;
}
