/* Expectations come from the program, in any number and with any text.  So there are limits, and texts are
   written as names are. */

#include "report/report.h"

#include "files/output.h"
#include "files/text.h"
#include "report/line.h"

#define MAX_EXPECTED  1000
#define MAX_ROUTINE   500
#define MAX_LIMIT     100
#define MAX_PLACE     0x7fffffff

typedef struct {
   HChar* routine;
   HChar* limit;
   HChar* file;
   UWord  line;        /* 0: not known */
} Expectation;

static Expectation expected[MAX_EXPECTED];
static UInt        expected_count;

static Bool are_equal(const Expectation* a, const Expectation* b)
{
   return a->line == b->line && VG_STREQ(a->routine, b->routine) && VG_STREQ(a->limit, b->limit)
          && VG_STREQ(a->file, b->file);
}

/* Looks at the one that was added last first, because it may stand in a loop. */
static Bool is_known(const Expectation* wanted)
{
   UInt i = expected_count;
   while (i > 0 && !are_equal(&expected[i - 1], wanted)) {
      i--;
   }
   return i > 0;
}

static HChar* copy_of(const HChar* text)
{
   return VG_(strdup)("aprof.report.expected", text);
}

Expected expected_add(const HChar* routine, const HChar* limit, const HChar* file, UWord line)
{
   Expectation const wanted = { (HChar*)routine, (HChar*)limit, (HChar*)file, line > MAX_PLACE ? 0 : line };
   if (VG_(strlen)(routine) > MAX_ROUTINE) {
      return ExpectedLongRoutine;
   }
   if (VG_(strlen)(limit) > MAX_LIMIT) {
      return ExpectedLongLimit;
   }
   if (is_known(&wanted)) {
      return ExpectedKept;
   }
   if (expected_count == MAX_EXPECTED) {
      return ExpectedMany;
   }
   expected[expected_count++] = (Expectation){ copy_of(routine), copy_of(limit), copy_of(file), wanted.line };
   return ExpectedKept;
}

/* A double quote takes two bytes in a report: the worst case fits on a line.  Of the file,
   the end is kept. */
#define ROOM  (1023 - sizeof "c expect: \"\" \"\" \"\" 2147483647")

void expected_write(void)
{
   for (UInt i = 0; i < expected_count; i++) {
      const Expectation* e     = &expected[i];
      SizeT              room  = ROOM;
      SizeT              limit = text_tail_length(e->limit, room, True);
      SizeT              file  = text_tail_length(e->file, (room - limit) / 2, True);
      output_text("c expect: \"");
      text_write_head(e->limit, limit, True);
      output_text("\" \"");
      text_write_tail(e->file, file, True);
      output_text("\" ");
      output_number(e->line);
      output_text(" \"");
      text_write_head(e->routine, room - limit - file, True);
      output_text("\"\n");
   }
}
