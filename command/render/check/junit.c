/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Results as JUnit XML, as Jenkins and GitLab read it: a test case for each limit of each
   routine, and for each finding.  What is not decided, ignored, or may be violated, is
   skipped. */

#include <inttypes.h>
#include <string.h>

#include "answer/judge/sentences.h"
#include "render/check/outputs.h"
#include "util/text.h"
#include "util/xml_writer.h"

typedef struct {
   const Gate*      gate;
   xmlTextWriterPtr xml;
} Writer;

typedef struct {
   size_t tests;
   size_t failures;
   size_t errors;
   size_t skipped;
} Cases;

/* What becomes of a test case. */
typedef enum { CASE_PASSED, CASE_SKIPPED, CASE_FAILED, CASE_ERROR } CaseKind;

static CaseKind case_of_result(const Gate* gate, const Result* result)
{
   return result->verdict == VERDICT_PASSED                                  ? CASE_PASSED
        : gate_level_of_verdict(gate, result->verdict) == LEVEL_ERROR         ? CASE_FAILED
                                                                              : CASE_SKIPPED;
}

static CaseKind case_of_finding(const Gate* gate, const Finding* finding)
{
   return finding->kind == FINDING_SYNTAX                                ? CASE_ERROR
        : gate_level_of_finding(gate, finding->kind) == LEVEL_ERROR       ? CASE_FAILED
                                                                          : CASE_SKIPPED;
}

static void count_case(Cases* totals, CaseKind kind)
{
   totals->tests++;
   totals->failures += kind == CASE_FAILED;
   totals->errors += kind == CASE_ERROR;
   totals->skipped += kind == CASE_SKIPPED;
}

static Cases count_all(const Gate* gate)
{
   Cases totals = { 0 };
   for (guint i = 0; i < gate->results->len; i++) {
      count_case(&totals, case_of_result(gate, &g_array_index(gate->results, Result, i)));
   }
   for (guint i = 0; i < gate->findings->list->len; i++) {
      count_case(&totals, case_of_finding(gate, &g_array_index(gate->findings->list, Finding, i)));
   }
   return totals;
}

/*------------------------------------------------------------------*/
/*--- XML                                                        ---*/
/*------------------------------------------------------------------*/

static void attribute(const Writer* writer, const char* name, const char* value)
{
   char*       valid = g_utf8_make_valid(value, -1);
   const char* printable = text_printable(valid, writer->gate->texts);
   xmlTextWriterWriteAttribute(writer->xml, BAD_CAST name, BAD_CAST printable);
   g_free(valid);
}

static void attribute_number(const Writer* writer, const char* name, size_t value)
{
   xmlTextWriterWriteFormatAttribute(writer->xml, BAD_CAST name, "%zu", value);
}

/* What is inside a test case; nothing if it is passed. */
static void write_outcome(const Writer* writer, CaseKind kind, const char* type, const char* message,
                          const Place* place)
{
   static const char* const elements[] = {
      [CASE_SKIPPED] = "skipped", [CASE_FAILED] = "failure", [CASE_ERROR] = "error"
   };
   if (kind == CASE_PASSED) {
      return;
   }
   char* text = g_strdup_printf("%s:%u: %s", place->file, place->line, message);
   char* valid = g_utf8_make_valid(text, -1);
   xmlTextWriterStartElement(writer->xml, BAD_CAST elements[kind]);
   attribute(writer, "type", type);
   attribute(writer, "message", message);
   xmlTextWriterWriteString(writer->xml, BAD_CAST text_printable(valid, writer->gate->texts));
   xmlTextWriterEndElement(writer->xml);
   g_free(valid);
   g_free(text);
}

static void write_result(const Writer* writer, const Result* result)
{
   const Place place = message_place(writer->gate, result);
   char*       message = message_of_result(result);
   char*       class = g_strdup_printf("%s.%s", result->object, result->name);
   xmlTextWriterStartElement(writer->xml, BAD_CAST "testcase");
   attribute(writer, "classname", class);
   attribute(writer, "name", result->limit->text);
   write_outcome(writer, case_of_result(writer->gate, result), verdict_name(result->verdict), message,
                 &place);
   xmlTextWriterEndElement(writer->xml);
   g_free(class);
   g_free(message);
}

static void write_finding(const Writer* writer, const Finding* finding)
{
   const Place place = { finding->file, finding->line, finding->column };
   char*       name = g_strdup_printf("line %u", finding->line);
   xmlTextWriterStartElement(writer->xml, BAD_CAST "testcase");
   attribute(writer, "classname", finding->file);
   attribute(writer, "name", name);
   write_outcome(writer, case_of_finding(writer->gate, finding), finding_name(finding->kind), finding->text,
                 &place);
   xmlTextWriterEndElement(writer->xml);
   g_free(name);
}

/*------------------------------------------------------------------*/
/*--- The file                                                   ---*/
/*------------------------------------------------------------------*/

static void write_totals(const Writer* writer, const Cases* totals)
{
   attribute(writer, "name", "aprof check");
   attribute_number(writer, "tests", totals->tests);
   attribute_number(writer, "failures", totals->failures);
   attribute_number(writer, "errors", totals->errors);
}

static void write_suite(const Writer* writer)
{
   const Gate*   gate = writer->gate;
   const Cases totals = count_all(gate);
   xmlTextWriterStartElement(writer->xml, BAD_CAST "testsuites");
   write_totals(writer, &totals);
   xmlTextWriterStartElement(writer->xml, BAD_CAST "testsuite");
   write_totals(writer, &totals);
   attribute_number(writer, "skipped", totals.skipped);
   for (guint i = 0; i < gate->results->len; i++) {
      write_result(writer, &g_array_index(gate->results, Result, i));
   }
   for (guint i = 0; i < gate->findings->list->len; i++) {
      write_finding(writer, &g_array_index(gate->findings->list, Finding, i));
   }
   xmlTextWriterEndElement(writer->xml);
   xmlTextWriterEndElement(writer->xml);
}

void output_junit(FILE* out, const Gate* gate)
{
   Writer writer = { gate, xml_begin(out) };
   write_suite(&writer);
   xml_end(writer.xml);
}
