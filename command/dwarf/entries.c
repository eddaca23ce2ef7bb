/* Behind an entry without children stands the next one beside it, and dwarf_siblingof finds it.  Behind the
   last one stands a byte of 0: then dwarf_siblingof returns its address. */

#include "dwarf/entries.h"

#include <dwarf.h>

Entries entries_of(Dwarf_Die* unit)
{
   const unsigned char* at = unit->addr;
   Dwarf_Off            offset = dwarf_dieoffset(unit);
   Dwarf_Off            end = offset;
   size_t               header;
   dwarf_nextcu(dwarf_cu_getdwarf(unit->cu), offset - dwarf_cuoffset(unit), &end, &header, NULL, NULL, NULL);
   return (Entries){ .unit = unit->cu, .at = at, .end = at + (end - offset) };
}

/* Goes on behind the entry and all that is inside of it: to one beside it, or to the end of the list.  What
   leads back is wrong, and ends the unit. */
static void go_behind(Entries* entries, Dwarf_Die* die)
{
   Dwarf_Die next = { 0 };
   bool      is_known = dwarf_siblingof(die, &next) >= 0 && next.addr > die->addr;
   entries->at = is_known ? next.addr : entries->end;
}

bool entries_next(Entries* entries, Entry* entry)
{
   Dwarf_Die child;
   if (entries->at >= entries->end || *entries->at == 0) {
      entries->at += entries->at < entries->end;
      return false;
   }
   *entry = (Entry){ .die = { .addr = (void*)entries->at, .cu = entries->unit } };
   entry->tag = dwarf_tag(&entry->die);
   entry->has_children = dwarf_child(&entry->die, &child) == 0;
   if (entry->has_children) {
      entries->at = child.addr;
   } else {
      go_behind(entries, &entry->die);
   }
   return true;
}

void entries_skip(Entries* entries, Entry* entry)
{
   if (entry->has_children) {
      go_behind(entries, &entry->die);
   }
}

bool entries_has_code(Entry* entry)
{
   return dwarf_hasattr(&entry->die, DW_AT_low_pc) || dwarf_hasattr(&entry->die, DW_AT_high_pc)
          || dwarf_hasattr(&entry->die, DW_AT_ranges);
}
