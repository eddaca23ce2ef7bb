/* Messages for people, on standard error.  Names of files, programs and routines come from others, so nothing
   of them may reach a terminal that it would obey. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A line, whose newline is added.  Prints `?` for each control character, also for other
   newlines, and for each byte that belongs to no character. */
extern void message_print(const char* format, ...) __attribute__((format(printf, 1, 2)));

/* Why something was refused: file, line and reason. */
typedef struct {
   const char* file;          /* the path as it was given; "-" is standard input; NULL: no file by itself */
   uint64_t    line;          /* 0: the whole file */
   char        reason[800];
} Problem;

/* Returns false, so that what refuses can return it. */
extern bool problem_set(Problem* problem, const char* file, uint64_t line, const char* format, ...)
   __attribute__((format(printf, 4, 5)));

/* Keeps a copy of the name of the file, before its owner frees it. */
extern void problem_keep_file(Problem* problem);

/* To standard error: "COMMAND: FILE:LINE: reason", "COMMAND: FILE reason", or "COMMAND: reason". */
extern void problem_print(const Problem* problem, const char* command);

/* The path as it stands in messages. */
extern const char* problem_file_name(const char* path);
