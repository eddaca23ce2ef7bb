/* The functions of libxml2 that aprof uses. */

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlwriter.h>

#include "util/late.h"

#if LIBXML_VERSION < 21400
#define SONAME  "libxml2.so.2"
#else
#define SONAME  "libxml2.so.16"
#endif

typedef xmlTextWriterPtr Writer;
typedef const xmlChar*   Text;

/* Writing. */
LATE(SONAME, int, xmlMemSetup,
     (xmlFreeFunc release, xmlMallocFunc allocate, xmlReallocFunc resize, xmlStrdupFunc copy),
     (release, allocate, resize, copy))
LATE(SONAME, xmlOutputBufferPtr, xmlOutputBufferCreateIO,
     (xmlOutputWriteCallback write, xmlOutputCloseCallback end, void* data,
      xmlCharEncodingHandlerPtr encoder),
     (write, end, data, encoder))
LATE(SONAME, Writer, xmlNewTextWriter, (xmlOutputBufferPtr out), (out))
LATE(SONAME, void, xmlFreeTextWriter, (Writer writer), (writer))
LATE(SONAME, int, xmlTextWriterSetIndent, (Writer writer, int indent), (writer, indent))
LATE(SONAME, int, xmlTextWriterStartDocument,
     (Writer writer, const char* version, const char* encoding, const char* standalone),
     (writer, version, encoding, standalone))
LATE(SONAME, int, xmlTextWriterEndDocument, (Writer writer), (writer))
LATE(SONAME, int, xmlTextWriterWriteDTD, (Writer writer, Text name, Text id, Text system, Text subset),
     (writer, name, id, system, subset))
LATE(SONAME, int, xmlTextWriterStartElement, (Writer writer, Text name), (writer, name))
LATE(SONAME, int, xmlTextWriterEndElement, (Writer writer), (writer))
LATE(SONAME, int, xmlTextWriterWriteAttribute, (Writer writer, Text name, Text value), (writer, name, value))
LATE(SONAME, int, xmlTextWriterWriteString, (Writer writer, Text text), (writer, text))

/* Reading. */
LATE(SONAME, xmlDocPtr, xmlReadMemory,
     (const char* bytes, int size, const char* name, const char* encoding, int options),
     (bytes, size, name, encoding, options))
LATE(SONAME, __typeof__(xmlGetLastError()), xmlGetLastError, (void), ())
LATE(SONAME, xmlNodePtr, xmlDocGetRootElement, (const xmlDoc* document), (document))
LATE(SONAME, unsigned long, xmlChildElementCount, (xmlNodePtr node), (node))
LATE(SONAME, void, xmlUnlinkNode, (xmlNodePtr node), (node))
LATE(SONAME, void, xmlFreeNode, (xmlNodePtr node), (node))
LATE(SONAME, int, xmlDocDump, (FILE* out, xmlDocPtr document), (out, document))
LATE(SONAME, void, xmlFreeDoc, (xmlDocPtr document), (document))
