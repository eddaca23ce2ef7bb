/* Bytes, lines and records are found while the file is read, so it may be larger than the memory.  For
   elements of JSON, json-c finds where they end, so the copy has the very bytes.  For those of XML, libxml2
   removes the others, and prints what is left. */

#include "input/cut.h"

#include <errno.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <json.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <limits.h>
#include <string.h>

#include "input/file.h"
#include "input/sections.h"
#include "util/memory.h"
#include "util/output.h"

#define JSON_DEPTH      1000
#define BLANKS          " \t\r\n"
#define MOST_LOOKED_AT  100000000   /* bytes */

static const char* const names[] = {
   [CUT_BYTES] = "bytes", [CUT_LINES] = "lines", [CUT_RECORDS] = "records", [CUT_ELEMENTS] = "elements",
};

const char* cut_name(CutKind kind)
{
   return names[kind];
}

bool cut_parse(const char* name, CutKind* kind)
{
   for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
      if (strcmp(name, names[i]) == 0) {
         *kind = (CutKind)i;
         return true;
      }
   }
   return false;
}

/*--- Bytes, lines and records ---*/

/* The pieces that were found so far. */
typedef struct {
   CutKind  kind;
   uint64_t most;        /* pieces to find */
   uint64_t found;
   bool     is_begun;    /* the last piece has no end yet */
   bool     is_quoted;   /* of a record: a newline does not end it */
} Scan;

/* Returns how many of the bytes belong to the wanted pieces. */
static size_t scan_bytes(Scan* scan, size_t length)
{
   size_t wanted = (size_t)MIN(length, scan->most - scan->found);
   scan->found += wanted;
   return wanted;
}

/* Does the same for lines; and for records, where a quote within a quoted field is doubled, so each quote
   begins or ends what is quoted. */
static size_t scan_lines(Scan* scan, const char* bytes, size_t length)
{
   size_t at = 0;
   while (at < length && scan->found < scan->most) {
      const char* end = memchr(bytes + at, '\n', length - at);
      scan->is_begun = end == NULL;
      scan->found += end != NULL;
      at = end == NULL ? length : (size_t)(end - bytes) + 1;
   }
   return at;
}

static size_t scan_records(Scan* scan, const char* bytes, size_t length)
{
   size_t at = 0;
   while (at < length && scan->found < scan->most) {
      char byte = bytes[at++];
      scan->is_quoted ^= byte == '"';
      scan->is_begun = byte != '\n' || scan->is_quoted;
      scan->found += !scan->is_begun;
   }
   return at;
}

/* Reads the file up to a place, and copies what is wanted to `out` unless that is NULL.  False, with the
   problem set, if it cannot be read; or if it cannot be written, as ferror and errno tell. */
static bool scan_file(Scan* scan, File* file, uint64_t place, FILE* out, Problem* problem)
{
   char    block[65536];
   ssize_t length = 1;
   while (scan->found < scan->most && file_position(file) < place
          && (length = file_read(file, block, sizeof block, problem)) > 0) {
      size_t wanted = scan->kind == CUT_BYTES ? scan_bytes(scan, (size_t)length)
                      : scan->kind == CUT_LINES ? scan_lines(scan, block, (size_t)length)
                                                : scan_records(scan, block, (size_t)length);
      if (out != NULL && fwrite(block, 1, wanted, out) < wanted) {
         return false;
      }
   }
   scan->found += scan->is_begun && length == 0;   /* a last line without a newline is a line */
   return length >= 0;
}

/* The names of the columns, which stand first, are no record. */
static uint64_t records_more(CutKind kind)
{
   return kind == CUT_RECORDS;
}

static bool count_pieces(const char* path, CutKind kind, uint64_t most, uint64_t* pieces, Problem* problem)
{
   g_autoptr(File) file = file_open(path, FILE_WORK, problem);
   bool is_read = file != NULL;
   if (is_read && kind == CUT_BYTES) {
      *pieces = MIN(file_size(file), most);
   } else if (is_read) {
      Scan scan = { .kind = kind, .most = UINT64_MAX };
      is_read = scan_file(&scan, file, most, NULL, problem);
      *pieces = scan.found - MIN(scan.found, records_more(kind));
   }
   return is_read;
}

static bool write_pieces(const char* path, CutKind kind, uint64_t pieces, FILE* out, Problem* problem)
{
   g_autoptr(File) file = file_open(path, FILE_WORK, problem);
   Scan scan = { .kind = kind, .most = pieces + records_more(kind) };
   return file != NULL && scan_file(&scan, file, UINT64_MAX, out, problem);
}

