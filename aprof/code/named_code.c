/* Invariants: no two elements of `code` overlap; `answers` has all that was asked for and that a block may
   know, with the name that it had, unless it was in memory that is gone: then it was between `lowest_gone`
   and `highest_gone`.  So programs that go on generating code at other addresses do not fill the memory. */

#include "code/named_code.h"

#include "valgrind_version.h"

static OSet* code;         /* of NamedCode */

/*--- Answers ---*/

typedef struct {
   Addr                 address;   /* first, because it is the key */
   Addr                 entry;
   const GeneratedName* name;      /* NULL: none */
} Answer;

static OSet* answers;
static Addr  lowest_asked = ~(Addr)0;
static Addr  highest_asked;
static Addr  lowest_gone  = ~(Addr)0;
static Addr  highest_gone;
static Bool  has_changed;          /* one of them is out of date */

static void note_answer(Addr address, const NamedCode* named)
{
   Answer* answer = VG_(OSetGen_Lookup)(answers, &address);
   if (answer == NULL) {
      answer = VG_(OSetGen_AllocNode)(answers, sizeof *answer);
      answer->address = address;
      VG_(OSetGen_Insert)(answers, answer);
   }
   answer->entry = named == NULL ? 0 : named->entry;
   answer->name  = named == NULL ? NULL : named->name;
   lowest_asked  = address < lowest_asked ? address : lowest_asked;
   highest_asked = address > highest_asked ? address : highest_asked;
}

/* A new line gives this name to [start, start + size). */
static void check_answers(Addr start, SizeT size, const GeneratedName* name)
{
   const Answer* answer;
   VG_(OSetGen_ResetIterAt)(answers, &start);
   while ((answer = VG_(OSetGen_Next)(answers)) != NULL && answer->address - start < size) {
      has_changed |= answer->name != name || answer->entry != start;
   }
   has_changed |= start <= highest_gone && start + size > lowest_gone;
}

static Answer* first_answer_in(Addr start, SizeT size)
{
   VG_(OSetGen_ResetIterAt)(answers, &start);
   Answer* answer = VG_(OSetGen_Next)(answers);
   return answer != NULL && answer->address - start < size ? answer : NULL;
}

static void remove_answers_in(Addr start, SizeT size)
{
   Answer* answer;
   while ((answer = first_answer_in(start, size)) != NULL) {
      lowest_gone  = answer->address < lowest_gone ? answer->address : lowest_gone;
      highest_gone = answer->address > highest_gone ? answer->address : highest_gone;
      VG_(OSetGen_Remove)(answers, &answer->address);
      VG_(OSetGen_FreeNode)(answers, answer);
   }
}

/* No block knows them any more. */
static void forget_all_answers(void)
{
   remove_answers_in(0, ~(SizeT)0);
   lowest_asked  = lowest_gone  = ~(Addr)0;
   highest_asked = highest_gone = 0;
}

/*--- Addresses ---*/

typedef struct {
   Addr start;
   Addr end;
} Range;

static Word compare_ranges(const void* key, const void* element)
{
   const Range*     range = key;
   const NamedCode* named = element;
   return range->end <= named->start ? -1 : range->start >= named->end ? 1 : 0;
}

static void insert(Addr start, Addr end, const NamedCode* of)
{
   if (start < end) {
      Range const range = { start, end };
      tl_assert(VG_(OSetGen_LookupWithCmp)(code, &range, compare_ranges) == NULL);
      NamedCode* named = VG_(OSetGen_AllocNode)(code, sizeof *named);
      *named = (NamedCode){ start, end, of->entry, of->name, code_lines_use(of->lines) };
      VG_(OSetGen_Insert)(code, named);
   }
}

void named_code_add(Addr start, SizeT size, const GeneratedName* name, CodeLines* lines)
{
   Range      range = { start, start + size };
   NamedCode  newer = { .entry = start, .name = name, .lines = code_lines_use(lines) };
   NamedCode* older;
   while ((older = VG_(OSetGen_LookupWithCmp)(code, &range, compare_ranges)) != NULL) {
      VG_(OSetGen_Remove)(code, &older->start);
      insert(older->start, range.start, older);
      insert(range.end, older->end, older);
      code_lines_release(older->lines);
      VG_(OSetGen_FreeNode)(code, older);
   }
   insert(range.start, range.end, &newer);
   code_lines_release(lines);
   check_answers(start, size, name);
}

/*--- All ---*/

void named_code_init(void)
{
   code    = VG_(OSetGen_Create)(offsetof(NamedCode, start), NULL, VG_(malloc), "aprof.named_code",
                                 VG_(free));
   answers = VG_(OSetGen_Create)(offsetof(Answer, address), NULL, VG_(malloc), "aprof.named_code.answers",
                                 VG_(free));
   lowest_asked  = lowest_gone  = ~(Addr)0;
   highest_asked = highest_gone = 0;
   has_changed   = False;
}

const NamedCode* named_code_at(Addr address)
{
   Range range = { address, address + 1 };
   return VG_(OSetGen_LookupWithCmp)(code, &range, compare_ranges);
}

const NamedCode* named_code_find(Addr address)
{
   const NamedCode* named = named_code_at(address);
   note_answer(address, named);
   return named;
}

void named_code_memory_gone(Addr address, SizeT size)
{
   if (address <= highest_asked && address + size > lowest_asked) {
      remove_answers_in(address, size);
   }
}

/* Blocks of generated code know the routines of those that they jump to, so all of them are translated
   again. */
Bool named_code_apply_changes(void)
{
   Bool changed = has_changed;
   if (changed) {
      VG_(discard_translations)(lowest_asked, highest_asked - lowest_asked + 1, "aprof");
      forget_all_answers();
      has_changed = False;
   }
   return changed;
}
