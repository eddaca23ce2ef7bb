/* Fields are printed by the type of their value. */

#include "render/csv.h"

#include <inttypes.h>
#include <string.h>

#include "model/csv.h"

static void print_digits(FILE* out, double number)
{
   char text[TREE_DIGITS_ROOM];
   tree_digits(text, sizeof text, number);
   fputs(text, out);
}

static void print_value(FILE* out, const Answer* value)
{
   switch (json_object_get_type(value)) {
      case json_type_int:    fprintf(out, "%" PRIu64, json_object_get_uint64(value)); break;
      case json_type_double: print_digits(out, json_object_get_double(value)); break;
      case json_type_string: csv_text(out, json_object_get_string((Answer*)value)); break;
      default: break;
   }
}

static void print_name_at(FILE* out, const Answer* list, const Answer* position)
{
   if (position != NULL) {
      g_autoptr(Answer) item = tree_item(list, json_object_get_uint64(position));
      csv_text(out, tree_get_text(item, "name"));
   }
}

static void print_direction(FILE* out, const char* direction)
{
   fputs(direction == NULL ? "0" : strcmp(direction, "faster") == 0 ? "1" : "-1", out);
}

static void print_field(FILE* out, const Answer* owner, const Answer* list, const Answer* item,
                        const CsvColumn* column)
{
   switch (column->field) {
      case CSV_VALUE:     print_value(out, tree_get(item, column->name)); break;
      case CSV_NAME_AT:   print_name_at(out, list, tree_get(item, column->name)); break;
      case CSV_DIRECTION: print_direction(out, tree_get_text(item, column->name)); break;
      case CSV_OF_OWNER:  print_value(out, tree_get(owner, column->name)); break;
   }
}

void render_csv_titles(FILE* out, const CsvColumn* columns, size_t count)
{
   for (size_t i = 0; i < count; i++) {
      fprintf(out, "%s%s", i == 0 ? "" : ",", columns[i].title);
   }
   putc('\n', out);
}

void render_csv_items(FILE* out, const Answer* owner, const Answer* list, const CsvColumn* columns,
                      size_t count)
{
   for (size_t row = 0; row < tree_length(list); row++) {
      g_autoptr(Answer) item = tree_item(list, row);
      for (size_t i = 0; i < count; i++) {
         fputs(i == 0 ? "" : ",", out);
         print_field(out, owner, list, item, &columns[i]);
      }
      putc('\n', out);
   }
}

void render_csv(FILE* out, const Answer* list, const CsvColumn* columns, size_t count)
{
   render_csv_titles(out, columns, count);
   render_csv_items(out, NULL, list, columns, count);
}
