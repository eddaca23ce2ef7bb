/* Reads the Callgrind format, as Valgrind's manual defines it ("Callgrind Format
   Specification").  A file is a list of lines:

      events: Bb Rms        what each cost line counts
      ob=(1) /bin/prog      where the following costs are: object,
      fl=(1) /src/prog.c    source file,
      fn=(1) main           and function
      12 100 3              a line of the source, and its own costs
      cfn=(2) sort          who is called,
      calls=5 40            how often,
      +3 900 70             and from which line, and what the calls cost with all that was called

   Once a name has had its number, the number is enough.  A line number may be given as
   the difference to the one before, or as * if it is the same.  fi= and fe= change the
   file, not the function, and the next fn= is in the file of fl= again.  Costs that are
   left out are 0.  Lines may end in CR LF. */

#include "line_costs/profile.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "input/lines.h"
#include "util/number.h"
#include "util/text.h"

#define INPUT_EVENT  "Rms"
#define UNKNOWN      "???"     /* as Callgrind names what it does not know */

typedef enum { NAME_OBJECT, NAME_FILE, NAME_FUNCTION, NAME_KINDS } NameKind;

/* The record whose costs must stand on the next line. */
typedef enum { OPEN_NOTHING, OPEN_CALL, OPEN_JUMP } Open;

typedef struct {
   Profile*         profile;
   const char*      path;
   Problem*         problem;
   uint64_t         line;              /* of the file */

   GHashTable*      titles;            /* of events: text by name */
   unsigned         event_count;       /* 0: not known yet */
   unsigned         input_event;       /* its number; event_count: there is none */
   bool             has_addresses;     /* before the line numbers */
   bool             has_lines;

   GHashTable*      names[NAME_KINDS]; /* text by number */
   const char*      object;
   const char*      file;
   const char*      file_of_functions; /* the last one of fl= */
   ProfileFunction* function;          /* NULL: none yet */
   const char*      called_object;     /* NULL: the same as that of the caller */
   const char*      called_file;
   ProfileFunction* called;
   uint64_t         calls;
   Open             open;
   uint64_t         position;          /* the last line number */
} ProfileReader;

/* The rest of a line; a newline stands behind it. */
typedef struct {
   const char* at;
   const char* end;
} Rest;

static bool refuse(ProfileReader* reader, const char* format, ...) __attribute__((format(printf, 2, 3)));

static bool refuse(ProfileReader* reader, const char* format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   g_autofree char* text = g_strdup_vprintf(format, arguments);
   va_end(arguments);
   return problem_set(reader->problem, reader->path, reader->line, "%s", text);
}

static bool refuse_rest(ProfileReader* reader, const char* wanted, Rest rest)
{
   QuotedText quoted;
   text_quote(rest.at, (size_t)(rest.end - rest.at), quoted);
   return refuse(reader, "%s is needed, not %s", wanted, quoted);
}

/*--- Words ---*/

static void skip_blanks(Rest* rest)
{
   while (rest->at < rest->end && (*rest->at == ' ' || *rest->at == '\t')) {
      rest->at++;
   }
}

/* False if there is no number, or too large a one. */
static bool scan_number(Rest* rest, uint64_t* number)
{
   bool        is_hex = rest->end - rest->at > 2 && rest->at[0] == '0' && rest->at[1] == 'x';
   uint64_t    value = 0;
   const char* first = rest->at += is_hex ? 2 : 0;
   for (; is_hex ? isxdigit((unsigned char)*rest->at) : isdigit((unsigned char)*rest->at); rest->at++) {
      if (__builtin_mul_overflow(value, is_hex ? 16 : 10, &value)
          || __builtin_add_overflow(value, (uint64_t)g_ascii_xdigit_value(*rest->at), &value)) {
         return false;
      }
   }
   *number = value;
   return rest->at > first;
}

/* Ends at the blank behind the number, or at the end. */
static bool scan_whole_number(Rest* rest, uint64_t* number)
{
   return scan_number(rest, number) && (rest->at == rest->end || *rest->at == ' ' || *rest->at == '\t');
}

static const char* keep(ProfileReader* reader, const char* bytes, const char* end)
{
   g_autofree char* text = g_strndup(bytes, (gsize)(end - bytes));
   return g_string_chunk_insert_const(reader->profile->texts, g_strchomp(text));
}

static const char* keep_text(ProfileReader* reader, const char* text)
{
   return g_string_chunk_insert_const(reader->profile->texts, text);
}

/*--- Header ---*/

