/* Results as GitLab's Code Quality reads them: a list of issues, each with a fingerprint, by which GitLab
   tells those that a merge request brings from those that were there.  It depends on the program, the routine
   and the kind of limit, and neither on lines nor on numbers. */

#include <glib.h>
#include <string.h>

#include "render/check/outputs.h"

static char* identity_of(const char* object, const char* name, const char* kind)
{
   char* text = g_strjoin("\n", object, name, kind, NULL);
   char* sum = g_compute_checksum_for_string(G_CHECKSUM_MD5, text, -1);
   g_free(text);
   return sum;
}

/* GitLab wants a line. */
static Answer* location_of(Place place)
{
   Answer* location = tree_object();
   Answer* lines = tree_object();
   tree_set_count(lines, "begin", place.line > 0 ? place.line : 1);
   tree_set_text(location, "path", place.file);
   tree_set(location, "lines", lines);
   return location;
}

static void add_issue(Answer* issues, const Answer* of, const char* kind, char* fingerprint,
                      char* description, Place place)
{
   Answer* issue = tree_object();
   tree_set_text(issue, "description", description);
   tree_set_text(issue, "check_name", kind);
   tree_set_text(issue, "fingerprint", fingerprint);
   tree_set_text(issue, "severity", has_level(of, "error") ? "major" : "minor");
   tree_set(issue, "location", location_of(place));
   tree_append(issues, issue);
   g_free(fingerprint);
   g_free(description);
}

static void add_results(Answer* issues, const Answer* check)
{
   const Answer* results = tree_get(check, "results");
   for (size_t i = 0; i < tree_length(results); i++) {
      g_autoptr(Answer) result = tree_item(results, i);
      const char* name = tree_get_text(result, "name");
      const char* kind = tree_get_text(result, "limit.kind");
      if (!has_level(result, "none")) {
         add_issue(issues, result, kind, identity_of(tree_get_text(result, "object"), name, kind),
                   g_strdup_printf("%s: %s", name, tree_get_text(result, "message")),
                   place_of_result(result));
      }
   }
}

static void add_findings(Answer* issues, const Answer* check)
{
   const Answer* findings = tree_get(check, "findings");
   for (size_t i = 0; i < tree_length(findings); i++) {
      g_autoptr(Answer) finding = tree_item(findings, i);
      const char* kind = tree_get_text(finding, "kind");
      const char* message = tree_get_text(finding, "message");
      if (!has_level(finding, "none")) {
         add_issue(issues, finding, kind, identity_of(kind, message, ""), g_strdup(message),
                   place_of(finding));
      }
   }
}

void render_codequality(FILE* out, const Answer* check)
{
   g_autoptr(Answer) issues = tree_list();
   add_results(issues, check);
   add_findings(issues, check);
   fputs(json_object_to_json_string_ext(issues, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE),
         out);
   putc('\n', out);
}
