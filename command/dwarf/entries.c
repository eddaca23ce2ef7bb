/* An entry consists of the number of its abbreviation and the values of its attributes.  The abbreviation
   says which form each value has.  libdw reads abbreviations, but does not tell how long a value is.
   Numbers are little-endian, as on all processors whose code is read. */

#include "dwarf/entries.h"

#include <dwarf.h>
#include <string.h>

/* The part of an Entry that an attribute is. */
typedef enum {
   Nothing,
   Low,
   High,
   Origin,
   Next,
   CallLine,
   CallColumn
} Noted;

/* An attribute of an abbreviation. */
typedef struct {
   unsigned    name;
   unsigned    form;
   int         size;       /* in bytes; -1: the value says it */
   Noted       noted;
   Dwarf_Sword constant;   /* the value, if the abbreviation has it */
} Attribute;

/*--- Values ---*/

/* Returns 0 at the end of the unit. */
static uint64_t read_leb(const uint8_t** at, const uint8_t* end)
{
   uint64_t number = 0;
   for (unsigned shift = 0; *at < end; shift += 7) {
      uint8_t byte = *(*at)++;
      number |= shift < 64 ? (uint64_t)(byte & 0x7f) << shift : 0;
      if ((byte & 0x80) == 0) {
         break;
      }
   }
   return number;
}

static uint64_t read_fixed(const uint8_t* at, size_t size)
{
   uint64_t number = 0;
   memcpy(&number, at, size);
   return number;
}

/* Returns -1 if the value itself says how long it is. */
static int size_of_form(const EntryTable* table, unsigned form)
{
   switch (form) {
      case DW_FORM_flag_present:
      case DW_FORM_implicit_const:
         return 0;
      case DW_FORM_data1:
      case DW_FORM_flag:
      case DW_FORM_ref1:
      case DW_FORM_strx1:
      case DW_FORM_addrx1:
         return 1;
      case DW_FORM_data2:
      case DW_FORM_ref2:
      case DW_FORM_strx2:
      case DW_FORM_addrx2:
         return 2;
      case DW_FORM_strx3:
      case DW_FORM_addrx3:
         return 3;
      case DW_FORM_data4:
      case DW_FORM_ref4:
      case DW_FORM_strx4:
      case DW_FORM_addrx4:
      case DW_FORM_ref_sup4:
         return 4;
      case DW_FORM_data8:
      case DW_FORM_ref8:
      case DW_FORM_ref_sig8:
      case DW_FORM_ref_sup8:
         return 8;
      case DW_FORM_data16:
         return 16;
      case DW_FORM_addr:
         return table->address_size;
      case DW_FORM_ref_addr:
         return table->reference_size;
      case DW_FORM_strp:
      case DW_FORM_sec_offset:
      case DW_FORM_line_strp:
      case DW_FORM_strp_sup:
      case DW_FORM_GNU_ref_alt:
      case DW_FORM_GNU_strp_alt:
         return table->offset_size;
      default:
         return -1;
   }
}

/* Returns the place behind a value of such a form; `end` if that is not known. */
static const uint8_t* behind_value(const EntryTable* table, unsigned form, const uint8_t* at)
{
   const uint8_t* end = table->end;
   const uint8_t* zero;
   uint64_t       length;
   switch (form) {
      case DW_FORM_sdata:
      case DW_FORM_udata:
      case DW_FORM_ref_udata:
      case DW_FORM_strx:
      case DW_FORM_addrx:
      case DW_FORM_loclistx:
      case DW_FORM_rnglistx:
      case DW_FORM_GNU_str_index:
      case DW_FORM_GNU_addr_index:
         read_leb(&at, end);
         return at;
      case DW_FORM_string:
         zero = memchr(at, '\0', (size_t)(end - at));
         return zero == NULL ? end : zero + 1;
      case DW_FORM_block:
      case DW_FORM_exprloc:
         length = read_leb(&at, end);
         break;
      case DW_FORM_block1:
      case DW_FORM_block2:
      case DW_FORM_block4:
         length = form == DW_FORM_block1 ? 1 : form == DW_FORM_block2 ? 2 : 4;
         if ((uint64_t)(end - at) < length) {
            return end;
         }
         at += length;
         length = read_fixed(at - length, length);
         break;
      default:
         return end;
   }
   return (uint64_t)(end - at) < length ? end : at + length;
}

