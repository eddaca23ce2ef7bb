#include "answer/cause.h"

#include <assert.h>
#include <string.h>

#include "model/names.h"
#include "subject/limits.h"

Blamed blamed_subject(const Subject* subject, double share)
{
   const Routine* routine = subject->routine;
   assert(share >= 0 && share <= 1);
   return (Blamed){ .name = routine->name, .mangled = routine->mangled, .object = routine->image,
                    .share = share, .subject = subject };
}

Blamed blamed_run(const RunSubject* routine, double share)
{
   return (Blamed){ .name = routine->name, .mangled = routine->mangled, .object = routine->image,
                    .share = share, .run = routine };
}

/* Whether a routine is within another one, by their names, as a closure is. */
static bool is_within(const Blamed* routine, const Blamed* other)
{
   g_autofree char* inner = name_shorten(routine->name, routine->mangled, SENTENCE_NAME);
   g_autofree char* outer = name_shorten(other->name, other->mangled, SENTENCE_NAME);
   return g_str_has_prefix(inner, outer) && g_str_has_prefix(inner + strlen(outer), "::");
}

bool blamed_is_place(const Blamed* place, const Blamed* named, double part, double own_part)
{
   return part >= PART_MOST && part > own_part && !is_within(place, named);
}
