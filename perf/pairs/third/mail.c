// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Reads a mailbox: splits messages and their parts, unfolds headers, decodes bodies, and counts the words in them that
// spam is known for; the answers to a message are counted, too. SEED in the environment is that of the mailbox.
// usage: mail MESSAGES|FILE

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_HEADERS = 40, N_THREADS = 1024, N_SUSPECTS = 160, LINE = 72 };

typedef struct { char* text; size_t length, room; } String;

typedef struct { char *name, *value; } Header;

typedef struct { Header headers[MOST_HEADERS]; int n_headers; const char *body, *end; } Part;

typedef struct Thread { char* id; int n_answers; struct Thread* next; } Thread;

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static signed char values[256];
static char suspects[N_SUSPECTS][12];
static Thread* threads[N_THREADS];
static long n_words, n_suspected, n_bytes, n_parts;
static uint64_t seed = 2024;

unsigned next_random(unsigned limit)
{
   seed = seed * 6364136223846793005ul + 1442695040888963407ul;
   return (unsigned)(seed >> 40) % limit;
}

void add_bytes(String* string, const char* text, size_t length)
{
   if (string->length + length + 1 > string->room) {
      string->room = 2 * (string->length + length + 1);
      char* grown = malloc(string->room);
      memcpy(grown, string->text ? string->text : "", string->length);
      free(string->text);
      string->text = grown;
   }
   memcpy(string->text + string->length, text, length);
   string->length += length;
   string->text[string->length] = '\0';
}

void add_text(String* string, const char* text)
{
   add_bytes(string, text, strlen(text));
}

int compare_words(const void* a, const void* b)
{
   return strcmp(a, b);
}

void make_tables(void)
{
   memset(values, -1, sizeof values);
   for (int i = 0; i < 64; i++)
      values[(unsigned char)alphabet[i]] = i;
   for (int i = 0; i < N_SUSPECTS; i++)
      sprintf(suspects[i], "%c%c%03u", 'a' + i * 26 / N_SUSPECTS, 'a' + next_random(26), i);
   qsort(suspects, N_SUSPECTS, sizeof *suspects, compare_words);
}

int is_suspect(const char* word)
{
   return bsearch(word, suspects, N_SUSPECTS, sizeof *suspects, compare_words) != NULL;
}

// Returns the value of the first header with this name, in capital letters or not, or an empty string.
const char* find_header(const Part* part, const char* name)
{
   for (int i = 0; i < part->n_headers; i++)
      if (strcasecmp(part->headers[i].name, name) == 0)
         return part->headers[i].value;
   return "";
}

// Appends the line to the value of the header: a line that begins with a blank goes on with the one before.
void unfold(String* value, const char* line, const char* end)
{
   while (line < end && isspace((unsigned char)*line))
      line++;
   if (value->length)
      add_bytes(value, " ", 1);
   add_bytes(value, line, end - line);
}

const char* end_of_line(const char* at, const char* end)
{
   const char* newline = memchr(at, '\n', end - at);
   return newline ? newline : end;
}

void read_headers(Part* part, const char* at, const char* end)
{
   part->n_headers = 0;
   String value = {0};
   char* name = NULL;
   for (const char* next; at < end && *at != '\n'; at = next < end ? next + 1 : end) {
      next = end_of_line(at, end);
      if (*at != ' ' && *at != '\t') {
         if (name && part->n_headers < MOST_HEADERS)
            part->headers[part->n_headers++] = (Header){ name, value.text };
         value = (String){0};
         const char* colon = memchr(at, ':', next - at);
         if (!colon)
            break;
         name = strndup(at, colon - at);
         at = colon + 1;
      }
      unfold(&value, at, next);
   }
   if (name && part->n_headers < MOST_HEADERS)
      part->headers[part->n_headers++] = (Header){ name, value.text };
   part->body = at < end ? at + 1 : end;
   part->end = end;
}

void free_headers(Part* part)
{
   for (int i = 0; i < part->n_headers; i++) {
      free(part->headers[i].name);
      free(part->headers[i].value);
   }
}

size_t decode_base64(char* to, const char* from, const char* end)
{
   char* start = to;
   uint32_t bits = 0;
   int n_bits = 0;
   for (; from < end; from++) {
      int value = values[(unsigned char)*from];
      if (value < 0)
         continue;
      bits = bits << 6 | value;
      n_bits += 6;
      if (n_bits >= 8) {
         n_bits -= 8;
         *to++ = bits >> n_bits;
      }
   }
   return to - start;
}

