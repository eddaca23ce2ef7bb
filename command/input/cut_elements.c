/* For JSON, json-c finds where the elements end, so the copy has the very bytes.  For XML, libxml2 removes
   the other elements, and prints what is left. */

#include "input/cut_elements.h"

#include <glib.h>
#include <json.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <limits.h>
#include <string.h>

#include "input/file.h"
#include "util/memory.h"

#define JSON_DEPTH  1000

typedef struct {
   const char* path;
   char*       bytes;
   size_t      length;
} Text;

/* The libraries count bytes by int. */
static bool read_text(Text* text, const char* path, Problem* problem)
{
   File* file = file_open(path, FILE_WORK, problem);
   *text = (Text){ .path = path };
   if (file != NULL) {
      text->bytes = file_read_all(file, &text->length, problem);
      file_close(file);
   }
   if (text->bytes != NULL && text->length > INT_MAX) {
      problem_set(problem, path, 0, "is too large to be cut by elements: %d bytes at most", INT_MAX);
      g_clear_pointer(&text->bytes, g_free);
   }
   return text->bytes != NULL;
}

/*------------------------------------------------------------------*/
/*--- JSON                                                       ---*/
/*------------------------------------------------------------------*/

static size_t skip_blanks(const Text* text, size_t at)
{
   return at + strspn(text->bytes + at, " \t\r\n");
}

static bool refuse_json(const Text* text, size_t at, const char* what, Problem* problem)
{
   uint64_t line = 1;
   for (size_t i = 0; i < at; i++) {
      line += text->bytes[i] == '\n';
   }
   problem_set(problem, text->path, line, "%s", what);
   return false;
}

/* Moves behind the value that begins there. */
static bool skip_value(json_tokener* tokener, const Text* text, size_t* at, Problem* problem)
{
   json_tokener_reset(tokener);
   json_object* value = json_tokener_parse_ex(tokener, text->bytes + *at, (int)(text->length - *at));
   enum json_tokener_error error = json_tokener_get_error(tokener);
   json_object_put(value);
   if (error != json_tokener_success) {
      return refuse_json(text, *at, error == json_tokener_continue ? "the file ends within a value"
                                                                   : json_tokener_error_desc(error), problem);
   }
   *at += json_tokener_get_parse_end(tokener);
   return true;
}

/* The elements of an array. */
typedef struct {
   uint64_t count;       /* elements, at most the wanted ones */
   size_t   end;         /* behind the last of them */
   size_t   bracket;     /* where the array ends */
} JsonArray;

static bool read_elements(json_tokener* tokener, const Text* text, uint64_t most, JsonArray* array,
                          Problem* problem)
{
   size_t at = skip_blanks(text, 0) + 1;
   array->end = at;
   at = skip_blanks(text, at);
   while (text->bytes[at] != ']') {
      if (!skip_value(tokener, text, &at, problem)) {
         return false;
      }
      if (array->count < most) {
         array->count++;
         array->end = at;
      }
      at = skip_blanks(text, at);
      if (text->bytes[at] != ',' && text->bytes[at] != ']') {
         return refuse_json(text, at, "a comma or ] was expected", problem);
      }
      at = text->bytes[at] == ',' ? skip_blanks(text, at + 1) : at;
   }
   array->bracket = at;
   return true;
}

static bool read_array(const Text* text, uint64_t most, JsonArray* array, Problem* problem)
{
   json_tokener* tokener = memory_checked(json_tokener_new_ex(JSON_DEPTH));
   *array = (JsonArray){ 0 };
   bool is_read = read_elements(tokener, text, most, array, problem);
   json_tokener_free(tokener);
   return is_read;
}

/*------------------------------------------------------------------*/
/*--- XML                                                        ---*/
/*------------------------------------------------------------------*/

/* Nothing is fetched, and entities stay as they are. */
static xmlDoc* read_xml(const Text* text, Problem* problem)
{
   xmlDoc* document = xmlReadMemory(text->bytes, (int)text->length, text->path, NULL,
                                    XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_NOERROR
                                    | XML_PARSE_NOWARNING);
   const xmlError* error = xmlGetLastError();
   if (document == NULL) {
      g_autofree char* message = g_strdup(error == NULL || error->message == NULL ? "unknown"
                                                                                  : error->message);
      problem_set(problem, text->path, error == NULL ? 0 : (uint64_t)MAX(error->line, 0),
                  "is no XML: %s", g_strchomp(message));
   }
   return document;
}

static void remove_others(xmlNode* root, uint64_t wanted)
{
   uint64_t elements = 0;
   xmlNode* next;
   for (xmlNode* child = root->children; child != NULL; child = next) {
      next = child->next;
      elements += child->type == XML_ELEMENT_NODE;
      if (elements > wanted) {
         xmlUnlinkNode(child);
         xmlFreeNode(child);
      }
   }
}

/*------------------------------------------------------------------*/
/*--- Both                                                       ---*/
/*------------------------------------------------------------------*/

/* Works on XML: counts its elements or, if there is a stream, prints the wanted ones. */
static bool do_xml(const Text* text, uint64_t* elements, FILE* out, Problem* problem)
{
   xmlDoc* document = read_xml(text, problem);
   if (document == NULL) {
      return false;
   }
   xmlNode* root = xmlDocGetRootElement(document);
   if (out == NULL) {
      *elements = xmlChildElementCount(root);
   } else {
      remove_others(root, *elements);
      if (xmlDocDump(out, document) < 0 && !ferror(out)) {
         memory_exhausted("XML");
      }
   }
   xmlFreeDoc(document);
   return true;
}

static bool do_json(const Text* text, uint64_t* elements, FILE* out, Problem* problem)
{
   JsonArray array;
   if (!read_array(text, out == NULL ? UINT64_MAX : *elements, &array, problem)) {
      return false;
   }
   if (out != NULL) {
      fwrite(text->bytes, 1, array.end, out);
      fwrite(text->bytes + array.bracket, 1, text->length - array.bracket, out);
   }
   *elements = array.count;
   return true;
}

static bool do_file(const char* path, uint64_t* elements, FILE* out, Problem* problem)
{
   Text text;
   if (!read_text(&text, path, problem)) {
      return false;
   }
   char first = text.bytes[skip_blanks(&text, 0)];
   bool done = first == '<' ? do_xml(&text, elements, out, problem)
             : first == '[' ? do_json(&text, elements, out, problem) : false;
   if (first != '<' && first != '[') {
      problem_set(problem, path, 0, "has no elements: it is neither a JSON array nor XML; --cut=lines or "
                  "--cut=bytes cuts it");
   }
   g_free(text.bytes);
   return done;
}

bool elements_count(const char* path, uint64_t* elements, Problem* problem)
{
   return do_file(path, elements, NULL, problem);
}

bool elements_write(const char* path, uint64_t elements, FILE* out, Problem* problem)
{
   return do_file(path, &elements, out, problem);
}
