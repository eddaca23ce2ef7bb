/* Objects that have long lists are printed member by member, other values by json-c. */

#include "util/json.h"

#include <errno.h>

#include "util/memory.h"

/* If there is no room for all of the text, json-c leaves out parts; only errno tells. */
const char* json_text(const Answer* value)
{
   errno = 0;
   const char* text = json_object_to_json_string_ext((Answer*)value, JSON_C_TO_STRING_PLAIN
                                                                     | JSON_C_TO_STRING_NOSLASHESCAPE);
   if (text == NULL || errno == ENOMEM) {
      memory_exhausted("a value of JSON");
   }
   return text;
}

static bool has_long_lists(const Answer* value)
{
   if (json_object_is_type(value, json_type_object)) {
      json_object_object_foreach(value, name, member) {
         (void)name;
         if (tree_is_long_list(member)) {
            return true;
         }
      }
   }
   return false;
}

/* `between` stands before each item, `end` behind the last. */
static void print_long_list(FILE* out, const Answer* list, const char* between, const char* end)
{
   putc('[', out);
   for (size_t i = 0; i < tree_length(list); i++) {
      g_autoptr(Answer) item = tree_item(list, i);
      fprintf(out, "%s%s", i == 0 ? "" : ",", between);
      json_print_value(out, item);
   }
   fprintf(out, "%s]", end);
}

/* Prints an object on one line, or with a line for each item of a long list. */
static void print_object(FILE* out, const Answer* object, const char* line)
{
   const char* before = "";
   putc('{', out);
   json_object_object_foreach(object, name, member) {
      bool is_long = tree_is_long_list(member);
      fprintf(out, "%s%s\"%s\":", before, is_long ? line : "", name);
      before = ",";
      if (is_long) {
         print_long_list(out, member, line, line);
      } else {
         json_print_value(out, member);
      }
   }
   fprintf(out, "%s}", line);
}

void json_print_value(FILE* out, const Answer* value)
{
   if (has_long_lists(value)) {
      print_object(out, value, "");
   } else {
      fputs(json_text(value), out);
   }
}

void json_print(FILE* out, const Answer* answer)
{
   print_object(out, answer, "\n");
   putc('\n', out);
}

void json_print_text(FILE* out, const char* text)
{
   g_autoptr(Answer) value = tree_text(text);
   fputs(json_text(value), out);
}
