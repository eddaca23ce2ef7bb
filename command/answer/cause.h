/* Who is to blame for what a program costs with larger inputs, and where that cost is: what the first
   sentence about a report, or about an experiment, says.

   Evidence differs.  A report has contexts, and the growth of a call with its input (answer/show/cause.h); an
   experiment has exponents of what all calls cost in runs of several sizes (answer/grow/cause.h).  The answer
   is the same, and answer/phrases.h puts it into words. */

#pragma once

#include "subject/runs.h"
#include "subject/subject.h"

/* The fastest that the program's code which matters is known to grow.  What is open may be faster. */
typedef enum {
   HARM_N,
   HARM_N_LOG_N,   /* as sorts do */
   HARM_FASTER,
} Harm;

/* A routine that a sentence names. */
typedef struct {
   const char*       name;      /* NULL: there is none */
   const char*       mangled;   /* or NULL */
   const char*       object;    /* path */
   double            share;     /* 0 to 1, of the cost of which the sentence speaks */
   const Subject*    subject;   /* in a report; else NULL */
   const RunSubject* run;       /* in an experiment; else NULL */
} Blamed;

typedef enum {
   CAUSE_NOBODY,  /* no harm is known of the routine that costs most, if there is one */
   CAUSE_OPEN,    /* the routine has much of the cost by itself, and nobody knows how that grows */
   CAUSE_WITHIN,  /* as CAUSE_OPEN; it costs so much that a call likely reads again what it has read */
   CAUSE_PASSES,  /* the routine, or its place, reads as much in each of many calls */
   CAUSE_AGAIN,   /* the routine, or its place, reads the same again and again, and more of it each time */
   CAUSE_GROWS,   /* the routine is likely to grow faster than the input, or known to */
} CauseKind;

typedef struct {
   CauseKind kind;
   Harm      harm;        /* of an experiment */
   bool      has_faster;  /* a row of its table grows faster than that, but is a small part of the cost, */
   bool      has_open;    /* or open */
   const char* timed;     /* of an experiment: what is said of a script's function instead; or NULL */
   Blamed    named;
   Blamed    place;    /* where most of its cost is, if that is not its own code */
   Blamed    tied;     /* of an experiment: another one that costs about as much, and grows alike */
   Blamed    caller;   /* for which they work; of an experiment, whose loop it is, or what main's calls */
   Blamed    reader;   /* of what reads again and again: what is named, or its place */
   double    part;     /* read again and again: of the program's input that a call reads, on average */
   double    work;     /* part of the program's cost that it does itself, or lets libraries do; */
   double    lets;     /* and of this, what libraries do */
   double    blocks;   /* of its own for each cell that it reads, or the program does; 0: not known, or few */
   double    open;     /* of an experiment: part of the program's cost whose growth is open, 0 to 1 */
} Cause;

/* The share is the program's, 0 to 1. */
extern Blamed blamed_subject(const Subject* subject, double share);
extern Blamed blamed_run(const RunSubject* routine, double share);

/* Whether a routine that has `part` of the cost of what is named is to be told as the place of that: it has
   most of it, and more than the own code of what is named, which has `own_part`.  A place is no closure of
   what is named, because that is part of its own code. */
extern bool blamed_is_place(const Blamed* place, const Blamed* named, double part, double own_part);
