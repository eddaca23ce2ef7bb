/* Results as JUnit XML, as Jenkins and GitLab read it: a test case for each limit of each
   routine, and for each finding.  What is open, ignored, or may be violated, is
   skipped. */

#include <glib.h>
#include <string.h>

#include "render/check/outputs.h"
#include "util/text.h"
#include "util/xml_writer.h"

typedef struct {
   xmlTextWriterPtr xml;
   GStringChunk*    texts;
} Writer;

/* The outcome of a test case. */
typedef enum { CASE_PASSED, CASE_SKIPPED, CASE_FAILED, CASE_ERROR } CaseKind;

#define CASE_KINDS  (CASE_ERROR + 1)

static CaseKind case_of(const char* kind, const char* level)
{
   return strcmp(kind, "passed") == 0       ? CASE_PASSED
        : strcmp(kind, "rules-syntax") == 0 ? CASE_ERROR
        : strcmp(level, "error") == 0       ? CASE_FAILED
                                            : CASE_SKIPPED;
}

static void count_all(const Answer* check, size_t cases[CASE_KINDS])
{
   const Answer* findings = tree_get(check, "findings");
   Verdicts      verdicts[VERDICTS];
   results_by_verdict(check, verdicts);
   for (size_t i = 0; i < VERDICTS; i++) {
      cases[case_of(verdicts[i].verdict, verdicts[i].level)] += verdicts[i].count;
   }
   for (size_t i = 0; i < tree_length(findings); i++) {
      g_autoptr(Answer) finding = tree_item(findings, i);
      cases[case_of(tree_get_text(finding, "kind"), tree_get_text(finding, "level"))]++;
   }
}

/*--- XML ---*/

static void attribute(const Writer* writer, const char* name, const char* value)
{
   xmlTextWriterWriteAttribute(writer->xml, BAD_CAST name, BAD_CAST text_printable(value, writer->texts));
}

static void attribute_number(const Writer* writer, const char* name, size_t value)
{
   char text[24];
   snprintf(text, sizeof text, "%zu", value);
   xmlTextWriterWriteAttribute(writer->xml, BAD_CAST name, BAD_CAST text);
}

/* Writes the inside of a test case; nothing if it is passed. */
static void write_outcome(const Writer* writer, CaseKind kind, const char* type, const char* message,
                          Place place)
{
   static const char* const elements[] = {
      [CASE_SKIPPED] = "skipped", [CASE_FAILED] = "failure", [CASE_ERROR] = "error"
   };
   if (kind == CASE_PASSED) {
      return;
   }
   g_autofree char* at = place.file == NULL
                         ? g_strdup("") : g_strdup_printf("%s:%u: ", place.file, place.line);
   g_autofree char* text = g_strconcat(at, message, NULL);
   xmlTextWriterStartElement(writer->xml, BAD_CAST elements[kind]);
   attribute(writer, "type", type);
   attribute(writer, "message", message);
   xmlTextWriterWriteString(writer->xml, BAD_CAST text_printable(text, writer->texts));
   xmlTextWriterEndElement(writer->xml);
}

static void write_case(const Answer* of, bool is_finding, void* data)
{
   const Writer* writer = data;
   const char*   type = tree_get_text(of, is_finding ? "kind" : "verdict");
   Place         place = place_of_result(of);
   g_autofree char* class = is_finding ? g_strdup(place.file)
                                       : g_strconcat(tree_get_text(of, "object"), ".",
                                                     tree_get_text(of, "name"), NULL);
   g_autofree char* name = is_finding ? g_strdup_printf("line %u", place.line)
                                      : g_strdup(tree_get_text(of, "limit.text"));
   xmlTextWriterStartElement(writer->xml, BAD_CAST "testcase");
   attribute(writer, "classname", class);
   attribute(writer, "name", name);
   write_outcome(writer, case_of(type, tree_get_text(of, "level")), type, tree_get_text(of, "message"),
                 place);
   xmlTextWriterEndElement(writer->xml);
   g_string_chunk_clear(writer->texts);
}

/*--- The file ---*/

static void write_totals(const Writer* writer, const size_t cases[CASE_KINDS])
{
   attribute(writer, "name", "aprof check");
   attribute_number(writer, "tests", cases[CASE_PASSED] + cases[CASE_SKIPPED] + cases[CASE_FAILED]
                    + cases[CASE_ERROR]);
   attribute_number(writer, "failures", cases[CASE_FAILED]);
   attribute_number(writer, "errors", cases[CASE_ERROR]);
}

void render_junit(FILE* out, const Answer* check)
{
   Writer writer = { xml_begin(out), g_string_chunk_new(1024) };
   size_t cases[CASE_KINDS] = { 0 };
   count_all(check, cases);
   xmlTextWriterStartElement(writer.xml, BAD_CAST "testsuites");
   write_totals(&writer, cases);
   xmlTextWriterStartElement(writer.xml, BAD_CAST "testsuite");
   write_totals(&writer, cases);
   attribute_number(&writer, "skipped", cases[CASE_SKIPPED]);
   visit_all(check, write_case, &writer);
   xml_end(writer.xml);
   g_string_chunk_free(writer.texts);
}