int digit_of(char c)
{
   return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

size_t decode_quoted(char* to, const char* from, const char* end)
{
   char* start = to;
   while (from < end) {
      if (*from != '=') {
         *to++ = *from++;
      } else if (from + 1 < end && from[1] == '\n') {
         from += 2;
      } else if (from + 2 < end && digit_of(from[1]) >= 0 && digit_of(from[2]) >= 0) {
         *to++ = digit_of(from[1]) * 16 + digit_of(from[2]);
         from += 3;
      } else {
         *to++ = *from++;
      }
   }
   return to - start;
}

void count_words(const char* text, size_t length)
{
   char word[32];
   size_t used = 0;
   for (size_t i = 0; i <= length; i++) {
      unsigned char c = i < length ? text[i] : ' ';
      if (isalnum(c)) {
         if (used < sizeof word - 1)
            word[used++] = tolower(c);
      } else if (used > 0) {
         word[used] = '\0';
         n_words++;
         n_suspected += is_suspect(word);
         used = 0;
      }
   }
}

void read_text(const Part* part)
{
   const char* encoding = find_header(part, "Content-Transfer-Encoding");
   size_t length = part->end - part->body;
   char* text = malloc(length + 1);
   if (strcasecmp(encoding, "base64") == 0)
      length = decode_base64(text, part->body, part->end);
   else if (strcasecmp(encoding, "quoted-printable") == 0)
      length = decode_quoted(text, part->body, part->end);
   else
      memcpy(text, part->body, length);
   n_bytes += length;
   n_parts++;
   count_words(text, length);
   free(text);
}

// Reads what stands between the lines with the boundary.
void read_parts(const Part* whole, const char* boundary)
{
   size_t length = strlen(boundary);
   const char *start = NULL, *at = whole->body;
   while (at < whole->end) {
      const char* next = end_of_line(at, whole->end);
      if (at[0] == '-' && at[1] == '-' && (size_t)(next - at) >= length + 2 && memcmp(at + 2, boundary, length) == 0) {
         if (start) {
            Part part;
            read_headers(&part, start, at);
            read_text(&part);
            free_headers(&part);
         }
         start = next + 1;
      }
      at = next + 1;
   }
}

Thread* thread_of(const char* id)
{
   unsigned hash = 0;
   for (const char* at = id; *at; at++)
      hash = hash * 31 + (unsigned char)*at;
   Thread** bucket = &threads[hash % N_THREADS];
   for (Thread* thread = *bucket; thread; thread = thread->next)
      if (strcmp(thread->id, id) == 0)
         return thread;
   Thread* thread = malloc(sizeof *thread);
   *thread = (Thread){ strdup(id), 0, *bucket };
   *bucket = thread;
   return thread;
}

void read_message(const char* at, const char* end)
{
   Part message;
   read_headers(&message, at, end);
   const char* answered = find_header(&message, "In-Reply-To");
   if (*answered)
      thread_of(answered)->n_answers++;
   thread_of(find_header(&message, "Message-ID"));
   const char* boundary = strstr(find_header(&message, "Content-Type"), "boundary=");
   if (boundary)
      read_parts(&message, boundary + strlen("boundary="));
   else
      read_text(&message);
   free_headers(&message);
}

int read_mailbox(const String* box)
{
   int n_messages = 0;
   const char *start = NULL, *end = box->text + box->length;
   for (const char* at = box->text; at < end; at = end_of_line(at, end) + 1) {
      if (strncmp(at, "From ", 5) != 0)
         continue;
      if (start)
         read_message(start, at);
      start = end_of_line(at, end) + 1;
      n_messages++;
   }
   if (start)
      read_message(start, end);
   return n_messages;
}

void make_body(String* box, int encoding)
{
   unsigned char line[LINE];
   char coded[4 * LINE];
   int n_lines = 5 + next_random(12);
   for (int i = 0; i < n_lines; i++) {
      for (int k = 0; k < 54; k++)
         line[k] = next_random(6) == 0 ? ' ' : 'a' + next_random(26);
      if (next_random(3) == 0)
         memcpy(line + 20, suspects[next_random(N_SUSPECTS)], 5);
      int length = 0;
      for (int k = 0; k < 54; k += 3) {
         if (encoding == 0) {
            unsigned bits = line[k] << 16 | line[k + 1] << 8 | line[k + 2];
            for (int shift = 18; shift >= 0; shift -= 6)
               coded[length++] = alphabet[bits >> shift & 63];
         } else {
            for (int j = k; j < k + 3; j++) {
               if (line[j] == 'q') {
                  memcpy(coded + length, "=71", 3);
                  length += 3;
               } else {
                  coded[length++] = line[j];
               }
            }
         }
      }
      add_bytes(box, coded, length);
      add_text(box, encoding == 1 ? "=\n" : "\n");
   }
}

void make_message(String* box, int number)
{
   char headers[1024];
   sprintf(headers, "From someone\nReceived: by host%u.example;\n  Tue, 24 Nov 2026 %02d:00:00 +0000\n"
      "Received: from a\n  very.long.name.example\n  with ESMTP\nMessage-ID: <%d.mail@example>\nSubject: number %d\n"
      "X-Mailer: none\nX-Spam: no\nDate: today\nTo: all\nIn-Reply-To: <%u.mail@example>\n", next_random(9), number % 24,
      number, number, next_random(number + 1));
   add_text(box, headers);
   add_text(box, "Content-Type: multipart/mixed;\n  boundary=next-part\n\n");
   int n = 1 + next_random(3);
   for (int i = 0; i < n; i++) {
      int encoding = next_random(3);
      add_text(box, "--next-part\nContent-Type: text/plain\nContent-Transfer-Encoding: ");
      add_text(box, encoding == 0 ? "base64\n\n" : encoding == 1 ? "quoted-printable\n\n" : "8bit\n\n");
      make_body(box, encoding);
   }
   add_text(box, "--next-part--\n");
}

int read_file(String* box, const char* name)
{
   FILE* in = fopen(name, "r");
   if (!in)
      return 0;
   char block[4096];
   for (size_t n; (n = fread(block, 1, sizeof block, in)) > 0;)
      add_bytes(box, block, n);
   fclose(in);
   return 1;
}

int main(int argc, char** argv)
{
   const char* source = argc > 1 ? argv[1] : "300";
   if (getenv("SEED"))
      seed = atoi(getenv("SEED"));
   String box = {0};
   make_tables();
   if (isdigit((unsigned char)*source)) {
      for (int i = 0; i < atoi(source); i++)
         make_message(&box, i);
   } else if (!read_file(&box, source)) {
      fprintf(stderr, "%s: cannot be read\n", source);
      return 2;
   }
   int n_messages = read_mailbox(&box);
   printf("%d messages, %ld parts, %ld bytes, %ld words, %ld suspected\n", n_messages, n_parts, n_bytes, n_words,
      n_suspected);
   return 0;
}
