#include "answer/phrases.h"

#include <assert.h>
#include <math.h>

#include "model/own.h"
#include "subject/names.h"
#include "util/text.h"

void phrase_add_name(GString* text, const Blamed* blamed)
{
   g_autoptr(GStringChunk) texts = g_string_chunk_new(256);
   g_string_append_printf(text, "`%s`", name_in_sentence(blamed->name, blamed->mangled, texts));
}

void phrase_add_place(GString* text, const Cause* cause)
{
   double    percent = round(100 * cause->place.share);
   ShortText share;
   assert(cause->place.name != NULL && percent <= 100);
   if (percent >= round(100 * cause->named.share)) {
      g_string_append(text, "all in ");
   } else {
      g_string_append_printf(text, "%s in ", text_percent(cause->place.share, share));
   }
   phrase_add_name(text, &cause->place);
   if (own_is_address(cause->place.name)) {
      g_string_append_printf(text, " in %s", text_file_name(cause->place.object));
   }
}

void phrase_add_open(GString* text, double open)
{
   assert(open >= 0);
   ShortText share;
   g_string_append_printf(text, "how %s of the cost grows is open", text_percent(open, share));
}

const char* phrase_harm(Harm harm, const char* n)
{
   assert(harm != HARM_FASTER);
   return harm == HARM_N ? n : "n log n";
}