static char** words_of(Rest rest)
{
   GPtrArray* words = g_ptr_array_new();
   for (skip_blanks(&rest); rest.at < rest.end; skip_blanks(&rest)) {
      const char* first = rest.at;
      while (rest.at < rest.end && *rest.at != ' ' && *rest.at != '\t') {
         rest.at++;
      }
      g_ptr_array_add(words, g_strndup(first, (gsize)(rest.at - first)));
   }
   g_ptr_array_add(words, NULL);
   return (char**)g_ptr_array_free(words, FALSE);
}

/* Ir : Instructions; a definition by other events may stand between. */
static bool read_event(ProfileReader* reader, Rest rest)
{
   const char* colon = memchr(rest.at, ':', (size_t)(rest.end - rest.at));
   skip_blanks(&rest);
   if (colon != NULL) {
      Rest  title = { colon + 1, rest.end };
      char* name = g_strndup(rest.at, (gsize)(colon - rest.at));
      skip_blanks(&title);
      name[strcspn(name, " \t=")] = '\0';
      g_hash_table_insert(reader->titles, name, (gpointer)keep(reader, title.at, title.end));
   }
   return true;
}

static bool set_cost(ProfileReader* reader, const char* name)
{
   Profile*    profile = reader->profile;
   const char* title = g_hash_table_lookup(reader->titles, name);
   if (profile->cost != NULL && strcmp(profile->cost, name) != 0) {
      return refuse(reader, "the first event is %s, and that of what was read before is %s: "
                    "costs of different events cannot be added up", name, profile->cost);
   }
   if (profile->cost == NULL) {
      profile->cost = g_string_chunk_insert_const(profile->texts, name);
      profile->unit = title == NULL ? profile->cost : title;
   }
   return true;
}

static bool read_events(ProfileReader* reader, Rest rest)
{
   g_auto(GStrv) words = words_of(rest);
   bool          is_right = words[0] != NULL ? set_cost(reader, words[0])
                            : refuse(reader, "no event is named");
   reader->event_count = g_strv_length(words);
   reader->input_event = reader->event_count;
   for (unsigned i = 0; is_right && words[i] != NULL; i++) {
      if (strcmp(words[i], INPUT_EVENT) == 0) {
         reader->input_event = i;
         reader->profile->has_input = true;
      }
   }
   assert(reader->input_event <= reader->event_count);
   return is_right;
}

static bool read_positions(ProfileReader* reader, Rest rest)
{
   g_auto(GStrv) words = words_of(rest);
   reader->has_addresses = g_strv_contains((const char* const*)words, "instr");
   reader->has_lines = g_strv_contains((const char* const*)words, "line");
   return reader->has_lines
          || refuse(reader, "the profile has no line numbers: run the program with --dump-line=yes");
}

/*--- Names ---*/

/* (id)'(id) or (id)'2: a function and its caller, or its second depth. */
static bool is_compressed_twice(Rest name)
{
   uint64_t id;
   return name.at < name.end && *name.at++ == '(' && scan_number(&name, &id)
          && name.end - name.at > 1 && memcmp(name.at, ")'", 2) == 0;
}

/* (id) name, (id), or a name without a number, such as "(below main)".  NULL, with the problem set, if the
   number has no name. */
static const char* read_name(ProfileReader* reader, NameKind kind, Rest rest)
{
   skip_blanks(&rest);
   Rest     number = { rest.at + 1, rest.end };
   uint64_t id;
   bool is_compressed = rest.at < rest.end && *rest.at == '(' && scan_number(&number, &id)
                        && number.at < number.end && *number.at == ')';
   if (!is_compressed) {
      return rest.at == rest.end ? keep_text(reader, UNKNOWN) : keep(reader, rest.at, rest.end);
   }
   number.at++;
   skip_blanks(&number);
   if (kind == NAME_FUNCTION && is_compressed_twice(number)) {
      refuse(reader, "numbers of functions in a name: run Callgrind without --compress-mangled");
      return NULL;
   }
   gpointer key = GSIZE_TO_POINTER((gsize)id);
   if (number.at < number.end) {
      const char* name = keep(reader, number.at, number.end);
      g_hash_table_insert(reader->names[kind], key, (gpointer)name);
      return name;
   }
   const char* name = g_hash_table_lookup(reader->names[kind], key);
   if (name == NULL) {
      refuse(reader, "(%" PRIu64 ") stands for a name, but no line above says which", id);
   }
   return name;
}

/*--- Costs ---*/

static bool read_position(ProfileReader* reader, Rest* rest, uint64_t* position)
{
   Rest     all = *rest;
   char     sign = rest->at < rest->end ? *rest->at : '\0';
   uint64_t number = 0;
   if (sign == '*') {
      rest->at++;
      return true;
   }
   rest->at += sign == '+' || sign == '-';
   if (!scan_whole_number(rest, &number)) {
      return refuse_rest(reader, "a line number, as 12, +3, -3 or *,", all);
   }
   if (sign == '-' ? number > *position : sign == '+' && number > UINT64_MAX - *position) {
      return refuse_rest(reader, "a line number above 0", all);
   }
   *position = sign == '+' ? *position + number : sign == '-' ? *position - number : number;
   return true;
}

