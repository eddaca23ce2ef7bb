/* XML by libxml2, indented, to a stream.  If there is not enough memory, the command ends
   with a message (memory.h); libxml2 itself would leave out what it has no room for. */

#pragma once

#include <libxml/xmlwriter.h>
#include <stdio.h>

/* Begins a document, with its first line. */
extern xmlTextWriterPtr xml_begin(FILE* out);

/* Ends all elements. */
extern void xml_end(xmlTextWriterPtr writer);
