/* A libFuzzer target: any bytes as a perf map that grows.  The first byte says in how
   many steps.  Beside not crashing, each address must have the name of the last line that
   contains it, by a second reader of lines, which remembers nothing. */

#include <stddef.h>   /* first: Valgrind's offsetof is no constant to sanitizers */

#include "fuzz/core.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Its variables must be as in a new process for each input. */
#include "code/perf_map.c"

Options options = { .perf_map = True };

#define LONGEST  (LONGEST_LINE - 1)
#define PLACES   16

typedef struct {
   const char* name;
   size_t      length;
   uint64_t    start;
   uint64_t    size;
} Entry;

static Bool is_digit(char c)
{
   return c != '\0' && strchr("0123456789abcdefABCDEF", c) != NULL;
}

/* "1f", "0x1f", and the blanks behind it. */
static const char* scan_number(const char* at, const char* end, uint64_t* number)
{
   const char* first;
   Bool has_prefix = end - at > 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && is_digit(at[2]);
   at += has_prefix ? 2 : 0;
   *number = 0;
   for (first = at; at < end && is_digit(*at); at++) {
      char digit[2] = { *at, '\0' };
      *number = *number * 16 + strtoul(digit, NULL, 16);
   }
   if (at == first || at == end || (*at != ' ' && *at != '\t')) {
      return NULL;
   }
   while (at < end && (*at == ' ' || *at == '\t')) {
      at++;
   }
   return at;
}

static Bool read_entry(const char* line, size_t length, Entry* entry)
{
   length -= length > 0 && line[length - 1] == '\r';
   const char* end = line + length;
   const char* at = memchr(line, '\0', length) != NULL ? NULL : scan_number(line, end, &entry->start);
   at = at == NULL ? NULL : scan_number(at, end, &entry->size);
   if (at == NULL || at == end || entry->size == 0 || entry->start > UINT64_MAX - entry->size) {
      return False;
   }
   entry->name = at;
   entry->length = (size_t)(end - at);
   return True;
}

/* The last line up to `size` that has the address. */
static Bool find_entry(const char* bytes, size_t size, uint64_t address, Entry* found)
{
   Bool        is_there = False;
   const char* newline;
   for (const char* line = bytes; (newline = memchr(line, '\n', (size_t)(bytes + size - line))) != NULL;
        line = newline + 1) {
      Entry entry;
      if (newline - line <= LONGEST && read_entry(line, (size_t)(newline - line), &entry)
          && address - entry.start < entry.size) {
         *found = entry;
         is_there = True;
      }
   }
   return is_there;
}

static void must(Bool holds, const char* what)
{
   if (!holds) {
      fprintf(stderr, "fuzz_perf_map: not True: %s\n", what);
      abort();
   }
}

static void check_address(const char* bytes, size_t size, uint64_t address)
{
   Entry            expected;
   Bool             is_there = find_entry(bytes, size, address, &expected);
   const NamedCode* named = perf_map_find(address);
   must((named != NULL) == is_there, "an address has a name if a line contains it");
   if (named != NULL) {
      const char* text = named->name->text.text;
      must(strlen(text) == expected.length && memcmp(text, expected.name, expected.length) == 0,
           "it is the newest");
      must(named->entry == expected.start, "the routine begins where that line says");
      must(named->start <= address && address < named->end, "the code contains the address");
   }
}

/* Around the ends of what the first lines contain. */
static void check_addresses(const char* bytes, size_t size)
{
   int         places = 0;
   const char* newline;
   for (const char* line = bytes; places < PLACES
        && (newline = memchr(line, '\n', (size_t)(bytes + size - line))) != NULL; line = newline + 1) {
      Entry entry;
      if (read_entry(line, (size_t)(newline - line), &entry)) {
         check_address(bytes, size, entry.start);
         check_address(bytes, size, entry.start - 1);
         check_address(bytes, size, entry.start + entry.size);
         check_address(bytes, size, entry.start + entry.size - 1);
         places++;
      }
   }
}

static void begin_process(void)
{
   core_begin();
   is_wanted = skipping = warned_of_line = False;
   map       = (GrowingFile){ .limit = 0 };
   perf_map_init();
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   const char* bytes = (const char*)data + 1;
   begin_process();
   perf_map_find(0);
   for (size_t known = 0; size > 0 && known < size - 1;) {
      size_t step = 1 + size / (1 + data[0] % 32);
      known = size - 1 - known < step ? size - 1 : known + step;
      core_set_file(bytes, known);
      perf_map_after_system_call(__NR_write);
      check_addresses(bytes, known);
   }
   must(core_raw_messages() == 0, "no message has what a terminal could obey");
   return 0;
}
