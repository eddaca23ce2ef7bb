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
   const Check*      check;
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

static CaseKind case_of_result(const Check* check, const Result* result)
{
   return result->verdict == VERDICT_PASSED                                  ? CASE_PASSED
        : check_level_of_verdict(check, result->verdict) == LEVEL_ERROR         ? CASE_FAILED
                                                                              : CASE_SKIPPED;
}

static CaseKind case_of_finding(const Check* check, const Finding* finding)
{
   return finding->kind == FINDING_SYNTAX                                ? CASE_ERROR
        : check_level_of_finding(check, finding->kind) == LEVEL_ERROR       ? CASE_FAILED
                                                                          : CASE_SKIPPED;
}

static void count_case(Cases* totals, CaseKind kind)
{
   totals->tests++;
   totals->failures += kind == CASE_FAILED;
   totals->errors += kind == CASE_ERROR;
   totals->skipped += kind == CASE_SKIPPED;
}

static Cases count_all(const Check* check)
{
   Cases totals = { 0 };
   for (guint i = 0; i < check->results->len; i++) {
      count_case(&totals, case_of_result(check, &g_array_index(check->results, Result, i)));
   }
   for (guint i = 0; i < check->findings->list->len; i++) {
      count_case(&totals, case_of_finding(check, &g_array_index(check->findings->list, Finding, i)));
   }
   return totals;
}

/*------------------------------------------------------------------*/
/*--- XML                                                        ---*/
/*------------------------------------------------------------------*/

static void attribute(const Writer* writer, const char* name, const char* value)
{
   char*       valid = g_utf8_make_valid(value, -1);
   const char* printable = text_printable(valid, writer->check->texts);
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
   xmlTextWriterWriteString(writer->xml, BAD_CAST text_printable(valid, writer->check->texts));
   xmlTextWriterEndElement(writer->xml);
   g_free(valid);
   g_free(text);
}

static void write_result(const Writer* writer, const Result* result)
{
   const Place place = check_place(writer->check, result);
   char*       message = sentence_of_result(result);
   char*       class = g_strdup_printf("%s.%s", result->object, result->name);
   xmlTextWriterStartElement(writer->xml, BAD_CAST "testcase");
   attribute(writer, "classname", class);
   attribute(writer, "name", result->limit->text);
   write_outcome(writer, case_of_result(writer->check, result), verdict_name(result->verdict), message,
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
   write_outcome(writer, case_of_finding(writer->check, finding), finding_name(finding->kind), finding->text,
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
   const Check*   check = writer->check;
   const Cases totals = count_all(check);
   xmlTextWriterStartElement(writer->xml, BAD_CAST "testsuites");
   write_totals(writer, &totals);
   xmlTextWriterStartElement(writer->xml, BAD_CAST "testsuite");
   write_totals(writer, &totals);
   attribute_number(writer, "skipped", totals.skipped);
   for (guint i = 0; i < check->results->len; i++) {
      write_result(writer, &g_array_index(check->results, Result, i));
   }
   for (guint i = 0; i < check->findings->list->len; i++) {
      write_finding(writer, &g_array_index(check->findings->list, Finding, i));
   }
   xmlTextWriterEndElement(writer->xml);
   xmlTextWriterEndElement(writer->xml);
}

void output_junit(FILE* out, const Check* check)
{
   Writer writer = { check, xml_begin(out) };
   write_suite(&writer);
   xml_end(writer.xml);
}
