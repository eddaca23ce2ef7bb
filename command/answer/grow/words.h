/* The sentences of the answer of aprof grow.  All that is returned is to be freed by g_free. */

#pragma once

#include "answer/grow/facts.h"

/* Says what a colleague would say first: which runs have failed, how much longer a larger run takes, and
   which routine will be most of it. */
extern char* words_headline(const GrowthFacts* facts);

/* Says what the routine that the headline names lacks to be told better: a name, or debug information of what
   was inlined into it.  NULL: nothing, or its object is not here to be asked. */
extern char* words_lacking(const GrowthFacts* facts);

/* Returns the command that tells it, if that is known; NULL: it is not. */
extern char* words_lacking_command(const GrowthFacts* facts);

/* "8,000 lines"; of numbers, "n = 8,000". */
typedef char SizeText[96];
extern const char* words_size(const GrowthFacts* facts, double size, SizeText text);

/* The largest size, or both of them. */
extern const char* words_largest(const GrowthFacts* facts, SizeText text);

/* Whether the forecast is so wide that sentences name its range, as "(5.4 to 22)". */
extern bool words_name_range(const Estimate* forecast);

/* The farthest size that is forecast, or both: "10 times the size", "n = 9". */
extern const char* words_far(const GrowthFacts* facts, SizeText text);

/* Says which sizes there are: "800 to 8,000 lines", "a = 10 to 80, b = 5 to 40". */
extern char* words_range(const GrowthFacts* facts);

/* Says how the memory grows that the largest process needs without Valgrind; NULL: it was not measured, or is
   little. */
extern char* words_memory(const GrowthFacts* facts);

/* The part of the time of the largest run without Valgrind that is the kernel's (run/kernel_time.h); NAN: it
   is not known, or the costs are no executed code. */
extern double words_kernel_share(const GrowthFacts* facts);

/* Explains the routine's total by its calls: "called n times; a call costs n".  Says from which size on, if
   smaller runs follow another law. */
extern char* words_why(const GrowthFacts* facts, const SizeGrowth* routine);

/* Says how the largest run bore out the smaller ones: "1.20M was predicted for 8,000 lines by runs up to
   4,000; it was 1.21M"; NULL if there are too few runs. */
extern char* words_check(const GrowthFacts* facts, const Curve* curve);
