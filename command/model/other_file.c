#include "model/other_file.h"

#include <glib.h>
#include <string.h>

#define CALLGRIND \
   "it is a Callgrind profile: `aprof html --callgrind=PROFILE REPORT` shows it beside a report"

static const struct {
   const char* beginning;
   const char* text;
} other_files[] = {
   { "\x7f" "ELF",         "it is a program or library: `aprof run PROGRAM` measures one" },
   { "#!",                 "it is a script: `aprof run SCRIPT` measures what it starts" },
   { "# callgrind format", CALLGRIND },
   { "version: ",          CALLGRIND },
   { "creator: ",          CALLGRIND },
   { "events: ",           CALLGRIND },
   { "desc: ",             "it is a profile of Massif or Cachegrind, other tools of Valgrind" },
   { "PERFILE2",           "it is a profile of Linux perf" },
   { "<!DOCTYPE html",     "it is a page for a browser" },
   { "<!doctype html",     "it is a page for a browser" },
   { "<?xml",              "it is XML" },
   { "{",                  "it is JSON, which aprof writes but does not read: give the report that it was "
                           "made of" },
   { "PK\x03\x04",         "it is a zip archive: unpack it before" },
   { "\xff\xfe",           "it is text in UTF-16: a report is in UTF-8" },
};

const char* other_file_text(Slice first_line)
{
   for (size_t i = 0; i < G_N_ELEMENTS(other_files); i++) {
      size_t length = strlen(other_files[i].beginning);
      if (first_line.length >= length && memcmp(first_line.bytes, other_files[i].beginning, length) == 0) {
         return other_files[i].text;
      }
   }
   return NULL;
}
