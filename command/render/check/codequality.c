/* Results as GitLab's Code Quality reads them: a list of issues, each with a fingerprint, by which GitLab
   tells those that a merge request brings from those that were there.  It depends on the program, the routine
   and the kind of limit, and neither on lines nor on numbers. */

#include <glib.h>
#include <string.h>

#include "render/check/outputs.h"

static char* identity_of(const char* object, const char* name, const char* kind)
{
   g_autofree char* text = g_strjoin("\n", object, name, kind, NULL);
   return g_compute_checksum_for_string(G_CHECKSUM_MD5, text, -1);
}

/* GitLab wants a path and a line. */
static Answer* location_of(Place place, const char* object)
{
   Answer* location = tree_object();
   Answer* lines = tree_object();
   tree_set_count(lines, "begin", place.line > 0 ? place.line : 1);
   tree_set_text(location, "path", place.file != NULL ? place.file : object);
   tree_set(location, "lines", lines);
   return location;
}

static Answer* issue_value(const Answer* of, bool is_finding)
{
   const char*      name = is_finding ? "" : tree_get_text(of, "name");
   const char*      kind = tree_get_text(of, is_finding ? "kind" : "limit.kind");
   const char*      message = tree_get_text(of, "message");
   g_autofree char* fingerprint = is_finding ? identity_of(kind, message, "")
                                             : identity_of(tree_get_text(of, "object"), name, kind);
   g_autofree char* description = g_strconcat(name, is_finding ? "" : ": ", message, NULL);
   Answer*          issue = tree_object();
   tree_set_text(issue, "description", description);
   tree_set_text(issue, "check_name", kind);
   tree_set_text(issue, "fingerprint", fingerprint);
   tree_set_text(issue, "severity", has_level(of, "error") ? "major" : "minor");
   tree_set(issue, "location",
            location_of(place_of_result(of), is_finding ? "" : tree_get_text(of, "object")));
   return issue;
}

static void add_issue(const Answer* of, bool is_finding, void* issues)
{
   if (!has_level(of, "none")) {
      tree_append(issues, issue_value(of, is_finding));
   }
}

void render_codequality(FILE* out, const Answer* check)
{
   g_autoptr(Answer) issues = tree_list();
   visit_all(check, add_issue, issues);
   fputs(json_object_to_json_string_ext(issues, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE),
         out);
   putc('\n', out);
}
