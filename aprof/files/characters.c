/* UTF-8, one character after the other. */

#include "files/characters.h"

/* The bytes of the UTF-8 character at `text`, or 0 if there is none: what the
   file system or the compiler gives need not be UTF-8.  (The Unicode Standard,
   table 3-7.) */
static UInt utf8_length(const UChar* text)
{
   static const struct { UChar first, last, low, high, length; } forms[] = {
      { 0x00, 0x7f, 0x00, 0xff, 1 }, { 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
      { 0xe1, 0xec, 0x80, 0xbf, 3 }, { 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 },
      { 0xf0, 0xf0, 0x90, 0xbf, 4 }, { 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
   };
   for (UInt form = 0; form < sizeof forms / sizeof *forms; form++) {
      if (text[0] >= forms[form].first && text[0] <= forms[form].last) {
         UInt length = forms[form].length;
         if (length > 1 && (text[1] < forms[form].low || text[1] > forms[form].high)) {
            return 0;
         }
         for (UInt i = 2; i < length; i++) {
            if ((text[i] & 0xc0) != 0x80) {
               return 0;
            }
         }
         return length;
      }
   }
   return 0;
}

/* True for controls of ASCII, and for the 32 (U+0080 to U+009F) that terminals obey as well. */
static Bool is_control(const UChar* text)
{
   return text[0] < ' ' || text[0] == 0x7f || (text[0] == 0xc2 && text[1] < 0xa0);
}

Character character_at(const HChar* text, Bool quoted)
{
   UInt length = utf8_length((const UChar*)text);
   if (length == 0) {
      return (Character){ "?", 1, 1 };
   }
   if (quoted && *text == '"') {
      return (Character){ "''", 2, 1 };
   }
   if (is_control((const UChar*)text)) {
      return (Character){ " ", 1, length };
   }
   return (Character){ text, length, length };
}

const HChar* characters_visible(const HChar* text)
{
   static HChar* recent[CHARACTERS_RECENT];
   static UInt   next;
   HChar* visible = VG_(malloc)("aprof.characters", VG_(strlen)(text) + 1);
   SizeT  length  = 0;
   VG_(free)(recent[next]);
   recent[next] = visible;
   next = (next + 1) % CHARACTERS_RECENT;
   while (*text != '\0') {
      Character c = character_at(text, False);
      VG_(memcpy)(visible + length, c.bytes, c.written);
      length += c.written;
      text   += c.read;
   }
   visible[length] = '\0';
   return visible;
}
