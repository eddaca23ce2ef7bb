/* One look at the file finds what may be: sections that counts lead through, those that separators divide,
   and the numbers of the first line.  Then the surest of these is taken. */

#include "input/sections.h"

#include <assert.h>
#include <glib.h>
#include <inttypes.h>
#include <string.h>

#include "input/lines.h"
#include "util/number.h"

/* A section with a smaller part of the longest one's lines stays as it is. */
#define LEAST_PART    10

/* A form of fewer lines to cut is there by chance. */
#define LEAST_LINES   3

/* No larger file is looked at. */
#define MOST_BYTES    UINT64_C(1000000000)

/* Numbers of the first line that are looked at. */
#define MOST_NUMBERS  8

/* Lines from the one that begins to the one that ends it, which is none of them. */
typedef struct {
   uint64_t begin;
   uint64_t end;
   bool     is_words;   /* the line has as many words as its count says */
   uint64_t number;   /* that is all of the line before or, of what is divided, of the first line; or 0 */
} Range;

/* Ranges, or too many of them. */
typedef struct {
   Range    range[SECTIONS_MOST];
   unsigned count;
   bool     is_wrong;
} Ranges;

typedef struct {
   uint64_t lines;
   uint64_t bytes;
   uint64_t end;             /* behind the last line that is not empty */
   bool     has_first;       /* a line is neither empty nor a comment: the first one, and its numbers */
   uint64_t first;
   uint64_t number[MOST_NUMBERS];
   unsigned numbers;
   uint64_t words;           /* in the line below it */
   bool     has_names;       /* it has no digit, but all below have one */
   Ranges   led;             /* a count before each says where it ends, and the next count stands; */
   Ranges   led_below;       /* the same below the first line, which says how many there are */
   Ranges   divided;         /* by separators */
   bool     is_between;      /* the last line was a separator */
} Look;

/*--- Lines ---*/

static Slice trimmed(Slice line)
{
   while (line.length > 0 && g_ascii_isspace(line.bytes[line.length - 1])) {
      line.length--;
   }
   while (line.length > 0 && g_ascii_isspace(line.bytes[0])) {
      line.bytes++;
      line.length--;
   }
   return line;
}

/* "[points]"; or one word behind a mark, as ".pins" and "@data". */
static bool is_header(Slice line)
{
   bool is_word = line.length > 1 && strchr(".@*!$", line.bytes[0]) != NULL;
   for (size_t i = 1; i < line.length; i++) {
      is_word = is_word && (g_ascii_isalnum(line.bytes[i]) || line.bytes[i] == '_');
   }
   return is_word || (line.length > 0 && line.bytes[0] == '[' && line.bytes[line.length - 1] == ']');
}

static bool is_separator(Slice line)
{
   return line.length == 0 || is_header(line);
}

/* A comment is one as in scripts and tables; "c" is that of DIMACS. */
static bool is_comment(Slice line)
{
   return line.length > 0 && (strchr("#%;", line.bytes[0]) != NULL || slice_begins_with(line, "//")
                              || (line.bytes[0] == 'c' && (line.length == 1 || line.bytes[1] == ' ')));
}

static bool is_of_word(char byte)
{
   return g_ascii_isalnum(byte) || (byte != '\0' && strchr("_.-/", byte) != NULL);
}

/* Finds the next whole number from *at on, and moves behind it; *begin is where it begins.  A count has no
   zeros in front. */
static bool next_number(Slice line, size_t* at, size_t* begin, uint64_t* number)
{
   while (*at < line.length) {
      *begin = *at;
      while (*at < line.length && is_of_word(line.bytes[*at])) {
         (*at)++;
      }
      g_autofree char* word = g_strndup(line.bytes + *begin, *at - *begin);
      if (word[0] != '0' && number_parse(word, number)) {
         return true;
      }
      *at += *at == *begin;
   }
   return false;
}

/* Returns the number that is all of the line; 0: it is none. */
static uint64_t sole_number(Slice line)
{
   size_t   at = 0, begin = 0;
   uint64_t number = 0;
   bool     is_sole = next_number(line, &at, &begin, &number) && begin == 0 && at == line.length;
   return is_sole ? number : 0;
}

/* Moves behind the next word from *at on; false: there is none. */
static bool skip_word(Slice line, size_t* at)
{
   while (*at < line.length && g_ascii_isspace(line.bytes[*at])) {
      (*at)++;
   }
   bool has = *at < line.length;
   while (*at < line.length && !g_ascii_isspace(line.bytes[*at])) {
      (*at)++;
   }
   return has;
}

static uint64_t count_words(Slice line)
{
   size_t   at = 0;
   uint64_t words = 0;
   while (skip_word(line, &at)) {
      words++;
   }
   return words;
}

