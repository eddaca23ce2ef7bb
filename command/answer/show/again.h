/* Finds what reads the same again and again: calls that each read a good part of what the program reads, and
   are many.  Inputs are in cells. */

#pragma once

#include "answer/show/request.h"

/* Returns what a process of the program reads: what main does, or what system calls have written if that is
   more, as in a buffer that is filled again and again.  Without main, no own routine reads more. */
extern double again_input(const Subjects* subjects);

/* Returns what all calls read. */
extern double again_read(const Subject* subject);

typedef enum {
   AGAIN_NOT,       /* calls read little, or are few, or read smaller things and larger ones; */
   AGAIN_AS_MUCH,   /* or each reads as much: whether there will be more of them, nobody knows; */
   AGAIN_MORE,      /* or they read more and more, as of a list to which each adds */
} AgainKind;

/* Returns how many times as much as the program all calls read, if they read the same again and again;
   else 0. */
extern double again_times(const Request* request, const Subject* subject);

/* Whether a share with larger inputs is told: it is likely, and no share of the same calls, of which there
   will be more, each reading more. */
extern bool again_tells_share(const Request* request, const Subject* subject);

/* Returns who is to be named of own code, or of libraries, that reads so; NULL: nobody.  Readers call each
   other: of those that have a good part of the costliest one's cost, it is the one whose calls read most.
   Below it, single steps of its work read less; above it, the program less often. */
extern const Subject* again_reader(const Request* request, bool is_own, AgainKind kind);