/* The costs of both kinds that are kept. */
static bool read_costs(ProfileReader* reader, Rest* rest, LineEvents* events)
{
   *events = (LineEvents){ 0 };
   unsigned count = 0;
   for (skip_blanks(rest); rest->at < rest->end; skip_blanks(rest)) {
      Rest     all = *rest;
      uint64_t number;
      if (!scan_whole_number(rest, &number)) {
         return refuse_rest(reader, "a cost", all);
      }
      if (count == reader->event_count) {
         return refuse(reader, "more costs than events, which are %u", reader->event_count);
      }
      if (count == 0) {
         events->cost = number;
      } else if (count == reader->input_event) {
         events->input = number;
      }
      count++;
   }
   return true;
}

/* Calls of a function by itself are part of what it costs anyhow. */
static void add_costs(ProfileReader* reader, const LineEvents* events)
{
   uint32_t    number = reader->position > UINT32_MAX ? 0 : (uint32_t)reader->position;
   ProfileLine line = { .file = reader->file, .line = number };
   if (reader->open == OPEN_CALL) {
      ProfileCall call = {
         .file = reader->file, .line = number, .object = reader->called->key.object,
         .name = reader->called->key.name, .calls = reader->calls, .events = *events,
      };
      g_array_append_val(reader->function->calls, call);
      line.called = reader->called == reader->function ? (LineEvents){ 0 } : *events;
   } else {
      Profile* profile = reader->profile;
      line.self = *events;
      profile->total.cost = add_saturating(profile->total.cost, events->cost);
      profile->total.input = add_saturating(profile->total.input, events->input);
   }
   g_array_append_val(reader->function->lines, line);
}

static bool read_cost_line(ProfileReader* reader, Rest rest)
{
   uint64_t   address = UINT64_MAX / 2;    /* of no interest: a difference to it is no mistake */
   LineEvents events;
   if (reader->event_count == 0) {
      return refuse(reader, "costs, but no line above says of which events (events:)");
   }
   if (reader->function == NULL) {
      return refuse(reader, "costs, but no line above says of which function (fn=)");
   }
   if (reader->has_addresses) {
      if (!read_position(reader, &rest, &address)) {
         return false;
      }
      skip_blanks(&rest);
   }
   if (!read_position(reader, &rest, &reader->position) || !read_costs(reader, &rest, &events)) {
      return false;
   }
   if (reader->open != OPEN_JUMP) {
      add_costs(reader, &events);
   }
   reader->open = OPEN_NOTHING;
   return true;
}

/*--- Lines ---*/

static bool read_function(ProfileReader* reader, Rest rest)
{
   const char* name = read_name(reader, NAME_FUNCTION, rest);
   reader->file = reader->file_of_functions;
   reader->function = name == NULL ? NULL
                    : profile_add_function(reader->profile, reader->object, reader->file, name);
   reader->profile->functions_read++;
   reader->profile->known_read += name != NULL && profile_knows(reader->profile, &reader->function->key);
   return name != NULL;
}

/* Reads the callee of a call, and uses up its object and file. */
static bool read_called(ProfileReader* reader, Rest rest)
{
   const char* name = read_name(reader, NAME_FUNCTION, rest);
   const char* object = reader->called_object != NULL ? reader->called_object : reader->object;
   const char* file = reader->called_file != NULL ? reader->called_file : reader->file;
   reader->called = name == NULL ? NULL : profile_add_function(reader->profile, object, file, name);
   reader->called_object = reader->called_file = NULL;
   return name != NULL;
}

static bool read_calls(ProfileReader* reader, Rest rest)
{
   Rest all = rest;
   skip_blanks(&rest);
   if (!scan_whole_number(&rest, &reader->calls)) {
      return refuse_rest(reader, "a number of calls", all);
   }
   if (reader->called == NULL || reader->function == NULL) {
      return refuse(reader, "calls, but no line above says by whom (fn=) and of what (cfn=)");
   }
   reader->open = OPEN_CALL;
   return true;
}

static bool read_jump(ProfileReader* reader)
{
   reader->open = OPEN_JUMP;
   return true;
}

static bool is_key(Slice key, const char* text)
{
   return strlen(text) == key.length && memcmp(key.bytes, text, key.length) == 0;
}

