#include "util/xml_writer.h"

#include <glib.h>

#include "util/memory.h"

static int pass_on(void* stream, const char* bytes, int length)
{
   return (int)fwrite(bytes, 1, (size_t)length, stream);
}

static int close_nothing(void* stream)
{
   (void)stream;
   return 0;
}

xmlTextWriterPtr xml_begin(FILE* out)
{
   xmlMemSetup(g_free, g_malloc, g_realloc, g_strdup);
   xmlOutputBufferPtr buffer = xmlOutputBufferCreateIO(pass_on, close_nothing, out, NULL);
   xmlTextWriterPtr   writer = buffer == NULL ? NULL : xmlNewTextWriter(buffer);
   if (writer == NULL) {
      memory_exhausted("the XML writer");
   }
   xmlTextWriterSetIndent(writer, 1);
   xmlTextWriterStartDocument(writer, NULL, "UTF-8", NULL);
   return writer;
}

void xml_end(xmlTextWriterPtr writer)
{
   xmlTextWriterEndDocument(writer);
   xmlFreeTextWriter(writer);
}
