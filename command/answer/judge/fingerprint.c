/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Fingerprints, from the headers and comments of reports. */

#include "answer/judge/fingerprint.h"

#include <string.h>

#include "util/text.h"

const char* fingerprint_key(FingerprintKey key)
{
   static const char* const names[] = {
      [FINGERPRINT_METRIC] = "metric", [FINGERPRINT_INPUT] = "input", [FINGERPRINT_INPUT_ARG] = "input-arg",
      [FINGERPRINT_CELL] = "cell", [FINGERPRINT_REP_COST] = "rep-cost", [FINGERPRINT_VALGRIND] = "valgrind",
      [FINGERPRINT_LIBC] = "libc", [FINGERPRINT_PROCESSOR] = "processor",
   };
   return names[key];
}

static const char* keep(GStringChunk* texts, const char* text)
{
   return text == NULL ? NULL : g_string_chunk_insert(texts, text_printable(text, texts));
}

static const char* cell_size(const Header* header, GStringChunk* texts)
{
   char text[16];
   g_snprintf(text, sizeof text, "%u", header->memory_resolution);
   return header->memory_resolution == 0 ? NULL : keep(texts, text);
}

static const char* input_of(const Header* header)
{
   return header_has_input(header) ? header->input : "not measured";
}

/* A report without the comment has the default. */
static const char* rep_cost(const Header* header)
{
   const char* comment = header_comment(header, HEADER_REP_COST);
   return comment == NULL ? "64-bytes" : comment;
}

Fingerprint fingerprint_of(const Header* header, GStringChunk* texts)
{
   const char* arguments = header->input_arguments == NULL ? "none" : header->input_arguments;
   return (Fingerprint){ .values = {
      [FINGERPRINT_METRIC] = keep(texts, header->metric),
      [FINGERPRINT_INPUT] = keep(texts, input_of(header)),
      [FINGERPRINT_INPUT_ARG] = keep(texts, arguments),
      [FINGERPRINT_CELL] = cell_size(header, texts),
      [FINGERPRINT_REP_COST] = keep(texts, rep_cost(header)),
      [FINGERPRINT_VALGRIND] = keep(texts, header_comment(header, "valgrind")),
      [FINGERPRINT_LIBC] = keep(texts, header_comment(header, "libc")),
      [FINGERPRINT_PROCESSOR] = keep(texts, header_comment(header, "processor")),
   } };
}

static char* first_difference(const Fingerprint* there, const Fingerprint* here, FingerprintKey first,
                              FingerprintKey end)
{
   for (FingerprintKey key = first; key < end; key++) {
      const char* a = there->values[key];
      const char* b = here->values[key];
      if (a != NULL && b != NULL && strcmp(a, b) != 0) {
         return g_strdup_printf("its %s is %s, here %s", fingerprint_key(key), a, b);
      }
   }
   return NULL;
}

char* fingerprint_other_measure(const Fingerprint* there, const Fingerprint* here)
{
   return first_difference(there, here, FINGERPRINT_METRIC, FINGERPRINT_VALGRIND);
}

char* fingerprint_other_environment(const Fingerprint* there, const Fingerprint* here)
{
   return first_difference(there, here, FINGERPRINT_VALGRIND, FINGERPRINT_KEYS);
}