/* KEY=... */
static bool read_specification(ProfileReader* reader, Slice key, Rest rest)
{
   struct { const char* key; NameKind kind; const char** name; } const names[] = {
      { "ob", NAME_OBJECT, &reader->object },         { "cob", NAME_OBJECT, &reader->called_object },
      { "fl", NAME_FILE, &reader->file },             { "fi", NAME_FILE, &reader->file },
      { "fe", NAME_FILE, &reader->file },             { "cfi", NAME_FILE, &reader->called_file },
      { "cfl", NAME_FILE, &reader->called_file },
      /* The target of a jump; the names may be needed again. */
      { "jfi", NAME_FILE, NULL },                     { "jfn", NAME_FUNCTION, NULL },
   };
   for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      if (is_key(key, names[i].key)) {
         const char* name = read_name(reader, names[i].kind, rest);
         if (names[i].name != NULL) {
            *names[i].name = name;
         }
         if (is_key(key, "fl")) {
            reader->file_of_functions = name;
         }
         return name != NULL;
      }
   }
   return is_key(key, "fn")    ? read_function(reader, rest)
        : is_key(key, "cfn")   ? read_called(reader, rest)
        : is_key(key, "calls") ? read_calls(reader, rest)
        : is_key(key, "jump") || is_key(key, "jcnd") ? read_jump(reader)
        : refuse(reader, "%.*s= is not known: this is not a line of a Callgrind profile",
                 (int)MIN(key.length, 40), key.bytes);
}

/* KEY: ...; others than these say nothing that is needed. */
static bool read_header(ProfileReader* reader, Slice key, Rest rest)
{
   return is_key(key, "event")     ? read_event(reader, rest)
        : is_key(key, "events")    ? read_events(reader, rest)
        : is_key(key, "positions") ? read_positions(reader, rest)
        : true;
}

static bool read_line(ProfileReader* reader, Slice text)
{
   bool has_return = text.length > 0 && text.bytes[text.length - 1] == '\r';
   Rest rest = { text.bytes, text.bytes + text.length - has_return };
   if (memchr(text.bytes, '\0', text.length) != NULL) {
      return refuse(reader, "a NUL byte: this is not a line of a Callgrind profile");
   }
   skip_blanks(&rest);
   const char* first = rest.at;
   bool        is_cost = isdigit((unsigned char)*first) || *first == '+' || *first == '-' || *first == '*';
   if (reader->open != OPEN_NOTHING && !is_cost) {
      return refuse(reader, "a line number is missing: the line above says that %s from there",
                    reader->open == OPEN_CALL ? "calls were made" : "jumps go");
   }
   if (is_cost) {
      return read_cost_line(reader, rest);
   }
   while (rest.at < rest.end && isalpha((unsigned char)*rest.at)) {
      rest.at++;
   }
   Slice key = { first, (size_t)(rest.at - first) };
   char  sign = rest.at == rest.end ? '\0' : *rest.at++;
   if (first == rest.end || *first == '#') {
      return true;
   }
   if (key.length == 0 || (sign != '=' && sign != ':')) {
      QuotedText quoted;
      return refuse(reader, "%s is not a line of a Callgrind profile",
                    text_quote(text.bytes, text.length, quoted));
   }
   return sign == '=' ? read_specification(reader, key, rest) : read_header(reader, key, rest);
}

static bool read_lines(ProfileReader* reader, Lines* lines)
{
   for (;;) {
      Line line;
      switch (lines_next(lines, &line, reader->problem)) {
         case READ_RECORD:
            reader->line = line.number;
            if (!read_line(reader, line.text)) {
               return false;
            }
            break;
         case READ_END:
            reader->line = 0;
            if (lines_count(lines) == 0) {
               return true;
            }
            return reader->event_count > 0 && reader->function != NULL && reader->open == OPEN_NOTHING
                   ? true : refuse(reader, "is not a Callgrind profile, or its end is missing");
         case READ_BAD_LINE:
         case READ_FAILED:
            return false;
      }
   }
}

bool profile_load(Profile* profile, const char* path, Problem* problem)
{
   Lines* lines = lines_open(path, FILE_PROFILE, problem);
   if (lines == NULL) {
      return false;
   }
   ProfileReader reader = {
      .profile = profile, .path = path, .problem = problem, .has_lines = true,
      .titles = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
   };
   reader.object = reader.file = reader.file_of_functions = keep_text(&reader, UNKNOWN);
   for (int kind = 0; kind < NAME_KINDS; kind++) {
      reader.names[kind] = g_hash_table_new(NULL, NULL);
   }
   bool done = read_lines(&reader, lines);
   for (int kind = 0; kind < NAME_KINDS; kind++) {
      g_hash_table_unref(reader.names[kind]);
   }
   g_hash_table_unref(reader.titles);
   lines_close(lines);
   if (done) {
      profile_sort(profile);
   }
   return done;
}
