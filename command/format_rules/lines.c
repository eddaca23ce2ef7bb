/* Rules of every line. */

#include "format_rules/rules.h"

#include <inttypes.h>
#include <string.h>

#include "util/text.h"

/* Bytes in a line, without the newline: readers have buffers of 1,024, for both and a NUL. */
#define LONGEST_LINE  1023

static void line_fits_readers_buffer(Checker* checker)
{
   if (checker->record.text.length > LONGEST_LINE) {
      here(checker, "a line has at most %d bytes and its newline: this one has %zu",
           LONGEST_LINE, checker->record.text.length);
   }
}

static void line_ends_with_newline(Checker* checker)
{
   if (!checker->record.has_newline) {
      here(checker, "the last line does not end with a newline: the file may be cut off");
   }
}

/* Lines of numbers have been read byte by byte, and contain nothing else. */
static void text_is_printable(Checker* checker)
{
   const Record* record = &checker->record;
   if (record->tag == TAG_POINT || record->tag == TAG_CONTEXT_POINT || record->tag == TAG_CONTEXT) {
      return;
   }
   for (size_t at = 0; at < record->text.length;) {
      unsigned char byte = (unsigned char)record->text.bytes[at];
      size_t length = text_character_length(record->text.bytes + at, record->text.length - at);
      if (length == 0) {
         here(checker, "byte %zu, \\x%02x, starts no valid UTF-8 character", at + 1, byte);
         return;
      }
      if (byte < 0x20 || byte == 0x7f) {
         here(checker, "byte %zu is the control character \\x%02x", at + 1, byte);
         return;
      }
      at += length;
   }
}

/* Lines of contexts without points. */
static bool has_line_in_comment(const Record* record)
{
   return record->tag == TAG_COMMENT && record->in_comment != TAG_UNKNOWN;
}

/* The lines come in the order that all readers accept.  Each is compared with
   the one above, so that one line in a wrong place is one message, or two. */
static void tag_is_in_order(Checker* checker)
{
   static const char header_order[] = "cvtkemiaf";
   enum { PLACE_ROUTINES = sizeof header_order - 1, PLACE_CONTEXTS, PLACE_COMMENTED, PLACE_FAVOURITES };

   Tag tag = checker->record.tag;
   const char* in_header = strchr(header_order, tag);
   int place = has_line_in_comment(&checker->record) ? PLACE_COMMENTED
             : in_header != NULL     ? (int)(in_header - header_order)
             : tag == TAG_CONTEXT    ? PLACE_CONTEXTS
             : tag == TAG_FAVOURITES ? PLACE_FAVOURITES
             : PLACE_ROUTINES;
   if (place < checker->place) {
      TagText text, before;
      here(checker, "line %s after line %s: the order is c... v t k e m i a f, "
           "routines (r u p... or q...), x...", tag_text(tag, text), tag_text(checker->place_tag, before));
   }
   checker->place = place;
   checker->place_tag = tag;
}

/* aprof-plot writes the favourites as one last line. */
static void header_line_is_single(Checker* checker)
{
   Tag tag = checker->record.tag;
   if (strchr("vtkemiafF", tag) != NULL && checker->first_lines[tag] != 0) {
      TagText text;
      here(checker, "a second %s line: the first is line %" PRIu64,
           tag_text(tag, text), checker->first_lines[tag]);
   }
}

const Rule line_rules[] = {
   line_fits_readers_buffer, line_ends_with_newline, NULL
};

const Rule tag_rules[] = {
   tag_is_in_order, header_line_is_single, NULL
};

const Rule text_rules[] = { text_is_printable, NULL };
