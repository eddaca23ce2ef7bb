/* The sentences of the answer of aprof grow.  All that is returned is to be freed by g_free. */

#pragma once

#include "answer/cause.h"

/* Says what a colleague would say first: which runs have failed, how much longer a larger run takes, and
   which routine will be most of it. */
extern char* words_headline(const RunSubjects* subjects, const Cause* cause);

/* Says what the routine that the headline names lacks to be told better: a name, or debug information of what
   was inlined into it.  NULL: nothing, or its object is not here to be asked. */
extern char* words_lacking(const RunSubjects* subjects, const Cause* cause);

/* "8,000 lines"; of numbers, "n = 8,000". */
typedef char SizeText[96];
extern const char* words_size(const RunSubjects* subjects, double size, SizeText text);

/* The largest size, or both of them. */
extern const char* words_largest(const RunSubjects* subjects, SizeText text);

/* Whether the program's forecast, which is known, is so wide that the headline names its range, as
   "(5.4 to 22)". */
extern bool words_name_range(const RunSubjects* subjects);

/* The farthest size that is forecast, or both: "10 times the size", "n = 9". */
extern const char* words_far(const RunSubjects* subjects, SizeText text);

/* Says which sizes there are: "800 to 8,000 lines", "a = 10 to 80, b = 5 to 40". */
extern char* words_range(const RunSubjects* subjects);

/* Says how the memory grows that the largest process needs without Valgrind; NULL: it was not measured, or is
   little. */
extern char* words_memory(const RunSubjects* subjects);

/* The part of the time of the largest run without Valgrind that is the kernel's (run/kernel_time.h); NAN: it
   is not known, or the costs are no executed code. */
extern double words_kernel_share(const RunSubjects* subjects);

/* Explains the routine's total by its calls: "called n times; a call costs n".  Says from which size on, if
   smaller runs follow another law. */
extern char* words_why(const RunSubjects* subjects, const RunSubject* routine);

/* Says how the largest run bore out the smaller ones: "1.20M was predicted for 8,000 lines by runs up to
   4,000; it was 1.21M"; NULL if there are too few runs. */
extern char* words_check(const RunSubjects* subjects, const Curve* curve);