static bool has_digit(Slice line)
{
   bool has = false;
   for (size_t i = 0; i < line.length; i++) {
      has = has || g_ascii_isdigit(line.bytes[i]);
   }
   return has;
}

/*--- The look ---*/

static void add_range(Ranges* ranges, Range range)
{
   if (ranges->count == SECTIONS_MOST) {
      ranges->is_wrong = true;
   } else {
      ranges->range[ranges->count++] = range;
   }
}

static void look_for_first(Look* look, Slice line, uint64_t index)
{
   if (look->has_first || line.length == 0 || is_comment(line)) {
      look->has_names = look->has_names && (line.length == 0 || has_digit(line));
      look->words = look->has_first && index == look->first + 1 ? count_words(line) : look->words;
      return;
   }
   size_t at = 0, begin;
   while (look->numbers < MOST_NUMBERS && next_number(line, &at, &begin, &look->number[look->numbers])) {
      look->numbers++;
   }
   look->has_first = true;
   look->first = index;
   look->has_names = !has_digit(line);
}

/* Comments may stand before the first count, and empty lines before each. */
static void follow_counts(Ranges* led, Slice line, uint64_t index)
{
   Range*   last = led->count > 0 ? &led->range[led->count - 1] : NULL;
   bool     is_within = last != NULL && index < last->end;
   bool     may_stand = line.length == 0 || (led->count == 0 && is_comment(line));
   uint64_t number = is_within || may_stand ? 0 : sole_number(line);
   if (is_within && index == last->begin && last->number > 1 && count_words(line) == last->number) {
      last->is_words = true;
      last->end = index + 1;
   }
   if (number > 0 && number <= UINT32_MAX) {
      add_range(led, (Range){ index + 1, index + 1 + number, false, number });
   } else if (!is_within && !may_stand) {
      led->is_wrong = true;
   }
}

static void look_for_separators(Look* look, Slice line, uint64_t index)
{
   Ranges* divided = &look->divided;
   bool    is_between = is_separator(line);
   if (!is_between && (look->is_between || divided->count == 0)) {
      add_range(divided, (Range){ index, index + 1, false, sole_number(line) });
   } else if (!is_between) {
      divided->range[divided->count - 1].end = index + 1;
   }
   look->is_between = is_between;
}

/* Compressed files have other lines than those that are read. */
static bool look_at(Look* look, const char* path)
{
   Problem         ignored;   /* who takes the first lines will have it, too */
   Line            line;
   g_autoptr(File) file = file_open(path, FILE_WORK, &ignored);
   Lines*          lines = file == NULL || file_size(file) > MOST_BYTES ? NULL
                           : lines_open(path, FILE_WORK, &ignored);
   ReadResult      result = READ_FAILED;
   while (lines != NULL && (result = lines_next(lines, &line, &ignored)) == READ_RECORD) {
      Slice text = trimmed(line.text);
      look_for_first(look, text, look->lines);
      follow_counts(&look->led, text, look->lines);
      if (look->has_first && look->lines > look->first) {
         follow_counts(&look->led_below, text, look->lines);
      }
      look_for_separators(look, text, look->lines);
      look->lines++;
      look->bytes += line.text.length + line.has_newline;
      look->end = text.length > 0 ? look->lines : look->end;
   }
   g_clear_pointer(&lines, lines_close);
   return result == READ_END && look->bytes == file_size(file);
}

/*--- Taking what is surest ---*/

/* Adds the section from one line to another, or of the words of one; the lines since the last one stay. */
static void add_section(Sections* sections, uint64_t* behind, uint64_t begin, uint64_t end, uint64_t words)
{
   assert(sections->sections < SECTIONS_MOST && *behind <= begin && begin <= end);
   sections->section[sections->sections++] = (Section){
      .stay = begin - *behind, .lines = words > 0 ? words : end - begin, .is_words = words > 0
   };
   *behind = end;
}

/* Adds that a line has the number of lines of the last section. */
static void add_count(Sections* sections, uint64_t line, uint64_t number)
{
   if (sections->counts < SECTIONS_MOST) {
      sections->count[sections->counts++] = (SectionCount){ line, number, sections->sections - 1 };
   }
}

static bool take_led(Sections* sections, const Look* look, const Ranges* led, uint64_t* behind)
{
   if (led->is_wrong || led->count == 0 || led->range[led->count - 1].end < look->end
       || led->range[led->count - 1].end > look->lines) {
      return false;
   }
   for (unsigned i = 0; i < led->count; i++) {
      const Range* range = &led->range[i];
      add_section(sections, behind, range->begin, range->end, range->is_words ? range->number : 0);
      add_count(sections, range->begin - 1, range->number);
   }
   return true;
}