/*--- Abbreviations ---*/

static bool is_of_code(unsigned name)
{
   return name == DW_AT_low_pc || name == DW_AT_high_pc || name == DW_AT_ranges;
}

static Noted noted_of(const Attribute* attribute)
{
   unsigned form = attribute->form;
   switch (attribute->name) {
      case DW_AT_low_pc:
         return form == DW_FORM_addr && attribute->size == 8 ? Low : Nothing;
      case DW_AT_high_pc:
         return form == DW_FORM_data4 || form == DW_FORM_data8 ? High : Nothing;
      case DW_AT_abstract_origin:
         return form == DW_FORM_ref4 ? Origin : Nothing;
      case DW_AT_sibling:
         return form == DW_FORM_ref4 ? Next : Nothing;
      case DW_AT_call_line:
         return CallLine;
      case DW_AT_call_column:
         return CallColumn;
      default:
         return Nothing;
   }
}

static Shape read_shape(EntryTable* table, Dwarf_Abbrev* abbreviation)
{
   Attribute attribute = { 0 };
   size_t    count = 0;
   Shape     shape = {
      .code = dwarf_getabbrevcode(abbreviation), .tag = (int)dwarf_getabbrevtag(abbreviation),
      .has_children = dwarf_abbrevhaschildren(abbreviation) == 1, .first = table->attributes->len
   };
   while (dwarf_getabbrevattr_data(abbreviation, count++, &attribute.name, &attribute.form,
                                   &attribute.constant, NULL) == 0
          && attribute.form != 0) {
      attribute.size = size_of_form(table, attribute.form);
      attribute.noted = noted_of(&attribute);
      shape.is_noted |= attribute.noted != Nothing;
      shape.has_code |= is_of_code(attribute.name);
      shape.size = attribute.size < 0 || shape.size < 0 ? -1 : shape.size + attribute.size;
      g_array_append_val(table->attributes, attribute);
   }
   shape.end = table->attributes->len;
   return shape;
}

static void read_shapes(EntryTable* table, Dwarf_Die* unit)
{
   Dwarf_Off     offset = 0;
   size_t        length = 0;
   Dwarf_Abbrev* abbreviation;
   while ((abbreviation = dwarf_getabbrev(unit, offset, &length)) != NULL
          && abbreviation != DWARF_END_ABBREV) {
      Shape shape = read_shape(table, abbreviation);
      g_array_append_val(table->shapes, shape);
      offset += length;
   }
}

/* All compilers number them from 1 without gaps. */
static const Shape* shape_of(const EntryTable* table, uint64_t code)
{
   const Shape* shapes = (const Shape*)(const void*)table->shapes->data;
   if (code <= table->shapes->len && shapes[code - 1].code == code) {
      return &shapes[code - 1];
   }
   for (guint i = 0; i < table->shapes->len; i++) {
      if (shapes[i].code == code) {
         return &shapes[i];
      }
   }
   return NULL;
}

EntryTable* entries_open(Dwarf_Die* unit)
{
   EntryTable* table = g_new0(EntryTable, 1);
   Dwarf_Half  version = 0;
   uint64_t    length;
   table->unit = unit->cu;
   table->start = table->first = table->end = (const uint8_t*)unit->addr;
   table->shapes = g_array_new(FALSE, FALSE, sizeof(Shape));
   table->attributes = g_array_new(FALSE, FALSE, sizeof(Attribute));
   if (dwarf_cu_info(unit->cu, &version, NULL, NULL, NULL, NULL, &table->address_size, &table->offset_size)
       == 0) {
      table->start -= dwarf_cuoffset(unit);
      table->reference_size = version < 3 ? table->address_size : table->offset_size;
      length = table->offset_size == 8 ? read_fixed(table->start + 4, 8) : read_fixed(table->start, 4);
      table->end = table->start + length + (table->offset_size == 8 ? 12 : 4);
      read_shapes(table, unit);
   }
   return table;
}

