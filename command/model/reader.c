/* Makes records of lines.  A newline follows every line (lines.c), so scanning stops
   without a test of the length.  Bytes may have any value, also NUL, so string functions
   cannot be used. */

#include "model/reader.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/text.h"

struct Reader {
   const char* path;
   Lines*      lines;
   uint64_t    version;   /* of the report, as far as read: 0 without a v line */
};

const char* tag_text(Tag tag, TagText text)
{
   snprintf(text, sizeof(TagText), tag == TAG_FAVOURITES ? "fav" : "%c", tag);
   return text;
}

/*--- Numbers and names within a line ---*/

/* The rest of a line, and where to put a message if it is wrong. */
typedef struct {
   const char* at;
   const char* end;       /* a newline stands here */
   const char* file;
   uint64_t    line;
   Problem*    problem;
} Scanner;

/* Sets the problem, what is wrong with this line, and is false. */
#define refuse(scanner, ...)  problem_set((scanner)->problem, (scanner)->file, (scanner)->line, __VA_ARGS__)

static Slice next_word(const Scanner* scanner)
{
   const char* end = memchr(scanner->at, ' ', (size_t)(scanner->end - scanner->at));
   return (Slice){ scanner->at, (size_t)((end == NULL ? scanner->end : end) - scanner->at) };
}

static bool refuse_number(const Scanner* scanner, const char* what, uint64_t largest)
{
   Slice word = next_word(scanner);
   QuotedText quoted;
   text_quote(word.bytes, word.length, quoted);

   size_t digits = 0;
   while (digits < word.length && word.bytes[digits] >= '0' && word.bytes[digits] <= '9') {
      digits++;
   }
   return word.length == 0
             ? refuse(scanner, "%s is missing (words are separated by one blank)", what)
        : digits < word.length
             ? refuse(scanner, "%s is %s: not a number without sign", what, quoted)
        : word.bytes[0] == '0' && word.length > 1
             ? refuse(scanner, "%s is %s: a number has no leading zeros", what, quoted)
             : refuse(scanner, "%s is %s: larger than %" PRIu64, what, quoted, largest);
}

/* The fast path of everything: one digit after the other, then one test. */
static bool scan_number(Scanner* scanner, const char* what, uint64_t largest, uint64_t* number)
{
   const char* first = scanner->at;
   const char* at = first;
   uint64_t value = 0;
   unsigned digit;
   while ((digit = (unsigned)(unsigned char)*at - '0') <= 9) {
      value = value * 10 + digit;
      at++;
   }

   size_t digits = (size_t)(at - first);
   bool well_formed = digits > 0 && (at == scanner->end || *at == ' ') && (*first != '0' || digits == 1);
   if (well_formed && digits == 20) {
      /* All but the last digit fit; together they may not. */
      uint64_t front = 0;
      for (const char* p = first; p < at - 1; p++) {
         front = front * 10 + (uint64_t)(*p - '0');
      }
      well_formed = !__builtin_mul_overflow(front, 10, &value)
                    && !__builtin_add_overflow(value, (uint64_t)(at[-1] - '0'), &value);
   }
   if (!well_formed || digits > 20 || value > largest) {
      return refuse_number(scanner, what, largest);
   }
   scanner->at = at;
   *number = value;
   return true;
}

static bool scan_id(Scanner* scanner, const char* what, uint32_t* id)
{
   uint64_t number;
   if (!scan_number(scanner, what, UINT32_MAX, &number)) {
      return false;
   }
   *id = (uint32_t)number;
   return true;
}

static bool scan_blank(Scanner* scanner, const char* next)
{
   if (scanner->at == scanner->end || *scanner->at != ' ') {
      return refuse(scanner, "%s is missing", next);
   }
   scanner->at++;
   return true;
}

static bool scan_end(const Scanner* scanner)
{
   if (scanner->at != scanner->end) {
      QuotedText quoted;
      text_quote(scanner->at, (size_t)(scanner->end - scanner->at), quoted);
      return refuse(scanner, "%s follows where the line should end", quoted);
   }
   return true;
}

/* "..." with at least one byte between, and no quote: the format has no escapes. */
static bool scan_quoted(Scanner* scanner, const char* what, Slice* slice)
{
   const char* first = scanner->at + 1;
   const char* quote = NULL;
   if (scanner->at < scanner->end && *scanner->at == '"') {
      quote = memchr(first, '"', (size_t)(scanner->end - first));
   }
   if (quote == NULL) {
      return refuse(scanner, "%s is not in double quotes", what);
   }
   if (quote == first) {
      return refuse(scanner, "%s is empty: NONE stands for a missing name", what);
   }
   *slice = (Slice){ first, (size_t)(quote - first) };
   if (memchr(first, '\0', slice->length) != NULL) {
      return refuse(scanner, "%s contains a NUL byte", what);
   }
   scanner->at = quote + 1;
   return true;
}

/*--- Records ---*/

