#include "experiment/record.h"

#include <math.h>
#include <string.h>

#include "input/file.h"
#include "util/output.h"

static Answer* parse(const char* name, const char* text, Problem* problem)
{
   Answer* root = json_tokener_parse(text);
   if (!json_object_is_type(root, json_type_object)) {
      problem_set(problem, name, 0, "is damaged: it is no JSON object");
      g_clear_pointer(&root, tree_free);
   }
   return root;
}

RecordFile record_read(const char* path, Problem* problem)
{
   const char* kept = g_intern_string(path);   /* the problem has no copy of it */
   size_t      length;
   g_autofree char* text = file_text(kept, FILE_EXPERIMENT, &length, problem);
   return (RecordFile){
      .path = kept, .root = text == NULL ? NULL : parse(kept, text, problem), .problem = problem
   };
}

RecordFile record_parse(const char* name, const char* text, Problem* problem)
{
   const char* kept = g_intern_string(name);
   return (RecordFile){ .path = kept, .root = parse(kept, text, problem), .problem = problem };
}

void record_free(RecordFile* file)
{
   if (file->root != NULL) {
      tree_free(file->root);
   }
}

/* Returns the member if it has one of the types; null is as if it were not there. */
static const Answer* member(RecordFile* file, const Answer* object, const char* name, bool is_needed,
                            json_type type, json_type other_type)
{
   Answer* value = NULL;
   if (file->is_wrong) {
      return NULL;
   }
   json_object_object_get_ex(object, name, &value);
   if (value == NULL && !is_needed) {
      return NULL;
   }
   if (!json_object_is_type(value, type) && !json_object_is_type(value, other_type)) {
      problem_set(file->problem, file->path, 0, "is damaged, or of another version of aprof: \"%s\" is %s",
                  name, value == NULL ? "missing" : "something else");
      file->is_wrong = true;
      return NULL;
   }
   return value;
}

const char* record_text(RecordFile* file, const Answer* object, const char* name, bool is_needed)
{
   const Answer* value = member(file, object, name, is_needed, json_type_string, json_type_string);
   return value == NULL ? NULL : json_object_get_string((Answer*)value);
}

double record_number(RecordFile* file, const Answer* object, const char* name, bool is_needed)
{
   const Answer* value = member(file, object, name, is_needed, json_type_double, json_type_int);
   return value == NULL ? NAN : json_object_get_double(value);
}

uint64_t record_count(RecordFile* file, const Answer* object, const char* name, bool is_needed)
{
   const Answer* value = member(file, object, name, is_needed, json_type_int, json_type_int);
   return value == NULL ? 0 : json_object_get_uint64(value);
}

bool record_flag(RecordFile* file, const Answer* object, const char* name, bool is_needed)
{
   const Answer* value = member(file, object, name, is_needed, json_type_boolean, json_type_boolean);
   return value != NULL && json_object_get_boolean(value);
}

const Answer* record_list(RecordFile* file, const Answer* object, const char* name, bool is_needed)
{
   return member(file, object, name, is_needed, json_type_array, json_type_array);
}

const Answer* record_object(RecordFile* file, const Answer* object, const char* name, bool is_needed)
{
   return member(file, object, name, is_needed, json_type_object, json_type_object);
}

char** record_texts(RecordFile* file, const Answer* object, const char* name)
{
   const Answer* list = record_list(file, object, name, true);
   size_t        count = list == NULL ? 0 : json_object_array_length(list);
   char**        texts = g_new0(char*, count + 1);
   for (size_t i = 0; i < count; i++) {
      const char* text = json_object_get_string(json_object_array_get_idx(list, i));
      texts[i] = g_strdup(text == NULL ? "" : text);
   }
   return texts;
}

bool record_write(const char* path, Answer* value, Problem* problem)
{
   const int flags = JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE;
   g_autofree char* text = g_strconcat(json_object_to_json_string_ext(value, flags), "\n", NULL);
   bool written = output_write_text(path, text, problem);
   tree_free(value);
   if (!written) {
      problem_keep_file(problem);
   }
   return written;
}

bool record_can_keep(const char* text)
{
   g_autoptr(Answer) value = tree_text(text);
   return strcmp(json_object_get_string(value), text) == 0;
}
