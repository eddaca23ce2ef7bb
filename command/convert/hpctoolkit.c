/* HPCToolkit's PROFILE: an XML tree of program (PGM), object files (LM), source
   files (F), procedures (P) and statements (S), with metrics (M).

      <LM n="/usr/bin/example"><F n="&lt;unknown&gt;">
        <P n="main" ln="main"><S b="0" e="0"><M n="0" v="10"/><M n="1" v="1"/></S>
                              <M n="2" v="260"/><M n="3" v="4"/><M n="4" v="1"/></P>

   Its readers fail on trees that leave out a level.  They also add up the metrics of
   lower levels into higher ones.  So each procedure has one statement, because lines are
   not known, and the statement has the metrics that can be added up: self cost and calls.
   The procedure has the others: cumulative cost, largest input and number of points.
   Calling contexts cannot be nested, so they are added up. */

#include "convert/conversion.h"

#include <assert.h>
#include <inttypes.h>

#include "util/xml_writer.h"

/* The format's DTD, whole, so that a file is valid by itself. */
static const char profile_dtd[] =
   "\n"
   "<!ELEMENT PROFILE (PROFILEHDR, PROFILEPARAMS, PROFILESCOPETREE)>\n"
   "<!ATTLIST PROFILE version CDATA #REQUIRED>\n"
   "<!ELEMENT PROFILEHDR (#PCDATA)>\n"
   "<!ELEMENT PROFILEPARAMS (TARGET, METRICS)>\n"
   "<!ELEMENT TARGET EMPTY>\n"
   "<!ATTLIST TARGET name CDATA #REQUIRED>\n"
   "<!ELEMENT METRICS (METRIC)+>\n"
   "<!ELEMENT METRIC EMPTY>\n"
   "<!ATTLIST METRIC shortName CDATA #REQUIRED nativeName CDATA #REQUIRED period CDATA #REQUIRED\n"
   "   units CDATA #IMPLIED displayName CDATA #IMPLIED display (true|false) #IMPLIED>\n"
   "<!ELEMENT PROFILESCOPETREE (PGM)*>\n"
   "<!ELEMENT PGM (G|LM|F|M)+>\n"
   "<!ATTLIST PGM n CDATA #REQUIRED>\n"
   "<!ELEMENT G (G|LM|F|P|L|S|M)*>\n"
   "<!ATTLIST G n CDATA #IMPLIED>\n"
   "<!ELEMENT LM (G|F|M)*>\n"
   "<!ATTLIST LM n CDATA #REQUIRED>\n"
   "<!ELEMENT F (G|P|L|S|M)*>\n"
   "<!ATTLIST F n CDATA #REQUIRED>\n"
   "<!ELEMENT P (G|L|S|M)*>\n"
   "<!ATTLIST P n CDATA #REQUIRED ln CDATA #IMPLIED b CDATA #IMPLIED e CDATA #IMPLIED>\n"
   "<!ELEMENT L (G|L|S|M)*>\n"
   "<!ATTLIST L b CDATA #IMPLIED e CDATA #IMPLIED>\n"
   "<!ELEMENT S (M)*>\n"
   "<!ATTLIST S b CDATA #REQUIRED e CDATA #IMPLIED id CDATA #IMPLIED>\n"
   "<!ELEMENT M EMPTY>\n"
   "<!ATTLIST M n CDATA #REQUIRED v CDATA #REQUIRED>\n";

#define UNKNOWN_FILE  "<unknown>"
#define UNKNOWN_LINE  "0"

/* Metrics are known by their number; readers take the first for the main one. */
enum {
   METRIC_SELF,
   METRIC_CALLS,
   METRIC_CUMULATIVE,
   METRIC_LARGEST_INPUT,
   METRIC_POINTS,
   METRICS
};

typedef struct {
   uint64_t values[METRICS];
} Metrics;

typedef struct {
   Conversion*      conversion;
   xmlTextWriterPtr xml;
} Writer;

/*--- XML ---*/

/* A failing write shows at the stream, which the caller of the writers checks. */

static void begin(const Writer* writer, const char* element)
{
   xmlTextWriterStartElement(writer->xml, BAD_CAST element);
}

static void end(const Writer* writer)
{
   xmlTextWriterEndElement(writer->xml);
}

static void attribute(const Writer* writer, const char* name, const char* value)
{
   xmlTextWriterWriteAttribute(writer->xml, BAD_CAST name, BAD_CAST convert_text(writer->conversion, value));
}

static void attribute_name(const Writer* writer, const char* name, const char* value)
{
   xmlTextWriterWriteAttribute(writer->xml, BAD_CAST name, BAD_CAST convert_name(writer->conversion, value));
}

static void attribute_number(const Writer* writer, const char* name, uint64_t value)
{
   char text[24];
   snprintf(text, sizeof text, "%" PRIu64, value);
   xmlTextWriterWriteAttribute(writer->xml, BAD_CAST name, BAD_CAST text);
}

/*--- Head ---*/

static const char* program_name(const Writer* writer)
{
   const Header* header = report_header(writer->conversion->report);
   return header->application != NULL ? header->application : header->command_line;
}

