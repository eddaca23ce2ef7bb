/* Text for people: numbers in few columns, names cut to fit, and nothing from
   a file that could disturb a terminal. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Length in bytes of the UTF-8 character at the start of `bytes`; 0 if it is
   not a valid one, or `length` is 0. */
extern size_t text_character_length(const char* bytes, size_t length);

/* Returns that length, or 1 for a byte that belongs to no character. */
extern size_t text_unit_length(const char* text, size_t length);

/* Returns what follows the last slash of a path. */
extern const char* text_file_name(const char* path);

/* Returns where the word stands in a list, which must have it. */
extern size_t text_position(const char* const* words, size_t count, const char* word);

/* Compares texts for a sort: of two places that have their addresses. */
extern int text_compare(const void* left, const void* right);

/* How many decimal digits the first `length` bytes end in. */
extern size_t text_trailing_digits(const char* text, size_t length);

/* Whether the character is one that a terminal may obey: those of ASCII, and their
   eight-bit relatives (U+0080 to U+009F). */
extern bool text_is_control(const char* character, size_t length);

/* Prints the first character, or `?` for anything that is not a printable one.  Returns its length. */
extern size_t text_print_character(FILE* out, const char* text);

/* Prints all of the text so. */
extern void text_print(FILE* out, const char* text);

/* Returns how many columns the text has: each of its units is one. */
extern int text_columns(const char* text);

/* Prints the text in at most `columns` columns.  If it is longer, prints its beginning and
   its end with "..." between, because in long C++ names both matter.  Prints `?` for
   anything that is not a printable character.  Returns how many columns it has used. */
extern int text_print_cut(FILE* out, const char* text, int columns);

/* Returns what text_print_cut prints; to be freed. */
extern char* text_cut(const char* text, int columns);

/* The text with `?` for each control character and each byte that belongs to no valid UTF-8
   character.  If there is nothing to replace, it is the text itself, else a copy in `texts`. */
extern const char* text_printable(const char* text, GStringChunk* texts);

/* Moves a text, which may be NULL, into `texts`. */
extern const char* text_keep(char* text, GStringChunk* texts);

/* Prints a paragraph, its lines broken at blanks, but not in `n = 800` or `5 %`; those after the first
   start with `indent` blanks.  Two and more blanks at the beginning stay. */
extern void text_print_wrapped(FILE* out, const char* text, int indent, int columns);

/* Appends a word as a shell reads it, in quotes if it needs some; braces stay as they are. */
extern void text_append_shell_word(GString* line, const char* word);

/* Appends all words up to NULL, a blank before each. */
extern void text_append_shell_words(GString* line, char* const* words);

/* For messages: the bytes in double quotes, cut after 40, unprintable ones as \xHH. */
typedef char QuotedText[40 * 4 + 6];
extern const char* text_quote(const char* bytes, size_t length, QuotedText text);

/* At most five columns: 999, 1.23k, 12.3k, 123k, 1.23M, ... 999E; above that 1.23e+21. */
typedef char ShortText[16];
extern const char* text_short_number(double number, ShortText text);

/* Writes a number of bytes, as "4.2 MB". */
extern const char* text_bytes(double number, ShortText text);

/* Three digits of a factor, and no more zeros than needed: 0.021, 1.05, 12.3, 123, 1.23k, inf. */
extern const char* text_times(double factor, ShortText text);

/* Two digits of it: 0.21, 1.1, 12, 120. */
extern const char* text_times_roughly(double factor, ShortText text);

/* A part of a whole, as "42 %"; below 1 %, with two digits, as "0.13 %". */
extern const char* text_percent(double part, ShortText text);

/* Writes it with one decimal, as "42.0 %". */
extern const char* text_percent_tenths(double part, ShortText text);

/* "1.43 times as much": a factor, as text_times writes it. */
typedef char TimesText[32];
extern const char* text_times_as_much(double factor, TimesText text);

/* A time with two digits: "0.21 s", "56 s", "9.3 minutes", "2.1 hours", "12 days". */
extern const char* text_time(double seconds, ShortText text);

/* 35 s, 2 min 5 s, 1 h 4 min */
typedef char Duration[48];
extern const char* text_duration(double seconds, Duration text);

/* 1,234,567 */
typedef char GroupedText[32];
extern const char* text_grouped_number(uint64_t number, GroupedText text);