static bool parse_version(Scanner* scanner, Record* record)
{
   return scan_number(scanner, "the version", UINT64_MAX, &record->number) && scan_end(scanner)
       && (record->number <= REPORT_NEWEST_VERSION
           || refuse(scanner, "version 1.%" PRIu64 " is of a newer aprof: 1.0 to 1.%d are known",
                     record->number, REPORT_NEWEST_VERSION));
}

static bool parse_total(Scanner* scanner, Record* record)
{
   return scan_number(scanner, "the total cost", UINT64_MAX, &record->number) && scan_end(scanner);
}

/* Anything up to the end of the line. */
static bool parse_text(Scanner* scanner, Record* record)
{
   record->value = (Slice){ scanner->at, (size_t)(scanner->end - scanner->at) };
   return memchr(record->value.bytes, '\0', record->value.length) == NULL || refuse(scanner, "a NUL byte");
}

/* Parses a text that is neither empty nor only blanks, which readers take for empty. */
static bool parse_value(Scanner* scanner, Record* record)
{
   if (!parse_text(scanner, record)) {
      return false;
   }
   for (size_t i = 0; i < record->value.length; i++) {
      if (record->value.bytes[i] != ' ') {
         return true;
      }
   }
   return refuse(scanner, "nothing follows the tag");
}

/* r "name" "image" id */
static bool parse_routine(Scanner* scanner, Record* record)
{
   return scan_quoted(scanner, "the routine name", &record->name)
       && scan_blank(scanner, "the image name")
       && scan_quoted(scanner, "the image name", &record->image)
       && scan_blank(scanner, "the routine id")
       && scan_id(scanner, "the routine id", &record->id)
       && scan_end(scanner);
}

/* u id "mangled name" */
static bool parse_other_name(Scanner* scanner, Record* record)
{
   return scan_id(scanner, "the routine id", &record->id)
       && scan_blank(scanner, "the mangled name")
       && scan_quoted(scanner, "the mangled name", &record->name)
       && scan_end(scanner);
}

/* x routine-id context-id parent-context-id */
static bool parse_context(Scanner* scanner, Record* record)
{
   if (!scan_id(scanner, "the routine id", &record->routine)
       || !scan_blank(scanner, "the context id")
       || !scan_id(scanner, "the context id", &record->id)
       || !scan_blank(scanner, "the parent's context id")) {
      return false;
   }
   record->has_parent = !(scanner->end - scanner->at == 2 && memcmp(scanner->at, "-1", 2) == 0);
   return !record->has_parent
       || (scan_id(scanner, "the parent's context id", &record->parent) && scan_end(scanner));
}

static const char* const point_field_names[POINT_FIELDS] = {
   "id", "rms", "min", "max", "sum", "sqr-sum", "occ",
   "real-sum", "self-sum", "self-min", "self-max", "self-sqr"
};

static bool refuse_field_count(const Scanner* scanner, unsigned fields, uint64_t version)
{
   bool is_old = version < REPORT_NEWEST_VERSION;
   return refuse(scanner, "%u numbers, the last is %s; version %" PRIu64 " has %s%d, up to %s", fields,
                 fields == 0 ? "missing" : point_field_names[fields - 1], version, is_old ? "at least " : "",
                 is_old ? POINT_FIELDS_AT_LEAST : POINT_FIELDS, is_old ? "occ" : "self-sqr");
}

/* Fills in fields that early versions leave out: without real-sum, every activation counts; without self
   costs there are none. */
static void fill_missing_fields(uint64_t* numbers, unsigned fields)
{
   if (fields < POINT_FIELDS_WITH_REAL_SUM) {
      numbers[7] = numbers[4];
   }
   for (unsigned i = fields < POINT_FIELDS_WITH_REAL_SUM ? POINT_FIELDS_WITH_REAL_SUM : fields;
        i < POINT_FIELDS; i++) {
      numbers[i] = 0;
   }
}

static bool parse_point(Scanner* scanner, Record* record, uint64_t version)
{
   uint64_t numbers[POINT_FIELDS];
   unsigned fields = 0;
   for (;;) {
      uint64_t largest = fields < 2 ? UINT32_MAX : UINT64_MAX;
      if (!scan_number(scanner, point_field_names[fields], largest, &numbers[fields])) {
         return false;
      }
      fields++;
      if (fields == POINT_FIELDS || scanner->at == scanner->end) {
         break;
      }
      scanner->at++;   /* a blank: nothing else ends a number */
   }
   if (!scan_end(scanner)) {
      return false;
   }
   if (fields < (version < REPORT_NEWEST_VERSION ? POINT_FIELDS_AT_LEAST : POINT_FIELDS)) {
      return refuse_field_count(scanner, fields, version);
   }
   assert(fields >= POINT_FIELDS_AT_LEAST && fields <= POINT_FIELDS);
   if (fields < POINT_FIELDS) {
      fill_missing_fields(numbers, fields);
   }
   record->fields = fields;
   record->point = (Point){
      .owner    = (uint32_t)numbers[0],
      .rms      = (uint32_t)numbers[1],
      .min      = numbers[2],
      .max      = numbers[3],
      .sum      = numbers[4],
      .squares  = numbers[5],
      .calls    = numbers[6],
      .real_sum = numbers[7],
      .self_sum = numbers[8],
      .self_min = numbers[9],
      .self_max = numbers[10],
      .self_squares = numbers[11],
   };
   return true;
}