/*--- Elements of JSON ---*/

typedef struct {
   const char* path;
   char*       bytes;
   size_t      length;
} Text;

/* The libraries count bytes by int. */
static bool read_text(Text* text, const char* path, Problem* problem)
{
   *text = (Text){ .path = path };
   text->bytes = file_text(path, FILE_WORK, &text->length, problem);
   if (text->bytes != NULL && text->length > INT_MAX) {
      problem_set(problem, path, 0, "is too large to be cut by elements: %d bytes at most", INT_MAX);
      g_clear_pointer(&text->bytes, g_free);
   }
   return text->bytes != NULL;
}

static size_t skip_blanks(const Text* text, size_t at)
{
   return at + strspn(text->bytes + at, BLANKS);
}

static bool refuse_json(const Text* text, size_t at, const char* what, Problem* problem)
{
   uint64_t line = 1;
   for (size_t i = 0; i < at; i++) {
      line += text->bytes[i] == '\n';
   }
   return problem_set(problem, text->path, line, "%s", what);
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

/*--- Elements of XML ---*/

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

/*--- Elements of both ---*/

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

/* Counts the elements of a file or, if there is a stream, prints the file with the wanted ones only. */
static bool do_elements(const char* path, uint64_t* elements, FILE* out, Problem* problem)
{
   Text text;
   if (!read_text(&text, path, problem)) {
      return false;
   }
   g_autofree char* bytes = text.bytes;
   char             first = bytes[skip_blanks(&text, 0)];
   return first == '<'   ? do_xml(&text, elements, out, problem)
          : first == '[' ? do_json(&text, elements, out, problem)
          : problem_set(problem, path, 0, "has no elements: it is neither a JSON array nor XML; "
                        "--cut=lines or --cut=bytes cuts it");
}

/*--- All kinds ---*/

/* Whether the file is an array or a document, with more elements than one: of another file, as of a log, the
   beginning may look so.  As all of it is read for that, no large file is looked at. */
static bool has_elements(const char* path)
{
   char     bytes[256] = "";
   uint64_t elements;
   Problem  ignored;
   file_beginning(path, bytes, sizeof bytes - 1);
   const char* first = bytes + strspn(bytes, BLANKS);
   GStatBuf    status;
   return (*first == '<' || *first == '[') && g_stat(path, &status) == 0 && status.st_size <= MOST_LOOKED_AT
          && do_elements(path, &elements, NULL, &ignored) && elements > 1;
}

CutKind cut_of_file(const char* path)
{
   bool is_named = g_str_has_suffix(path, ".json") || g_str_has_suffix(path, ".xml");
   return g_str_has_suffix(path, ".csv")       ? CUT_RECORDS
          : is_named || has_elements(path) ? CUT_ELEMENTS : CUT_LINES;
}

bool cut_count_all(const char* path, CutKind kind, uint64_t most, uint64_t* pieces, Problem* problem)
{
   *pieces = 0;
   return kind == CUT_ELEMENTS ? do_elements(path, pieces, NULL, problem)
                               : count_pieces(path, kind, most, pieces, problem);
}

bool cut_count(const char* path, CutKind kind, uint64_t most, uint64_t* pieces, char** how, Problem* problem)
{
   Sections sections;
   bool     has_sections = kind == CUT_LINES && sections_find(&sections, path);
   *how = has_sections ? sections_words(&sections) : NULL;
   *pieces = has_sections ? sections_lines(&sections) : 0;
   return has_sections || cut_count_all(path, kind, most, pieces, problem);
}

bool cut_write(const char* path, CutKind kind, bool in_sections, uint64_t pieces, const char* to,
               Problem* problem)
{
   Sections sections;
   Output output;
   if (!output_open(&output, to, stdout, problem)) {
      return false;
   }
   bool written = kind == CUT_ELEMENTS ? do_elements(path, &pieces, output.file, problem)
                  : in_sections && sections_find(&sections, path)
                     ? sections_write(&sections, path, pieces, output.file, problem)
                                       : write_pieces(path, kind, pieces, output.file, problem);
   if (ferror(output.file)) {
      written = problem_set(problem, to, 0, "cannot be written: %s", strerror(errno));
   }
   if (!written) {
      output_abandon(&output);
      return false;
   }
   return output_close(&output, problem);
}