/* The first line has the number of lines below, or two numbers that add up to that. */
static bool take_counted(Sections* sections, const Look* look, uint64_t* behind)
{
   uint64_t begin = look->first + 1, rest = look->end - MIN(begin, look->end);
   for (unsigned i = 0; i < look->numbers && rest > 0; i++) {
      uint64_t number = look->number[i];
      if (number == rest) {
         add_section(sections, behind, begin, look->end, 0);
         add_count(sections, look->first, number);
         return true;
      }
      if (i + 1 < look->numbers && number > 0 && number < rest && look->number[i + 1] == rest - number) {
         add_section(sections, behind, begin, begin + number, 0);
         add_count(sections, look->first, number);
         add_section(sections, behind, begin + number, look->end, 0);
         add_count(sections, look->first, rest - number);
         return true;
      }
   }
   return false;
}

/* The first line has the number of words in the next one and, behind that, of the lines below it, if there
   are some. */
static bool take_words(Sections* sections, const Look* look, uint64_t* behind)
{
   uint64_t begin = look->first + 1, rest = look->end - MIN(begin + 1, look->end);
   for (unsigned i = 0; i < look->numbers && look->words > 1; i++) {
      unsigned next = i + 1;
      while (next < look->numbers && look->number[next] != rest) {
         next++;
      }
      if (look->number[i] == look->words && (rest == 0 || next < look->numbers)) {
         add_section(sections, behind, begin, begin + 1, look->words);
         add_count(sections, look->first, look->words);
         if (rest > 0) {
            add_section(sections, behind, begin + 1, look->end, 0);
            add_count(sections, look->first, rest);
         }
         return true;
      }
   }
   return false;
}

/* Adds a section between separators.  Its count is the next of the numbers in the first line of the file, or
   alone in its own first line. */
static void add_divided(Sections* sections, const Look* look, const Range* range, uint64_t* behind,
                        unsigned* number)
{
   uint64_t lines = range->end - range->begin;
   bool     has_first = range->begin == look->first;
   unsigned next = *number;
   while (next < look->numbers && look->number[next] != lines - has_first) {
      next++;
   }
   bool is_counted = next < look->numbers, has_own = !is_counted && range->number == lines - 1;
   add_section(sections, behind, range->begin + (has_own || (is_counted && has_first)), range->end, 0);
   if (is_counted) {
      add_count(sections, look->first, look->number[next]);
      *number = next + 1;
   } else if (has_own) {
      add_count(sections, range->begin, range->number);
   }
}

static bool take_divided(Sections* sections, const Look* look, uint64_t* behind)
{
   const Ranges* divided = &look->divided;
   uint64_t      longest = 0;
   unsigned      number = 0;
   for (unsigned i = 0; i < divided->count; i++) {
      longest = MAX(longest, divided->range[i].end - divided->range[i].begin);
   }
   for (unsigned i = 0; i < divided->count && divided->count > 1 && !divided->is_wrong; i++) {
      const Range* range = &divided->range[i];
      if ((range->end - range->begin) * LEAST_PART >= longest && range->end - range->begin > 1) {
         add_divided(sections, look, range, behind, &number);
      }
   }
   return sections->sections > 0;
}

static bool take_header(Sections* sections, const Look* look, uint64_t* behind)
{
   uint64_t begin = look->first + look->has_names;
   bool     has_header = look->has_first && begin > 0 && begin < look->end;
   if (has_header) {
      add_section(sections, behind, begin, look->end, 0);
   }
   return has_header;
}

bool sections_find(Sections* sections, const char* path)
{
   Look     look = { 0 };
   uint64_t behind = 0;
   *sections = (Sections){ 0 };
   bool has = look_at(&look, path)
              && ((look.number[0] == look.led_below.count
                   && take_led(sections, &look, &look.led_below, &behind))
                  || take_led(sections, &look, &look.led, &behind)
                  || take_counted(sections, &look, &behind) || take_words(sections, &look, &behind)
                  || take_divided(sections, &look, &behind) || take_header(sections, &look, &behind));
   sections->section[sections->sections].stay = look.lines - behind;
   return has && sections_lines(sections) >= LEAST_LINES;
}

/*--- What is done ---*/

uint64_t sections_lines(const Sections* sections)
{
   uint64_t lines = 0;
   for (unsigned i = 0; i < sections->sections; i++) {
      lines += sections->section[i].lines;
   }
   return lines;
}