void entries_close(EntryTable* table)
{
   g_array_free(table->shapes, TRUE);
   g_array_free(table->attributes, TRUE);
   g_free(table);
}

/*--- Entries ---*/

/* Returns 0 for other forms than those of numbers. */
static uint64_t number_at(const EntryTable* table, const Attribute* attribute, const uint8_t* at)
{
   switch (attribute->form) {
      case DW_FORM_data1:
      case DW_FORM_data2:
      case DW_FORM_data4:
      case DW_FORM_data8:
         return read_fixed(at, (size_t)attribute->size);
      case DW_FORM_udata:
         return read_leb(&at, table->end);
      case DW_FORM_implicit_const:
         return (uint64_t)attribute->constant;
      default:
         return 0;
   }
}

static void note_value(const EntryTable* table, const Attribute* attribute, const uint8_t* at, Entry* entry)
{
   switch (attribute->noted) {
      case Nothing:
         break;
      case Low:
         entry->low = at;
         break;
      case High:
         entry->high = at;
         entry->high_size = (uint8_t)attribute->size;
         break;
      case Origin:
         entry->origin = at;
         break;
      case Next:
         entry->next = at;
         break;
      case CallLine:
         entry->call_line = (uint32_t)number_at(table, attribute, at);
         break;
      case CallColumn:
         entry->call_column = (uint32_t)number_at(table, attribute, at);
         break;
   }
}

/* Passes over the attributes of an entry, and notes what is known of them. */
static const uint8_t* pass_over(const EntryTable* table, const Shape* shape, const uint8_t* at, Entry* entry)
{
   if (shape->size >= 0 && !shape->is_noted) {
      return table->end - at < shape->size ? table->end : at + shape->size;
   }
   for (guint i = shape->first; i < shape->end; i++) {
      const Attribute* attribute = &g_array_index(table->attributes, Attribute, i);
      if (attribute->size > table->end - at) {
         return table->end;
      }
      if (attribute->noted != Nothing) {
         note_value(table, attribute, at, entry);
      }
      at = attribute->size >= 0 ? at + attribute->size : behind_value(table, attribute->form, at);
   }
   return at;
}

Entries entries_of(const EntryTable* table)
{
   return (Entries){ .table = table, .at = table->first };
}

bool entries_next(Entries* entries, Entry* entry)
{
   const EntryTable* table = entries->table;
   const uint8_t*    begin = entries->at;
   uint64_t          code = read_leb(&entries->at, table->end);
   const Shape*      shape = code == 0 ? NULL : shape_of(table, code);
   if (shape == NULL) {
      entries->at = code == 0 ? entries->at : table->end;
      return false;
   }
   *entry = (Entry){
      .die = { .addr = (void*)begin, .cu = table->unit },
      .tag = shape->tag, .has_children = shape->has_children, .has_code = shape->has_code
   };
   entries->at = pass_over(table, shape, entries->at, entry);
   return true;
}

bool entries_range(const Entry* entry, uint64_t* low, uint64_t* high)
{
   if (entry->low == NULL || entry->high == NULL) {
      return false;
   }
   *low = read_fixed(entry->low, 8);
   *high = *low + read_fixed(entry->high, entry->high_size);
   return true;
}

const void* entries_origin(const EntryTable* table, const Entry* entry)
{
   const uint8_t* origin = entry->origin == NULL ? NULL : table->start + read_fixed(entry->origin, 4);
   return origin < table->end ? origin : NULL;
}

void entries_skip(Entries* entries, const Entry* entry)
{
   const EntryTable* table = entries->table;
   const uint8_t*    next = entry->next == NULL ? NULL : table->start + read_fixed(entry->next, 4);
   Entry             inside;
   if (entry->has_children && next > entries->at && next <= table->end) {
      entries->at = next;
      return;
   }
   for (guint depth = entry->has_children ? 1 : 0; depth > 0; ) {
      if (entries_next(entries, &inside)) {
         depth += inside.has_children;
      } else {
         depth--;
      }
   }
}