static void write_header_line(const Writer* writer, const char* key, const char* value)
{
   g_autofree char* line = g_strdup_printf("%-8s %s\n", key, convert_text(writer->conversion, value));
   xmlTextWriterWriteString(writer->xml, BAD_CAST line);
}

static void write_header_text(const Writer* writer)
{
   const Header* header = report_header(writer->conversion->report);
   begin(writer, "PROFILEHDR");
   xmlTextWriterWriteString(writer->xml, BAD_CAST "\n");
   write_header_line(writer, "name", program_name(writer));
   write_header_line(writer, "command", header->command_line);
   write_header_line(writer, "date", header->date);
   write_header_line(writer, "creator", "aprof " PACKAGE_VERSION);
   end(writer);
}

static void write_metric(const Writer* writer, unsigned number, const char* native_name,
                         const char* display_name, const char* units)
{
   begin(writer, "METRIC");
   attribute_number(writer, "shortName", number);
   attribute(writer, "nativeName", native_name);
   attribute(writer, "period", "1");
   attribute(writer, "units", units);
   attribute(writer, "displayName", display_name);
   attribute(writer, "display", "true");
   end(writer);
}

static void write_parameters(const Writer* writer)
{
   CostName cost = convert_cost_name(writer->conversion);
   begin(writer, "PROFILEPARAMS");
   begin(writer, "TARGET");
   attribute(writer, "name", program_name(writer));
   end(writer);
   begin(writer, "METRICS");
   write_metric(writer, METRIC_SELF, "self cost", "Self cost", cost.description);
   write_metric(writer, METRIC_CALLS, "calls", "Calls", "Calls");
   write_metric(writer, METRIC_CUMULATIVE, "cumulative cost", "Cumulative cost", cost.description);
   write_metric(writer, METRIC_LARGEST_INPUT, "largest input", "Largest input", "Cells");
   write_metric(writer, METRIC_POINTS, "points", "Points", "Points");
   end(writer);
   end(writer);
}

/*--- The tree ---*/

static void write_values(const Writer* writer, const Metrics* metrics, unsigned first, unsigned last)
{
   assert(first <= last && last < METRICS);
   for (unsigned i = first; i <= last; i++) {
      begin(writer, "M");
      attribute_number(writer, "n", i);
      attribute_number(writer, "v", metrics->values[i]);
      end(writer);
   }
}

static void write_routine(const Writer* writer, const Routine* routine)
{
   size_t count;
   const Point* points = report_routine_points(writer->conversion->report, routine, &count);
   if (count == 0) {
      return;
   }
   const Metrics metrics = { .values = {
      [METRIC_SELF] = routine->totals.self_sum,
      [METRIC_CALLS] = routine->totals.calls,
      [METRIC_CUMULATIVE] = routine->totals.real_sum,
      [METRIC_LARGEST_INPUT] = points[count - 1].rms,
      [METRIC_POINTS] = count,
   } };
   begin(writer, "P");
   attribute_name(writer, "n", routine->name);
   if (routine->mangled != NULL) {
      attribute_name(writer, "ln", routine->mangled);
   }
   begin(writer, "S");
   attribute(writer, "b", UNKNOWN_LINE);
   attribute(writer, "e", UNKNOWN_LINE);
   write_values(writer, &metrics, METRIC_SELF, METRIC_CALLS);
   end(writer);
   write_values(writer, &metrics, METRIC_CUMULATIVE, METRIC_POINTS);
   end(writer);
}

static void write_object(const Writer* writer, const Objects* objects, uint32_t number)
{
   const Report* report = writer->conversion->report;
   begin(writer, "LM");
   attribute_name(writer, "n", objects_path(objects, report, number));
   begin(writer, "F");
   attribute(writer, "n", UNKNOWN_FILE);
   for (uint32_t i = objects->first[number]; i < objects->first[number + 1]; i++) {
      write_routine(writer, report_routine(report, objects->routines[i]));
   }
   end(writer);
   end(writer);
}

static void write_tree(const Writer* writer)
{
   g_auto(Objects) objects = objects_find(writer->conversion->report);
   begin(writer, "PROFILESCOPETREE");
   /* A program must have something in it. */
   if (objects.count > 0) {
      begin(writer, "PGM");
      attribute(writer, "n", program_name(writer));
      for (uint32_t i = 0; i < objects.count; i++) {
         write_object(writer, &objects, i);
      }
      end(writer);
   }
   end(writer);
}

/*--- The file ---*/

bool convert_hpctoolkit(Conversion* conversion)
{
   Writer writer = { conversion, xml_begin(conversion->out) };
   xmlTextWriterWriteDTD(writer.xml, BAD_CAST "PROFILE", NULL, NULL, BAD_CAST profile_dtd);
   begin(&writer, "PROFILE");
   attribute(&writer, "version", "3.0");
   write_header_text(&writer);
   write_parameters(&writer);
   write_tree(&writer);
   end(&writer);
   xml_end(writer.xml);
   if (report_context_count(conversion->report) > 0) {
      convert_note(conversion, "calling contexts cannot be nested in this format: they are added up by "
                   "routine");
   }
   return true;
}