/* "the counts in lines 1 and 43 are rewritten" */
static void add_counts(GString* text, const Sections* sections)
{
   GString* places = g_string_new(NULL);
   unsigned lines = 0;
   for (unsigned i = 0; i < sections->counts; i++) {
      if (i == 0 || sections->count[i].line != sections->count[i - 1].line) {
         bool is_last = sections->count[i].line == sections->count[sections->counts - 1].line;
         g_string_append_printf(places, "%s%" PRIu64, lines == 0 ? "" : is_last ? " and " : ", ",
                                sections->count[i].line + 1);
         lines++;
      }
   }
   g_string_append_printf(text, "the count%s in line%s %s %s rewritten", sections->counts == 1 ? "" : "s",
                          lines == 1 ? "" : "s", places->str, sections->counts == 1 ? "is" : "are");
   g_string_free(places, TRUE);
}

char* sections_words(const Sections* sections)
{
   GString* text = g_string_new(NULL);
   bool     has_words = false;
   for (unsigned i = 0; i < sections->sections; i++) {
      has_words = has_words || sections->section[i].is_words;
   }
   if (has_words) {
      g_string_append(text, "words are cut as lines are, ");
   }
   if (sections->sections > 1) {
      g_string_append_printf(text, "%u sections are cut alike%s", sections->sections,
                             sections->counts > 0 ? ", " : "");
   } else if (sections->counts == 0) {
      g_string_append(text, "what stands before them stays");
   }
   if (sections->counts > 0) {
      add_counts(text, sections);
   }
   return g_string_free(text, FALSE);
}

/*--- Writing ---*/

/* Sets how many lines of each section are taken: one of each, if there are enough, and as much of the rest of
   each as of all the rest. */
static void share_lines(const Sections* sections, uint64_t lines, uint64_t* taken)
{
   uint64_t const count = sections->sections, all = sections_lines(sections);
   uint64_t       more = lines - MIN(lines, count), before = 0, behind = 0;
   assert(lines <= all);
   for (unsigned i = 0; i < count; i++) {
      behind += sections->section[i].lines - 1;
      uint64_t part = all == count ? 0 : (uint64_t)((Wide)more * behind / (all - count))
                                         - (uint64_t)((Wide)more * before / (all - count));
      taken[i] = (i < lines) + part;
      before = behind;
   }
}

/* Writes the first words of a line. */
static void write_words(Slice line, uint64_t words, FILE* out)
{
   size_t at = 0;
   for (uint64_t i = 0; i < words; i++) {
      skip_word(line, &at);
   }
   fwrite(line.bytes, 1, at, out);
}

/* Writes a line that stays, with the counts that it has. */
static void write_line(const Sections* sections, const uint64_t* taken, uint64_t index, Slice line,
                       FILE* out)
{
   size_t   at = 0, begin, done = 0;
   uint64_t number;
   for (unsigned i = 0; i < sections->counts; i++) {
      const SectionCount* count = &sections->count[i];
      bool                is_found = false;
      while (count->line == index && !is_found && next_number(line, &at, &begin, &number)) {
         is_found = number == count->number;
      }
      if (is_found) {
         fwrite(line.bytes + done, 1, begin - done, out);
         fprintf(out, "%" PRIu64, taken[count->section]);
         done = at;
      }
   }
   fwrite(line.bytes + done, 1, line.length - done, out);
}

/* Returns how many lines of the file it has, without those that stay. */
static uint64_t lines_of(const Section* section)
{
   return section->is_words ? 1 : section->lines;
}

bool sections_write(const Sections* sections, const char* path, uint64_t lines, FILE* out, Problem* problem)
{
   uint64_t   taken[SECTIONS_MOST + 1] = { 0 }, index = 0, from = 0;   /* nothing of what only stays */
   unsigned   section = 0;
   Line       line;
   ReadResult result = READ_FAILED;
   Lines*     file = lines_open(path, FILE_WORK, problem);
   share_lines(sections, lines, taken);
   for (; file != NULL && (result = lines_next(file, &line, problem)) == READ_RECORD; index++) {
      const Section* at = &sections->section[section];
      while (section < sections->sections && index - from >= at->stay + lines_of(at)) {
         from += at->stay + lines_of(at);
         at = &sections->section[++section];
      }
      bool stays = index - from < at->stay, is_taken = index - from < at->stay + taken[section];
      if (stays) {
         write_line(sections, taken, index, line.text, out);
      } else if (at->is_words && taken[section] < at->lines) {
         write_words(line.text, taken[section], out);
      } else if (is_taken) {
         fwrite(line.text.bytes, 1, line.text.length, out);
      }
      if (line.has_newline && (stays || is_taken || at->is_words)) {
         putc('\n', out);
      }
   }
   g_clear_pointer(&file, lines_close);
   return result == READ_END && !ferror(out);
}