/* The tag at the start of a line, and where the rest starts.  A `c` alone is
   an empty comment; every other tag needs something behind it. */
static Tag scan_tag(Scanner* scanner)
{
   static const char known[] = "cvtkemiafrudpqx";
   Slice word = next_word(scanner);
   Tag   tag = TAG_UNKNOWN;
   if (word.length == 1 && memchr(known, word.bytes[0], sizeof known - 1) != NULL) {
      tag = (Tag)word.bytes[0];
   } else if (word.length == 3 && memcmp(word.bytes, "fav", 3) == 0) {
      tag = TAG_FAVOURITES;
   }
   scanner->at += word.length + (scanner->at + word.length < scanner->end ? 1 : 0);
   return tag;
}

static bool refuse_tag(const Scanner* scanner, const Record* record)
{
   QuotedText quoted;
   if (record->text.length == 0) {
      return refuse(scanner, "a blank line");
   }
   text_quote(record->text.bytes, record->text.length, quoted);
   return refuse(scanner, "%s does not start with a known tag", quoted);
}

/* A context without points has its lines in comments, because other readers do not know such
   contexts.  A comment that does not quite have the form of such a line is a comment like any other. */
static bool parse_comment(Scanner* scanner, Record* record)
{
   if (!parse_text(scanner, record)) {
      return false;
   }
   Problem unused;
   const char* text = record->value.bytes;
   Scanner     inner = { text, text + record->value.length, scanner->file, scanner->line, &unused };
   bool is_line;
   record->in_comment = scan_tag(&inner);
   switch (record->in_comment) {
      case TAG_ROUTINE: is_line = parse_routine(&inner, record); break;
      case TAG_MANGLED: is_line = parse_other_name(&inner, record); break;
      case TAG_CONTEXT: is_line = parse_context(&inner, record); break;
      default:          is_line = false; break;
   }
   if (!is_line) {
      record->in_comment = TAG_UNKNOWN;
   }
   return true;
}

static bool parse_record(const char* path, Record* record, uint64_t version, Problem* problem)
{
   const char* text    = record->text.bytes;
   Scanner     scanner = { text, text + record->text.length, path, record->line, problem };
   record->tag = scan_tag(&scanner);
   switch (record->tag) {
      case TAG_POINT:
      case TAG_CONTEXT_POINT: return parse_point(&scanner, record, version);
      case TAG_CONTEXT:       return parse_context(&scanner, record);
      case TAG_ROUTINE:       return parse_routine(&scanner, record);
      case TAG_MANGLED:
      case TAG_FULL_NAME:     return parse_other_name(&scanner, record);
      case TAG_VERSION:       return parse_version(&scanner, record);
      case TAG_TOTAL:         return parse_total(&scanner, record);
      case TAG_COMMENT:       return parse_comment(&scanner, record);
      case TAG_FAVOURITES:    return parse_text(&scanner, record);
      case TAG_DATE:
      case TAG_MODIFIED:
      case TAG_METRIC:
      case TAG_INPUT:
      case TAG_APPLICATION:
      case TAG_COMMAND_LINE:  return parse_value(&scanner, record);
      case TAG_UNKNOWN:       break;
   }
   return refuse_tag(&scanner, record);
}

/*--- The reader ---*/

Reader* reader_open(const char* path, Problem* problem)
{
   Lines* lines = lines_open(path, FILE_REPORT, problem);
   if (lines == NULL) {
      return NULL;
   }
   Reader* reader = g_new(Reader, 1);
   *reader = (Reader){ .path = path, .lines = lines };
   return reader;
}

ReadResult reader_next(Reader* reader, Record* record, Problem* problem)
{
   Line       line = { 0 };
   ReadResult result = lines_next(reader->lines, &line, problem);
   record->tag = TAG_UNKNOWN;
   if (result != READ_RECORD) {
      return result;
   }
   record->line = line.number;
   record->text = line.text;
   record->has_newline = line.has_newline;
   if (!parse_record(reader->path, record, reader->version, problem)) {
      return READ_BAD_LINE;
   }
   if (record->tag == TAG_VERSION) {
      reader->version = record->number;
   }
   return READ_RECORD;
}

uint64_t reader_line_count(const Reader* reader)
{
   return lines_count(reader->lines);
}

void reader_close(Reader* reader)
{
   lines_close(reader->lines);
   g_free(reader);
}
